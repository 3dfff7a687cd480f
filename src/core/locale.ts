import { isAsset } from './asset.ts'
import { BoundedCache } from './bounded-cache.ts'
import { shortened } from './text.ts'

/** The locale folder that is used if no other one matches. It contains US English. */
export const DEFAULT_LOCALE = 'default'

const MOST = 20
const UNDERSTOOD = 2_000

/** The requested locales, best first, as BCP 47 tags or with underscores. Anything else is ignored. */
export function askedLocales(sources: {
  /** A parameter may list several locales, separated by blanks. */
  readonly parameter?: string | undefined
  readonly cookie?: string | undefined
  readonly acceptLanguage?: string | undefined
  readonly fallback?: string | undefined
}): string[] {
  const { parameter = '', cookie = '', acceptLanguage = '', fallback = '' } = sources
  const texts = [
    ...shortened(parameter, 500).split(/[\s,]+/),
    cookie,
    ...byQuality(shortened(acceptLanguage, 500)),
    fallback,
  ]
  return [...new Set(texts.flatMap(canonical))].slice(0, MOST)
}

function byQuality(header: string): string[] {
  return header
    .split(',')
    .map((range, index) => {
      const [tag = '', ...parameters] = range.split(';').map(part => part.trim())
      const quality = Number(parameters.find(parameter => /^q=[\d.]+$/.test(parameter))?.slice(2) ?? 1)
      return { tag, quality, index }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index)
    .map(({ tag }) => tag)
}

function canonical(text: string): string[] {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))
  } catch {
    return []
  }
}

/** The best available folder for the requested locales. */
export function chosenLocale(asked: readonly string[], folders: Iterable<string>): string {
  const names = new Set(folders)
  // An old code of a language, such as `iw`, counts only if no folder has the current one.
  const available = [...names]
    .flatMap(folder => understood(folder))
    .filter(({ folder, current }) => current === folder || !names.has(current))
  for (const tag of asked) {
    const wanted = likely(tag)
    const speaks = available.filter(
      ({ language, script }) => language === wanted.language && script === wanted.script,
    )
    const plain = new Intl.Locale(tag)
    const found =
      speaks.find(
        ({ folder }) => folder.replaceAll('_', '-').toLowerCase() === plain.baseName.toLowerCase(),
      ) ??
      speaks.find(({ region, folder }) => region === wanted.region && folder.includes('_')) ??
      speaks.find(({ folder }) => !folder.includes('_'))
    if (found !== undefined) return found.folder
    // The default folder contains US English. It serves everybody who wants English and has no closer match.
    if (wanted.language === 'en') return DEFAULT_LOCALE
    const near = speaks[0]
    if (near !== undefined) return near.folder
  }
  return DEFAULT_LOCALE
}

interface Understood {
  readonly folder: string
  /** The name of the folder with the current code of its language. */
  readonly current: string
  readonly language: string
  readonly script: string | undefined
  readonly region: string | undefined
}

const known = new BoundedCache<string, readonly Understood[]>(UNDERSTOOD)

/**
 * The locale that the name of a folder means, if any. It is cached, because parsing is slow and every visit needs it.
 */
function understood(folder: string): readonly Understood[] {
  let found = known.get(folder)
  if (found === undefined) {
    found = canonical(folder).map(tag => ({ folder, current: tag.replaceAll('-', '_'), ...likely(tag) }))
    known.set(folder, found)
  }
  return found
}

function likely(tag: string): { language: string; script: string | undefined; region: string | undefined } {
  const { language, script, region } = new Intl.Locale(tag).maximize()
  return { language, script, region }
}

/** The folders to search for a locale, closest first, without the default one. */
export function localeChain(folder: string): string[] {
  if (folder === DEFAULT_LOCALE) return []
  const parts = folder.split('_')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('_'))
}

/** The language tag of a page in HTML. */
export function languageTag(folder: string): string {
  return folder === DEFAULT_LOCALE ? 'en' : folder.replaceAll('_', '-')
}

const RIGHT_TO_LEFT = new Set(['Arab', 'Hebr', 'Thaa', 'Syrc', 'Nkoo', 'Adlm', 'Rohg', 'Mand', 'Samr'])

/** The direction in which a locale is written. */
export function direction(folder: string): 'ltr' | 'rtl' {
  const script = canonical(languageTag(folder)).map(tag => likely(tag).script)[0]
  return script !== undefined && RIGHT_TO_LEFT.has(script) ? 'rtl' : 'ltr'
}

const LOCALE = /[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_(?:[A-Z]{2}|\d{3}))?/.source
const FOLDER = new RegExp(`^(?:${DEFAULT_LOCALE}|${LOCALE})$`)
const TEMPLATES = new RegExp(
  `^(?:authentication|notifications|user_flows|workflow|common/(?!static/))(?:.*/)?(${LOCALE})/[^/]+$`,
)

/** Whether files in a folder of this name are for a locale. */
export function isLocaleFolder(name: string): boolean {
  if (!FOLDER.test(name)) return false
  const is = named.get(name) ?? (name === DEFAULT_LOCALE || canonical(name).length > 0)
  named.set(name, is)
  return is
}

const named = new BoundedCache<string, boolean>(UNDERSTOOD)

/** The locale folders among the paths of a theme. */
export function localeFolders(paths: Iterable<string>): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    // Assets have no locale, and their folders may be called js, css or img.
    if (isAsset(path)) continue
    const folder = TEMPLATES.exec(path)?.[1]
    if (folder === undefined || folders.has(folder)) continue
    if (canonical(folder).length > 0) folders.add(folder)
  }
  return folders
}
