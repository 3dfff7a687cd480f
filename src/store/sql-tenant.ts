import type { Kysely } from 'kysely'
import { DEFAULT_THEME } from '../core/theme.ts'
import type { Engine } from './engine.ts'
import type { Schema } from './schema.ts'
import * as analytics from './sql-analytics.ts'
import * as applications from './sql-applications.ts'
import * as audit from './sql-audit.ts'
import * as clients from './sql-clients.ts'
import * as factors from './sql-factors.ts'
import * as keys from './sql-keys.ts'
import * as outbox from './sql-outbox.ts'
import * as people from './sql-people.ts'
import { filesAt, isStorable, theme } from './sql-rows.ts'
import type { Scope } from './sql-scope.ts'
import * as records from './sql-short-lived.ts'
import { SqlTransaction } from './sql-transaction.ts'
import * as tries from './sql-tries.ts'
import type {
  Account,
  AnalyticsCount,
  AnalyticsQuery,
  ApiClient,
  Application,
  AuditQuery,
  AuditRecord,
  Authenticator,
  KnownClient,
  MailFilter,
  MailState,
  OutboxMail,
  Revision,
  ShortLived,
  TenantKey,
  TenantStore,
  TenantTransaction,
  Theme,
  ThemeAnalytics,
  ThemeFile,
  TryCount,
} from './store.ts'

type Read = <T>(work: (db: Kysely<Schema>) => Promise<T>) => Promise<T>
type Write = <T>(work: (db: Kysely<Schema>) => Promise<T>, quiet?: 'quiet') => Promise<T>

/** The store of one tenant over either engine. */
export class SqlTenantStore implements TenantStore {
  readonly #engine: Engine
  readonly #tenant: string
  readonly #reading: Read
  readonly #writing: Write

  constructor(engine: Engine, tenant: string, read: Read, write: Write) {
    this.#engine = engine
    this.#tenant = tenant
    this.#reading = read
    this.#writing = write
  }

  async themes({
    limit,
    offset,
  }: {
    limit: number
    offset: number
  }): Promise<{ total: number; themes: Theme[] }> {
    return await this.#read(async ({ db }) => {
      const mine = db.selectFrom('themes').where('tenant', '=', this.#tenant)
      const { total } = await mine
        .select(eb => eb.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      const rows = await mine
        .selectAll()
        .orderBy(eb => eb.case().when('id', '=', DEFAULT_THEME).then(1).else(0).end())
        .orderBy('name')
        .limit(limit)
        .offset(offset)
        .execute()
      return { total, themes: rows.map(theme) }
    })
  }

  async theme(id: string): Promise<Theme | undefined> {
    if (!isStorable(id)) return undefined
    const row = await this.#read(({ db }) =>
      db
        .selectFrom('themes')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('id', '=', id)
        .executeTakeFirst(),
    )
    return row && theme(row)
  }

  async files(themeId: string, revision: number): Promise<ThemeFile[]> {
    return await this.#read(({ db }) => filesAt(db, this.#tenant, themeId, revision))
  }

  async hasRevision(themeId: string, revision: number): Promise<boolean> {
    const row = await this.#read(({ db }) =>
      db
        .selectFrom('revisions')
        .select('revision')
        .where('tenant', '=', this.#tenant)
        .where('theme', '=', themeId)
        .where('revision', '=', revision)
        .executeTakeFirst(),
    )
    return row !== undefined
  }

  async themeStates(): Promise<Map<string, { author: string; customized: number }>> {
    const rows = await this.#read(({ db }) =>
      db
        .selectFrom('themes')
        .innerJoin('revisions', join =>
          join
            .onRef('revisions.tenant', '=', 'themes.tenant')
            .onRef('revisions.theme', '=', 'themes.id')
            .onRef('revisions.revision', '=', 'themes.head'),
        )
        .select(eb => [
          'themes.id',
          'revisions.author',
          eb
            .selectFrom('theme_files')
            .select(inner => inner.fn.countAll<number>().as('count'))
            .whereRef('theme_files.tenant', '=', 'themes.tenant')
            .whereRef('theme_files.theme', '=', 'themes.id')
            .where('theme_files.closed', 'is', null)
            .as('customized'),
        ])
        .where('themes.tenant', '=', this.#tenant)
        .execute(),
    )
    return new Map(rows.map(({ id, author, customized }) => [id, { author, customized: Number(customized) }]))
  }

  async revisions(themeId: string): Promise<Revision[]> {
    const rows = await this.#read(({ db }) =>
      db
        .selectFrom('revisions')
        .selectAll()
        .where('tenant', '=', this.#tenant)
        .where('theme', '=', themeId)
        .orderBy('revision', 'desc')
        .execute(),
    )
    return rows.map(({ revision, at, author, cause, master, changes }) => ({
      revision,
      at,
      author,
      cause,
      master,
      changes: JSON.parse(changes),
    }))
  }

  async applications(): Promise<Application[]> {
    return await this.#read(scope => applications.applications(scope))
  }

  async application(id: string): Promise<Application | undefined> {
    return await this.#read(scope => applications.application(scope, id))
  }

  async accounts(
    page: Parameters<TenantStore['accounts']>[0],
  ): Promise<{ total: number; accounts: Account[] }> {
    return await this.#read(scope => people.accounts(scope, page))
  }

  async account(id: string): Promise<Account | undefined> {
    return await this.#read(scope => people.account(scope, id))
  }

  async accountWithEmail(email: string): Promise<Account | undefined> {
    return await this.#read(scope => people.accountWithEmail(scope, email))
  }

  async accountFor(typed: string): Promise<Account | undefined> {
    return await this.#read(scope => people.accountFor(scope, typed))
  }

  async accountNamed(userName: string): Promise<Account | undefined> {
    return await this.#read(scope => people.accountNamed(scope, userName))
  }

  async authenticator(accountId: string): Promise<Authenticator | undefined> {
    return await this.#read(scope => factors.authenticator(scope, accountId))
  }

  async recoveryCodesLeft(accountId: string): Promise<number> {
    return await this.#read(scope => factors.recoveryCodesLeft(scope, accountId))
  }

  async mails(limit: number, filter?: MailFilter): Promise<OutboxMail[]> {
    return await this.#read(scope => outbox.mails(scope, limit, filter))
  }

  async mailCounts(): Promise<Record<MailState, number>> {
    return await this.#read(scope => outbox.mailCounts(scope))
  }

  async mail(id: string): Promise<OutboxMail | undefined> {
    return await this.#read(scope => outbox.mail(scope, id))
  }

  async audit(query: AuditQuery): Promise<AuditRecord[]> {
    return await this.#read(scope => audit.audit(scope, query))
  }

  async keys(purpose: TenantKey['purpose']): Promise<TenantKey[]> {
    return await this.#read(scope => keys.keys(scope, purpose))
  }

  async clients(): Promise<KnownClient[]> {
    return await this.#read(scope => clients.clients(scope))
  }

  async client(id: string): Promise<ApiClient | undefined> {
    return await this.#read(scope => clients.client(scope, id))
  }

  async analytics(): Promise<Map<string, ThemeAnalytics>> {
    return await this.#read(scope => analytics.analytics(scope))
  }

  async analyticsCounts(query: AnalyticsQuery): Promise<AnalyticsCount[]> {
    return await this.#read(scope => analytics.analyticsCounts(scope, query))
  }

  async shortLived(kind: string, idHash: string): Promise<ShortLived | undefined> {
    return await this.#read(scope => records.shortLived(scope, kind, idHash))
  }

  async shortLivedByHandle(kind: string, handle: string): Promise<ShortLived | undefined> {
    return await this.#read(scope => records.shortLivedByHandle(scope, kind, handle))
  }

  async keepShortLived(record: ShortLived, most?: number): Promise<void> {
    await this.#write(async scope => {
      await records.dropExpired(scope)
      await records.keepShortLived(scope, record)
      if (most !== undefined) await records.dropBeyond(scope, record, most)
    }, 'quiet')
  }

  async removeShortLived(kind: string, idHash: string): Promise<void> {
    await this.#write(scope => records.removeShortLived(scope, kind, idHash))
  }

  async removeByHandle(handle: string): Promise<void> {
    await this.#write(scope => records.removeByHandle(scope, handle))
  }

  async waitForTry(counts: readonly TryCount[], now: number): Promise<number | undefined> {
    return (await this.#read(scope => tries.refusalOf(scope, counts, now)))?.wait
  }

  async countTry(counts: readonly TryCount[], now: number): Promise<number | undefined> {
    // Most tries that have to wait cost no write, however often they are made.
    const refusal = await this.#read(scope => tries.refusalOf(scope, counts, now))
    if (refusal !== undefined && !refusal.counts) return refusal.wait
    return await this.#write(scope => tries.countTry(scope, counts, now), 'quiet')
  }

  async forgiveTries(own: readonly string[], shared: readonly TryCount[] = []): Promise<void> {
    await this.#write(scope => tries.forgiveTries(scope, own, shared), 'quiet')
  }

  async write<T>(work: (transaction: TenantTransaction) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    return await this.#write(scope => work(new SqlTransaction(scope)), quiet)
  }

  async #read<T>(work: (scope: Scope) => Promise<T>): Promise<T> {
    return await this.#reading(db => work(this.#scope(db)))
  }

  async #write<T>(work: (scope: Scope) => Promise<T>, quiet?: 'quiet'): Promise<T> {
    return await this.#writing(db => work(this.#scope(db)), quiet)
  }

  #scope(db: Kysely<Schema>): Scope {
    return { db, engine: this.#engine, tenant: this.#tenant }
  }
}
