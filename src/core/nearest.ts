/**
 * The candidate that a misspelt word most likely means: the closest one. At most three letters and half of the word may
 * be wrong.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const most = Math.min(3, word.length / 2)
  const distances = candidates.map(candidate => [distance(word, candidate), candidate] as const)
  const close = distances.filter(([apart]) => apart <= most).sort(([a], [b]) => a - b)
  return close[0]?.[1]
}

/** The number of letters to insert, remove or replace to get from one word to the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1]
    for (const [at, other] of [...to].entries())
      next.push(Math.min(next[at]! + 1, row[at + 1]! + 1, row[at]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[to.length]!
}
