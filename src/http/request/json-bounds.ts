const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [ARRAY, ARRAY_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d]

/** What of a JSON text is over a bound, found without building any of its values; undefined where nothing is. */
export function excessOf(
  json: Uint8Array,
  most: { readonly commas: number; readonly depth: number },
): 'commas' | 'depth' | undefined {
  let [commas, depth] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (byte === QUOTE) {
      at += 1
      while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
    } else if (byte === COMMA) {
      commas += 1
      if (commas > most.commas) return 'commas'
    } else if (byte === OBJECT || byte === ARRAY) {
      depth += 1
      if (depth > most.depth) return 'depth'
    } else if (byte === OBJECT_END || byte === ARRAY_END) depth -= 1
  }
  return undefined
}
