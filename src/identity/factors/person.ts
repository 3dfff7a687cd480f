import { mailHeldUntil } from '../../core/flows/assurance.ts'
import { isStrong, type Method, standsInFor } from '../../core/flows/methods.ts'
import { methodsOf } from '../../core/flows/sign-in.ts'
import type { Account, TenantStore } from '../../store/store.ts'
import { FACTORS } from './factor.ts'

/** An account, and the second factors that it has. */
export interface Person {
  readonly account: Account
  readonly held: readonly Method[]
}

export async function personOf(store: TenantStore, account: Account): Promise<Person> {
  const held: Method[] = []
  for (const factor of FACTORS) {
    const other = standsInFor(factor.id)
    if (other !== undefined && !held.includes(other)) continue
    if (await factor.isSetUp(store, account)) held.push(factor.id)
  }
  return { account, held }
}

/** The second factors that a person can use now, and whether mail is excluded because the password was recovered. */
export function standingOf({ account, held }: Person, now: number): { methods: Method[]; mailHeld: boolean } {
  const mailed = held.length > 0 && !held.some(isStrong)
  const mailHeld = mailed && mailHeldUntil(account.recoveredAt, now) !== undefined
  return { methods: methodsOf(held, mailHeld), mailHeld }
}

/** The factors of an account that are independent of its password, strongest first. */
export async function strongFactors(store: TenantStore, account: Account): Promise<Method[]> {
  const found: Method[] = []
  for (const { id, isSetUp } of FACTORS)
    if (isStrong(id) && standsInFor(id) === undefined && (await isSetUp(store, account))) found.push(id)
  return found
}

/** Which factors an account has set up, for commands. */
export async function factorFields(store: TenantStore, account: Account): Promise<Record<string, boolean>> {
  const fields: Record<string, boolean> = {}
  for (const { field, isSetUp } of FACTORS)
    if (field !== undefined) fields[field] = await isSetUp(store, account)
  return fields
}
