import { readFileSync } from 'node:fs'

const LIST = new URL('./common-passwords.txt', import.meta.url)
const LINE_FEED = 0x0a

let lines: Buffer | undefined

/** Whether many people have this password. The list stays one sorted buffer: as a set it would take eight times the memory. */
export function isCommon(lowercased: string): boolean {
  lines ??= readFileSync(LIST)
  const wanted = Buffer.from(lowercased)
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === 0 ? 0 : lines.lastIndexOf(LINE_FEED, middle - 1) + 1
    const end = lines.indexOf(LINE_FEED, start)
    const order = lines.compare(wanted, 0, wanted.length, start, end)
    if (order === 0) return true
    if (order < 0) low = end + 1
    else high = start
  }
  return false
}
