import type { Selectable } from 'kysely'
import type { SourceSettings } from '../../core/federation/source-settings.ts'
import type { AccountLink, IdentitySource, LinkOrigin } from '../kept-sources.ts'
import type { Schema } from '../schema.ts'
import { isStorable } from './rows.ts'
import { held, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { sourcePlace } from './value-places.ts'

/** Identity sources, and the accounts that are linked with people there. */
export interface IdentitySourceReads {
  /** Ordered by when they were added. */
  list(): Promise<IdentitySource[]>
  get(id: string): Promise<IdentitySource | undefined>
  /** The secret or private key of a source; null if it has none. */
  secret(id: string): Promise<string | null>
  /** The link of a person at a source. */
  linked(source: string, subject: string): Promise<AccountLink | undefined>
  /** The links of an account, the oldest first. */
  linksOf(account: string): Promise<AccountLink[]>
}

/** Identity sources, inside a write. */
export interface IdentitySourceWrites {
  /** A source, locked until the write ends. */
  get(id: string): Promise<IdentitySource | undefined>
  list(): Promise<IdentitySource[]>
  create(id: string, settings: SourceSettings, secret: string | null): Promise<void>
  /** Without a secret, the stored one stays; false if there is no such source. */
  update(id: string, settings: SourceSettings, secret?: string | null): Promise<boolean>
  /** Removes a source with all its links, and everything that the linked accounts have open. */
  remove(id: string): Promise<boolean>
  linked(source: string, subject: string): Promise<AccountLink | undefined>
  linksOf(account: string): Promise<AccountLink[]>
  /** Whether any account is linked with somebody at the source. */
  hasLinks(source: string): Promise<boolean>
  /** The accounts that are linked with somebody at the source and own records of a kind. */
  owners(source: string, kind: string): Promise<string[]>
  /** False if the person at the source is already linked with an account. */
  link(link: Omit<AccountLink, 'createdAt' | 'usedAt'>): Promise<boolean>
  /** Records that a person signed in through the source, and the e-mail address that it sent. */
  used(source: string, subject: string, email: string | null): Promise<void>
  /** False if the account has no such link. */
  unlink(account: string, source: string, subject: string): Promise<boolean>
}

async function list(scope: Scope): Promise<IdentitySource[]> {
  const rows = await sources(scope).orderBy('created_at').orderBy('id').execute()
  return rows.map(fromRow)
}

async function get(scope: Scope, id: string): Promise<IdentitySource | undefined> {
  if (!isStorable(id)) return undefined
  const row = await sources(scope).where('id', '=', id).executeTakeFirst()
  return row && fromRow(row)
}

async function heldSource(scope: Scope, id: string): Promise<IdentitySource | undefined> {
  if (!isStorable(id)) return undefined
  const row = await held(scope, sources(scope).where('id', '=', id)).executeTakeFirst()
  return row && fromRow(row)
}

async function secret(scope: Scope, id: string): Promise<string | null> {
  const { tenant, engine } = scope
  if (!isStorable(id)) return null
  const row = await sources(scope).where('id', '=', id).executeTakeFirst()
  return row?.secret == null ? null : engine.cipher.opened(row.secret, sourcePlace(tenant, id))
}

async function create(
  { db, tenant, engine }: Scope,
  id: string,
  settings: SourceSettings,
  given: string | null,
): Promise<void> {
  const now = engine.now()
  const kept = given === null ? null : engine.cipher.sealed(given, sourcePlace(tenant, id))
  await db
    .insertInto('identity_sources')
    .values({
      tenant,
      id,
      settings: JSON.stringify(settings),
      secret: kept,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

async function update(
  { db, tenant, engine }: Scope,
  id: string,
  settings: SourceSettings,
  given?: string | null,
): Promise<boolean> {
  if (!isStorable(id)) return false
  const kept = given == null ? given : engine.cipher.sealed(given, sourcePlace(tenant, id))
  const changed = await db
    .updateTable('identity_sources')
    .set({
      settings: JSON.stringify(settings),
      updated_at: engine.now(),
      ...(kept !== undefined && { secret: kept }),
    })
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

async function remove(scope: Scope, id: string): Promise<boolean> {
  const { db, tenant } = scope
  if (!isStorable(id)) return false
  await db
    .deleteFrom('short_lived')
    .where('tenant', '=', tenant)
    .where('owner', 'in', linkedAccounts(scope, id))
    .execute()
  const gone = await db
    .deleteFrom('identity_sources')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

async function linked(scope: Scope, source: string, subject: string): Promise<AccountLink | undefined> {
  if (!isStorable(source) || !isStorable(subject)) return undefined
  const row = await links(scope)
    .where('source', '=', source)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row && fromLink(row)
}

async function linksOf(scope: Scope, account: string): Promise<AccountLink[]> {
  if (!isStorable(account)) return []
  const rows = await links(scope)
    .where('account', '=', account)
    .orderBy('created_at')
    .orderBy('source')
    .orderBy('subject')
    .execute()
  return rows.map(fromLink)
}

async function hasLinks(scope: Scope, source: string): Promise<boolean> {
  if (!isStorable(source)) return false
  return (await links(scope).where('source', '=', source).limit(1).executeTakeFirst()) !== undefined
}

async function owners(scope: Scope, source: string, kind: string): Promise<string[]> {
  const { db, tenant } = scope
  const rows = await db
    .selectFrom('short_lived')
    .select('owner')
    .distinct()
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('owner', 'in', linkedAccounts(scope, source))
    .execute()
  return rows.map(({ owner }) => owner!)
}

async function link(
  { db, tenant, engine }: Scope,
  { source, subject, account, email, origin }: Omit<AccountLink, 'createdAt' | 'usedAt'>,
): Promise<boolean> {
  const added = await db
    .insertInto('account_links')
    .values({
      tenant,
      source,
      subject,
      account,
      email,
      origin,
      created_at: engine.now(),
      used_at: null,
    })
    .onConflict(conflict => conflict.columns(['tenant', 'source', 'subject']).doNothing())
    .executeTakeFirst()
  return (added.numInsertedOrUpdatedRows ?? 0n) > 0n
}

async function used(
  { db, tenant, engine }: Scope,
  source: string,
  subject: string,
  email: string | null,
): Promise<void> {
  await db
    .updateTable('account_links')
    .set({ used_at: engine.now(), email })
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .where('subject', '=', subject)
    .execute()
}

async function unlink(
  { db, tenant }: Scope,
  account: string,
  source: string,
  subject: string,
): Promise<boolean> {
  if (![account, source, subject].every(isStorable)) return false
  const gone = await db
    .deleteFrom('account_links')
    .where('tenant', '=', tenant)
    .where('source', '=', source)
    .where('subject', '=', subject)
    .where('account', '=', account)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

function sources({ db, tenant }: Scope) {
  return db.selectFrom('identity_sources').selectAll().where('tenant', '=', tenant)
}

function linkedAccounts({ db, tenant }: Scope, source: string) {
  return db
    .selectFrom('account_links')
    .select('account')
    .where('tenant', '=', tenant)
    .where('source', '=', source)
}

function links({ db, tenant }: Scope) {
  return db.selectFrom('account_links').selectAll().where('tenant', '=', tenant)
}

function fromRow(row: Selectable<Schema['identity_sources']>): IdentitySource {
  const settings: SourceSettings = JSON.parse(row.settings)
  return {
    id: row.id,
    ...settings,
    hasSecret: row.secret !== null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function fromLink(row: Selectable<Schema['account_links']>): AccountLink {
  return {
    source: row.source,
    subject: row.subject,
    account: row.account,
    email: row.email,
    origin: row.origin as LinkOrigin,
    createdAt: row.created_at,
    usedAt: row.used_at,
  }
}

export const identitySourceReads = shelf<IdentitySourceReads>({ list, get, secret, linked, linksOf })

export const identitySourceWrites = shelf<IdentitySourceWrites>({
  get: heldSource,
  list,
  create,
  update,
  remove,
  linked,
  linksOf,
  hasLinks,
  owners,
  link,
  used,
  unlink,
})
