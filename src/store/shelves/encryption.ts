import { keptWith } from '../cipher.ts'
import { held, type Scope } from './scope.ts'
import { keyPlace, secretPlace, sourcePlace } from './value-places.ts'

const AT_ONCE = 500

/** Rewrites keys and secrets that are not encrypted with the configured key, some at a time. Returns how many. */
export async function encryptAnew(scope: Scope): Promise<number> {
  return (await keysAnew(scope)) + (await secretsAnew(scope)) + (await sourcesAnew(scope))
}

async function keysAnew(scope: Scope): Promise<number> {
  const { db, tenant, engine } = scope
  const { cipher } = engine
  const { comparison, pattern } = keptOtherwise(scope)
  const mine = db.selectFrom('tenant_keys').select(['id', 'material']).where('tenant', '=', tenant)
  const rows = await held(scope, mine.where('material', comparison, pattern).limit(AT_ONCE)).execute()
  for (const { id, material: kept } of rows) {
    const place = keyPlace(tenant, id)
    const material = cipher.sealed(cipher.opened(kept, place), place)
    await db
      .updateTable('tenant_keys')
      .set({ material })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

async function secretsAnew(scope: Scope): Promise<number> {
  const { db, tenant, engine } = scope
  const { cipher } = engine
  const { comparison, pattern } = keptOtherwise(scope)
  const mine = db.selectFrom('authenticators').select(['account', 'secret']).where('tenant', '=', tenant)
  const rows = await held(scope, mine.where('secret', comparison, pattern).limit(AT_ONCE)).execute()
  for (const { account, secret: kept } of rows) {
    const place = secretPlace(tenant, account)
    const secret = cipher.sealed(cipher.opened(kept, place), place)
    await db
      .updateTable('authenticators')
      .set({ secret })
      .where('tenant', '=', tenant)
      .where('account', '=', account)
      .execute()
  }
  return rows.length
}

async function sourcesAnew(scope: Scope): Promise<number> {
  const { db, tenant, engine } = scope
  const { cipher } = engine
  const { comparison, pattern } = keptOtherwise(scope)
  const mine = db.selectFrom('identity_sources').select(['id', 'secret']).where('tenant', '=', tenant)
  const rows = await held(scope, mine.where('secret', comparison, pattern).limit(AT_ONCE)).execute()
  for (const { id, secret: kept } of rows) {
    const place = sourcePlace(tenant, id)
    const secret = cipher.sealed(cipher.opened(kept!, place), place)
    await db
      .updateTable('identity_sources')
      .set({ secret })
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .execute()
  }
  return rows.length
}

/** Matches values that are not encrypted with the current key; if there is no key, those that are encrypted. */
function keptOtherwise({ engine }: Scope): { comparison: 'like' | 'not like'; pattern: string } {
  const { currentId } = engine.cipher
  return currentId === undefined
    ? { comparison: 'like', pattern: keptWith() }
    : { comparison: 'not like', pattern: keptWith(currentId) }
}
