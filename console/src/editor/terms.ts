import { labelsOf } from '../../../src/core/labels.ts'

/** A name with its meaning, such as the text of a label. */
export interface Term {
  readonly name: string
  readonly text: string
}

const TOKEN = /(--[\w-]+)\s*:\s*([^;{}]+)/g

/** The labels of files; the first file that has one counts. */
export function labelTerms(files: readonly string[]): Term[] {
  return distinct(files.flatMap(file => Array.from(labelsOf(file), ([name, { text }]) => ({ name, text }))))
}

/** The design tokens of style sheets; the first sheet that has one counts. */
export function tokenTerms(sheets: readonly string[]): Term[] {
  const all = sheets.flatMap(sheet =>
    Array.from(sheet.matchAll(TOKEN), ([, name = '', value = '']) => ({ name, text: value.trim() })),
  )
  return distinct(all)
}

function distinct(terms: readonly Term[]): Term[] {
  const found = new Map<string, Term>()
  for (const term of terms) if (!found.has(term.name)) found.set(term.name, term)
  return [...found.values()]
}
