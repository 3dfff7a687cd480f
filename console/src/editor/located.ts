import type { LintFinding } from '../lint/finding.ts'

/** A place in a text: lines and columns from 1, columns in UTF-16 code units. */
export interface Spot {
  readonly line: number
  readonly column: number
}

/** A finding and its location in the edited text. */
export interface Located {
  readonly finding: LintFinding
  readonly from: Spot
  readonly to: Spot
  /** The edits that fix it; null if it cannot be fixed by editing. */
  readonly edits: readonly { readonly from: Spot; readonly to: Spot; readonly text: string }[] | null
}

/** The text that was checked. */
interface Checked {
  /** The part of the edited text that the theme stores. Only this part is checked. */
  readonly kept: string
  /** The line in the edited text for each line of the stored one; null if both are equal. */
  readonly lines: readonly number[] | null
}

const MARK = '\uFEFF'

/** Finds the locations of findings in the edited text. */
export function located(findings: readonly LintFinding[], { kept, lines }: Checked): Located[] {
  // The service reads a text without its byte order mark, but an editor shows the mark.
  const marked = kept.startsWith(MARK) ? 1 : 0
  const starts = lineStarts(kept.slice(marked))
  const spot = ({ line, column }: Spot): Spot => ({
    line: lines?.[line - 1] ?? line,
    column: line === 1 ? column + marked : column,
  })
  const spotAt = (offset: number) => spot(placeOf(starts, offset))
  return findings.map(finding => {
    const edits = finding.fix?.edits
    const changes =
      edits === undefined || edits === 'remove'
        ? []
        : edits.filter(({ start, end, text }) => end > start || text !== '')
    return {
      finding,
      from: spot(finding.start),
      to: spot(finding.end),
      edits:
        changes.length === 0
          ? null
          : changes.map(({ start, end, text }) => ({ from: spotAt(start), to: spotAt(end), text })),
    }
  })
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function placeOf(starts: readonly number[], offset: number): Spot {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - starts[low]! + 1 }
}
