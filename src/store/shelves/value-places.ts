import type { ValuePlace } from '../cipher.ts'

/** Where a key is kept. */
export function keyPlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'tenant_keys.material', row }
}

/** Where the secret of an identity source is kept. */
export function sourcePlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'identity_sources.secret', row }
}

/** Where the secret of an account's app is kept. */
export function secretPlace(tenant: string, row: string): ValuePlace {
  return { tenant, column: 'authenticators.secret', row }
}
