import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, Parser, type Token, Tokenizer } from 'parse5'
import { counter, TEMPLATE_BOUNDS, TemplateFault } from './bounds.ts'

export interface MarkupAttribute {
  readonly name: string
  /** The value as a browser sees it, with references decoded. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** The position of the value without its quotes; equal to the end if there is none. */
  readonly valueStart: number
  readonly valueEnd: number
  readonly quote: '"' | "'" | ''
}

/** A token of a page, as a browser's tokenizer reads it. */
export interface MarkupToken {
  readonly kind: 'text' | 'startTag' | 'endTag' | 'comment' | 'doctype'
  readonly start: number
  readonly end: number
  /** The tag's name; for text, the name of the element that contains it. */
  readonly name: string
  /** Whether that element belongs to SVG or MathML. */
  readonly foreign: boolean
  readonly attributes: readonly MarkupAttribute[]
}

const IN_SELECT = 15
const IN_SELECT_IN_TABLE = 16
/** Elements that old browsers drop inside a select and new ones keep. The tokens after them depend on that. */
const UNSURE_IN_SELECT = new Set(
  'title style xmp iframe noembed noframes noscript plaintext textarea svg math'.split(' '),
)

/** The counts of a page, including those of pages in its attributes (`srcdoc`). */
export interface MarkupCount {
  readonly elements: ReturnType<typeof counter>
  readonly texts: ReturnType<typeof counter>
  readonly attributes: ReturnType<typeof counter>
}

/** A count that starts at zero. */
export function markupCount(): MarkupCount {
  return { elements: counter('elements'), texts: counter('texts'), attributes: counter('attributes') }
}

/**
 * The tokens of a page in one way of parsing it, and the offset after which older and newer browsers may disagree about
 * them.
 */
interface Markup {
  readonly tokens: readonly MarkupToken[]
  readonly sureUntil: number
  readonly document: DefaultTreeAdapterMap['document']
  readonly count: MarkupCount
}

/** A page in both ways of parsing it: with scripts and without. */
export interface ParsedPage {
  readonly source: string
  /** Whether it is a page inside an attribute of another one. */
  readonly nested: boolean
  readonly scripted: Markup
  /** The same object if both ways of parsing give the same result. */
  readonly scriptless: Markup
}

/** Parses a page in both ways. A page inside an attribute is counted together with the page around it. */
export function parsedPage(source: string, around?: MarkupCount): ParsedPage {
  const parse = (scripting: boolean) => markupOf(source, scripting, around ?? markupCount())
  const scripted = parse(true)
  // Only `noscript` differs without scripts, and parsing is most of the cost of a page.
  const scriptless = /noscript/i.test(source) ? parse(false) : scripted
  return { source, nested: around !== undefined, scripted, scriptless }
}

/** The tokens of a page in one way of parsing it. */
export function markupOf(source: string, scriptingEnabled: boolean, count = markupCount()): Markup {
  const recorder = new Recorder(source, scriptingEnabled, count)
  recorder.tokenizer.write(source, true)
  return { tokens: recorder.tokens, sureUntil: recorder.sureUntil, document: recorder.document, count }
}

/** The tokens of a page up to the place where it exceeds a limit, if there is one. */
export function legibleTokens(source: string): readonly MarkupToken[] {
  const recorder = new Recorder(source, true, markupCount())
  try {
    recorder.tokenizer.write(source, true)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
  }
  return recorder.tokens
}

/** Parses a text into a document, within the limits. */
export function documentOf(source: string): DefaultTreeAdapterMap['document'] {
  const parser = new BoundedParser(true, markupCount())
  parser.tokenizer.write(source, true)
  return parser.document
}

/** Throws while a tag is still being read, because a single long tag could fill the memory before it ends. */
class BoundedTokenizer extends Tokenizer {
  readonly #count: MarkupCount

  constructor(
    options: ConstructorParameters<typeof Tokenizer>[0],
    parser: BoundedParser,
    count: MarkupCount,
  ) {
    super(options, parser)
    this.#count = count
  }

  protected override _createAttr(first: string): void {
    const token = this.currentToken as Token.TagToken
    const at = this.preprocessor.offset
    if (token.attrs.length >= TEMPLATE_BOUNDS.attributesOfElement)
      throw new TemplateFault('attributesOfElement', at)
    this.#count.attributes(1, at)
    super._createAttr(first)
  }
}

/** Counts what tree construction creates: a browser creates formatting elements again in every paragraph. */
class BoundedParser extends Parser<DefaultTreeAdapterMap> {
  readonly #count: MarkupCount
  #at = 0

  constructor(scriptingEnabled: boolean, count: MarkupCount) {
    super({
      scriptingEnabled,
      sourceCodeLocationInfo: true,
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...element) => {
          this.#counted()
          return defaultTreeAdapter.createElement(...element)
        },
        createCommentNode: data => {
          this.#counted()
          return defaultTreeAdapter.createCommentNode(data)
        },
      },
    })
    this.#count = count
    this.tokenizer = new BoundedTokenizer(this.options, this, count)
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#count.texts(1, this.#reached(token))
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#count.texts(1, this.#reached(token))
    super.onWhitespaceCharacter(token)
  }

  override onComment(token: Token.CommentToken): void {
    this.#reached(token)
    super.onComment(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.#reached(token)
    super.onEndTag(token)
  }

  override onStartTag(token: Token.TagToken): void {
    this.#reached(token)
    super.onStartTag(token)
  }

  #reached({ location }: Token.Token): number {
    this.#at = location?.startOffset ?? this.#at
    return this.#at
  }

  #counted(): void {
    this.#count.elements(1, this.#at)
    // The stack has one element more than the index of its top, and is about to get another one.
    if (this.openElements.stackTop + 2 > TEMPLATE_BOUNDS.depth) throw new TemplateFault('depth', this.#at)
  }
}

// The full parser is needed, because only tree construction tells the tokenizer where scripts and titles begin.
class Recorder extends BoundedParser {
  readonly tokens: MarkupToken[] = []
  sureUntil = Number.POSITIVE_INFINITY
  readonly #source: string

  constructor(source: string, scriptingEnabled: boolean, count: MarkupCount) {
    super(scriptingEnabled, count)
    this.#source = source
  }

  override onCharacter(token: Token.CharacterToken): void {
    this.#record('text', token)
    super.onCharacter(token)
  }

  override onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.#record('text', token)
    super.onWhitespaceCharacter(token)
  }

  override onNullCharacter(token: Token.CharacterToken): void {
    this.#record('text', token)
    super.onNullCharacter(token)
  }

  override onComment(token: Token.CommentToken): void {
    this.#record('comment', token)
    super.onComment(token)
  }

  override onDoctype(token: Token.DoctypeToken): void {
    this.#record('doctype', token)
    super.onDoctype(token)
  }

  override onEndTag(token: Token.TagToken): void {
    this.#record('endTag', token, token.tagName)
    super.onEndTag(token)
  }

  override onStartTag(token: Token.TagToken): void {
    const inSelect = this.insertionMode === IN_SELECT || this.insertionMode === IN_SELECT_IN_TABLE
    if (inSelect && UNSURE_IN_SELECT.has(token.tagName)) {
      this.sureUntil = Math.min(this.sureUntil, token.location?.startOffset ?? 0)
    }
    this.#record('startTag', token, token.tagName)
    super.onStartTag(token)
  }

  #record(kind: MarkupToken['kind'], token: Token.Token, name?: string): void {
    const { location } = token
    const last = this.tokens.at(-1)
    // Tree construction may process a token again in another mode.
    if (location === null || (last !== undefined && location.startOffset < last.end)) return
    const current = this.openElements.current as DefaultTreeAdapterMap['element'] | null
    const within = name ?? current?.tagName ?? ''
    // In `foreignObject` and similar elements, a start tag opens an element of HTML.
    const foreign =
      kind === 'startTag'
        ? this.shouldProcessStartTagTokenInForeignContent(token as Token.TagToken)
        : current?.namespaceURI !== undefined && current.namespaceURI !== html.NS.HTML
    const { startOffset: start, endOffset: end } = location
    // The tokenizer separates words and blanks, which is not needed here.
    if (
      kind === 'text' &&
      last?.kind === 'text' &&
      last.end === start &&
      last.name === within &&
      last.foreign === foreign
    ) {
      this.tokens[this.tokens.length - 1] = { ...last, end }
      return
    }
    this.tokens.push({
      kind,
      start,
      end,
      name: within,
      foreign,
      attributes: kind === 'startTag' ? attributesOf(token as Token.TagToken, this.#source) : [],
    })
  }
}

function attributesOf({ attrs, location }: Token.TagToken, source: string): MarkupAttribute[] {
  return attrs.flatMap(({ name, value }) => {
    const place = location?.attrs?.[name]
    if (place === undefined) return []
    const { startOffset: start, endOffset: end } = place
    const raw = source.slice(start, end)
    // Only HTML's whitespace characters count. Any other one begins an unquoted value, even if a quote follows.
    const before = /^.[^=]*=[\t\n\f\r ]*/s.exec(raw)
    if (before === null)
      return [{ name, value, start, end, valueStart: end, valueEnd: end, quote: '' as const }]
    const first = raw[before[0].length]
    const quote = first === '"' || first === "'" ? first : ''
    const valueStart = start + before[0].length + quote.length
    const valueEnd = quote !== '' && raw.endsWith(quote) ? Math.max(valueStart, end - 1) : end
    return [{ name, value, start, end, valueStart, valueEnd, quote } as const]
  })
}
