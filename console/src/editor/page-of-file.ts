import { DEFAULT_LOCALE, localeFolders } from '../../../src/core/locale.ts'
import { isTemplateAmong } from '../../../src/core/places.ts'
import type { Catalogue, PageEntry } from '../preview/calls.ts'

/** Whether a file is a template of a page or mail, in any language. */
export function isOfPage({ files }: PageEntry, path: string): boolean {
  return isTemplateAmong(new Set(files), path)
}

/** The pages and mails that use a template. */
export function entriesOf({ pages, mails }: Catalogue, path: string): PageEntry[] {
  return [...pages, ...mails].filter(entry => isOfPage(entry, path))
}

/** The page or mail that uses a template, if any. */
export function pageOf(catalogue: Catalogue, path: string): string | undefined {
  return entriesOf(catalogue, path)[0]?.id
}

/** The locale of the folder that contains a file. */
export function localeOf(path: string): string | undefined {
  const [locale] = localeFolders([path])
  return locale ?? (path.includes(`/${DEFAULT_LOCALE}/`) ? DEFAULT_LOCALE : undefined)
}

/** The first file to open for a page or mail: its page or body template, for most languages. */
export function mainFile(entry: PageEntry, paths: readonly string[]): string | null {
  const own = paths.filter(path => isOfPage(entry, path))
  const name = entry.files.at(-1)?.split('/').at(-1)
  const bodies = own.filter(path => path.endsWith(`/${name}`))
  return bodies.find(path => path.includes(`/${DEFAULT_LOCALE}/`)) ?? bodies[0] ?? own[0] ?? null
}
