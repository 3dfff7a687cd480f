import { themePlace } from '../themes/calls.ts'
import { localeOf } from './page-of-file.ts'

/** How the page is shown. It does not change the theme. */
export interface Look {
  readonly locale: string
  readonly direction: string
  readonly colors: string
  readonly width: string
}

/** How a page is shown by default. */
export const LOOK: Look = { locale: 'default', direction: '', colors: 'system', width: '1280' }

/** What the editor shows, as stored in its URL. */
export interface Place extends Partial<Look> {
  readonly file?: string | null
  readonly page?: string | null
  readonly state?: string | null
  /** The initial line of the file. */
  readonly line?: number
}

const LOOKS = ['locale', 'direction', 'colors', 'width'] as const

/** The URL of the editor for a page in a state, with a file open. */
export function placeOf(id: string, place: Place): string {
  const query = new URLSearchParams()
  for (const name of ['page', 'state', 'file'] as const) {
    const value = place[name]
    if (value !== undefined && value !== null && value !== '') query.set(name, value)
  }
  if (place.line !== undefined) query.set('line', String(place.line))
  const usual = { ...LOOK, locale: localeOf(place.file ?? '') ?? LOOK.locale }
  for (const name of LOOKS) {
    const value = place[name]
    if (value !== undefined && value !== usual[name]) query.set(name, value)
  }
  return `${themePlace(id)}/edit${query.size === 0 ? '' : `?${query}`}`
}

/** How the page is shown according to a URL. If it names no language, the language of its file is used. */
export function lookIn(query: URLSearchParams): Look {
  const one = (name: keyof Look, values: readonly string[]) =>
    values.find(value => value === query.get(name)) ?? LOOK[name]
  return {
    locale: query.get('locale') ?? localeOf(query.get('file') ?? '') ?? LOOK.locale,
    direction: one('direction', ['ltr', 'rtl']),
    colors: one('colors', ['light', 'dark']),
    width: one('width', ['390', '820']),
  }
}
