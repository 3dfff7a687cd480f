import { MAILS, PAGES } from '../core/catalogue/catalogue.ts'
import { ELSEWHERE } from '../core/catalogue/elsewhere.ts'
import { isLocaleFolder, localeFolders } from '../core/locale.ts'
import { isJunk, type ThemePath } from '../core/path.ts'
import { filesOf, isTemplateAmong } from '../core/places.ts'
import { isShown } from '../core/shown.ts'
import { remembered } from './kinds.ts'

const PAGE_FILES = new Set(PAGES.flatMap(filesOf))
/** The paths of all templates, without the folder of the locale. */
export const TEMPLATE_FILES: readonly string[] = [...PAGES, ...MAILS].flatMap(filesOf)

/** Whether a path is that of a page, for some language. */
export const isPageFile = remembered(path => isTemplateAmong(PAGE_FILES, path))

/** Whether a file is a leftover of an editor or of an operating system, which nobody misses. */
export function isLeftover(path: string): boolean {
  return /(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|ehthumbs\.db|desktop\.ini|__MACOSX\/.*|[^/]*~)$/i.test(
    path,
  )
}

/** Whether a file is probably no part of a theme: a leftover, a hidden file, or one that an editor writes for a while. */
export function isNoPart(path: string): boolean {
  return isLeftover(path) || isJunk(path) || /\.tmp\.[^/]*$/i.test(path)
}

/** Whether a path is that of a template of IBM Security Verify which this service has no use for. */
export function isOfOtherService(path: string): boolean {
  return isTemplateAmong(ELSEWHERE, path)
}

/** Whether some page, mail or address leads to the file of a path. */
export const isReachable = remembered(path => isShown(path as ThemePath))

/** The folder of a path that stands where a language should and is none, and the one that is meant. */
export function wrongLocaleFolder(path: string): { folder: string; meant: string | undefined } | undefined {
  const parts = path.split('/')
  const folder = parts.at(-2)
  if (folder === undefined || isLocaleFolder(folder) || isReachable(path)) return undefined
  if (!isReachable(parts.with(-2, 'default').join('/'))) return undefined
  return { folder, meant: localeFolder(folder) }
}

/** The folder with the current code of a language, for a path whose folder has an old one: `he` for `iw`. */
export function currentLocaleFolder(path: string): { folder: string; current: string } | undefined {
  const [folder] = localeFolders([path])
  const current = folder && localeFolder(folder)
  return folder === undefined || current === undefined || current === folder ? undefined : { folder, current }
}

function localeFolder(name: string): string | undefined {
  if (name.toLowerCase() === 'default') return 'default'
  try {
    const meant = Intl.getCanonicalLocales(name.replaceAll('_', '-'))[0]?.replaceAll('-', '_')
    return meant !== undefined && isLocaleFolder(meant) ? meant : undefined
  } catch {
    return undefined
  }
}
