import { TemplateFault } from './bounds.ts'
import type { Item } from './expand.ts'

/** A marker that is tokenized like a harmless value. Without text, it is only a position between characters. */
export interface Mark {
  readonly offset: number
  readonly text: string
}

/** Items as one text in which the chosen ones are marks. Ends of repeats are left out, as in a page with one row. */
export interface Marked {
  readonly source: string
  /** The offset of each item, and one more for the end. */
  readonly starts: readonly number[]
  /** The beginning of every mark. It occurs nowhere else, not even once a browser has read the text. */
  readonly prefix: string
  readonly marks: readonly Mark[]
  /** The item of each mark. */
  readonly items: readonly number[]
}

/** Inserts a mark for each item that `isMarked` chooses. The marks contain a secret that no theme can write. */
export function marked(items: readonly Item[], secret: string, isMarked: (item: Item) => boolean): Marked {
  const prefix = `zq${secret}k`
  const starts: number[] = []
  const marks: Mark[] = []
  const chosen: number[] = []
  let source = ''
  for (const [index, item] of items.entries()) {
    starts.push(source.length)
    if (item.kind === 'repeat' || item.kind === 'endRepeat') continue
    if (isMarked(item)) {
      const text = `${prefix}${String(marks.length).padStart(4, '0')}z`
      marks.push({ offset: source.length, text })
      chosen.push(index)
      source += text
    } else source += item.text
  }
  starts.push(source.length)
  return { source, starts, prefix, marks, items: chosen }
}

/** Returns what `make` returns. A fault in the text gets the file and the offset of the item that caused it. */
export function located<T>(items: readonly Item[], starts: readonly number[], make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof TemplateFault) || error.place !== undefined || items.length === 0) throw error
    const index = itemAt(starts, items.length, error.offset)
    const { file, offset } = items[index]!
    throw new TemplateFault(error.bound, { file, offset: offset + error.offset - starts[index]! })
  }
}

/** The item that contains an offset. */
export function itemAt(starts: readonly number[], count: number, offset: number): number {
  let low = 0
  let high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The offsets of marks in a text made from the source, in the same order; -1 if a mark is missing. */
export function offsetsIn(text: string, marks: readonly Mark[]): number[] {
  let from = 0
  return marks.map(mark => {
    const at = text.indexOf(mark.text, from)
    if (at !== -1) from = at + mark.text.length
    return at
  })
}
