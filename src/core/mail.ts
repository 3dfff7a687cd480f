/** A stretch of a mail's file. */
export interface MailText {
  readonly text: string
  /** Where it stands in the file. */
  readonly offset: number
}

/** What a mail's file says; a part that is missing is empty. */
export interface MailSource {
  readonly sender: MailText
  readonly subject: MailText
  readonly message: MailText
}

/** The parts of a mail in its XML form, whatever the file is called; undefined when it is only a body. */
export function mailSource(text: string): MailSource | undefined {
  const root = text.search(/<root[\s>]/i)
  if (root === -1 || /<html[\s>]|<!doctype/i.test(text.slice(0, root))) return undefined
  return {
    sender: part(text, root, 'Sender'),
    subject: part(text, root, 'Subject'),
    message: part(text, root, 'Message'),
  }
}

function part(text: string, from: number, name: string): MailText {
  const nothing = { text: '', offset: from }
  const start = text.indexOf(`<${name}>`, from)
  const value = start === -1 ? -1 : text.indexOf('<Value', start)
  const open = value === -1 ? -1 : text.indexOf('>', value) + 1
  if (open <= 0) return nothing
  const inner = /\s*<!\[CDATA\[/y
  inner.lastIndex = open
  const cdata = inner.exec(text)
  if (cdata === null) {
    const end = text.indexOf('</Value>', open)
    return trimmed(unescaped(text.slice(open, end === -1 ? text.length : end)), open)
  }
  const begin = open + cdata[0].length
  const end = text.indexOf(']]>', begin)
  return trimmed(text.slice(begin, end === -1 ? text.length : end), begin)
}

function trimmed(text: string, offset: number): MailText {
  return { text: text.trim(), offset: offset + text.length - text.trimStart().length }
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => ENTITIES[name]!)
}
