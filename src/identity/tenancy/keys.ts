import { generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK, JWKS } from 'oidc-provider'
import { BoundedCache, type CacheFigures } from '../../core/bounded-cache.ts'
import { Recall, type Store, type TenantKey, type TenantStore } from '../../store/store.ts'
import { COMMAND_LINE, recorded, SERVICE } from './actor.ts'
import { acceptedKeys, newSealKey, type SealKey, sealKeys } from './seal-keys.ts'

const TENANTS = 500
const DAY = 24 * 60 * 60_000
/** The age at which a signing key is replaced. It stays published as long as anything that it signed is valid. */
const SIGNING_DAYS = 90
const KNOWN_DAYS = 30
/** How long a new key is published before it signs, so that all nodes publish it by then. */
const SHOWN_MS = 3_000

interface Kept {
  readonly epoch: number
  readonly keys: readonly TenantKey[]
  readonly seals: readonly SealKey[]
}

/** The keys of the tenants, created when they are first needed. Cached keys are valid until the store changes. */
export class TenantKeys {
  readonly #store: Store
  readonly #now: () => number
  readonly #known = new BoundedCache<string, Kept>(TENANTS)
  readonly #recall = new Recall()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  get cache(): CacheFigures {
    return this.#known
  }

  /**
   * The keys that sign flows, codes and cookies of a tenant, and former ones that are still accepted; the newest first.
   */
  async seals(tenant: string): Promise<readonly SealKey[]> {
    const { seals } = await this.#keys(tenant, 'seal', async () =>
      newSealKey(this.#store.newId(), this.#now()),
    )
    return this.#accepted(seals)
  }

  /** The keys that sign flows, codes and cookies, if they are cached and the store has not changed. */
  sealsNow(tenant: string): readonly SealKey[] | undefined {
    const known = this.#known.get(nameOf(tenant, 'seal'))
    if (known === undefined || known.seals.length === 0 || known.epoch !== this.#store.epoch())
      return undefined
    return this.#accepted(known.seals)
  }

  /** The same keys as `seals`, but never cached ones while the database is unavailable. */
  async sealsInStore(tenant: string): Promise<readonly SealKey[]> {
    return (
      this.sealsNow(tenant) ?? this.#accepted((await this.#load(tenant, 'seal', this.#store.epoch())).seals)
    )
  }

  #accepted(seals: readonly SealKey[]): readonly SealKey[] {
    return seals.length === 1 ? seals : acceptedKeys(seals, this.#now())
  }

  /** The private keys that sign for a tenant, the one in use first. */
  async signing(tenant: string): Promise<readonly TenantKey[]> {
    const { keys } = await this.#keys(tenant, 'sign', () => newSigningKey(this.#store.newId(), this.#now()))
    const shown = keys.findIndex(({ createdAt }) => createdAt <= this.#now() - SHOWN_MS)
    const inUse = shown === -1 ? keys.length - 1 : shown
    return inUse === 0 ? keys : [keys[inUse]!, ...keys.toSpliced(inUse, 1)]
  }

  async #keys(tenant: string, purpose: TenantKey['purpose'], make: () => Promise<TenantKey>): Promise<Kept> {
    const known = await this.#read(tenant, purpose)
    if (known.keys.length > 0) return known
    await addKey(this.#store.tenant(tenant), await make(), found => found.length > 0, 'age')
    this.#known.delete(nameOf(tenant, purpose))
    return await this.#read(tenant, purpose)
  }

  async #read(tenant: string, purpose: TenantKey['purpose']): Promise<Kept> {
    const name = nameOf(tenant, purpose)
    const epoch = this.#store.epoch()
    const known = this.#known.get(name)
    if (known?.epoch === epoch) return known
    // While the database is unavailable, pages continue with the cached keys.
    return await this.#recall.latest(name, epoch, known, () => this.#load(tenant, purpose, epoch))
  }

  async #load(tenant: string, purpose: TenantKey['purpose'], epoch: number): Promise<Kept> {
    const name = nameOf(tenant, purpose)
    const keys = await this.#store.tenant(tenant).keys.list(purpose)
    const seals = purpose === 'seal' ? sealKeys(keys, this.#known.get(name)?.seals ?? []) : []
    const kept = { epoch, keys, seals }
    this.#known.set(name, kept)
    return kept
  }
}

function nameOf(tenant: string, purpose: TenantKey['purpose']): string {
  return `${tenant} ${purpose}`
}

/**
 * Replaces signing keys that have reached their maximum age, for all tenants. Former keys stay published for a while.
 */
export async function rotateAgedKeys(store: Store, isStopped: () => boolean): Promise<void> {
  const oldest = store.now() - SIGNING_DAYS * DAY
  const isFresh = (keys: readonly TenantKey[]) => keys.length === 0 || keys[0]!.createdAt > oldest
  for (const id of await store.tenantsWithAgedKeys('sign', oldest)) {
    if (isStopped()) return
    await addKey(store.tenant(id), await newSigningKey(store.newId(), store.now()), isFresh, 'age')
  }
}

/** Replaces the signing key. Former keys stay published for a while. */
export async function rotateSigningKey(store: TenantStore, now: number): Promise<string> {
  const key = await newSigningKey(store.newId(), now)
  await addKey(store, key, () => false, 'command')
  return key.id
}

/** Adds a key, unless another node has done so in the meantime, and removes those that nothing needs any more. */
async function addKey(
  store: TenantStore,
  key: TenantKey,
  enough: (keys: readonly TenantKey[]) => boolean,
  cause: 'age' | 'command',
): Promise<void> {
  await store.write(async tx => {
    await tx.tenant.lock()
    const keys = await tx.keys.list(key.purpose)
    if (enough(keys)) return
    await tx.keys.create(key)
    // The first key replaces none.
    if (key.purpose === 'sign' && keys.length > 0)
      await recorded(tx, cause === 'age' ? SERVICE : COMMAND_LINE, 'signing-key-rotated', {
        details: { kid: key.id, cause },
      })
    // A key was last used when the one after it was made.
    for (const [index, old] of keys.entries()) {
      const replacedAt = keys[index - 1]?.createdAt ?? key.createdAt
      if (replacedAt < key.createdAt - KNOWN_DAYS * DAY) await tx.keys.remove(old.id)
    }
  })
}

async function newSigningKey(id: string, now: number): Promise<TenantKey> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const material = JSON.stringify((privateKey as KeyObject).export({ format: 'jwk' }))
  return { id, purpose: 'sign', material, createdAt: now }
}

/** Signing keys in the format that the provider expects. */
export function jwksOf(signing: readonly TenantKey[]): JWKS {
  return { keys: signing.map(jwk) }
}

function jwk({ id, material }: TenantKey): JWK {
  return { ...(JSON.parse(material) as JWK), kid: id, use: 'sig', alg: 'RS256' }
}
