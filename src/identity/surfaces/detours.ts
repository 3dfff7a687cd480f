import { BoundedCache } from '../../core/bounded-cache.ts'
import { randomText } from '../../random.ts'
import type { Tenant } from '../../store/store.ts'
import type { Seals } from '../tenancy/seals.ts'

const LIFE_MS = 90_000
const REMEMBERED = 20_000
const TOKEN = /[?&]way=([\w-]{22})\.([0-9a-z]{1,12})\.([\w-]{22})$/

/** Where a request to a page stands: it came by the redirect, by that of a node whose clock is ahead, or not at all. */
export type Way = 'passed' | 'ahead' | 'none'

/**
 * Addresses of pages with a token that counts once at a node, for a short time, and for one session cookie. Other nodes
 * do not know which tokens are used. A script that sends its page's token to one of them gets that page again and never
 * the one that follows a proof: with each proof either the address or the session cookie changes.
 */
export class Detours {
  readonly #seals: Seals
  readonly #now: () => number
  readonly #used = new BoundedCache<string, true>(REMEMBERED)

  constructor(seals: Seals, now: () => number) {
    this.#seals = seals
    this.#now = now
  }

  /** The address of a page, with a new token for a browser with this session cookie. */
  async through({ id }: Tenant, address: string, session = ''): Promise<string> {
    const plain = withoutToken(address)
    const [nonce, time] = [randomText(), this.#now().toString(36)]
    const mac = await this.#seals.mac(id, 'way', plain, nonce, time, session)
    return `${plain}${plain.includes('?') ? '&' : '?'}way=${nonce}.${time}.${mac}`
  }

  /**
   * Whether an address has a token that nobody has used here yet. One from the future is that of a node whose clock is
   * ahead, and counts: two nodes that refused each other's tokens would send a browser in circles.
   */
  async way({ id }: Tenant, address: string, session = ''): Promise<Way> {
    const [, nonce, time, mac] = TOKEN.exec(address) ?? []
    if (nonce === undefined || this.#used.get(nonce)) return 'none'
    const age = this.#now() - Number.parseInt(time!, 36)
    if (age > LIFE_MS) return 'none'
    const texts = ['way', withoutToken(address), nonce, time!, session]
    if (!(await this.#seals.isMac(id, mac!, ...texts))) return 'none'
    this.#used.set(nonce, true)
    return age < -LIFE_MS ? 'ahead' : 'passed'
  }
}

function withoutToken(address: string): string {
  return address.replace(/[?&]way=[^&]*$/, '')
}
