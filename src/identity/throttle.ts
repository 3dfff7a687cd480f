import { isIPv6 } from 'node:net'
import { folded } from '../core/path.ts'
import type { Account, Store, Tenant, TryCount } from '../store/store.ts'
import type { Seals } from './seals.ts'
import { secretHash } from './secrets.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Tries that are counted; a success takes those back that were the person's own. */
export interface Tries {
  readonly counts: readonly TryCount[]
  readonly own: readonly string[]
}

/**
 * How often something may be tried. A stranger can slow down strangers, never the person on a device that is known:
 * what is counted for such a device is counted for it alone.
 */
export class Throttle {
  readonly #store: Store
  readonly #seals: Seals
  readonly #now: () => number

  constructor(store: Store, seals: Seals, now: () => number) {
    this.#store = store
    this.#seals = seals
    this.#now = now
  }

  /** Milliseconds to wait; undefined when the try is admitted, and counted. */
  async wait({ id }: Tenant, { counts }: Tries): Promise<number | undefined> {
    return await this.#store.tenant(id).countTry(counts, this.#now())
  }

  async forgive({ id }: Tenant, { counts, own }: Tries): Promise<void> {
    const shared = counts.filter(count => !own.includes(count.key))
    await this.#store.tenant(id).forgiveTries(own, shared)
  }

  /** A password. */
  async password(
    tenant: Tenant,
    userName: string,
    address: string,
    device: string | undefined,
  ): Promise<Tries> {
    const name = folded(userName)
    const known = await this.#seals.deviceOf(tenant.id, name, device)
    const network = networkOf(address)
    if (known !== undefined) {
      const own = key('device', known)
      return { counts: [{ key: own, free: 10, longest: 15 * MINUTE }], own: [own] }
    }
    const own = key('password', name, network)
    return {
      counts: [
        { key: own, free: 5, longest: 15 * MINUTE },
        { key: key('password', name), free: 50, longest: MINUTE },
        { key: key('password from', network), free: 100, longest: 5 * MINUTE },
      ],
      own: [own],
    }
  }

  /** The current password, of somebody who is signed in. */
  currentPassword(account: string): Tries {
    const own = key('current password', account)
    return { counts: [{ key: own, free: 5, longest: 15 * MINUTE }], own: [own] }
  }

  /** A code of a second factor: whoever comes here has given the password. A known device is counted by itself. */
  async code(tenant: Tenant, account: Account, device: string | undefined): Promise<Tries> {
    const known = await this.#seals.deviceOf(tenant.id, folded(account.userName), device)
    const own = key('code', account.id, known ?? '')
    return { counts: [{ key: own, free: 10, ...HOURLY }], own: [own] }
  }

  /** The mail with such a code. */
  async codeMail(tenant: Tenant, account: Account, device: string | undefined): Promise<Tries> {
    const known = await this.#seals.deviceOf(tenant.id, folded(account.userName), device)
    return { counts: [{ key: key('code mail', account.id, known ?? ''), free: 20, ...HOURLY }], own: [] }
  }

  /** A mail that a stranger can cause, to somebody or at all. */
  mail(recipient: string, address: string): Tries {
    return {
      counts: [
        { key: key('mail', folded(recipient)), free: 5, ...HOURLY },
        { key: key('mail from', networkOf(address)), free: 50, longest: 15 * MINUTE },
      ],
      own: [],
    }
  }
}

/** So many an hour, and no more. */
const HOURLY = { first: HOUR, longest: HOUR }

function key(...parts: readonly string[]): string {
  return secretHash(JSON.stringify(parts))
}

/** Whoever has an IPv6 address has 2^64 of them. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address.replace('::ffff:', '')
  const [head = '', tail = ''] = address.split('%')[0]!.split('::')
  const groups = (text: string) => text.split(':').filter(group => group !== '')
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)]
  return all
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':')
}
