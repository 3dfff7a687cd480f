import { themePlace } from '../themes/calls.ts'

/** What the editor shows, as its address names it. */
export interface Place {
  readonly file?: string | null
  readonly page?: string | null
  readonly state?: string | null
}

/** Where the editor shows a page in a state, with a file open. */
export function placeOf(id: string, place: Place): string {
  const query = new URLSearchParams()
  for (const name of ['page', 'state', 'file'] as const) {
    const value = place[name]
    if (value !== undefined && value !== null && value !== '') query.set(name, value)
  }
  return `${themePlace(id)}/edit${query.size === 0 ? '' : `?${query}`}`
}
