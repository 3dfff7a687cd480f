import { decodedText } from '../core/labels.ts'
import { type MailSource, mailSource, placeInFile } from '../core/mail.ts'
import {
  type MarkupToken,
  markupOf,
  quickMarkup,
  TemplateFault,
  type Token,
  tokens,
} from '../core/template/template.ts'
import type { Place } from './finding.ts'

const TEXT = /\.(?:html?|xml|css|js|mjs|json|svg|properties|txt|md)$/i

/** Whether the file at a path is read as text. */
export function isTextPath(path: string): boolean {
  return TEXT.test(path)
}

/** A file of a theme, read as far as somebody asks. */
export class LintedFile {
  readonly path: string
  /** The whole content; of a large asset only its beginning. */
  readonly bytes: Uint8Array
  readonly size: number
  #text: string | undefined
  #mail: MailSource | null | undefined
  #constructs: readonly Token[] | undefined
  #markup: readonly MarkupToken[] | undefined
  #lines: readonly number[] | undefined

  constructor(path: string, bytes: Uint8Array, size = bytes.length) {
    this.path = path
    this.bytes = bytes
    this.size = size
  }

  get isText(): boolean {
    return isTextPath(this.path)
  }

  get isMarkup(): boolean {
    return /\.(?:html?|xml)$/i.test(this.path)
  }

  /** The text; that of an asset which is none is empty. */
  get text(): string {
    this.#text ??= this.isText ? decodedText(this.bytes) : ''
    return this.#text
  }

  /** Its parts, where it is a mail in XML. */
  get mail(): MailSource | undefined {
    if (this.#mail === undefined) this.#mail = mailSource(this.text) ?? null
    return this.#mail ?? undefined
  }

  /** Its macros, labels and ends of repeats, and the text between them. */
  get constructs(): readonly Token[] {
    this.#constructs ??= [...tokens(this.text)]
    return this.#constructs
  }

  /**
   * Its tags, comments and texts with their places in the file, macros and labels as they are written. Of a mail in XML
   * those of its message. Empty where a bound of templates is passed.
   */
  get markup(): readonly MarkupToken[] {
    this.#markup ??= this.isMarkup ? this.#tokenized() : []
    return this.#markup
  }

  /** Drops what takes most memory and is rarely asked for again. */
  forget(): void {
    this.#markup = undefined
    this.#mail = undefined
  }

  place(offset: number): Place {
    this.#lines ??= lineStarts(this.text)
    let [low, high] = [0, this.#lines.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#lines[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - this.#lines[low]! + 1 }
  }

  /** Where a line begins. */
  offset({ line, column }: Place): number {
    this.#lines ??= lineStarts(this.text)
    return (this.#lines[line - 1] ?? this.text.length) + column - 1
  }

  /** Where an offset of the message of a mail stands in the file; elsewhere offsets are those of the file. */
  written(offset: number): number {
    const message = this.isMarkup ? this.mail?.message : undefined
    if (message?.stretches === undefined || offset < message.offset) return offset
    return Math.min(placeInFile(message, offset - message.offset), this.text.length)
  }

  #tokenized(): readonly MarkupToken[] {
    const { text, offset } = this.mail?.message ?? { text: this.text, offset: 0 }
    try {
      const found = markupIn(text, 0)
      return offset === 0 ? found : found.map(token => moved(token, at => this.written(offset + at)))
    } catch (error) {
      if (error instanceof TemplateFault) return []
      throw error
    }
  }
}

/** The tags, comments and texts of a text that stands at an offset of its file. Throws where a bound is passed. */
export function markupIn(text: string, offset: number): readonly MarkupToken[] {
  const { tokens: found } = quickMarkup(text) ?? markupOf(text, true)
  return offset === 0 ? found : found.map(token => moved(token, at => at + offset))
}

function moved(token: MarkupToken, place: (at: number) => number): MarkupToken {
  return {
    ...token,
    start: place(token.start),
    end: place(token.end),
    attributes: token.attributes.map(attribute => ({
      ...attribute,
      start: place(attribute.start),
      end: place(attribute.end),
      valueStart: place(attribute.valueStart),
      valueEnd: place(attribute.valueEnd),
    })),
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
