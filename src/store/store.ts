import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { Entitlement } from '../core/entitlement.ts'
import type { Change, Customized } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { SqlStore } from './sql.ts'

export { StoreFault } from './fault.ts'

export interface Tenant {
  readonly id: string
  readonly name: string
  /** The host name that chooses it; null for the first tenant, which the service's own address chooses. */
  readonly host: string | null
  readonly publicUrl: string | null
  /** The locale for those who ask for none that there is; null for the service's own. */
  readonly locale: string | null
}

export interface Theme {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** The newest revision. */
  readonly revision: number
  readonly updatedAt: number
}

/** A customized file, with what is known of its content. */
export interface ThemeFile extends Customized, BlobInfo {
  readonly path: ThemePath
}

export interface Revision {
  readonly revision: number
  readonly at: number
  readonly author: string
  readonly cause: string
  /** The id of the master that was shipped when it was made. */
  readonly master: string
  readonly changes: readonly Change[]
}

export interface Application {
  readonly id: string
  readonly name: string
  /** null: the default theme. */
  readonly themeId: string | null
}

export interface ApiClient {
  readonly id: string
  readonly name: string
  readonly secretHash: string
  readonly entitlements: readonly Entitlement[]
  /** The status that answers a replaced package; some tools accept only 204. */
  readonly replaceStatus: 201 | 204
}

/** Something that expires, such as a token; its id is kept as a hash, because whoever has it holds the thing. */
export interface ShortLived {
  readonly kind: string
  readonly idHash: string
  readonly client: string | null
  readonly payload: string
  readonly expiresAt: number | null
}

/** What one revision does to a theme. */
export interface ThemeCommit {
  readonly name: string
  readonly description: string | null
  readonly author: string
  readonly cause: string
  readonly master: string
  readonly changes: readonly Change[]
  /** The files that hold from this revision on, among the changed paths. */
  readonly opened: ReadonlyMap<ThemePath, Customized>
  readonly blobs: Iterable<ThemeBlob>
}

/** Everything that is kept. What belongs to a tenant is reached through `tenant` only. */
export interface Store {
  /** Engine and place, for people. */
  readonly name: string
  /** Changes whenever something that may be remembered in memory may have changed, by any process; costs nothing. */
  epoch(): number
  /** Fails when the store cannot be read. */
  ping(): Promise<void>
  /** All tenants, the first one first. */
  tenants(): Promise<Tenant[]>
  /** Adds a tenant with its default theme, unless its id is there already; refuses a name or host that is taken. */
  createTenant(tenant: Tenant, master: string): Promise<void>
  /** Remembers a master that is shipped, so that its paths and contents can be found for ever. */
  keepMaster(id: string, files: ReadonlyMap<ThemePath, ThemeBlob>): Promise<void>
  /** The paths of every master that was ever kept, by its id. */
  masters(): Promise<Map<string, ThemePath[]>>
  /** The contents with these digests; one that is not there is left out. */
  blobs(digests: readonly string[]): Promise<Map<string, ThemeBlob>>
  /** The store of one tenant. */
  tenant(id: string): TenantStore
  close(): Promise<void>
}

export interface TenantStore {
  /** Ordered by name in code points, the default theme last. */
  themes(page: { limit: number; offset: number }): Promise<{ total: number; themes: Theme[] }>
  theme(id: string): Promise<Theme | undefined>
  /** The customized files that held at a revision. */
  files(themeId: string, revision: number): Promise<ThemeFile[]>
  /** Whether a revision is still kept. */
  hasRevision(themeId: string, revision: number): Promise<boolean>
  /** Newest first. */
  revisions(themeId: string): Promise<Revision[]>
  applications(): Promise<Application[]>
  clients(): Promise<ApiClient[]>
  client(id: string): Promise<ApiClient | undefined>
  shortLived(kind: string, idHash: string): Promise<ShortLived | undefined>
  /** Keeps a record, and drops those that have expired; of its client and kind, all but the newest `most`. */
  keepShortLived(record: ShortLived, most?: number): Promise<void>
  removeShortLived(kind: string, idHash: string): Promise<void>
  /** Runs `work` in one transaction: all of it is kept, or nothing. It may run again after a collision. */
  write<T>(work: (transaction: TenantTransaction) => Promise<T>): Promise<T>
}

/** What can be done inside a write; every look is at the newest state, and holds until the write ends. */
export interface TenantTransaction {
  /** Makes every other write that locks the tenant wait. */
  lockTenant(): Promise<void>
  lockTheme(id: string): Promise<Theme | undefined>
  lockThemes(): Promise<Theme[]>
  files(theme: Theme): Promise<ThemeFile[]>
  /** How many applications use a theme of their own. */
  themedApplications(): Promise<number>
  /** Refuses a name that another theme has, whatever its case. */
  createTheme(id: string, name: string, description: string | null): Promise<Theme>
  /** Adds a revision; drops the history beyond `keep` revisions. */
  commit(theme: Theme, commit: ThemeCommit, keep: number): Promise<Theme>
  /** Removes a theme with all that belongs to it; refuses when an application uses it. */
  deleteTheme(id: string): Promise<void>
  /** Refuses a theme that does not exist. */
  createApplication(application: Application): Promise<void>
  /** Refuses a theme that does not exist; false when there is no such application. */
  assignTheme(applicationId: string, themeId: string | null): Promise<boolean>
  removeApplication(id: string): Promise<boolean>
  countClients(): Promise<number>
  /** Refuses an id that is taken. */
  createClient(client: ApiClient): Promise<void>
  updateClient(id: string, change: Partial<Pick<ApiClient, 'secretHash' | 'entitlements'>>): Promise<boolean>
  removeClient(id: string): Promise<boolean>
  /** Ends every token of a client. */
  removeTokens(clientId: string): Promise<void>
}

/** Opens PostgreSQL where there is an address, else SQLite in the data folder; the other engine is not loaded. */
export async function openStore({
  database,
  data,
}: {
  database: string | undefined
  data: string
}): Promise<Store> {
  if (database === undefined) return new SqlStore(await (await import('./sqlite.ts')).openSqlite(data))
  return new SqlStore(await (await import('./postgres.ts')).openPostgres(database))
}
