import type { Catalogue } from './preview-calls.ts'

export const LOCALES = 'default ar cs de es fr he hu it ja ko nl pl pt_BR ru sv tr uk zh_CN zh_TW'.split(' ')

/** The page or mail that a template makes, if it makes one. */
export function pageOf({ pages, mails }: Catalogue, path: string): string | undefined {
  const parts = path.split('/')
  const name = [...parts.slice(0, -2), parts.at(-1)].join('/')
  return [...pages, ...mails].find(({ files }) => files.includes(name) || files.includes(path))?.id
}

/** The locale whose folder a file lies in. */
export function localeOf(path: string): string | undefined {
  return path.split('/').findLast(part => LOCALES.includes(part))
}
