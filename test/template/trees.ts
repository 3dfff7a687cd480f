import { type Node, parse as parseScript } from 'acorn'
import { type DefaultTreeAdapterTypes as Dom, parse } from 'parse5'
import { escaped } from './places.ts'

/** What stands for a value in the page to compare with: letters, which every place lets in. */
export const PLAIN = 'zjanez'
const WRITTEN = new RegExp(`${PLAIN}|${escaped(PLAIN).replaceAll('\\', '\\\\')}`)

/** Two pages of the same template differ in a way that no value may bring about. */
export class Difference extends Error {}

/** The last pages, with scripts and without: each is looked at in several ways, and compared with several others. */
const RECENT = { on: new Map<string, Dom.Document>(), off: new Map<string, Dom.Document>() }
const KEPT = 4

function treeOf(text: string, scriptingEnabled: boolean): Dom.Document {
  const recent = scriptingEnabled ? RECENT.on : RECENT.off
  const tree = recent.get(text) ?? parse(text, { scriptingEnabled })
  recent.delete(text)
  recent.set(text, tree)
  for (const [oldest] of recent) {
    if (recent.size <= KEPT) break
    recent.delete(oldest)
  }
  return tree
}

export function sameTree(plain: string, hostile: string): void {
  for (const scriptingEnabled of [true, false]) {
    compare(
      treeOf(plain, scriptingEnabled),
      treeOf(hostile, scriptingEnabled),
      scriptingEnabled ? '' : 'without scripts: ',
    )
  }
}

function compare(plain: Dom.Node, hostile: Dom.Node, path: string): void {
  const here = `${path}/${plain.nodeName}`
  if (plain.nodeName !== hostile.nodeName) throw new Difference(`${here} is ${hostile.nodeName}`)
  if ('value' in plain && 'value' in hostile) sameText(plain.value, hostile.value, here)
  if ('data' in plain && 'data' in hostile) sameText(plain.data, hostile.data, here)
  if ('attrs' in plain && 'attrs' in hostile) {
    const names = ({ attrs }: Dom.Element) => attrs.map(({ name }) => name).join(' ')
    if (names(plain) !== names(hostile)) throw new Difference(`${here}: ${names(plain)} → ${names(hostile)}`)
    if (plain.namespaceURI !== hostile.namespaceURI) throw new Difference(here)
    for (const [index, { name, value }] of plain.attrs.entries())
      sameText(value, hostile.attrs[index]!.value, `${here}@${name}`)
  }
  if ('content' in plain && 'content' in hostile) compare(plain.content, hostile.content, here)
  if (!('childNodes' in plain) || !('childNodes' in hostile)) return
  const [a, b] = [inner(plain), inner(hostile)]
  for (const [index, node] of a.entries()) {
    const other = b[index]
    if (other === undefined) throw new Difference(`${here} lost ${node.nodeName}`)
    compare(node, other, here)
  }
  if (b.length > a.length) throw new Difference(`${here} got ${b[a.length]!.nodeName}`)
}

/** The nodes in an element, without texts: a value that is only blanks may leave none, or one elsewhere. */
function inner({ childNodes }: Dom.ParentNode): Dom.Node[] {
  return childNodes.filter(node => node.nodeName !== '#text')
}

/** What stands around the values is the same. */
function sameText(plain: string, hostile: string, where: string): void {
  let at = 0
  const parts = plain.split(WRITTEN)
  for (const [index, part] of parts.entries()) {
    const found = index === parts.length - 1 ? hostile.lastIndexOf(part) : hostile.indexOf(part, at)
    if (found < at || (index === 0 && found !== 0)) throw new Difference(`${where}: ${plain} → ${hostile}`)
    at = found + part.length
  }
  if (at !== hostile.length) throw new Difference(`${where}: ${plain} → ${hostile}`)
}

/** All elements of a page, those in templates too. */
export function elements(text: string, scriptingEnabled = true): Dom.Element[] {
  const found: Dom.Element[] = []
  const visit = (node: Dom.Node): void => {
    if ('attrs' in node) found.push(node)
    if ('content' in node) visit(node.content)
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(treeOf(text, scriptingEnabled))
  return found
}

interface Code {
  readonly text: string
  readonly sourceType: 'script' | 'module'
}

/** The scripts and handlers of a page. */
export function scripts(text: string): Code[] {
  return elements(text).flatMap(element => {
    const attribute = (name: string) => element.attrs.find(attr => attr.name === name)?.value
    const handlers = element.attrs.filter(({ name }) => name.startsWith('on'))
    const codes: Code[] = handlers.map(({ value }) => ({ text: value, sourceType: 'script' }))
    if (element.tagName !== 'script') return codes
    const type = (attribute('type') ?? '').toLowerCase()
    if (!['', 'module', 'text/javascript'].includes(type)) return codes
    const body = element.childNodes.flatMap(node => ('value' in node ? [node.value] : [])).join('')
    return [...codes, { text: body, sourceType: type === 'module' ? 'module' : 'script' }]
  })
}

/** The kinds of tokens of a script, or undefined for one that does not parse. */
export function tokenKinds({ text, sourceType }: Code): string | undefined {
  const kinds: string[] = []
  try {
    parseScript(text, {
      ecmaVersion: 'latest',
      sourceType,
      allowReturnOutsideFunction: true,
      allowHashBang: true,
      onToken: token => kinds.push(token.type.label),
    }) satisfies Node
    return kinds.join(' ')
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

const ADDRESSES = new Set(
  'href src action formaction poster cite data background ping longdesc manifest xlink:href codebase'.split(
    ' ',
  ),
)
const ALLOWED = new Set(['http', 'https', 'mailto', 'tel'])

/** The schemes in addresses of a page that could run something. */
export function oddSchemes(text: string): string[] {
  return [true, false].flatMap(scripting =>
    elements(text, scripting).flatMap(({ attrs }) =>
      attrs.flatMap(({ name, value, prefix }) => {
        if (!ADDRESSES.has(prefix === undefined || prefix === '' ? name : `${prefix}:${name}`)) return []
        const seen = value.replace(/^[\0-\x20]+|[\t\n\r]/g, '')
        const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1]?.toLowerCase()
        return scheme === undefined || ALLOWED.has(scheme) ? [] : [scheme]
      }),
    ),
  )
}

/** The names of the elements that carry the nonce. */
export function nonced(text: string, nonce: string): string[] {
  return elements(text)
    .filter(({ attrs }) => attrs.some(({ name, value }) => name === 'nonce' && value === nonce))
    .map(({ tagName }) => tagName)
}
