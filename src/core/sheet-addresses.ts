import { isAsset, STATIC_PATH } from './asset.ts'
import { assetPlaces, LOGO_FOLDER } from './places.ts'
import { styleRanges } from './template/style.ts'

/** A URL in a style sheet, and its position. */
export interface SheetAddress {
  readonly from: number
  readonly to: number
  readonly address: string
  readonly line: number
}

/** A style sheet of a theme: the name in its URL, and the file. */
export interface Sheet {
  readonly name: string
  readonly path: string
}

/** The file of the theme that a URL in a sheet refers to. */
export interface MeantFile {
  /** Its static name. */
  readonly name: string
  /** The query of the URL, without the theme. */
  readonly query: string
  readonly hash: string
  readonly exists: boolean
}

interface Files {
  file(path: string): unknown
}

/** The maximum number of URLs that are resolved in one sheet. A sheet with more is served as stored. */
const MOST_ADDRESSES = 2_000

const PARTS = /^([^?#]*)(\?[^#]*)?(#.*)?$/s

/** The URLs of a sheet that may refer to a file of its theme; undefined if there are too many. */
export function sheetAddresses(css: string): SheetAddress[] | undefined {
  const found: SheetAddress[] = []
  let line = 1
  let counted = 0
  for (const { from, to } of styleRanges(css)) {
    const address = css.slice(from, to)
    if (!mayBeLocal(address)) continue
    if (found.length === MOST_ADDRESSES) return undefined
    for (; counted < from; counted++) if (css[counted] === '\n') line += 1
    found.push({ from, to, address, line })
  }
  return found
}

/** Whether a URL is relative, or that of a static file. Escapes of style sheets are not decoded. */
function mayBeLocal(address: string): boolean {
  if (
    address === '' ||
    address.length > 1_000 ||
    address.includes('\\') ||
    /^(?:#|[a-z][a-z\d+.-]*:)/i.test(address)
  )
    return false
  return address.startsWith('/') ? address.startsWith(STATIC_PATH) : true
}

/**
 * The file that a URL in a sheet refers to. A relative URL is first resolved like in a browser, from the URL of the
 * sheet, and then from the file in the package. Undefined if the URL names another theme.
 */
export function meantFile(files: Files, sheet: Sheet, address: string): MeantFile | undefined {
  const [, path = '', search = '', hash = ''] = PARTS.exec(address) ?? []
  const query = new URLSearchParams(search)
  const theme = query.get('themeId')
  if (theme !== null && theme !== '@THEME_ID@') return undefined
  query.delete('themeId')
  query.delete('v')
  const names = path.startsWith(STATIC_PATH)
    ? [resolved('', path.slice(STATIC_PATH.length))]
    : [resolved(sheet.name, path), inPackage(resolved(sheet.path, path))]
  const known = names.filter(name => name !== undefined)
  const there = known.find(name => assetPlaces(decoded(name)).some(one => files.file(one) !== undefined))
  const name = there ?? known[0]
  return name === undefined ? undefined : { name, query: String(query), hash, exists: there !== undefined }
}

/** A style sheet in which each URL of a theme file contains the theme and its revision. */
export function pinnedSheet(
  css: string,
  addresses: readonly SheetAddress[],
  sheet: Sheet,
  view: Files & { readonly id: string; readonly generation: string },
): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to, address } of addresses) {
    const meant = meantFile(view, sheet, address)
    if (meant === undefined) continue
    const { name, query, hash } = meant
    const more = query === '' ? '' : `&${query}`
    parts.push(
      css.slice(at, from),
      `${STATIC_PATH}${name}?themeId=${view.id}&v=${view.generation}${more}${hash}`,
    )
    at = to
  }
  return parts.join('') + css.slice(at)
}

/** A path relative to a file; undefined if it leaves the theme. */
function resolved(from: string, path: string): string | undefined {
  const segments = from.split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') {
      if (segments.pop() === undefined) return undefined
    } else if (segment !== '.' && segment !== '') segments.push(segment)
  }
  return segments.join('/')
}

/** The static name of a file in a package. */
function inPackage(path: string | undefined): string | undefined {
  if (path === undefined || !isAsset(decoded(path))) return undefined
  const folder = ['common/static/', LOGO_FOLDER, 'common/'].find(one => path.startsWith(one))
  return folder === undefined ? undefined : path.slice(folder.length)
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
