import { BoundedCache } from '../../core/bounded-cache.ts'
import { randomText } from '../../random.ts'
import type { Tenant } from '../../store/store.ts'
import type { Seals } from '../tenancy/seals.ts'

const LIFE_MS = 90_000
const REMEMBERED = 20_000
const TOKEN = /[?&]way=([\w-]{22})\.([0-9a-z]{1,12})\.([\w-]{22})$/

/** How a request reached a page: by our redirect, by the redirect of a node whose clock is ahead, or without one. */
export type Way = 'passed' | 'ahead' | 'none'

/**
 * Adds a token to the address of a page. It is valid once per node, for a short time, and for one session cookie. Other
 * nodes do not know which tokens were used. A script can therefore send its page's token to another node, but it only
 * gets the same page again. It never gets the page after a proof, because each proof changes the address or the session
 * cookie.
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
   * Whether an address has a valid token that was not used here yet. A token from the future comes from a node whose
   * clock is ahead, and is accepted. If two nodes refused each other's tokens, they would redirect a browser forever.
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
