import { isAsset } from './asset.ts'
import type { MailEntry, PageEntry } from './catalogue/entry.ts'
import { DEFAULT_LOCALE, isLocaleFolder, localeChain } from './locale.ts'
import type { ThemePath } from './path.ts'

// The locations of files in a package, in the order of the search. The first location that has the file counts. The
// renderer, the plan of an upload, the checks and the console all use this module.

/** The folder with the header, the footer and the style sheet of all pages. */
export const COMPONENTS_FOLDER = 'common/page_components/'
/** The folder with a subfolder of labels for each language. */
export const LABELS_FOLDER = 'common/labels/'
export const LOGO_FOLDER = 'common/logo/default/'

const LABELS_FILE = 'template_labels.properties'
const LABELS = /^common\/(?:labels\/([^/]+)|default)\/template_labels\.properties$/
const COMPONENTS = /^common\/page_components\/(?:([^/]+)\/)?page_(?:header\.html|footer\.html|style\.css)$/

/** The locations of a file for a locale, closest first. */
export function localized(folder: string, file: string, locale: string): string[] {
  const folders = [...localeChain(locale), DEFAULT_LOCALE].map(name => `${folder}/${name}/${file}`)
  return [...folders, `${folder}/${file}`]
}

/**
 * The folder and the name of each template of an entry, a mail's subject first. The locale's folder goes between them.
 */
function templatesOf(entry: PageEntry | MailEntry): (readonly [folder: string, file: string])[] {
  const { folder, file } = entry
  if (typeof file === 'string') return [[folder, file]]
  const bodyFolder = ('bodyFolder' in entry && entry.bodyFolder) || folder
  return [
    [folder, file.subject],
    [bodyFolder, file.body],
  ]
}

/** The paths of an entry's templates, without the folder of the locale. */
export function filesOf(entry: PageEntry | MailEntry): string[] {
  return templatesOf(entry).map(([folder, file]) => `${folder}/${file}`)
}

/** The locations of each template of an entry, the body last. */
export function templatePlaces(entry: PageEntry | MailEntry, locale: string): string[][] {
  return templatesOf(entry).map(([folder, file]) => localized(folder, file, locale))
}

/** The locations of a page, or of the body of a mail. */
export function bodyPlaces(entry: PageEntry | MailEntry, locale: string): string[] {
  return templatePlaces(entry, locale).at(-1)!
}

/** Whether a path is that of one of these templates, in any locale. */
export function isTemplateAmong(files: Pick<ReadonlySet<string>, 'has'>, path: string): boolean {
  if (files.has(path)) return true
  const parts = path.split('/')
  const [folder = '', file = ''] = parts.splice(-2)
  return isLocaleFolder(folder) && files.has(`${parts.join('/')}/${file}`)
}

/** The locations of the header or the footer of pages. */
export function componentPlaces(component: 'header' | 'footer', locale: string): string[] {
  return localized(COMPONENTS_FOLDER.slice(0, -1), `page_${component}.html`, locale)
}

/**
 * The locations of a theme's default labels: first that of packages made for IBM Security Verify, then Tabard's own.
 */
export const DEFAULT_LABELS = [
  `${LABELS_FOLDER}${DEFAULT_LOCALE}/${LABELS_FILE}`,
  `common/${DEFAULT_LOCALE}/${LABELS_FILE}`,
] as readonly string[] as readonly [ThemePath, ThemePath]

/**
 * The label files for a locale, in levels, closest first. A label is searched in all of them: on each level first in
 * the theme's own files, then in the master's.
 */
export function labelPlaces(locale: string): (readonly string[])[] {
  return [...localeChain(locale).map(folder => [`${LABELS_FOLDER}${folder}/${LABELS_FILE}`]), DEFAULT_LABELS]
}

export function isLabelFile(path: string): boolean {
  return LABELS.test(path)
}

/** The locale folder of a label file. */
export function labelFolder(file: string): string {
  return /common\/labels\/([^/]+)\/[^/]+$/.exec(file)?.[1] ?? DEFAULT_LOCALE
}

/** The paths to try when a file is read. Default labels can be in either of two locations. */
export function readFrom(path: ThemePath): readonly ThemePath[] {
  return path === DEFAULT_LABELS[0] ? DEFAULT_LABELS : [path]
}

/** The locations of an asset, by the name in its URL. */
export function assetPlaces(name: string): string[] {
  if (name === 'theme.css') {
    return [
      `${COMPONENTS_FOLDER}${DEFAULT_LOCALE}/page_style.css`,
      `${COMPONENTS_FOLDER}page_style.css`,
      'common/page_style.css',
    ]
  }
  // If a theme has no logo for dark pages, one logo serves both.
  const logo = /^logo-dark(\.\w+)$/.exec(name)
  if (logo !== null) return [`${LOGO_FOLDER}${name}`, `${LOGO_FOLDER}logo${logo[1]}`].filter(isAsset)
  return [`common/static/${name}`, `${LOGO_FOLDER}${name}`, `common/${name}`].filter(isAsset)
}

/** The name of a theme's style sheet in its URL. */
export function sheetName(path: string): string | undefined {
  if (!/\.css$/i.test(path) || !isAsset(path)) return undefined
  if (assetPlaces('theme.css').includes(path)) return 'theme.css'
  return /^common\/(?:static\/)?(.+)$/.exec(path)?.[1]
}

/** Whether a file can ever be shown: as one of these templates, as a part of them, or as an asset. */
export function isShownAmong(templates: ReadonlySet<string>, path: string): boolean {
  if (path.startsWith('common/') && isAsset(path)) return true
  const shared = LABELS.exec(path) ?? COMPONENTS.exec(path)
  if (shared !== null) return shared[1] === undefined || isLocaleFolder(shared[1])
  return isTemplateAmong(templates, path)
}
