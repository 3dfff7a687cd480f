/**
 * Returns a function that finds the line of an offset by binary search: a page can have as many places as characters.
 */
export function lineFinder(
  text: (file: string) => string | undefined,
): (file: string, offset: number) => number {
  const known = new Map<string, readonly number[]>()
  return (file, offset) => {
    let ends = known.get(file)
    if (ends === undefined) {
      ends = lineEnds(text(file) ?? '')
      known.set(file, ends)
    }
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function lineEnds(text: string): number[] {
  const ends: number[] = []
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) ends.push(at)
  return ends
}

/**
 * The line ending of a text. With mixed endings, it is a line feed, so that a carriage return stays part of its line.
 */
export function lineEnd(text: string): string {
  return /\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n'
}
