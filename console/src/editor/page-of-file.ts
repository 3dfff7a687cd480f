import type { Catalogue, PageEntry } from '../preview/calls.ts'

export const LOCALES = 'default ar cs de es fr he hu it ja ko nl pl pt_BR ru sv tr uk zh_CN zh_TW'.split(' ')

/** Whether a file is a template of a page or mail, in whatever language. */
export function isOfPage({ files }: PageEntry, path: string): boolean {
  const parts = path.split('/')
  return files.includes([...parts.slice(0, -2), parts.at(-1)].join('/')) || files.includes(path)
}

/** The page or mail that a template makes, if it makes one. */
export function pageOf({ pages, mails }: Catalogue, path: string): string | undefined {
  return [...pages, ...mails].find(entry => isOfPage(entry, path))?.id
}

/** The locale whose folder a file lies in. */
export function localeOf(path: string): string | undefined {
  return path.split('/').findLast(part => LOCALES.includes(part))
}
