import { decodedText } from '../core/labels.ts'
import { mailSource } from '../core/mail.ts'
import { type MarkupToken, markupOf, TemplateFault, type Token, tokens } from '../core/template/template.ts'
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

  #tokenized(): readonly MarkupToken[] {
    const { text, offset } = mailSource(this.text)?.message ?? { text: this.text, offset: 0 }
    try {
      const { tokens: found } = markupOf(text, true)
      return offset === 0 ? found : found.map(token => moved(token, offset))
    } catch (error) {
      if (error instanceof TemplateFault) return []
      throw error
    }
  }
}

function moved(token: MarkupToken, by: number): MarkupToken {
  return {
    ...token,
    start: token.start + by,
    end: token.end + by,
    attributes: token.attributes.map(attribute => ({
      ...attribute,
      start: attribute.start + by,
      end: attribute.end + by,
      valueStart: attribute.valueStart + by,
      valueEnd: attribute.valueEnd + by,
    })),
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
