import { nearest } from '../../core/nearest.ts'
import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import type { Context } from './context.ts'
import type { Session } from './session.ts'
import type { MadeTheme, ThemeDetails, ThemeSource, ThemeSummaries, ThemeSummary } from './wire.ts'

const PAGE = 1000
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The API path of a theme. */
export function themePath(id: string): string {
  return `/v1.0/tabard/themes/${encodeURIComponent(id)}`
}

/** The API path of a theme's package and files. */
export function brandingPath(id: string): string {
  return `/v1.0/branding/themes/${encodeURIComponent(id)}`
}

/** The path of a file, percent-encoded for a URL. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** All themes, by name; `default` is the last. */
export async function allThemes(session: Session): Promise<ThemeSummary[]> {
  const found: ThemeSummary[] = []
  for (let page = 1; ; page++) {
    const { data } = await session.json<ThemeSummaries>({
      path: `/v1.0/tabard/themes?page=${page}&limit=${PAGE}`,
    })
    found.push(...data.themes)
    if (data.themes.length < PAGE) return found
  }
}

/** A theme with every file, and its ETag. */
export async function detailsOf(
  session: Session,
  id: string,
): Promise<{ readonly data: ThemeDetails; readonly etag: string }> {
  return await session.json<ThemeDetails>({ path: themePath(id) })
}

/** The files that a theme and a repository had in common after the last push from it. */
export async function sourceOf(session: Session, id: string, repository: string): Promise<ThemeSource> {
  const path = `${themePath(id)}/source?name=${encodeURIComponent(repository)}`
  return (await session.json<ThemeSource>({ path })).data
}

/** The id of the theme that a command works on. */
export async function themeIdOf(session: Session, { theme }: Pick<Context, 'theme'>): Promise<string> {
  if (theme !== undefined) return await themeIdFor(session, theme)
  throw new Problem(2, 'Name the theme: with --theme, with TABARD_THEME, or in tabard.toml.')
}

/** The id of a theme, given by id, by name, or by the beginning of one of them. */
export async function themeIdFor(session: Session, given: string): Promise<string> {
  if (given === 'default' || UUID.test(given)) return given
  return chosen(await allThemes(session), given)
}

/** The id of the theme with a name. The theme is created if it does not exist. */
export async function themeIdMade(session: Session, { theme }: Pick<Context, 'theme'>): Promise<string> {
  if (theme === undefined) return await themeIdOf(session, { theme })
  if (theme === 'default' || UUID.test(theme)) return theme
  const known = (await allThemes(session)).find(
    ({ name }) => name.toLowerCase() === theme.trim().toLowerCase(),
  )
  if (known !== undefined) return known.id
  const { data } = await session.json<MadeTheme>({
    method: 'POST',
    path: '/v1.0/tabard/themes',
    json: { name: theme },
  })
  console.error(`Created the theme ${quoted(data.name)}.`)
  return data.id
}

interface Named {
  readonly id: string
  readonly name: string
}

/** An id takes precedence over a name, an exact match over another case, and a whole match over a prefix. */
export function chosen(themes: readonly Named[], given: string): string {
  const small = given.toLowerCase()
  const ways: ((theme: Named) => boolean)[] = [
    ({ id }) => id === given,
    ({ name }) => name === given,
    ({ name }) => name.toLowerCase() === small,
    ({ id, name }) => given !== '' && (id.startsWith(small) || name.toLowerCase().startsWith(small)),
  ]
  for (const way of ways) {
    const [found, another] = themes.filter(way)
    if (found !== undefined && another === undefined) return found.id
    if (found !== undefined)
      throw new Problem(
        2,
        `More than one theme begins with ${quoted(given)}: ${themes
          .filter(way)
          .slice(0, 5)
          .map(({ name }) => quoted(name))
          .join(', ')}. Write more of the name, or give the id.`,
      )
  }
  const meant = nearest(
    given,
    themes.map(({ name }) => name),
  )
  const advice = meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`
  throw new Problem(
    1,
    `No theme has the id or name ${quoted(given)}.${advice} Run "tabard theme list" to see all.`,
  )
}

function quoted(text: string): string {
  return `"${shown(text)}"`
}
