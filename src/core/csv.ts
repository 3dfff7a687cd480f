/** What a spreadsheet would take for a formula, in wide letters too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/** A record of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it. */
export function csvRecord(values: readonly string[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string): string {
  const safe = FORMULA.test(value) ? `'${value}` : value
  return /[",;\t|\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
