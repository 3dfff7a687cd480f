import type { DefaultTreeAdapterTypes } from 'parse5'
import { hides } from '../hiding.ts'
import { documentOf } from './markup.ts'

const SILENT = new Set(['head', 'style', 'script', 'title', 'template', 'noscript'])
const BLOCKS = new Set(
  'p div table tr ul ol h1 h2 h3 h4 h5 h6 blockquote section article header footer hr'.split(' '),
)

const COLON = ': '
const COLONS: ReadonlyMap<string, string> = new Map([
  ['fr', '\u00a0: '],
  ['ja', '：'],
  ['zh', '：'],
])

/**
 * Converts HTML to plain text, with the colons of the language of the document. A line of zero-width characters counts
 * as empty. The limit on depth also limits the recursion.
 */
export function plainText(html: string): string {
  const document = documentOf(html)
  return read(document, COLONS.get(languageOf(document)) ?? COLON)
    .replace(/[ \t\u00a0]{2,}|\t/g, ' ')
    .replace(/^[ \u00a0\p{Cf}]+$/gmu, '')
    .replace(/[ \u00a0]?\n[ \u00a0]?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Converts a piece of markup to the text of one line. */
export function textLine(markup: string): string {
  return /[<&]/.test(markup) ? read(documentOf(`<body>${markup}`), COLON).replace(/\s+/g, ' ') : markup
}

/** The primary language that a document says it is in, such as `fr`. */
function languageOf({ childNodes }: DefaultTreeAdapterTypes.Document): string {
  const root = childNodes.find(node => 'tagName' in node)
  const tag = root?.attrs.find(({ name }) => name === 'lang')?.value ?? ''
  return tag.split('-')[0]!.toLowerCase()
}

function read(node: DefaultTreeAdapterTypes.Node, colon: string): string {
  // A single space that does not break stays: French has one before its punctuation.
  if (node.nodeName === '#text')
    return (node as DefaultTreeAdapterTypes.TextNode).value.replace(/(?![\u00a0\u202f]\S)\s+/g, ' ')
  if (!('childNodes' in node)) return ''
  const parts = node.childNodes.map(child => read(child, colon))
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
    return inside.trim() === '' ? target : `${inside.trim()}${colon}${target}`
  }
  if (tagName === 'tr') return fact(node, parts, colon) ?? `\n\n${inside}\n\n`
  return BLOCKS.has(tagName) ? `\n\n${inside}\n\n` : inside
}

/** A table row with a name and its value, unless the table is used for layout; undefined for any other row. */
function fact(
  row: DefaultTreeAdapterTypes.Element,
  parts: readonly string[],
  colon: string,
): string | undefined {
  const table = enclosing(row, 'table')
  if (table?.attrs.some(({ name, value }) => name === 'role' && /^(?:presentation|none)$/.test(value))) return
  const cells = parts.map(part => part.trim()).filter(part => part !== '')
  const [name, value, ...more] = cells
  if (name === undefined || value === undefined || more.length > 0 || /\n/.test(name + value)) return
  if (!/\p{P}$/u.test(name)) return `\n${name}${colon}${value}`
  return `\n${name}${name.endsWith('：') ? '' : ' '}${value}`
}

function enclosing(
  node: DefaultTreeAdapterTypes.Element,
  tag: string,
): DefaultTreeAdapterTypes.Element | undefined {
  for (let at = node.parentNode; at !== null && 'tagName' in at; at = at.parentNode)
    if (at.tagName === tag) return at
  return undefined
}
