import { type MailEntry, type PageEntry, sampleRows, sampleValues } from '../core/catalogue/catalogue.ts'
import type { Values } from '../core/template/template.ts'
import type { Audience } from './audience.ts'
import type { Languages } from './languages.ts'

/** The values that a state of a page or mail is previewed with, in the language of an audience. */
export async function sampled(
  languages: Languages,
  audience: Audience,
  entry: PageEntry | MailEntry,
  state = Object.keys(entry.states)[0]!,
): Promise<Values> {
  const [word, times] = [await languages.words(audience), languages.times(audience)]
  return {
    macros: sampleValues(entry, state, word, times),
    repeats: sampleRows(entry, state, word, times),
  }
}
