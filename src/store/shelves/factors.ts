import { Refusal } from '../../core/refusal.ts'
import type { Authenticator } from '../kept.ts'
import { heldAccount } from './accounts.ts'
import { isStorable } from './rows.ts'
import { refusing, type Scope } from './scope.ts'
import { shelf } from './shelf.ts'
import { secretPlace } from './value-places.ts'

/** Second factors. */
export interface FactorReads {
  authenticator(accountId: string): Promise<Authenticator | undefined>
  recoveryCodesLeft(accountId: string): Promise<number>
}

/** Second factors, inside a write. */
export interface FactorWrites {
  /** Enrols an authenticator app, replacing the former one; null removes it. */
  setAuthenticator(accountId: string, authenticator: Authenticator | null): Promise<void>
  /** Marks the code of a time step as used; false if it or a later one was used before. */
  useStep(accountId: string, step: number): Promise<boolean>
  /** Gives an account new recovery codes, replacing the former ones. */
  setRecoveryCodes(accountId: string, hashes: readonly string[]): Promise<void>
  /** Uses up a recovery code; false if there is no such code. */
  useRecoveryCode(accountId: string, hash: string): Promise<boolean>
}

/** The authenticator app that an account has enrolled. */
async function authenticator(
  { db, tenant, engine }: Scope,
  accountId: string,
): Promise<Authenticator | undefined> {
  if (!isStorable(accountId)) return undefined
  const row = await db
    .selectFrom('authenticators')
    .select(['secret', 'used_step'])
    .where('tenant', '=', tenant)
    .where('account', '=', accountId)
    .executeTakeFirst()
  return (
    row && {
      secret: engine.cipher.opened(row.secret, secretPlace(tenant, accountId)),
      usedStep: row.used_step,
    }
  )
}

/** Enrols an authenticator app, replacing the former one; null removes it. */
async function setAuthenticator(
  scope: Scope,
  accountId: string,
  authenticator: Authenticator | null,
): Promise<void> {
  const { db, tenant, engine } = scope
  if (!isStorable(accountId)) throw unknown(accountId)
  if (authenticator === null) {
    await db
      .deleteFrom('authenticators')
      .where('tenant', '=', tenant)
      .where('account', '=', accountId)
      .execute()
    return
  }
  const secret = engine.cipher.sealed(authenticator.secret, secretPlace(tenant, accountId))
  const values = { secret, used_step: authenticator.usedStep }
  await refusing(
    scope,
    'reference',
    unknown(accountId),
    db
      .insertInto('authenticators')
      .values({ tenant, account: accountId, ...values })
      .onConflict(conflict => conflict.columns(['tenant', 'account']).doUpdateSet(values))
      .execute(),
  )
}

/** Marks the code of a time step as used; false if it or a later one was used before. */
async function useStep({ db, tenant }: Scope, accountId: string, step: number): Promise<boolean> {
  if (!isStorable(accountId)) return false
  const used = await db
    .updateTable('authenticators')
    .set({ used_step: step })
    .where('tenant', '=', tenant)
    .where('account', '=', accountId)
    .where('used_step', '<', step)
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** How many recovery codes an account has left. */
async function recoveryCodesLeft({ db, tenant }: Scope, accountId: string): Promise<number> {
  if (!isStorable(accountId)) return 0
  const row = await db
    .selectFrom('recovery_codes')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('tenant', '=', tenant)
    .where('account', '=', accountId)
    .executeTakeFirstOrThrow()
  return row.count
}

/** Gives an account new recovery codes, replacing the former ones. */
async function setRecoveryCodes(scope: Scope, accountId: string, hashes: readonly string[]): Promise<void> {
  const { db, tenant } = scope
  // Otherwise, two concurrent writes could both store their codes.
  if ((await heldAccount(scope, accountId)) === undefined) throw unknown(accountId)
  await db
    .deleteFrom('recovery_codes')
    .where('tenant', '=', tenant)
    .where('account', '=', accountId)
    .execute()
  const rows = [...new Set(hashes)].map(hash => ({ tenant, account: accountId, hash }))
  if (rows.length > 0) await db.insertInto('recovery_codes').values(rows).execute()
}

/** Uses up a recovery code; false if there is no such code. */
async function useRecoveryCode({ db, tenant }: Scope, accountId: string, hash: string): Promise<boolean> {
  if (!isStorable(accountId) || !isStorable(hash)) return false
  const used = await db
    .deleteFrom('recovery_codes')
    .where('tenant', '=', tenant)
    .where('account', '=', accountId)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return used.numDeletedRows > 0n
}

function unknown(account: string): Refusal {
  return new Refusal('account_unknown', { account })
}

export const factorReads = shelf<FactorReads>({ authenticator, recoveryCodesLeft })

export const factorWrites = shelf<FactorWrites>({
  setAuthenticator,
  useStep,
  setRecoveryCodes,
  useRecoveryCode,
})
