// Parses simple documents several times as fast as a browser's parser, for checks that read hundreds of them. It only
// supports well-nested HTML in which nothing is implied, moved or repaired. In all other cases it gives up, and the
// full parser reads the document. Pages that people see are always parsed by the full parser.
import type { DefaultTreeAdapterMap } from 'parse5'
import { TEMPLATE_BOUNDS } from './bounds.ts'
import { type MarkupAttribute, type MarkupToken, markupCount, type ParsedPage, parsedPage } from './markup.ts'

type Document = DefaultTreeAdapterMap['document']

/** The result for a simple document. It equals that of the full parser. */
export interface QuickMarkup {
  readonly tokens: readonly MarkupToken[]
  readonly document: Document
}

interface Text {
  readonly nodeName: '#text'
  readonly value: string
}

interface Node {
  readonly nodeName: string
  readonly tagName: string
  readonly attrs: readonly Pick<MarkupAttribute, 'name' | 'value'>[]
  readonly childNodes: (Node | Text)[]
  readonly sourceCodeLocation: { readonly startOffset: number }
  readonly foreign: boolean
  /** Whether it was opened without a tag. */
  readonly implied: boolean
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const VOID = set('area br embed img input link meta base source track wbr hr param')
const IN_HEAD = set('meta link title script style base')
/** Elements that close a paragraph. */
const BLOCKS = set(
  'address article aside blockquote center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p search section summary table ul li dt dd',
)
/** Elements that cannot contain themselves. */
const SINGLE = set('a button form p select option h1 h2 h3 h4 h5 h6')
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  li: set('ul ol'),
  dt: set('dl div'),
  dd: set('dl div'),
  option: set('select optgroup datalist'),
  optgroup: set('select'),
  caption: set('table'),
  thead: set('table'),
  tbody: set('table'),
  tfoot: set('table'),
  tr: set('thead tbody tfoot'),
  td: set('tr'),
  th: set('tr'),
}
/** Elements that may contain only the elements listed for them. */
const STRICT = set('table thead tbody tfoot tr select optgroup')
const TEXTLESS = new Set([...STRICT, '', 'html', 'head'])
const KNOWN = set(
  `${[...VOID, ...IN_HEAD, ...BLOCKS, ...SINGLE, ...Object.keys(PARENTS)].join(' ')} abbr b bdi bdo big cite code data datalist del dfn em font i ins kbd label legend mark meter output picture progress q s samp small span strike strong sub sup svg textarea time tt u var video audio canvas`,
)
const HEADINGS = /^h[1-6]$/
/** SVG elements with lower-case names that contain no HTML. */
const DRAWN = set('path g circle rect line polyline polygon ellipse defs use text tspan stop mask symbol')
const RAW = set('title script style textarea')

const COMMENT_END = '-->'
const DOCTYPE = /<!doctype html>/iy
const END_TAG = /<\/([a-z][a-z0-9]*)[\t\n\f ]*>/iy
const TAG_NAME = /<([a-z][a-z0-9]*)(?=[\t\n\f />])/iy
const ATTRIBUTE = /[\t\n\f ]+([A-Za-z@$_:][\w:.@$-]*)(?:=(?:"([^"]*)"|'([^']*)'))?(?=[\t\n\f />])/y
const TAG_END = /[\t\n\f ]*(\/?)>/y
const BLANK = /^[\t\n\f ]*$/
const ENTITY = /&(?:amp|lt|gt|quot);/g
const DECODED: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const LONGEST = 1024 * 1024
const DEEPEST = 100
const MOST_TOKENS = 10_000

/** Cached names of tags and attributes. They are mostly the same few, and identical strings are faster to compare. */
const names = new Map<string, string>()
const MOST_NAMES = 1_000

function nameOf(written: string): string {
  const known = names.get(written)
  if (known !== undefined) return known
  const name = written.toLowerCase()
  if (names.size < MOST_NAMES) names.set(written, name)
  return name
}

/** Parses a simple document; undefined if it is not simple enough. */
export function quickMarkup(source: string): QuickMarkup | undefined {
  if (source.length > LONGEST || /[\r\0]|noscript|srcdoc/i.test(source)) return undefined
  return new Reader(source).read()
}

/** Parses a page, using the full parser only if necessary. */
export function quicklyParsed(source: string): ParsedPage {
  const quick = quickMarkup(source)
  if (quick === undefined) return parsedPage(source)
  // Only pages inside attributes would be counted together with it, and a simple document has none.
  const read = { ...quick, sureUntil: Number.POSITIVE_INFINITY, count: markupCount() }
  return { source, nested: false, scripted: read, scriptless: read }
}

class Reader {
  readonly #source: string
  readonly #tokens: MarkupToken[] = []
  readonly #top: Node[] = []
  readonly #children: (Node | Text)[] = []
  #headDone = false
  #bodyDone = false

  constructor(source: string) {
    this.#source = source
  }

  read(): QuickMarkup | undefined {
    const source = this.#source
    for (let at = 0; at < source.length; ) {
      const next = source.startsWith('<', at) ? this.#markup(at) : this.#text(at)
      if (next === undefined || this.#tokens.length > MOST_TOKENS || this.#top.length > DEEPEST)
        return undefined
      at = next
    }
    const document = { nodeName: '#document', childNodes: this.#children }
    return { tokens: this.#tokens, document: document as unknown as Document }
  }

  get #current(): Node | undefined {
    return this.#top[this.#top.length - 1]
  }

  #record(kind: MarkupToken['kind'], start: number, end: number, name?: string): void {
    const { tagName = '', foreign = false } = this.#current ?? {}
    this.#tokens.push({ kind, start, end, name: name ?? tagName, foreign, attributes: [] })
  }

  #text(start: number): number | undefined {
    const found = this.#source.indexOf('<', start)
    const end = found === -1 ? this.#source.length : found
    const text = this.#source.slice(start, end)
    const within = this.#current?.tagName ?? ''
    const takesText = !TEXTLESS.has(within) && !this.#bodyDone
    if (!takesText && !BLANK.test(text)) return undefined
    this.#record('text', start, end)
    this.#current?.childNodes.push({ nodeName: '#text', value: text })
    return end
  }

  #markup(at: number): number | undefined {
    if (this.#source[at + 1] === '!') return this.#declaration(at)
    return this.#source[at + 1] === '/' ? this.#endTag(at) : this.#startTag(at)
  }

  #declaration(at: number): number | undefined {
    if (this.#source.startsWith('<!--', at)) {
      const close = this.#source.indexOf(COMMENT_END, at + 4)
      const inside = this.#source.slice(at + 4, close)
      if (close === -1 || /^-?>|--!>|<!--/.test(inside)) return undefined
      this.#record('comment', at, close + COMMENT_END.length)
      return close + COMMENT_END.length
    }
    DOCTYPE.lastIndex = at
    if (this.#top.length > 0 || this.#tokens.some(({ kind }) => kind !== 'text')) return undefined
    if (!DOCTYPE.test(this.#source)) return undefined
    this.#record('doctype', at, DOCTYPE.lastIndex)
    return DOCTYPE.lastIndex
  }

  #endTag(at: number): number | undefined {
    END_TAG.lastIndex = at
    const written = END_TAG.exec(this.#source)?.[1]
    if (written === undefined) return undefined
    const name = nameOf(written)
    const end = END_TAG.lastIndex
    if (name === 'table' && this.#current?.implied && this.#current.tagName === 'tbody') {
      // The full parser is still inside the elements that it has implied.
      this.#record('endTag', at, end, name)
      this.#top.pop()
      this.#top.pop()
      return end
    }
    if (this.#current?.tagName === 'body' && (name === 'body' || name === 'html')) {
      if (name === 'body' ? this.#bodyDone : !this.#bodyDone) return undefined
      this.#bodyDone = true
    } else if (this.#current?.tagName !== name || this.#current.implied || this.#bodyDone || name === 'html')
      return undefined
    this.#record('endTag', at, end, name)
    if (name === 'head') this.#headDone = true
    if (name !== 'body' && name !== 'html') this.#top.pop()
    return end
  }

  #startTag(at: number): number | undefined {
    TAG_NAME.lastIndex = at
    const written = TAG_NAME.exec(this.#source)?.[1]
    if (written === undefined || this.#bodyDone) return undefined
    const name = nameOf(written)
    const attributes = this.#attributes(TAG_NAME.lastIndex)
    if (attributes === undefined) return undefined
    TAG_END.lastIndex = attributes.at(-1)?.end ?? TAG_NAME.lastIndex
    const closing = TAG_END.exec(this.#source)
    if (closing === null || !this.#mayStand(name)) return undefined
    const end = TAG_END.lastIndex
    const isDrawn = name === 'svg' || this.#isInDrawing
    const foreign = this.#isInDrawing
    this.#tokens.push({ kind: 'startTag', start: at, end, name, foreign, attributes })
    this.#openImplied(name)
    const node = nodeOf(name, attributes, at, isDrawn, false)
    this.#add(node)
    if (isDrawn ? closing[1] === '/' : VOID.has(name)) return end
    this.#top.push(node)
    return RAW.has(name) ? this.#raw(name, end) : end
  }

  get #isInDrawing(): boolean {
    return this.#current?.foreign === true
  }

  #add(node: Node): void {
    ;(this.#current?.childNodes ?? this.#children).push(node)
  }

  /** Whether a tag just opens an element here, without side effects. */
  #mayStand(name: string): boolean {
    const within = this.#current?.tagName
    if (this.#isInDrawing) return DRAWN.has(name)
    if (name === 'html') return within === undefined
    if (name === 'head') return within === 'html' && !this.#headDone
    if (name === 'body') return within === 'html'
    if (!KNOWN.has(name)) return false
    if (within === undefined) return !IN_HEAD.has(name) && PARENTS[name] === undefined
    if (within === 'html') return false
    if (within === 'head') return IN_HEAD.has(name)
    if (name === 'tr' && within === 'table') return true
    if (PARENTS[name] !== undefined) return PARENTS[name].has(within) && !this.#isIn(name, SINGLE)
    if (STRICT.has(within) || within === 'option') return false
    if (BLOCKS.has(name) && this.#top.some(({ tagName }) => tagName === 'p')) return false
    if (HEADINGS.test(name) && this.#top.some(({ tagName }) => HEADINGS.test(tagName))) return false
    return !this.#isIn(name, SINGLE)
  }

  #isIn(name: string, among: ReadonlySet<string>): boolean {
    return among.has(name) && this.#top.some(({ tagName }) => tagName === name)
  }

  /** Opens the elements that a parser implies: the frame of a document, and the body of a table. */
  #openImplied(name: string): void {
    const open = (implied: string) => {
      const node = nodeOf(implied, [], -1, false, true)
      this.#add(node)
      this.#top.push(node)
    }
    if (this.#current === undefined && name !== 'html') {
      open('html')
      open('body')
    }
    if (name === 'tr' && this.#current?.tagName === 'table') open('tbody')
  }

  #attributes(from: number): MarkupAttribute[] | undefined {
    const found: MarkupAttribute[] = []
    ATTRIBUTE.lastIndex = from
    for (;;) {
      const start = ATTRIBUTE.lastIndex
      const match = ATTRIBUTE.exec(this.#source)
      if (match === null) return found
      if (found.length === TEMPLATE_BOUNDS.attributesOfElement) return undefined
      const [whole, written, double, single] = match
      const name = nameOf(written!)
      const raw = double ?? single
      const value = raw === undefined ? '' : decoded(raw)
      if (value === undefined || found.some(one => one.name === name)) return undefined
      const end = start + whole.length
      const from = raw === undefined ? end : end - raw.length - 1
      found.push({
        name,
        value,
        start: end - whole.trimStart().length,
        end,
        valueStart: from,
        valueEnd: raw === undefined ? end : end - 1,
        quote: raw === undefined ? '' : double !== undefined ? '"' : "'",
      })
    }
  }

  /** The text of a script, a style, a title or a field, up to its end tag. */
  #raw(name: string, from: number): number | undefined {
    const close = new RegExp(`</${name}(?=[\\t\\n\\f />])`, 'gi')
    close.lastIndex = from
    const end = close.exec(this.#source)?.index
    const text = this.#source.slice(from, end)
    if (end === undefined || (name === 'script' && text.includes('<!--'))) return undefined
    if (end > from) {
      this.#record('text', from, end)
      this.#current!.childNodes.push({ nodeName: '#text', value: text })
    }
    return this.#endTag(end)
  }
}

function nodeOf(
  name: string,
  attributes: readonly MarkupAttribute[],
  at: number,
  foreign: boolean,
  implied: boolean,
): Node {
  return {
    nodeName: name,
    tagName: name,
    attrs: attributes,
    childNodes: [],
    sourceCodeLocation: { startOffset: at },
    foreign,
    implied,
  }
}

/** A value with its references decoded; undefined if one of them is not supported. */
function decoded(raw: string): string | undefined {
  if (!raw.includes('&')) return raw
  const value = raw.replace(ENTITY, entity => DECODED[entity]!)
  return raw.replace(ENTITY, '').includes('&') ? undefined : value
}
