import { ACCESS_PAGES } from './access-pages.ts'
import type { Contract } from './contract.ts'
import { CONTRACTS } from './contracts.ts'
import type { PageEntry } from './entry.ts'
import { FACTOR_PAGES } from './factor-pages.ts'
import { FEDERATION_PAGES } from './federation-pages.ts'
import { PASSWORD_PAGES } from './password-pages.ts'
import { REGISTRATION_PAGES } from './registration-pages.ts'
import { SIGN_IN_PAGES } from './sign-in-pages.ts'

const contracts: ReadonlyMap<string, Contract> = new Map(Object.entries(CONTRACTS))

/** Every page that the service shows. */
export const PAGE_ROWS = [
  ...SIGN_IN_PAGES,
  ...FEDERATION_PAGES,
  ...PASSWORD_PAGES,
  ...FACTOR_PAGES,
  ...REGISTRATION_PAGES,
  ...ACCESS_PAGES,
] as const

/** The pages, each with its contract. */
export const PAGES: readonly PageEntry[] = PAGE_ROWS.map(entry => {
  const contract = contracts.get(entry.id)
  return contract === undefined ? entry : { ...entry, contract }
})
