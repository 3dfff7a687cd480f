import type { DefaultTreeAdapterTypes } from 'parse5'
import { hides } from '../hiding.ts'
import { documentOf } from './markup.ts'

const SILENT = new Set(['head', 'style', 'script', 'title', 'template', 'noscript'])
const BLOCKS = new Set(
  'p div table tr ul ol h1 h2 h3 h4 h5 h6 blockquote section article header footer hr'.split(' '),
)

/**
 * Converts HTML to plain text. A line of zero-width characters counts as empty. The limit on depth also limits the
 * recursion.
 */
export function plainText(html: string): string {
  return read(documentOf(html))
    .replace(/[ \t\u00a0]+/g, ' ')
    .replace(/^[ \p{Cf}]+$/gmu, '')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Converts a piece of markup to the text of one line. */
export function textLine(markup: string): string {
  return /[<&]/.test(markup) ? read(documentOf(`<body>${markup}`)).replace(/\s+/g, ' ') : markup
}

function read(node: DefaultTreeAdapterTypes.Node): string {
  if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value.replace(/\s+/g, ' ')
  if (!('childNodes' in node)) return ''
  const parts = node.childNodes.map(read)
  const inside = parts.join('')
  if (!('tagName' in node)) return inside
  const attribute = (name: string) => node.attrs.find(attr => attr.name === name)?.value ?? ''
  const { tagName } = node
  const unseen =
    node.attrs.some(({ name }) => name === 'hidden' || name === 'data-html-only') || hides(attribute('style'))
  if (SILENT.has(tagName) || unseen) return ''
  if (tagName === 'br') return '\n'
  if (tagName === 'img') return attribute('alt')
  if (tagName === 'li') return `\n- ${inside.trim()}\n`
  if (tagName === 'td' || tagName === 'th') return `${inside} `
  if (tagName === 'a') {
    const target = attribute('href')
    if (!/^(?:https?|mailto):/.test(target) || target === inside.trim()) return inside
    return inside.trim() === '' ? target : `${inside.trim()}: ${target}`
  }
  if (tagName === 'tr') return fact(node, parts) ?? `\n\n${inside}\n\n`
  return BLOCKS.has(tagName) ? `\n\n${inside}\n\n` : inside
}

/** A table row with a name and its value, unless the table is used for layout; undefined for any other row. */
function fact(row: DefaultTreeAdapterTypes.Element, parts: readonly string[]): string | undefined {
  const table = enclosing(row, 'table')
  if (table?.attrs.some(({ name, value }) => name === 'role' && /^(?:presentation|none)$/.test(value))) return
  const cells = parts.map(part => part.trim()).filter(part => part !== '')
  const [name, value, ...more] = cells
  if (name === undefined || value === undefined || more.length > 0 || /\n/.test(name + value)) return
  return `\n${name}${/\p{P}$/u.test(name) ? '' : ':'} ${value}`
}

function enclosing(
  node: DefaultTreeAdapterTypes.Element,
  tag: string,
): DefaultTreeAdapterTypes.Element | undefined {
  for (let at = node.parentNode; at !== null && 'tagName' in at; at = at.parentNode)
    if (at.tagName === tag) return at
  return undefined
}
