import { Marked, type RendererThis, type Token, type Tokens } from 'marked'
import { escapedHtml } from '../../core/template/template.ts'
import { figure } from './figure.ts'

/** A guide as it is shown. */
export interface Guide {
  readonly title: string
  readonly html: string
  readonly sections: readonly Section[]
}

/** What stands below a heading, up to the next one. */
export interface Section {
  readonly id: string
  readonly heading: string
  readonly depth: number
  /** Its words without markup, to be searched. */
  readonly text: string
}

/** Where a link leads in the service; undefined where it leads nowhere there. */
export type Leads = (href: string) => string | undefined

/**
 * A guide in markup that only this module writes. Markup in the source is shown as text, except for comments, which
 * are left out.
 */
export function rendered(source: string, leads: Leads): Guide {
  const names = new Names()
  const marked = new Marked()
  const tokens = marked.lexer(source)
  const ids = new Map(
    tokens.filter(isHeading).map(token => [token as Token, names.taken(anchorOf(wordsOf([token])))]),
  )
  marked.use({
    renderer: {
      html: ({ text }) => (/^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : escapedHtml(text)),
      heading(token) {
        return headingOf(token, ids.get(token), this.parser.parseInline(token.tokens))
      },
      code: ({ text, lang = '' }) => (lang === DRAWING ? drawing(text) : figure(NAMES[lang] ?? '', text)),
      // Check boxes are not interactive.
      checkbox: () => '☐ ',
      codespan: ({ text }) => `<code>${escapedHtml(text)}</code>`,
      link({ href, tokens: inner }) {
        const text = this.parser.parseInline(inner)
        const address = leads(href)
        return address === undefined ? text : `<a href="${escapedHtml(address)}">${text}</a>`
      },
      image({ href, text }) {
        const address = leads(href)
        if (address === undefined) return escapedHtml(text)
        return `<img src="${escapedHtml(address)}" alt="${escapedHtml(text)}" loading="lazy">`
      },
      table(token) {
        return tableOf(this, token, names)
      },
    },
  })
  const html = marked.parser(tokens)
  const sections = sectionsOf(tokens, ids)
  return { title: sections[0]?.heading ?? '', html, sections }
}

/** The language of pictures made of characters. */
const DRAWING = 'text'

function drawing(text: string): string {
  return `<pre class="drawing" tabindex="0"><code>${escapedHtml(text)}</code></pre>`
}

const NAMES: Readonly<Record<string, string>> = {
  sh: 'Shell',
  ts: 'TypeScript',
  js: 'JavaScript',
  html: 'HTML',
  css: 'CSS',
  json: 'JSON',
  yaml: 'YAML',
  toml: 'TOML',
  xml: 'XML',
  ini: 'Settings',
}

/** What leads to a heading, as the usual hosts of repositories name it. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** The names that a page has given to its parts. */
class Names {
  readonly #taken = new Set<string>()

  /** The name, with a number where it was given before. */
  taken(name: string): string {
    let free = name
    for (let again = 1; this.#taken.has(free); again++) free = `${name}-${again}`
    this.#taken.add(free)
    return free
  }

  /** The name, where nothing else has it. */
  unless(name: string): string | undefined {
    return this.#taken.has(name) ? undefined : this.taken(name)
  }
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading'
}

/** A heading that is a name of its own, such as that of a rule, is found by this name too. */
function headingOf(token: Tokens.Heading, id: string | undefined, html: string): string {
  const words = wordsOf([token])
  if (id === undefined || token.depth === 1) return `<h${token.depth}>${html}</h${token.depth}>`
  const name =
    /^\S+$/.test(words) && words.toLowerCase() !== anchorOf(words)
      ? `<span id="${escapedHtml(words)}"></span>`
      : ''
  const link = `<a class="here" href="#${id}" aria-label="Link to “${escapedHtml(words)}”">#</a>`
  return `<h${token.depth} id="${id}">${name}${html} ${link}</h${token.depth}>`
}

/** A row that begins with a name in code, such as that of a setting or an error, is found by this name. */
function tableOf({ parser }: RendererThis, { header, rows }: Tokens.Table, names: Names): string {
  const cells = (row: readonly Tokens.TableCell[], tag: string) =>
    row.map(({ tokens }) => `<${tag}>${parser.parseInline(tokens)}</${tag}>`).join('')
  const body = rows.map(row => {
    const [only, ...others] = row[0]?.tokens ?? []
    const name = only?.type === 'codespan' && others.length === 0 ? (only as Tokens.Codespan).text : ''
    const id = /^\S+$/.test(name) ? names.unless(name) : undefined
    return `<tr${id === undefined ? '' : ` id="${escapedHtml(id)}"`}>${cells(row, 'td')}</tr>`
  })
  return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
}

function sectionsOf(tokens: readonly Token[], ids: ReadonlyMap<Token, string>): Section[] {
  const sections: (Omit<Section, 'text'> & { words: string[] })[] = []
  for (const token of tokens) {
    if (isHeading(token))
      sections.push({ id: ids.get(token)!, heading: wordsOf([token]), depth: token.depth, words: [] })
    else sections.at(-1)?.words.push(wordsOf([token]))
  }
  return sections.map(({ words, ...section }) => ({
    ...section,
    text: words.join(' ').replace(/\s+/g, ' ').trim(),
  }))
}

/** The words of tokens without their markup. */
function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === 'html') return ''
      if (token.type === 'table')
        return cellsOf(token as Tokens.Table)
          .map(inner => wordsOf(inner))
          .join(' ')
      if (token.type === 'list')
        return (token as Tokens.List).items.flatMap(item => item.tokens.map(one => wordsOf([one]))).join(' ')
      if ('tokens' in token && token.tokens !== undefined) return wordsOf(token.tokens)
      return 'text' in token ? String(token.text) : ''
    })
    .join('')
}

function cellsOf({ header, rows }: Tokens.Table): Token[][] {
  return [header, ...rows].flat().map(({ tokens }) => tokens)
}
