import {
  type Compiled,
  type CompileOptions,
  compile,
  type MacroKind,
  rendered,
  type Value,
} from '../../src/core/template/template.ts'
import { randomWord } from '../../src/random.ts'

export const NONCE = 'N'

/** What a template of a test is made with besides its text. */
export interface Surroundings extends CompileOptions {
  readonly header?: string
  readonly footer?: string
  readonly labels?: Readonly<Record<string, string>>
  /** What a macro carries; text where nothing is said, and undefined for one that nobody knows. */
  readonly kinds?: Readonly<Record<string, MacroKind | undefined>>
  readonly sheets?: Readonly<Record<string, string>>
  /** The word that marks macros, if it is not a new one. */
  readonly secret?: string
}

/** A template, compiled as a page. */
export function page(
  text: string,
  { header, footer, labels, kinds, sheets, secret = randomWord(), ...options }: Surroundings = {},
): Compiled {
  const snippets = new Map([
    ['PAGE_HEADER', header],
    ['PAGE_FOOTER', footer],
  ])
  const labelTexts = new Map(Object.entries(labels ?? {}))
  const macroKinds = new Map(Object.entries(kinds ?? {}))
  const sheetTexts = new Map(Object.entries(sheets ?? {}))
  return compile(
    {
      page: { file: 'page.html', text },
      snippet: name => {
        const found = snippets.get(name)
        return found === undefined ? undefined : { file: `${name.toLowerCase()}.html`, text: found }
      },
      label: name => {
        const found = labelTexts.get(name)
        return found === undefined ? undefined : { file: 'labels.properties', text: found, offset: 0 }
      },
      macro: name => (macroKinds.has(name) ? macroKinds.get(name) : 'text'),
      secret,
      styleSheet: address => sheetTexts.get(address),
    },
    options,
  )
}

/** A page with values for its macros. */
export function shown(
  text: string,
  macros: Readonly<Record<string, Value>> = {},
  surroundings: Surroundings = {},
  repeats: Readonly<Record<string, readonly Readonly<Record<string, Value>>[]>> = {},
): string {
  const rows = Object.entries(repeats).map(
    ([name, list]) => [name, list.map(row => new Map(Object.entries(row)))] as const,
  )
  return rendered(
    page(text, surroundings),
    { macros: new Map(Object.entries(macros)), repeats: new Map(rows) },
    NONCE,
  )
}
