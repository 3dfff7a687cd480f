import { keptValue } from '../../core/user-flows/attribute-book.ts'
import type { Answers } from '../../core/user-flows/document.ts'
import type { OwnAttribute } from '../../core/user-flows/own-attribute.ts'
import { batches, isStorable } from './rows.ts'
import type { Scope } from './scope.ts'
import { shelf } from './shelf.ts'

/** The custom attributes of a tenant, and their values. */
export interface AttributeReads {
  /** Every attribute, by name. */
  list(): Promise<OwnAttribute[]>
  /** The values of an account, by attribute. Attributes without a value are left out. */
  valuesOf(account: string): Promise<Answers>
  /** The values of several accounts, by account. */
  valuesOfAll(accounts: readonly string[]): Promise<Map<string, Answers>>
}

/** Attributes, inside a write. */
export interface AttributeWrites extends AttributeReads {
  /** Stores an attribute, replacing the one with the same name. */
  keep(attribute: OwnAttribute): Promise<void>
  /** Removes an attribute with all its values; false if there is none. */
  remove(name: string): Promise<boolean>
  /** Sets values of an account; null removes a value. Values of removed attributes are ignored. */
  set(account: string, values: Answers): Promise<void>
}

async function list({ db, tenant }: Scope): Promise<OwnAttribute[]> {
  const rows = await db
    .selectFrom('own_attributes')
    .select('definition')
    .where('tenant', '=', tenant)
    .orderBy('name')
    .execute()
  return rows.map(({ definition }) => JSON.parse(definition) as OwnAttribute)
}

async function valuesOf(scope: Scope, account: string): Promise<Answers> {
  return (await valuesOfAll(scope, [account])).get(account) ?? {}
}

async function valuesOfAll(scope: Scope, accounts: readonly string[]): Promise<Map<string, Answers>> {
  const { db, tenant } = scope
  const kinds = new Map((await list(scope)).map(({ name, kind }) => [name, kind]))
  const found = new Map<string, Record<string, Answers[string]>>()
  if (kinds.size === 0) return found
  for (const some of batches(accounts.filter(isStorable), 1_000)) {
    const rows = await db
      .selectFrom('attribute_values')
      .select(['account', 'attribute', 'value'])
      .where('tenant', '=', tenant)
      .where('account', 'in', some)
      .orderBy('attribute')
      .execute()
    for (const { account, attribute, value } of rows) {
      const kind = kinds.get(attribute)
      const its = found.get(account) ?? {}
      found.set(account, its)
      if (kind !== undefined) its[attribute] = keptValue(kind, value)
    }
  }
  return found
}

async function keep({ db, tenant }: Scope, attribute: OwnAttribute): Promise<void> {
  const definition = JSON.stringify(attribute)
  await db
    .insertInto('own_attributes')
    .values({ tenant, name: attribute.name, definition })
    .onConflict(conflict => conflict.columns(['tenant', 'name']).doUpdateSet({ definition }))
    .execute()
}

async function remove({ db, tenant }: Scope, name: string): Promise<boolean> {
  if (!isStorable(name)) return false
  const gone = await db
    .deleteFrom('own_attributes')
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

async function set(scope: Scope, account: string, values: Answers): Promise<void> {
  const { db, tenant, engine } = scope
  const known = new Set((await list(scope)).map(({ name }) => name))
  for (const [attribute, value] of Object.entries(values).filter(([name]) => known.has(name))) {
    if (value === null) {
      await db
        .deleteFrom('attribute_values')
        .where('tenant', '=', tenant)
        .where('account', '=', account)
        .where('attribute', '=', attribute)
        .execute()
      continue
    }
    const kept = { value: String(value), at: engine.now() }
    await db
      .insertInto('attribute_values')
      .values({ tenant, account, attribute, ...kept })
      .onConflict(conflict => conflict.columns(['tenant', 'account', 'attribute']).doUpdateSet(kept))
      .execute()
  }
}

export const attributeReads = shelf<AttributeReads>({ list, valuesOf, valuesOfAll })

export const attributeWrites = shelf<AttributeWrites>({ list, valuesOf, valuesOfAll, keep, remove, set })
