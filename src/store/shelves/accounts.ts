import { type Selectable, sql, type Updateable } from 'kysely'
import { ACCOUNT_STATUSES } from '../../core/access.ts'
import { folded } from '../../core/path.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Account, AccountChange, AccountFilter } from '../kept.ts'
import type { Schema } from '../schema.ts'
import { prepared } from './prepared.ts'
import { closeRequests } from './requests.ts'
import { closeItems } from './review-closing.ts'
import { batches, containing, isStorable } from './rows.ts'
import { held, refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** Accounts. */
export interface AccountReads {
  /** Ordered by user name, ignoring case; `total` counts all that match. */
  list(page: {
    limit: number
    offset: number
    filter?: AccountFilter
  }): Promise<{ total: number; accounts: Account[] }>
  get(id: string): Promise<Account | undefined>
  /** The existing accounts among these ids, by id. */
  withIds(ids: readonly string[]): Promise<Map<string, Account>>
  /** By user name, ignoring case. */
  named(userName: string): Promise<Account | undefined>
  /** By e-mail address, ignoring case; any of them if several match. */
  withEmail(email: string): Promise<Account | undefined>
  /** The account for a sign-in: by user name, else by e-mail address if exactly one account has it. */
  meantBy(typed: string): Promise<Account | undefined>
}

/** Accounts, inside a write. */
export interface AccountWrites {
  get(id: string): Promise<Account | undefined>
  named(userName: string): Promise<Account | undefined>
  /** The existing accounts among these ids. They cannot be removed until the write ends. */
  hold(ids: readonly string[]): Promise<Set<string>>
  /** Counts administrators, and locks them until the transaction ends. */
  countAdministrators(status?: 'active'): Promise<number>
  /** Rejects a user name that is taken, ignoring case. */
  create(account: Account): Promise<void>
  /** Rejects a user name that is taken; false if there is no such account. */
  update(id: string, change: AccountChange): Promise<boolean>
  remove(id: string): Promise<boolean>
}

/** A page of the accounts, ordered by user name, and their total number. */
async function accounts(
  { db, tenant }: Scope,
  { limit, offset, filter = {} }: { limit: number; offset: number; filter?: AccountFilter },
): Promise<{ total: number; accounts: Account[] }> {
  const { search, status, administrator, attributes = {} } = filter
  const texts = [search ?? '', ...Object.entries(attributes).flat()]
  if (!texts.every(isStorable)) return { total: 0, accounts: [] }
  const mine = db
    .selectFrom('accounts')
    .where('tenant', '=', tenant)
    .$if(search !== undefined, rows => rows.where(isKnownBy(search!)))
    .$if(status !== undefined, rows => rows.where('status', '=', status!))
    .$if(administrator !== undefined, rows => rows.where('administrator', '=', 1))
    .where(({ and, exists, selectFrom }) =>
      and(
        Object.entries(attributes).map(([name, value]) =>
          exists(
            selectFrom('attribute_values as own')
              .select('own.account')
              .where('own.tenant', '=', tenant)
              .where('own.attribute', '=', name)
              .where('own.value', '=', value)
              .whereRef('own.account', '=', 'accounts.id'),
          ),
        ),
      ),
    )
  const { total } = await mine.select(eb => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await mine.selectAll().orderBy('user_name_key').limit(limit).offset(offset).execute()
  return { total, accounts: rows.map(fromRow) }
}

/** Whether a text occurs in the user name, the e-mail address or the names of an account. */
export function isKnownBy(text: string) {
  const name = sql`coalesce(given_name, '') || ' ' || coalesce(family_name, '')`
  const small = folded(text)
  const looks = [
    [sql.ref('user_name_key'), small],
    [sql`coalesce(email_key, '')`, small],
    [sql`lower(${name})`, small],
    // SQLite lowercases only ASCII.
    [sql`(${name})`, text.normalize('NFC')],
  ] as const
  const found = looks.map(([field, part]) => containing(field, part))
  return sql<boolean>`(${sql.join(found, sql` or `)})`
}

/** The account with this id. */
async function account(scope: Scope, id: string): Promise<Account | undefined> {
  if (!isStorable(id)) return undefined
  const [row] = await accountWithId(scope, id)
  return row && fromRow(row)
}

/** The existing accounts among these ids, by id. */
async function accountsWithIds({ db, tenant }: Scope, ids: readonly string[]): Promise<Map<string, Account>> {
  const found = new Map<string, Account>()
  for (const some of batches([...new Set(ids)].filter(isStorable), 1_000)) {
    const rows = await db
      .selectFrom('accounts')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('id', 'in', some)
      .execute()
    for (const row of rows) found.set(row.id, fromRow(row))
  }
  return found
}

/** The account with this id, locked until the transaction ends. */
export async function heldAccount(scope: Scope, id: string): Promise<Account | undefined> {
  if (!isStorable(id)) return undefined
  const row = await held(scope, withId(scope, id)).executeTakeFirst()
  return row && fromRow(row)
}

/** The account with this user name, ignoring case. */
async function accountNamed(scope: Scope, userName: string): Promise<Account | undefined> {
  if (!isStorable(userName)) return undefined
  const row = await withName(scope, userName).executeTakeFirst()
  return row && fromRow(row)
}

/** An account with this e-mail address, ignoring case. */
async function accountWithEmail({ db, tenant }: Scope, email: string): Promise<Account | undefined> {
  if (!isStorable(email)) return undefined
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('email_key', '=', folded(email))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row && fromRow(row)
}

/**
 * The account with this user name, else the only one with this e-mail address. Every address is verified, or an
 * administrator has set it. One statement for all cases, so that its duration reveals nothing.
 */
async function accountFor({ db, tenant }: Scope, typed: string): Promise<Account | undefined> {
  if (!isStorable(typed)) return undefined
  const key = folded(typed)
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where(eb => eb.or([eb('user_name_key', '=', key), eb('email_key', '=', key)]))
    .orderBy(eb => eb.case().when('user_name_key', '=', key).then(0).else(1).end())
    .limit(2)
    .execute()
  const [first, second] = rows
  const meant = first?.user_name_key === key || second === undefined ? first : undefined
  return meant && fromRow(meant)
}

/** The account with this user name, locked until the transaction ends. */
async function heldAccountNamed(scope: Scope, userName: string): Promise<Account | undefined> {
  if (!isStorable(userName)) return undefined
  const row = await held(scope, withName(scope, userName)).executeTakeFirst()
  return row && fromRow(row)
}

/** The existing accounts among these ids. They cannot be removed until the transaction ends. */
async function heldAccounts({ db, tenant, engine }: Scope, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  for (const some of batches(ids.filter(isStorable), 1_000)) {
    const rows = db.selectFrom('accounts').select('id').where('tenant', '=', tenant).where('id', 'in', some)
    for (const { id } of await (engine.concurrent ? rows.forKeyShare() : rows).execute()) found.add(id)
  }
  return found
}

/** The number of administrators, or of those that can sign in. They are locked until the transaction ends. */
async function countAdministrators(scope: Scope, status?: Account['status']): Promise<number> {
  const rows = scope.db
    .selectFrom('accounts')
    .select('id')
    .where('tenant', '=', scope.tenant)
    .where('administrator', '=', 1)
    .$if(status !== undefined, query => query.where('status', '=', status!))
    .orderBy('id')
  return (await held(scope, rows).execute()).length
}

/** Adds an account. Rejects a user name that is taken. */
async function createAccount(scope: Scope, account: Account): Promise<void> {
  const { id, userName, createdAt, updatedAt } = account
  await refusing(
    scope,
    'duplicate',
    new Refusal('user_name_taken', { userName }),
    scope.db
      .insertInto('accounts')
      .values({
        tenant: scope.tenant,
        id,
        user_name: userName,
        user_name_key: folded(userName),
        email: account.email,
        email_key: account.email && folded(account.email),
        email_verified: Number(account.emailVerified),
        given_name: account.givenName,
        family_name: account.familyName,
        age: account.age,
        mobile_number: account.mobileNumber,
        locale: account.locale,
        status: account.status,
        administrator: Number(account.administrator),
        theme_developer: Number(account.themeDeveloper),
        password_hash: account.passwordHash,
        password_temporary: Number(account.passwordTemporary),
        recovered_at: account.recoveredAt,
        password_expires_at: account.passwordExpiresAt,
        supervisor: account.supervisor ?? null,
        created_at: createdAt,
        updated_at: updatedAt,
      })
      .execute(),
  )
}

/** Changes an account. Rejects a user name that is taken. Returns false if there is no such account. */
async function updateAccount(scope: Scope, id: string, change: AccountChange): Promise<boolean> {
  if (!isStorable(id)) return false
  const changed = await refusing(
    scope,
    'duplicate',
    new Refusal('user_name_taken', { userName: change.userName ?? '' }),
    scope.db
      .updateTable('accounts')
      .set({ ...changedColumns(change), updated_at: scope.engine.now() })
      .where('tenant', '=', scope.tenant)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  return changed.numUpdatedRows > 0n
}

/**
 * Removes an account with its second factors, closes requests for its access, and ends its part in campaigns. Returns
 * false if there is no such account.
 */
async function removeAccount(scope: Scope, id: string): Promise<boolean> {
  const { db, tenant } = scope
  if (!isStorable(id)) return false
  const gone = await db
    .deleteFrom('accounts')
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .executeTakeFirst()
  await closeRequests(scope, 'person', id)
  await closeItems(scope, id)
  await db
    .updateTable('accounts')
    .set({ supervisor: null })
    .where('tenant', '=', tenant)
    .where('supervisor', '=', id)
    .execute()
  return gone.numDeletedRows > 0n
}

const accountWithId = prepared((db, tenant, id: string) => withId({ db, tenant }, id))

function withId({ db, tenant }: Pick<Scope, 'db' | 'tenant'>, id: string) {
  return db.selectFrom('accounts').selectAll().where('tenant', '=', tenant).where('id', '=', id)
}

function withName({ db, tenant }: Scope, userName: string) {
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('user_name_key', '=', folded(userName))
}

function changedColumns(change: AccountChange): Updateable<Schema['accounts']> {
  const { userName, email, emailVerified, givenName, familyName, age, mobileNumber, locale } = change
  const { status, administrator, themeDeveloper, passwordHash, passwordTemporary } = change
  const { passwordExpiresAt, recoveredAt, supervisor } = change
  return {
    ...(userName !== undefined && { user_name: userName, user_name_key: folded(userName) }),
    ...(email !== undefined && { email, email_key: email && folded(email) }),
    ...(emailVerified !== undefined && { email_verified: Number(emailVerified) }),
    ...(givenName !== undefined && { given_name: givenName }),
    ...(familyName !== undefined && { family_name: familyName }),
    ...(age !== undefined && { age }),
    ...(mobileNumber !== undefined && { mobile_number: mobileNumber }),
    ...(locale !== undefined && { locale }),
    ...(status !== undefined && { status }),
    ...(administrator !== undefined && { administrator: Number(administrator) }),
    ...(themeDeveloper !== undefined && { theme_developer: Number(themeDeveloper) }),
    ...(passwordHash !== undefined && { password_hash: passwordHash }),
    ...(passwordTemporary !== undefined && { password_temporary: Number(passwordTemporary) }),
    ...(recoveredAt !== undefined && { recovered_at: recoveredAt }),
    // Only temporary passwords expire.
    ...(passwordTemporary === false && { password_expires_at: null }),
    ...(passwordExpiresAt !== undefined && { password_expires_at: passwordExpiresAt }),
    ...(supervisor !== undefined && { supervisor }),
  }
}

export type AccountRow = Selectable<Schema['accounts']>

/** Converts a row to an account. */
export function fromRow(row: AccountRow): Account {
  return {
    id: row.id,
    userName: row.user_name,
    email: row.email,
    emailVerified: row.email_verified !== 0,
    givenName: row.given_name,
    familyName: row.family_name,
    age: row.age,
    mobileNumber: row.mobile_number,
    locale: row.locale,
    status: ACCOUNT_STATUSES.find(status => status === row.status) ?? 'disabled',
    administrator: row.administrator !== 0,
    themeDeveloper: row.theme_developer !== 0,
    passwordHash: row.password_hash,
    passwordTemporary: row.password_temporary !== 0,
    recoveredAt: row.recovered_at,
    passwordExpiresAt: row.password_expires_at,
    ...(row.supervisor !== null && { supervisor: row.supervisor }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export const accountReads = shelf<AccountReads>({
  list: accounts,
  get: account,
  withIds: accountsWithIds,
  named: accountNamed,
  withEmail: accountWithEmail,
  meantBy: accountFor,
})

export const accountWrites = shelf<AccountWrites>({
  get: heldAccount,
  named: heldAccountNamed,
  hold: heldAccounts,
  countAdministrators,
  create: createAccount,
  update: updateAccount,
  remove: removeAccount,
})
