/** A part of a mail's file. */
export interface MailText {
  readonly text: string
  /** Its position in the file. */
  readonly offset: number
  /** Where its stretches begin, in the text and in the file. Without them, it is in the file as it is here. */
  readonly stretches?: readonly Stretch[]
}

interface Stretch {
  readonly at: number
  readonly offset: number
}

/** The content of a mail's file. A missing part is empty. */
export interface MailSource {
  readonly sender: MailText
  readonly subject: MailText
  readonly message: MailText
}

/** The parts of a mail in its XML form, independent of the file's name; undefined if the file is only a body. */
export function mailSource(text: string): MailSource | undefined {
  if (!/<root[\s>]/i.test(text)) return undefined
  const tags = bare(text)
  const root = tags.search(/<root[\s>]/i)
  if (root === -1 || /<html[\s>]|<!doctype/i.test(tags.slice(0, root))) return undefined
  const part = (name: string) => partOf(text, tags, root, name)
  return { sender: part('Sender'), subject: part('Subject'), message: part('Message') }
}

/** Whether a file has tags of a page, outside of comments and quoted parts: a body of XHTML may begin as XML does. */
export function hasPageTags(text: string): boolean {
  return /<html[\s>]|<!doctype html/i.test(bare(text))
}

/** Replaces comments and quoted parts by blanks, so that only real tags are found. */
function bare(text: string): string {
  let tags = ''
  for (let at = 0; at < text.length; ) {
    const open = /<!--|<!\[CDATA\[/g
    open.lastIndex = at
    const found = open.exec(text)
    if (found === null) return tags + text.slice(at)
    const close = found[0] === '<!--' ? '-->' : ']]>'
    const end = text.indexOf(close, open.lastIndex)
    const next = end === -1 ? text.length : end + close.length
    tags += text.slice(at, found.index) + ' '.repeat(next - found.index)
    at = next
  }
  return tags
}

function partOf(text: string, tags: string, from: number, name: string): MailText {
  const start = tags.indexOf(`<${name}>`, from)
  const end = start === -1 ? -1 : tags.indexOf(`</${name}>`, start)
  const inside = tags.slice(0, end === -1 ? text.length : end)
  // An attribute contains no `<`, so that many unclosed tags are still read only once.
  const value = /<Value(?:\s[^<>]*)?(?<!\/)>/g
  value.lastIndex = start
  if (start === -1 || value.exec(inside) === null) return { text: '', offset: from }
  const open = value.lastIndex
  const close = inside.indexOf('</Value>', open)
  const content = text.slice(open, close === -1 ? inside.length : close)
  // A message that is not quoted is a page, with comments for some mail programs.
  const keepsComments = name === 'Message' && !content.includes('<![CDATA[')
  return textOf(content, open, keepsComments)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const CONSTRUCTS = /<!--|<!\[CDATA\[|&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\dA-Fa-f]{1,6}));/g

/** The text of a value: its quoted parts, and what is written beside them, without comments. */
function textOf(content: string, from: number, keepsComments: boolean): MailText {
  const stretches: Stretch[] = [{ at: 0, offset: from }]
  let text = ''
  let at = 0
  const add = (piece: string, next: number) => {
    text += piece
    at = next
    stretches.push({ at: text.length, offset: from + next })
  }
  const constructs = new RegExp(CONSTRUCTS)
  for (let found = constructs.exec(content); found !== null; found = constructs.exec(content)) {
    const { 0: begin, 1: name, 2: decimal, 3: hexadecimal, index } = found
    if (begin === '<!--' && keepsComments) continue
    const inside = index + begin.length
    if (index > at) add(content.slice(at, index), index)
    if (begin.startsWith('&')) {
      add(name === undefined ? characterOf(begin, decimal, hexadecimal) : ENTITIES[name]!, inside)
      continue
    }
    const close = begin === '<!--' ? '-->' : ']]>'
    const end = content.indexOf(close, inside)
    const [until, next] = end === -1 ? [content.length, content.length] : [end, end + close.length]
    add('', inside)
    if (begin !== '<!--') add(content.slice(inside, until), until)
    add('', next)
    constructs.lastIndex = next
  }
  text += content.slice(at)
  return trimmed(text, stretches)
}

/** The character of a numeric reference; the reference itself where XML has no such character. */
function characterOf(reference: string, decimal: string | undefined, hexadecimal = ''): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal)
  if (code > 0x10ffff) return reference
  const character = String.fromCodePoint(code)
  return /^[\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u.test(character) ? character : reference
}

function trimmed(text: string, stretches: readonly Stretch[]): MailText {
  const blanks = text.length - text.trimStart().length
  const moved = stretches.map(({ at, offset }) => ({ at: at - blanks, offset }))
  const trim = text.trim()
  const whole = moved.findLast(({ at }) => at <= 0)!
  const offset = whole.offset - whole.at
  const isWhole = moved.every(one => one.at <= 0 || one.at >= trim.length || one.offset - one.at === offset)
  return { text: trim, offset, ...(!isWhole && { stretches: moved }) }
}

/** The position in the file of a character of a part. */
export function placeInFile({ offset, stretches = [] }: MailText, index: number): number {
  let [low, high] = [0, stretches.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (stretches[middle]!.at <= index) low = middle + 1
    else high = middle
  }
  const stretch = stretches[low - 1]
  return stretch === undefined ? offset + index : stretch.offset + index - stretch.at
}

const CELL = 'padding:10px 12px;border-bottom:1px solid #dcdfe6;'

/**
 * A table row that says what was changed. Its arguments are already safe markup, and its classes those of the master's
 * mails.
 */
export function changedRow(what: string, value: string): string {
  return `<tr><th scope="row" align="left" valign="top" width="36%" class="muted line" style="${CELL}font-weight:normal;text-align:start;color:#545c6e;overflow-wrap:normal;word-break:normal;">${what}</th><td valign="top" class="line" style="${CELL}"><bdi>${value}</bdi></td></tr>`
}
