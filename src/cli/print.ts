import { pipeline } from 'node:stream/promises'
import { shown, shownJson } from './lint-shown.ts'

/** Prints data: as JSON when asked to, else as lines with aligned columns. An empty list says so on standard error. */
export function print(
  data: object | readonly object[],
  { json }: { readonly json?: boolean },
  empty = 'There are none.',
): void {
  if (json) {
    console.log(shownJson(data))
    return
  }
  const rows = Array.isArray(data) ? data : [data]
  if (rows.length === 0) {
    console.error(empty)
    return
  }
  const columns = Object.keys(rows[0])
  const cells = rows.map(row => columns.map(column => shown(cellOf(column, row[column]))))
  if (!Array.isArray(data)) {
    const width = Math.max(...columns.map(column => column.length))
    for (const [index, column] of columns.entries())
      console.log(`${column.padEnd(width)}  ${cells[0]![index]}`)
    return
  }
  const lines = [columns, ...cells]
  const widths = columns.map((_, index) =>
    lines.reduce((width, line) => Math.max(width, line[index]!.length), 0),
  )
  for (const line of lines)
    console.log(
      line
        .map((cell, index) => cell.padEnd(widths[index]!))
        .join('  ')
        .trimEnd(),
    )
}

/** Formats a value for people: times as dates. JSON output keeps the milliseconds of `createdAt` and similar fields. */
function cellOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'number' && column.endsWith('At')) return new Date(value).toISOString()
  return Array.isArray(value) ? value.join(',') || '-' : String(value)
}

/**
 * Prints the first rows of a list. Without a limit of the user's own it ends after `usual` rows, and says so on standard
 * error: whoever reads it would take it for the whole.
 */
export async function printFirst(
  list: (limit: number) => Promise<readonly object[]>,
  usual: number,
  options: { readonly json?: boolean; readonly limit?: number | undefined },
  empty: string,
): Promise<void> {
  const { limit } = options
  const rows = await list(limit ?? usual + 1)
  const isCut = limit === undefined && rows.length > usual
  print(isCut ? rows.slice(0, usual) : rows, options, empty)
  if (isCut) console.error(`Only ${usual} are shown, and there are more. Add --limit <number> to see them.`)
}

/** Prints lines as they come, until the reader of the output stops. */
export async function printLines(lines: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(lines, process.stdout, { end: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
