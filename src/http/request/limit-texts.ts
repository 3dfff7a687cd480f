import type { Refusals } from '../../core/refusal.ts'

const RAISABLE = 'or ask an operator to raise the limit.'

/** Only limits that are settings of the service advise to raise them. */
export const LIMIT_TEXTS: Record<Refusals['over_limit']['what'], (limit: number, entry?: string) => string> =
  {
    archive: limit =>
      `The archive is too large: at most ${sizeText(limit)} are allowed. Make it smaller, ${RAISABLE}`,
    expanded: limit =>
      `The files are too large in total: at most ${sizeText(limit)} are allowed. Make them smaller, ${RAISABLE}`,
    file: (limit, entry = 'The file') =>
      `${entry} is too large: at most ${sizeText(limit)} are allowed. Make it smaller, ${RAISABLE}`,
    entries: limit => `There are too many entries: at most ${limit} are allowed. Remove some, ${RAISABLE}`,
    ratio: (limit, entry = 'The content') =>
      `${entry} is too large for its compressed size: at most ${limit} times that size is allowed. Make it smaller, ${RAISABLE}`,
    body: limit =>
      `The body of the request is too large: at most ${sizeText(limit)} are allowed. Send less at once.`,
    form: limit => `The form is too large: at most ${sizeText(limit)} are allowed. Enter less text.`,
    authorization: limit =>
      `The parameters of the application are too long: at most ${sizeText(limit)} are allowed. Send fewer or shorter ones.`,
    locales: limit => `There are files in too many languages: at most ${limit} are allowed. Remove some.`,
    themes: limit => `There are ${limit} themes already. Delete one that you do not need, ${RAISABLE}`,
  }

/** A number of bytes in the largest unit in which it is whole. */
function sizeText(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576} MiB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}
