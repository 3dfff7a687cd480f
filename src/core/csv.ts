/**
 * Matches what a spreadsheet would treat as a formula, also in full-width characters. It can be at the start of the
 * text, after a semicolon, or at the start of a line. Some locales, such as German, separate cells with semicolons, and
 * there quotes in the middle of a line do not protect.
 */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]|(?<=[;\r\n])[=+\-@＝＋－＠]/g

/** A record of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula gets an apostrophe before it. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string): string {
  const safe = value.replace(FORMULA, "'$&")
  return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
