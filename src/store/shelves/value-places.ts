import type { ValuePlace } from '../cipher.ts'

/** The place of a key. */
export function keyPlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'tenant_keys.material', row }
}

/** The place of an identity source's secret. */
export function sourcePlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'identity_sources.secret', row }
}

/** The place of an authenticator app's secret. */
export function secretPlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'authenticators.secret', row }
}
