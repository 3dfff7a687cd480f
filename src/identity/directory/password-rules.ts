import type { Message } from '../../core/flows/message.ts'
import { type PasswordProblem, passwordProblem } from '../../core/password.ts'
import type { Tenant } from '../../store/store.ts'
import { FIRST_TENANT } from '../tenancy/tenants.ts'
import { isCommon, isCommonWord } from './common-passwords.ts'

const LABELS: Record<PasswordProblem, string> = {
  empty: 'PASSWORD_EMPTY',
  short: 'PASSWORD_SHORT',
  long: 'PASSWORD_LONG',
  common: 'PASSWORD_COMMON',
  context: 'PASSWORD_CONTEXT',
}

/** The minimum lengths that NIST SP 800-63B-4 requires: for a password alone, and for one with a second factor. */
const ALONE = 15
const BESIDE_FACTOR = 8

/** The minimum length of a new password: the one that the operator has set, or else that of NIST SP 800-63B-4. */
export function passwordMinimum(set: number | undefined, needsSecondFactor = false): number {
  return set ?? (needsSecondFactor ? BESIDE_FACTOR : ALONE)
}

/** The account and the tenant that a new password is for. */
export interface PasswordOwner {
  readonly tenant: Tenant
  /** The tenant's public address. */
  readonly address: string
  readonly minimum: number
  /** Names and addresses of the person. */
  readonly words: readonly (string | null)[]
  /** Whether an operator has chosen it. Then only passwords that are themselves in the list count as common. */
  readonly asListed?: boolean
}

/** What is wrong with a password. The same rules apply wherever one is chosen. */
export function refusedPassword(
  password: string,
  { tenant, address, minimum, words, asListed = false }: PasswordOwner,
): Message | undefined {
  const service = ['tabard', new URL(address).hostname, ...(tenant.id === FIRST_TENANT ? [] : [tenant.name])]
  const own = words.filter(word => word !== null)
  const problem = passwordProblem(password, {
    minimum,
    words: [...own, ...service],
    common: isCommon,
    commonWord: asListed ? () => false : isCommonWord,
  })
  return problem && { label: LABELS[problem], values: { MINIMUM: String(minimum) } }
}
