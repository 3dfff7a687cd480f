type Check = (head: Uint8Array) => boolean

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const isPng = starting(PNG)
const isJpeg = starting([0xff, 0xd8, 0xff])
const isSfnt = anyOf(
  starting([0, 1, 0, 0]),
  ...['true', 'typ1', 'OTTO', 'ttcf'].map(tag => starting(ascii(tag))),
)
const isIcon = anyOf(starting([0, 0, 1, 0]), starting([0, 0, 2, 0]), isPng)

const PROMISES: ReadonlyMap<string, readonly [what: string, check: Check]> = new Map([
  ['png', ['a PNG image', isPng]],
  ['jpg', ['a JPEG image', isJpeg]],
  ['jpeg', ['a JPEG image', isJpeg]],
  ['gif', ['a GIF image', starting(ascii('GIF8'))]],
  ['webp', ['a WebP image', head => holds(head, 0, ascii('RIFF')) && holds(head, 8, ascii('WEBP'))]],
  ['avif', ['an AVIF image', head => holds(head, 4, ascii('ftyp'))]],
  ['ico', ['an icon', isIcon]],
  ['bmp', ['a BMP image', starting(ascii('BM'))]],
  ['svg', ['an SVG image', isMarkup]],
  ['woff', ['a WOFF font', starting(ascii('wOFF'))]],
  ['woff2', ['a WOFF2 font', starting(ascii('wOF2'))]],
  ['ttf', ['a TrueType font', isSfnt]],
  ['otf', ['an OpenType font', isSfnt]],
  ['eot', ['an EOT font', head => holds(head, 34, ascii('LP'))]],
])

/** The format that the extension of an image or a font promises, if the first bytes contradict it. */
export function contradiction(path: string, head: Uint8Array): string | undefined {
  if (head.length === 0) return undefined
  const dot = path.lastIndexOf('.')
  const promise = dot === -1 ? undefined : PROMISES.get(path.slice(dot + 1).toLowerCase())
  return promise === undefined || promise[1](head) ? undefined : promise[0]
}

function ascii(text: string): number[] {
  return Array.from(text, letter => letter.charCodeAt(0))
}

function holds(head: Uint8Array, at: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[at + index] === byte)
}

function starting(bytes: readonly number[]): Check {
  return head => holds(head, 0, bytes)
}

function anyOf(...checks: Check[]): Check {
  return head => checks.some(check => check(head))
}

function isMarkup(head: Uint8Array): boolean {
  const utf16 = holds(head, 0, [0xff, 0xfe]) || holds(head, 0, [0xfe, 0xff])
  if (utf16) return true
  let at = holds(head, 0, [0xef, 0xbb, 0xbf]) ? 3 : 0
  while (at < head.length && isSpace(head[at]!)) at++
  return at === head.length || head[at] === 0x3c
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}
