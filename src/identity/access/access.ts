import { type AccessMode, mayUse } from '../../core/access.ts'
import type { Store } from '../../store/store.ts'
import { isDemo } from '../tenancy/built-in-applications.ts'

/**
 * Decides whether people may use applications. This is checked when codes and tokens are issued and used.
 *
 * Revoking access is one write, and removing what was issued is a later one. Access is therefore checked again once a
 * code or token has been written. This check either comes after the first write and finds no access, or the code or
 * token existed before the second write, which removes it.
 */
export class Accesses {
  readonly #store: Store

  constructor(store: Store) {
    this.#store = store
  }

  /** Whether an account may use an application now. The demo application is not in the store. */
  async allows(tenant: string, application: string, account: string): Promise<boolean> {
    if (isDemo(application)) return true
    return mayUse(await this.#store.tenant(tenant).access.standing(application, account))
  }

  /** Whether people without access can request it. */
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
