import type { DefaultTreeAdapterMap } from 'parse5'
import { documentOf } from './markup.ts'

type Node = DefaultTreeAdapterMap['node']

/**
 * Whether a mail reveals a secret of its reader. A link or a code may appear as text, and a link as the whole URL of an
 * anchor, and nowhere else. In the URL of an image, the secret would be sent to the author of the theme as soon as the
 * mail is opened. In a form, or after a base URL, a click would send it.
 */
export function leaksSecret(html: string, secrets: readonly string[]): boolean {
  const found = (text: string) => secrets.some(secret => secret !== '' && text.includes(secret))
  const open: Node[] = [documentOf(html)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if ('attrs' in node) {
      if (node.tagName === 'form' || node.tagName === 'base') return true
      const isLink = node.tagName === 'a'
      for (const { name, value } of node.attrs) {
        const whole = isLink && name === 'href' && /^https?:/i.test(value) && secrets.includes(value)
        if (!whole && (found(value) || found(decoded(value)))) return true
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

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
