import { type DefaultTreeAdapterMap, html, Parser, type Token } from 'parse5'

export interface MarkupAttribute {
  readonly name: string
  /** As the browser will see it: references decoded. */
  readonly value: string
  readonly start: number
  readonly end: number
  /** Where the value stands, without its quotes; equal when there is none. */
  readonly valueStart: number
  readonly valueEnd: number
  readonly quote: '"' | "'" | ''
}

/** A stretch of a page, as a browser's tokenizer sees it. */
export interface MarkupToken {
  readonly kind: 'text' | 'startTag' | 'endTag' | 'comment' | 'doctype'
  readonly start: number
  readonly end: number
  /** The tag's name; for text, the element it stands in. */
  readonly name: string
  /** Whether that element is of SVG or MathML. */
  readonly foreign: boolean
  readonly attributes: readonly MarkupAttribute[]
}

/** A page that cannot be compiled; the master's is shown instead. */
export class TemplateFault extends Error {
  override readonly name = 'TemplateFault'
}

const DEEPEST = 2_000
const IN_SELECT = 15
const IN_SELECT_IN_TABLE = 16
/** What the tokens after it depend on: old browsers drop these in a select, new ones let them be. */
const UNSURE_IN_SELECT = new Set(
  'title style xmp iframe noembed noframes noscript plaintext textarea svg math'.split(' '),
)

/** The tokens of a page, and from where on browsers of different age may disagree about them. */
export function markupOf(
  source: string,
  scriptingEnabled: boolean,
): { tokens: MarkupToken[]; sureUntil: number } {
  const recorder = new Recorder(source, scriptingEnabled)
  recorder.tokenizer.write(source, true)
  return { tokens: recorder.tokens, sureUntil: recorder.sureUntil }
}

/** The tokens of a page up to where it can no longer be read, if there is such a place. */
export function legibleTokens(source: string): readonly MarkupToken[] {
  const recorder = new Recorder(source, true)
  try {
    recorder.tokenizer.write(source, true)
  } catch (error) {
    if (!(error instanceof TemplateFault)) throw error
  }
  return recorder.tokens
}

// The parser is needed for its tokenizer's sake: what a script or a title is, only the tree construction knows.
class Recorder extends Parser<DefaultTreeAdapterMap> {
  readonly tokens: MarkupToken[] = []
  sureUntil = Number.POSITIVE_INFINITY
  readonly #source: string

  constructor(source: string, scriptingEnabled: boolean) {
    super({ scriptingEnabled, sourceCodeLocationInfo: true })
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
    if (this.openElements.stackTop > DEEPEST) throw new TemplateFault('elements are nested too deeply')
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
    // Tree construction hands a token back to be processed again in another mode.
    if (location === null || (last !== undefined && location.startOffset < last.end)) return
    const current = this.openElements.current as DefaultTreeAdapterMap['element'] | null
    this.tokens.push({
      kind,
      start: location.startOffset,
      end: location.endOffset,
      name: name ?? current?.tagName ?? '',
      foreign: current?.namespaceURI !== undefined && current.namespaceURI !== html.NS.HTML,
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
    // The blanks of HTML: one that is not of them begins an unquoted value, even where a quote follows.
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
