import type { Store } from '../store/store.ts'
import { Bearers } from './bearer.ts'
import { type ProviderEvents, Providers } from './provider.ts'
import { Tenancy } from './tenants.ts'
import { FailedTries } from './tries.ts'

export { assignTheme, createApplication, removeApplication } from './applications.ts'
export { createClient, createFirstClient, entitleClient, removeClient, rotateClient } from './clients.ts'
export { createTenant, ensureFirstTenant, FIRST_TENANT } from './tenants.ts'

export interface Identity {
  readonly tenancy: Tenancy
  readonly providers: Providers
  readonly bearers: Bearers
  readonly tries: FailedTries
}

/** Everything that knows who is asking. */
export function createIdentity(parts: {
  readonly store: Store
  readonly publicUrl: () => string
  readonly locale: string | undefined
  readonly failedTries: number
  readonly now: () => number
  readonly events: ProviderEvents
}): Identity {
  const { store, publicUrl, locale, failedTries, now, events } = parts
  const tenancy = new Tenancy(store, publicUrl, locale)
  const providers = new Providers(store, tenancy, events)
  return {
    tenancy,
    providers,
    bearers: new Bearers(store, providers, now),
    tries: new FailedTries(failedTries, now),
  }
}
