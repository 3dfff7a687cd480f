import type { DefaultTreeAdapterMap } from 'parse5'
import { type EncoderName, encoder } from './encode.ts'
import { documentOf } from './markup.ts'

type Node = DefaultTreeAdapterMap['node']

/** The encoders that change a value and still leave it legible. */
const LEGIBLE: readonly EncoderName[] = [
  'strict',
  'base64',
  'url-start',
  'url-part',
  'js-string',
  'js-escaped',
  'js-word',
  'css-string',
  'css-url',
]
/** What an encoder leaves of a secret is no secret if it is shorter. */
const SHORTEST = 6

/**
 * Whether a mail reveals a secret of its reader. A link or a code may appear as text, and a link as the whole URL of an
 * anchor, and nowhere else. In the URL of an image, the secret would be sent to the author of the theme as soon as the
 * mail is opened. In a form, or after a base URL, a click would send it.
 */
export function leaksSecret(html: string, secrets: readonly string[]): boolean {
  const forms = [...new Set(secrets.flatMap(formsOf))]
  const found = (text: string) => [text, decoded(text)].some(read => forms.some(form => read.includes(form)))
  const open: Node[] = [documentOf(html)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('attrs' in node) {
      if (node.tagName === 'form' || node.tagName === 'base') return true
      const isLink = node.tagName === 'a'
      for (const { name, value } of node.attrs) {
        const whole = isLink && name === 'href' && /^https?:/i.test(value) && secrets.includes(value)
        if (!whole && found(value)) return true
      }
      if (node.tagName === 'style' || node.tagName === 'script') {
        if (node.childNodes.some(child => 'value' in child && found(child.value))) return true
      }
    }
    if ('content' in node) open.push(node.content)
    if ('childNodes' in node) for (const child of node.childNodes) open.push(child)
  }
  return false
}

/**
 * A secret in every form in which a mail may contain it. Decoding the mail instead would miss some: text of the template
 * right before a value can change how it is decoded.
 */
function formsOf(secret: string): string[] {
  const encoded = LEGIBLE.map(name => encoder([name])(secret, 'text'))
  return [...(secret === '' ? [] : [secret]), ...encoded.filter(({ length }) => length >= SHORTEST)]
}

/** Decodes each sequence separately, because a stray percent sign makes the whole text undecodable. */
function decoded(text: string): string {
  return text.replace(/(?:%[\da-f]{2})+/gi, sequence => {
    try {
      return decodeURIComponent(sequence)
    } catch {
      return sequence
    }
  })
}
