import { errorsOfSaving, unchecked } from '../lint/check-saving.ts'
import { seriousFindings } from './calls.ts'
import { type Entry, entryOf, findingEntry } from './problem-entries.ts'

type Texts = Readonly<Record<string, string>>

/** Finds concerns about saving files; null if they could not be checked. */
export type Check = (files: Texts) => Promise<readonly Entry[] | null>

/** The page and the language to check a file with. */
export type PageFor = (path: string) => { readonly page: string; readonly locale: string }

/** The errors that saving these files would cause or leave in them. */
export async function savingConcerns(
  themeId: string,
  files: Texts,
  pageFor: PageFor,
): Promise<readonly Entry[] | null> {
  const [errors, serious] = await Promise.all([
    errorsOfSaving(themeId, files).catch(unchecked),
    seriousOf(themeId, files, pageFor).catch(() => null),
  ])
  // If the linter has no time, the preview can still say whether the pages work.
  if (errors === null) return serious?.map(({ what, name, ...origin }) => entryOf(what, name, origin)) ?? null
  const bounds = (serious ?? []).filter(({ what }) => what === 'over a bound')
  return [
    ...errors.map(error => findingEntry(error)),
    ...bounds.map(({ what, name, ...origin }) => entryOf(what, name, origin)),
  ]
}

async function seriousOf(themeId: string, files: Texts, pageFor: PageFor) {
  const found = await Promise.all(
    Object.entries(files).map(([path, text]) =>
      seriousFindings(themeId, path, text, { ...pageFor(path), others: files }),
    ),
  )
  return found.flat()
}
