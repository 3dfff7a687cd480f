/** A part of a mail's file. */
export interface MailText {
  readonly text: string
  /** Its position in the file. */
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
  const quoted = /^\s*<!\[CDATA\[/.exec(content)
  if (quoted === null) return trimmed(unescaped(content), open)
  const until = content.indexOf(']]>')
  return trimmed(
    content.slice(quoted[0].length, until === -1 ? content.length : until),
    open + quoted[0].length,
  )
}

function trimmed(text: string, offset: number): MailText {
  return { text: text.trim(), offset: offset + text.length - text.trimStart().length }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
}

const CELL = 'padding:10px 12px;border-bottom:1px solid #dcdfe6;'

/**
 * A table row that says what was changed. Its arguments are already safe markup, and its classes those of the master's
 * mails.
 */
export function changedRow(what: string, value: string): string {
  return `<tr><th scope="row" align="left" valign="top" width="36%" class="muted line" style="${CELL}font-weight:normal;text-align:start;color:#545c6e;overflow-wrap:normal;word-break:normal;">${what}</th><td valign="top" class="line" style="${CELL}"><bdi>${value}</bdi></td></tr>`
}
