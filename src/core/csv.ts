/**
 * What a spreadsheet would take for a formula, in wide letters too: at the beginning, and after a semicolon or in a new
 * line. Where semicolons separate cells, as in German, quotes in the middle of a line protect neither.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]|(?<=[;\r\n])[=+\-@＝＋－＠]/g

/** A record of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string): string {
  const safe = value.replace(FORMULA, "'$&")
  return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
