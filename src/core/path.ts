import { DEFAULT_LIMITS, type Limits, Refusal } from './refusal.ts'
import { shortened } from './text.ts'

declare const admitted: unique symbol

/** A file's path below `templates`, in its only canonical spelling. Only `themePath` creates one. */
export type ThemePath = string & { readonly [admitted]: true }

type PathLimits = Pick<Limits, 'path' | 'segment' | 'levels'>

const FLAWS = {
  'name-empty': 'the path is empty',
  'name-absolute': 'the path starts with a slash; paths are relative to the folder templates',
  'name-empty-segment': 'the path has two slashes in a row or ends with one',
  'name-dot-segment': 'the path has a segment "." or ".."',
  'name-backslash': 'the path has a backslash; folders are separated by /',
  'name-control': 'the path has a control, format, private or unassigned character',
  'name-forbidden-char': 'the path has one of the characters < > : " | ? * %',
  'name-compat-char':
    'the path has a character that only looks like another one (it changes under Unicode NFKC)',
  'name-trailing-dot-space': 'a segment of the path begins with a space or ends with a dot or a space',
  'name-reserved': 'a segment of the path is a device name on Windows',
  'name-too-long': 'the path or one of its segments is too long',
  'name-too-deep': 'the path has too many levels',
  'name-hidden': 'hidden files and system files such as .DS_Store are not stored',
} as const

export type PathFlaw = keyof typeof FLAWS

/** Matches almost every path. Such a path has only one spelling, and hides nothing. */
const PLAIN = /^\w[\w./-]*$/
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/u
const ODD_SPACE = /(?! )\p{Zs}/u
const FORBIDDEN = /[<>:"|?*%]/
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$|clock\$) *(?:\.|$)/i

/** The flaw of a name that cannot be a path. A decomposed spelling, as macOS writes it, is not a flaw. */
export function pathFlaw(name: string, limits: PathLimits = DEFAULT_LIMITS): PathFlaw | undefined {
  if (PLAIN.test(name)) return shapeFlaw(name, limits)
  const text = name.normalize('NFC')
  if (text === '') return 'name-empty'
  if (text.length > limits.path) return 'name-too-long'
  if (INVISIBLE.test(text)) return 'name-control'
  if (text.includes('\\')) return 'name-backslash'
  if (text.startsWith('/')) return 'name-absolute'
  if (FORBIDDEN.test(text)) return 'name-forbidden-char'
  if (text.normalize('NFKC') !== text || ODD_SPACE.test(text)) return 'name-compat-char'
  return shapeFlaw(text, limits)
}

function shapeFlaw(text: string, limits: PathLimits): PathFlaw | undefined {
  if (text.length > limits.path) return 'name-too-long'
  const segments = text.split('/')
  if (segments.length > limits.levels) return 'name-too-deep'
  for (const segment of segments) {
    if (segment === '') return 'name-empty-segment'
    if (segment === '.' || segment === '..') return 'name-dot-segment'
    if (segment.length > limits.segment) return 'name-too-long'
    if (/^ |[. ]$/.test(segment)) return 'name-trailing-dot-space'
    if (DEVICE.test(segment)) return 'name-reserved'
  }
  return undefined
}

/** The sentence that explains a flaw to a person. */
export function flawText(flaw: PathFlaw): string {
  return FLAWS[flaw]
}

/** The only way to create a path: names from archives, REST paths and static URLs are all checked here. */
export function themePath(name: string, limits: PathLimits = DEFAULT_LIMITS): ThemePath {
  const flaw = pathFlaw(name, limits) ?? (isJunk(name) ? 'name-hidden' : undefined)
  if (flaw === undefined) return name.normalize('NFC') as ThemePath
  throw new Refusal('path_invalid', { path: shortened(name, limits.path), flaw, why: FLAWS[flaw] })
}

const DESKTOP_LEFTOVERS = new Set(['__macosx', 'thumbs.db', 'ehthumbs.db', 'desktop.ini'])

/**
 * Hidden files, and files that Finder and Windows leave behind. They are ignored in an archive, and refused elsewhere.
 */
export function isJunk(path: string): boolean {
  return path
    .split('/')
    .some(segment => segment.startsWith('.') || DESKTOP_LEFTOVERS.has(segment.toLowerCase()))
}

/** A key that is equal for names that a case-insensitive file system does not distinguish. */
export function folded(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase()
}

/**
 * The first path of `added` that conflicts with another one. Two names conflict if they differ only by case, or if a
 * file has the name of a folder.
 */
export function collision(
  present: Iterable<string>,
  added: Iterable<string>,
): { path: string; other: string } | undefined {
  const files = new Map<string, string>()
  const folders = new Map<string, string>()
  const place = (path: string): string | undefined => {
    const key = folded(path)
    const twin = files.get(key)
    if (twin !== undefined && twin !== path) return twin
    const folder = folders.get(key)
    if (folder !== undefined) return folder
    for (let cut = path.indexOf('/'); cut !== -1; cut = path.indexOf('/', cut + 1)) {
      const prefix = path.slice(0, cut)
      const prefixKey = folded(prefix)
      const file = files.get(prefixKey)
      if (file !== undefined) return file
      const known = folders.get(prefixKey)
      if (known === undefined) folders.set(prefixKey, prefix)
      else if (known !== prefix) return known
    }
    files.set(key, path)
    return undefined
  }
  for (const path of present) place(path)
  for (const path of added) {
    const other = place(path)
    if (other !== undefined) return { path, other }
  }
  return undefined
}
