import { errorsOfSaving } from '../lint/check-saving.ts'
import { seriousFindings } from './calls.ts'
import { type Entry, entryOf, findingEntry } from './problem-entries.ts'

type Texts = Readonly<Record<string, string>>

/** Finds what speaks against saving files; null where that cannot be found out. */
export type Check = (files: Texts) => Promise<readonly Entry[] | null>

/** The page to try a file with, and its language. */
export type PageFor = (path: string) => { readonly page: string; readonly locale: string }

/** The errors that saving these files would make, or leave in them. */
export async function savingConcerns(
  themeId: string,
  files: Texts,
  pageFor: PageFor,
): Promise<readonly Entry[] | null> {
  const [errors, serious] = await Promise.all([
    errorsOfSaving(themeId, files).catch(() => null),
    seriousOf(themeId, files, pageFor).catch(() => null),
  ])
  // Where the linter has no time, the preview still tells whether the pages work.
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
