import { setImmediate } from 'node:timers/promises'

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]
/** How many bytes are read before others get their turn. */
const PIECE = 64 * 1024

/** What of a JSON text is over a bound, found without building any of its values; undefined where nothing is. */
export async function excessOf(
  json: Buffer,
  most: { readonly commas: number; readonly depth: number },
): Promise<'commas' | 'depth' | undefined> {
  let [commas, depth, inString] = [0, 0, false]
  for (let at = 0, pause = PIECE; at < json.length; at++) {
    if (at > pause) {
      await setImmediate()
      pause = at + PIECE
    }
    const byte = json[at]
    if (inString) {
      const quote = json.indexOf(QUOTE, at)
      if (quote === -1) return undefined
      inString = isEscaped(json, quote)
      at = quote
    } else if (byte === QUOTE) inString = true
    else if (byte === COMMA) {
      commas += 1
      if (commas > most.commas) return 'commas'
    } else if (byte === OBJECT || byte === ARRAY) {
      depth += 1
      if (depth > most.depth) return 'depth'
    } else if (byte === OBJECT_END || byte === ARRAY_END) depth -= 1
  }
  return undefined
}

/** Whether an odd number of backslashes stands before a quote of a string. */
function isEscaped(json: Buffer, quote: number): boolean {
  let first = quote
  while (json[first - 1] === BACKSLASH) first -= 1
  return (quote - first) % 2 === 1
}
