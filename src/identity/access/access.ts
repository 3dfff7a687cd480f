import { type AccessMode, mayUse } from '../../core/access.ts'
import type { Store } from '../../store/store.ts'
import { isDemo } from '../tenancy/built-in-applications.ts'

/**
 * Whether people may use applications, asked where codes and tokens are issued and used.
 *
 * Taking access away is one write, and removing what was issued is a later one. Whoever issues something asks again once
 * it is written: either that question comes after the first write and finds no access, or what was issued was there
 * before the second write, which removes it.
 */
export class Accesses {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Whether an account may use an application at this moment. The demo application is in no table. */
  async allows(tenant: string, application: string, account: string): Promise<boolean> {
    if (isDemo(application)) return true
    return mayUse(await this.#store.tenant(tenant).access.standing(application, account))
  }

  /** Whether people without access are meant to ask for it. */
  async takesRequests(tenant: string, application: string, account: string): Promise<boolean> {
    if (isDemo(application)) return false
    const mode: AccessMode | undefined = (
      await this.#store.tenant(tenant).access.standing(application, account)
    )?.mode
    return mode === 'request'
  }

  /** Removes the grants, codes and tokens that an application has for an account. */
  async endIssued(tenant: string, application: string, account: string): Promise<void> {
    await this.#store
      .tenant(tenant)
      .write(async tx => void (await tx.records.removeIssued(application, [account])), 'quiet')
  }
}
