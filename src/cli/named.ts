import { DEFAULT_THEME, MASTER } from '../core/theme.ts'
import type { TenantStore } from '../store/store.ts'
import { Problem } from './problem.ts'

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

interface Named {
  readonly id: string
  readonly name: string
}

/** The id of a theme, given by id or name. */
export async function themeId(store: TenantStore, given: string): Promise<string> {
  if (given === DEFAULT_THEME || given === MASTER) return given
  return idOf('theme', 'tabard theme list', await allThemes(store), given)
}

/** The id of a theme, or undefined if no theme is given. */
export async function optionalThemeId(
  store: TenantStore,
  given: string | undefined,
): Promise<string | undefined> {
  return given === undefined ? undefined : await themeId(store, given)
}

/** The id of an application, given by id or name. */
export async function applicationId(store: TenantStore, given: string): Promise<string> {
  return idOf('application', 'tabard app list', await store.applications.list(), given)
}

/** The ids of identity sources, given by ids or names. */
export async function sourceIds(
  store: TenantStore,
  given: readonly string[] | undefined,
): Promise<string[] | undefined> {
  if (given === undefined) return undefined
  const all = await store.identitySources.list()
  return given.map(one => idOf('identity source', 'tabard source list', all, one))
}

/** The id of an API client, given by id or name. */
export async function clientId(store: TenantStore, given: string): Promise<string> {
  return idOf('API client', 'tabard client list', await store.clients.list(), given)
}

/**
 * The id of a theme or an application that records mention. An id is not checked, because records outlive their
 * objects.
 */
export async function recordedId(
  found: (store: TenantStore, given: string) => Promise<string>,
  store: TenantStore,
  given: string | undefined,
): Promise<string | undefined> {
  return given === undefined || UUID.test(given) ? given : await found(store, given)
}

export async function allThemes(store: TenantStore) {
  return (await store.themes.list({ limit: Number.MAX_SAFE_INTEGER, offset: 0 })).themes
}

/** An id takes precedence over a name, and an exact name over one in another case. */
function idOf(what: string, list: string, all: readonly Named[], given: string): string {
  if (all.some(({ id }) => id === given)) return given
  const lowercased = given.toLowerCase()
  const exact = all.filter(({ name }) => name === given)
  const [named, another] =
    exact.length > 0 ? exact : all.filter(({ name }) => name.toLowerCase() === lowercased)
  const shown = JSON.stringify(given)
  if (named === undefined)
    throw new Problem(1, `No ${what} has the id or name ${shown}. Run "${list}" to see all.`)
  if (another !== undefined)
    throw new Problem(2, `More than one ${what} is called ${shown}. Give its id, which "${list}" prints.`)
  return named.id
}
