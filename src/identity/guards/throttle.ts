import { folded } from '../../core/path.ts'
import type { Account, ShortLived, Store, Tenant, TryCount } from '../../store/store.ts'
import type { Seals } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import { networkOf, networksOf } from './networks.ts'
import type { RefusedTries } from './refused-tries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const KNOWN_NETWORK = 'KnownNetwork'
/** The kind of record for a network in which a person has used a second factor. */
const FACTOR_NETWORK = 'FactorNetwork'
const KNOWN_MS = 30 * 24 * HOUR

/** Free password attempts for a name from a network. `pressed` replaces `free` while many networks try that name. */
const PASSWORDS = { free: 5, pressed: 2, longest: 15 * MINUTE }
const PASSWORDS_FOR_NAME = 50
const PASSWORDS_FROM_NETWORK = 100
/** Free mails to a recipient from one network. `pressed` replaces `free` while many networks cause them. */
const MAILS = { free: 5, pressed: 1 }
const MAILS_TO_RECIPIENT = 20
const MAILS_FROM_NETWORK = 50
/** A fixed number an hour. */
const HOURLY = { first: HOUR, longest: HOUR }

/** Attempts to count. After a success, the person's own attempts are no longer counted. */
export interface Tries {
  readonly counts: readonly TryCount[]
  readonly own: readonly string[]
  /** What the audit trail records about throttled attempts. */
  readonly tried: Tried
  /** Identifies a known device or network of the person, as opposed to strangers. */
  readonly familiar?: string
}

/** What is attempted: with a name as it was typed, or for an account. */
export interface Tried {
  readonly what: string
  readonly name?: string
  readonly account?: string
  readonly address: string | null
}

interface Asking {
  readonly tenant: Tenant
  readonly address: string
  readonly device: string | undefined
}

/**
 * Limits how often something may be attempted. A wait applies to a name and a network together. Attempts by strangers
 * elsewhere therefore never make the owner wait; they only reduce the free attempts of each network. A known device, or
 * a network from which the person has signed in, is counted separately.
 */
export class Throttle {
  readonly #store: Store
  readonly #seals: Seals
  readonly #refused: RefusedTries
  readonly #now: () => number

  constructor(store: Store, seals: Seals, refused: RefusedTries, now: () => number) {
    this.#store = store
    this.#seals = seals
    this.#refused = refused
    this.#now = now
  }

  /** Milliseconds to wait; undefined when the attempt is admitted and counted. */
  async wait({ id }: Tenant, { counts, tried }: Tries): Promise<number | undefined> {
    const wait = await this.#store.tenant(id).tries.count(counts, this.#now())
    if (wait !== undefined) this.#refused.add(id, tried)
    return wait
  }

  async forgive({ id }: Tenant, { counts, own }: Tries): Promise<void> {
    const shared = counts.filter(count => !own.includes(count.key))
    await this.#store.tenant(id).tries.forgive(own, shared)
  }

  /** The counts for a password. */
  async password(
    tenant: Tenant,
    userName: string,
    address: string,
    device: string | undefined,
  ): Promise<Tries> {
    const name = folded(userName)
    const tried = { what: 'password', name, address }
    const known = await this.#seals.deviceOf(tenant.id, name, device)
    if (known !== undefined) {
      const own = key('device', known.id)
      return {
        counts: [{ key: own, subject: nameSubject(name), free: 10, longest: PASSWORDS.longest }],
        own: [own],
        tried,
        familiar: own,
      }
    }
    const networks = networksOf(address)
    const [{ id: nearest }] = networks
    const from = (network: string) => key('password from', network)
    if (await this.#isKnown(tenant.id, KNOWN_NETWORK, name, nearest)) {
      const own = key('password', name, nearest, 'known')
      const pressed = { by: from(nearest), over: PASSWORDS_FROM_NETWORK, free: 1 }
      const { free, longest } = PASSWORDS
      const count = { key: own, subject: nameSubject(name), free, longest, polled: true, pressed }
      return { counts: [count, ...networks.map(({ id }) => sum(from(id)))], own: [own], tried, familiar: own }
    }
    const all = key('password', name)
    return {
      counts: [
        sum(all, nameSubject(name)),
        ...networks.map(({ id, size }) => ({
          key: key('password', name, id),
          subject: nameSubject(name),
          free: PASSWORDS.free * size,
          longest: PASSWORDS.longest,
          // Polling extends the wait of the polling network only, not that of its neighbours.
          polled: id === nearest,
          pressed: { by: all, over: PASSWORDS_FOR_NAME, free: PASSWORDS.pressed * size },
        })),
        ...networks.map(({ id, size }) => ({
          key: from(id),
          free: PASSWORDS_FROM_NETWORK * size,
          longest: 5 * MINUTE,
        })),
      ],
      own: [key('password', name, nearest)],
      tried,
    }
  }

  /** The counts for the current password of a signed-in person. */
  currentPassword(account: string): Tries {
    const own = key('current password', account)
    const tried = { what: 'current password', account, address: null }
    const { longest } = PASSWORDS
    return { counts: [{ key: own, subject: accountSubject(account), free: 5, longest }], own: [own], tried }
  }

  /** The counts for the password of a registration, in a browser that has only the link. */
  chosenPassword(link: string, address: string): Tries {
    const own = key('current password', link)
    const tried = { what: 'registration password', address }
    return { counts: [{ key: own, free: 5, longest: PASSWORDS.longest }], own: [own], tried }
  }

  /**
   * The counts for a code of a second factor, after the password was given. A device or a network in which the account
   * used a second factor before is counted separately. All others share one count, so that using more of them does not
   * help to guess.
   */
  async code(account: Account, asking: Asking): Promise<Tries> {
    const own = key('code', account.id, await this.#familiar(account, asking))
    const tried = { what: 'code', account: account.id, address: asking.address }
    return {
      counts: [{ key: own, subject: accountSubject(account.id), free: 10, ...HOURLY }],
      own: [own],
      tried,
    }
  }

  /** The counts for mailing a code of a second factor. */
  async codeMail(account: Account, asking: Asking): Promise<Tries> {
    const counted = key('code mail', account.id, await this.#familiar(account, asking))
    const tried = { what: 'code mail', account: account.id, address: asking.address }
    return {
      counts: [{ key: counted, subject: accountSubject(account.id), free: 20, ...HOURLY }],
      own: [],
      tried,
    }
  }

  /** The device or network in which the account used a second factor before; empty if there is neither. */
  async #familiar({ userName }: Account, { tenant, address, device }: Asking): Promise<string> {
    const name = folded(userName)
    const known = await this.#seals.deviceOf(tenant.id, name, device)
    if (known?.hadFactor) return `device ${known.id}`
    const network = networkOf(address)
    return (await this.#isKnown(tenant.id, FACTOR_NETWORK, name, network)) ? `network ${network}` : ''
  }

  /** The counts for a link for a forgotten password, requested with a user name as it was typed. */
  async recovery(
    purpose: 'recovery' | 'console recovery',
    { tenant, address, device }: Asking,
    userName: string,
  ): Promise<Tries> {
    const name = folded(userName)
    const tried = { what: purpose, name, address }
    const mails = { subject: nameSubject(name), free: MAILS.free, ...HOURLY, window: HOUR }
    const known = await this.#seals.deviceOf(tenant.id, name, device)
    if (known !== undefined)
      return { counts: [{ key: key(purpose, 'device', known.id), ...mails }], own: [], tried }
    const networks = networksOf(address)
    const [{ id: nearest }] = networks
    if (!(await this.#isKnown(tenant.id, KNOWN_NETWORK, name, nearest))) return strangersMail(purpose, tried)
    const sums = networks.map(({ id }) => sum(key(`${purpose} from`, id)))
    return { counts: [{ key: key(purpose, name, nearest, 'known'), ...mails }, ...sums], own: [], tried }
  }

  /** The counts for a mail to an address that somebody registers, whether or not it has an account. */
  registration(recipient: string, address: string): Tries {
    return strangersMail('registration', { what: 'registration', name: folded(recipient), address })
  }

  /**
   * The records that mark a network as known for a person who has just signed in there. They contain only a MAC, so
   * that even the database does not reveal the network.
   */
  async knownNetwork(
    tenant: Tenant,
    { userName }: Account,
    address: string,
    hadFactor: boolean,
  ): Promise<ShortLived[]> {
    const idHash = await this.#networkMac(tenant.id, folded(userName), networkOf(address))
    const record = { idHash, owner: null, payload: '', expiresAt: this.#now() + KNOWN_MS }
    const kinds = hadFactor ? [KNOWN_NETWORK, FACTOR_NETWORK] : [KNOWN_NETWORK]
    return kinds.map(kind => ({ kind, ...record }))
  }

  async #isKnown(tenant: string, kind: string, name: string, network: string): Promise<boolean> {
    const idHash = await this.#networkMac(tenant, name, network)
    const record = await this.#store.tenant(tenant).records.get(kind, idHash)
    return (record?.expiresAt ?? 0) > this.#now()
  }

  async #networkMac(tenant: string, name: string, network: string): Promise<string> {
    return await this.#seals.mac(tenant, 'known network', name, network)
  }
}

/** The counts for a mail that a stranger causes. A network without earlier attempts is always admitted. */
function strangersMail(purpose: string, tried: Tried & { name: string; address: string }): Tries {
  const { name, address } = tried
  const networks = networksOf(address)
  const all = key(purpose, name)
  return {
    counts: [
      sum(all, nameSubject(name)),
      ...networks.map(({ id, size }) => ({
        key: key(purpose, name, id),
        subject: nameSubject(name),
        free: MAILS.free * size,
        ...HOURLY,
        window: HOUR,
        pressed: { by: all, over: MAILS_TO_RECIPIENT, free: MAILS.pressed * size },
      })),
      ...networks.map(({ id, size }) => ({
        key: key(`${purpose} from`, id),
        free: MAILS_FROM_NETWORK * size,
        longest: 15 * MINUTE,
      })),
    ],
    own: [],
    tried,
  }
}

/** The keys of an account's attempts: those under its names, and those made after its password was given. */
export function subjectsOf({ id, userName, email }: Account): string[] {
  const names = [userName, email].flatMap(name => (name === null ? [] : [nameSubject(folded(name))]))
  return [...new Set(names), accountSubject(id)]
}

function nameSubject(name: string): string {
  return key('tries for name', name)
}

function accountSubject(id: string): string {
  return key('tries for account', id)
}

function sum(counted: string, subject?: string): TryCount {
  return { key: counted, free: 0, longest: 0, sum: true, ...(subject !== undefined && { subject }) }
}

function key(...parts: readonly string[]): string {
  return secretHash(JSON.stringify(parts))
}
