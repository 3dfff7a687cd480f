/** A pair of lines side by side; null if the other side has no such line. */
export interface LinePair {
  readonly kind: 'same' | 'changed'
  readonly left: Line | null
  readonly right: Line | null
}

export interface Line {
  readonly number: number
  readonly text: string
}

type Step = 'same' | 'removed' | 'added'

// Beyond this many edits, nobody reads the difference, and computing the shortest one takes long.
const MOST_EDITS = 1000

/** The lines of two texts side by side, by the shortest edit (Myers, 1986). */
export function lineDiff(left: string, right: string): LinePair[] {
  const [a, b] = [linesOf(left), linesOf(right)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const middle = steps(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const same = (count: number): Step[] => Array.from({ length: count }, () => 'same')
  return paired([...same(start), ...middle, ...same(end)], a, b)
}

function linesOf(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function steps(a: readonly string[], b: readonly string[]): Step[] {
  const trace: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(a.length + b.length, MOST_EDITS); edits++) {
    const next = new Map(reach)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down = goesDown(reach, diagonal, edits)
      let x = down ? (reach.get(diagonal + 1) ?? 0) : (reach.get(diagonal - 1) ?? 0) + 1
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x++
      next.set(diagonal, x)
      if (x >= a.length && x - diagonal >= b.length) return walked([...trace, reach], a.length, b.length)
    }
    trace.push(reach)
    reach = next
  }
  return [...a.map((): Step => 'removed'), ...b.map((): Step => 'added')]
}

function goesDown(reach: Map<number, number>, diagonal: number, edits: number): boolean {
  if (diagonal === -edits) return true
  return diagonal !== edits && (reach.get(diagonal - 1) ?? 0) < (reach.get(diagonal + 1) ?? 0)
}

/** The path from the end back to the beginning. */
function walked(trace: readonly Map<number, number>[], width: number, height: number): Step[] {
  const found: Step[] = []
  let [x, y] = [width, height]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits]!
    const down = goesDown(reach, x - y, edits)
    const before = down ? x - y + 1 : x - y - 1
    const [oldX, oldY] = [reach.get(before) ?? 0, (reach.get(before) ?? 0) - before]
    while (x > Math.max(oldX, 0) && y > Math.max(oldY, 0)) {
      found.push('same')
      x--
      y--
    }
    if (edits > 0) found.push(down ? 'added' : 'removed')
    ;[x, y] = [oldX, oldY]
  }
  return found.reverse()
}

function paired(all: readonly Step[], a: readonly string[], b: readonly string[]): LinePair[] {
  const pairs: LinePair[] = []
  let [x, y] = [0, 0]
  let removed: Line[] = []
  let added: Line[] = []
  const flush = () => {
    for (let index = 0; index < Math.max(removed.length, added.length); index++)
      pairs.push({ kind: 'changed', left: removed[index] ?? null, right: added[index] ?? null })
    removed = []
    added = []
  }
  for (const step of all) {
    const left = { number: x + 1, text: a[x] ?? '' }
    const right = { number: y + 1, text: b[y] ?? '' }
    if (step !== 'added') x++
    if (step !== 'removed') y++
    if (step === 'removed') removed.push(left)
    else if (step === 'added') added.push(right)
    else {
      flush()
      pairs.push({ kind: 'same', left, right })
    }
  }
  flush()
  return pairs
}

/** The span in which two lines differ, without their common beginning and end. */
export function changedSpan(text: string, other: string): [start: number, end: number] {
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  let end = 0
  const most = Math.min(text.length, other.length) - start
  while (end < most && text.at(-1 - end) === other.at(-1 - end)) end++
  return [start, text.length - end]
}
