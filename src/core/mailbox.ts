/** An address with its display name; '' shows the address itself. */
export interface Mailbox {
  readonly name: string
  readonly address: string
}

const LONGEST = 254
const LOCAL = /^(?=.{1,64}$)[\w!#$&'*+/=?^`{|}~-]+(?:\.[\w!#$&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const SPECIAL = /[()<>[\]:;@\\,"]/
// Control characters, line and paragraph separators, lone surrogates, and characters that change the writing direction.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const LONGEST_NAME = 120

/** The text as an address with its domain in lower case; undefined unless it is exactly one address. */
export function mailbox(text: string): string | undefined {
  const address = unpadded(text)
  const at = address.lastIndexOf('@')
  if (at === -1 || address.length > LONGEST) return undefined
  const local = address.slice(0, at)
  const domain = address.slice(at + 1).toLowerCase()
  if (!LOCAL.test(local) || local.includes('=?') || !isDomain(domain)) return undefined
  return `${local}@${domain}`
}

/** The text as a mailbox, `a@example.com` or `Name <a@example.com>`; undefined unless it is exactly one. */
export function namedMailbox(text: string): Mailbox | undefined {
  const whole = unpadded(text)
  const open = whole.endsWith('>') ? whole.lastIndexOf('<') : -1
  const address = mailbox(open === -1 ? whole : whole.slice(open + 1, -1))
  const name = open === -1 ? '' : phrase(unpadded(whole.slice(0, open)))
  return address === undefined || name === undefined ? undefined : { name, address }
}

/** The sender in a text: a mailbox, or `Name <>` for a name with the default address. Otherwise the default sender. */
export function senderMailbox(text: string, other: Mailbox): Mailbox {
  const nameOnly = /^(.*)<>$/s.exec(unpadded(text))
  const name = nameOnly === null ? undefined : phrase(unpadded(nameOnly[1]!))
  return namedMailbox(text) ?? { name: name || other.name, address: other.address }
}

function phrase(text: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text)
  const name = quoted === null ? text : quoted[1]!.replace(/\\(.)/g, (_, character: string) => character)
  if (quoted === null && SPECIAL.test(text)) return undefined
  return name.length > LONGEST_NAME || UNFIT.test(name) || name.includes('=?') ? undefined : name
}

function isDomain(text: string): boolean {
  const labels = text.split('.')
  // A last label of digits makes it an IP address.
  return labels.length > 1 && labels.every(label => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1)!)
}

function unpadded(text: string): string {
  let start = 0
  let end = text.length
  while (text[start] === ' ') start++
  while (end > start && text[end - 1] === ' ') end--
  return text.slice(start, end)
}
