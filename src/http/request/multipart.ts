// Written by hand, because clients of the branding API send what stock parsers reject, drop or hang on: no boundary
// parameter or the same one twice, text before the first boundary, no closing boundary, filenames quoted twice.
// Everything else is strict, so that a body has one reading.

import { Refusal } from '../../core/refusal.ts'

/** One part of a form; the filename is information only. */
export interface Part {
  readonly name: string
  readonly filename: string | undefined
  /** A view of the body: exactly the bytes that were sent. */
  readonly data: Buffer
}

const MAX_PARTS = 16
const MAX_HEADERS = 16
const MAX_HEADER_BYTES = 4096
const MAX_NAME = 256
const MAX_CONFIGURATION = 64 * 1024
const MAX_NEAR_BOUNDARIES = 1000
const MAX_PREAMBLE = 64 * 1024

const FIRST_LINE = /^(?:\r\n)?--([ -~]{0,69}[!-~])[ \t]*\r\n/

const [TAB, LF, CR, SPACE, DASH] = [0x09, 0x0a, 0x0d, 0x20, 0x2d]

const malformed = (why: string) => new Refusal('upload_malformed', { why })
const quoted = (text: string) => JSON.stringify(text)

/** The parts of a form as it was sent. */
export function parts(contentType: string | undefined, body: Buffer): Part[] {
  const { boundary, kinds } = formOf(contentType, body)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const found: Part[] = []
  let next = firstPart(body, delimiter)
  while (next !== 'closing') {
    const which = `Part ${found.length + 1}`
    if (found.length === MAX_PARTS) throw malformed(`The form has more than ${MAX_PARTS} parts.`)
    // From the line end before the headers: a part may have none, and then this is half of the blank line.
    const start = next - 2
    const length = body.subarray(start, next + MAX_HEADER_BYTES + 4).indexOf('\r\n\r\n')
    if (length < 0 && body.length - next > MAX_HEADER_BYTES)
      throw malformed(
        `${which} has more than ${MAX_HEADER_BYTES} bytes of headers, or no blank line after them.`,
      )
    if (length < 0)
      throw malformed(`${which} has no blank line after its headers: the body may be cut short.`)
    const headers = body.toString('utf8', next, Math.max(next, start + length))
    const disposition = dispositionOf(headers, kinds, `--${boundary}`, which)

    const from = start + length + 4
    const data = dataEnd(body, delimiter, from)
    found.push({ ...disposition, data: body.subarray(from, data.end) })
    next = data.next
  }
  if (found.length === 0) throw malformed('The form has no parts.')
  return found
}

/** What a package upload holds; its configuration may have `most` bytes. */
export function packageUpload(
  parts: readonly Part[],
  most = MAX_CONFIGURATION,
): { archive?: Buffer; configuration?: string } {
  const [configuration, ...more] = parts.filter(part => part.name === 'configuration')
  if (more.length > 0) throw malformed('The form has more than one part "configuration": send one.')
  const [archive, other] = parts.filter(part => part.name !== 'configuration' && !isCharset(part))
  if (archive && other)
    throw malformed(
      `The form has parts ${quoted(archive.name)} and ${quoted(other.name)}: send one archive, beside "configuration".`,
    )
  return {
    ...(archive && { archive: archive.data }),
    ...(configuration && { configuration: configurationText(configuration.data, most) }),
  }
}

/** The content of the single-file call. */
export function fileUpload(parts: readonly Part[]): Buffer {
  const [file, ...more] = parts.filter(part => part.name === 'file')
  if (more.length > 0) throw malformed('The form has more than one part "file": send one.')
  const others = parts.filter(part => part.name !== 'file' && part.filename !== undefined)
  const names = others.map(part => quoted(part.name)).join(', ')
  if (file && others.length > 0)
    throw malformed(`The form has a file in "file" and also in ${names}: send only the part "file".`)
  if (file) return file.data
  throw malformed(
    others.length === 1
      ? `The form has its file in part ${names}: name that part "file".`
      : 'The form has no part "file": send the content of the file in a part of that name.',
  )
}

/** Browsers fill in a field of this name by themselves. */
function isCharset(part: Part): boolean {
  return part.name === '_charset_' && part.filename === undefined
}

function configurationText(data: Buffer, most: number): string {
  if (data.length > most)
    throw malformed(`The part "configuration" has ${data.length} bytes. At most ${most} are allowed.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw malformed('The part "configuration" is not UTF-8.')
  }
}

/** The boundary of a form, and what its parts may call themselves in their Content-Disposition. */
function formOf(contentType: string | undefined, body: Buffer): { boundary: string; kinds: string[] } {
  const [type = '', rest = ''] = split(contentType ?? '', ';')
  const start = body.toString('latin1', 0, 256)
  const label = type.trim().toLowerCase()
  // curl -F sends a multipart body under this label when -H gives it, and then calls each part an attachment.
  const isMultipart = FIRST_LINE.test(start)
  const mislabelled = label === 'application/x-www-form-urlencoded' && isMultipart
  if (label !== 'multipart/form-data' && !mislabelled) {
    const hint = isMultipart ? ': with curl -F, leave out your own Content-Type header' : ''
    throw new Refusal('upload_type', { expected: `multipart/form-data${hint}` })
  }
  const kinds = mislabelled ? ['form-data', 'attachment'] : ['form-data']
  const given = parameters(rest, 'The Content-Type').get('boundary')
  if (given !== undefined) {
    if (/^[ -~]{0,69}[!-~]$/.test(given)) return { boundary: given, kinds }
    throw malformed('The boundary in the Content-Type must have 1 to 70 printable ASCII characters.')
  }
  const line = FIRST_LINE.exec(start)
  if (line) return { boundary: line[1]!, kinds }
  throw malformed(
    'The Content-Type gives no boundary, so the first line of the body must be "--", the boundary, CR LF.',
  )
}

/** Where the first part starts. Text before the first boundary is skipped, as RFC 2046 requires. */
function firstPart(body: Buffer, delimiter: Buffer): number | 'closing' {
  const end = delimiter.length - 2
  if (body.subarray(0, end).equals(delimiter.subarray(2))) {
    if (body[end] === LF) throw malformed('The lines of the body end in LF: they must end in CR LF.')
    const line = lineAfter(body, end)
    if (line !== undefined) return line
  }
  const { end: preamble, next } = dataEnd(body, delimiter, 2)
  const boundary = quoted(delimiter.toString('latin1', 2))
  if (next === 'closing' && preamble === body.length)
    throw malformed(`The body has no line ${boundary}, which is the boundary that the Content-Type gives.`)
  if (preamble > MAX_PREAMBLE)
    throw malformed(`There are more than ${MAX_PREAMBLE} bytes before the first boundary.`)
  // Another reader may take it for the boundary, and so see other parts.
  if (body.subarray(0, preamble).includes(delimiter.subarray(2)))
    throw malformed(`The text before the first boundary contains ${boundary}, but not on a line of its own.`)
  return next
}

function dataEnd(body: Buffer, delimiter: Buffer, from: number): { end: number; next: number | 'closing' } {
  // The end of the blank line before the data may begin the delimiter: that is a part without data.
  let at = body.indexOf(delimiter, from - 2)
  for (let near = 0; at >= 0; near++) {
    if (near === MAX_NEAR_BOUNDARIES)
      throw malformed('The data of a part contains the boundary many times. Choose another boundary.')
    const next = lineAfter(body, at + delimiter.length)
    if (next !== undefined) return { end: Math.max(from, at), next }
    at = body.indexOf(delimiter, at + delimiter.length)
  }
  return { end: body.length, next: 'closing' }
}

/** Where the line ends that has a boundary up to `from`; undefined when it goes on, and so is data. */
function lineAfter(body: Buffer, from: number): number | 'closing' | undefined {
  if (body[from] === DASH && body[from + 1] === DASH) return 'closing'
  let at = from
  while (body[at] === SPACE || body[at] === TAB) at++
  if (body[at] === CR && body[at + 1] === LF) return at + 2
  const cut = body[at] === CR || (body[at] === DASH && at === from) ? at + 1 : at
  if (cut === body.length)
    throw malformed('The body is cut short in its last boundary, which must end in "--".')
  return undefined
}

function dispositionOf(
  headers: string,
  kinds: readonly string[],
  boundary: string,
  which: string,
): { name: string; filename: string | undefined } {
  const lines = headers === '' ? [] : headers.split('\r\n')
  if (lines.length > MAX_HEADERS) throw malformed(`${which} has more than ${MAX_HEADERS} headers.`)
  let disposition: Map<string, string> | undefined
  for (const line of lines) {
    if (line.startsWith(boundary)) throw malformed(`${which} has no blank line after its headers.`)
    if (/^[ \t]/.test(line)) throw malformed(`${which} has a header folded over two lines: send it on one.`)
    if (!/^[\w!#$%&'*+.^`|~-]+:[\t -~\u00a0-\u{10ffff}]*$/u.test(line))
      throw malformed(`${which} has a header that is not "Name: value" on a line that ends in CR LF.`)
    const [header = '', text = ''] = split(line, ':')
    const [value = '', rest = ''] = split(text, ';').map(half => half.trim())
    const [name, kind] = [header.toLowerCase(), value.toLowerCase()]
    if (name === 'content-disposition') {
      if (disposition) throw malformed(`${which} has more than one Content-Disposition.`)
      if (!kinds.includes(kind)) throw malformed(`${which} has a Content-Disposition that is not form-data.`)
      disposition = parameters(rest, `The Content-Disposition of ${which.toLowerCase()}`)
    }
    if (name === 'content-type' && kind.startsWith('multipart/'))
      throw malformed(`${which} is a multipart of its own: send its files as parts of the form.`)
    if (name === 'content-transfer-encoding' && !['7bit', '8bit', 'binary'].includes(kind))
      throw malformed(`${which} has a Content-Transfer-Encoding: send the bytes as they are.`)
  }
  const name = disposition?.get('name')
  if (!name) throw malformed(`${which} has no name: it needs Content-Disposition: form-data; name="…".`)
  if (name.length > MAX_NAME) throw malformed(`${which} has a name of more than ${MAX_NAME} characters.`)
  return { name, filename: disposition?.get('filename') }
}

/**
 * Parameters by name in lower case; a value may be bare, quoted, or quoted twice. Two values for a name are rejected.
 */
function parameters(text: string, where: string): Map<string, string> {
  // A backslash escapes only a quote or itself: clients on Windows send whole paths with plain ones.
  // No two neighbours here can match the same character, so that a long hostile header costs linear time.
  const parameter =
    /[ \t]*(?:([^\s=;"]+)[ \t]*=(?:[ \t]*""([^"\s;][^"]*)?""[ \t]*|[ \t]*"((?:[^"\\]|\\.)*)"[ \t]*|([^";]*)))?(?:;|$)/y
  const found = new Map<string, string>()
  while (parameter.lastIndex < text.length) {
    const match = parameter.exec(text)
    if (!match) throw malformed(`${where} has a parameter that is not name=value or name="value".`)
    const [, name, twice, once, bare] = match
    if (name === undefined) continue
    const value = twice ?? once?.replace(/\\(["\\])/g, '$1') ?? bare?.trim() ?? ''
    // Some clients add the boundary to a header that has it already.
    if ((found.get(name.toLowerCase()) ?? value) !== value)
      throw malformed(`${where} gives ${quoted(name)} twice, with different values.`)
    found.set(name.toLowerCase(), value)
  }
  return found
}

function split(text: string, separator: string): string[] {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
