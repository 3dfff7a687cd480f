import { BoundedCache } from '../../core/bounded-cache.ts'
import { randomText } from '../../random.ts'
import type { Tenant } from '../../store/store.ts'
import type { Seals } from '../tenancy/seals.ts'

const LIFE_MS = 90_000
const REMEMBERED = 20_000
const TOKEN = /^[?&]way=([\w-]{22})\.([0-9a-z]{1,12})\.([\w-]{22})$/

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
    const token = this.#tokenIn(address, session)
    if (token === undefined || !(await this.#seals.isMac(id, token.mac, ...token.texts))) return 'none'
    this.#used.set(token.nonce, true)
    return token.age < -LIFE_MS ? 'ahead' : 'passed'
  }

  /**
   * Whether an address has a valid token, as far as that is known without reading the store. Uses it up. Leaves
   * everything unusual to `way`.
   */
  passesNow({ id }: Tenant, address: string, session = ''): boolean {
    const token = this.#tokenIn(address, session)
    if (token === undefined || token.age < -LIFE_MS) return false
    if (this.#seals.isMacNow(id, token.mac, ...token.texts) !== true) return false
    this.#used.set(token.nonce, true)
    return true
  }

  /** The token of an address, if it was not used here and has not expired. */
  #tokenIn(address: string, session: string) {
    const plain = withoutToken(address)
    const [, nonce, time, mac] = TOKEN.exec(address.slice(plain.length)) ?? []
    if (nonce === undefined || this.#used.get(nonce)) return undefined
    const age = this.#now() - Number.parseInt(time!, 36)
    if (age > LIFE_MS) return undefined
    return { nonce, age, mac: mac!, texts: ['way', plain, nonce, time!, session] }
  }
}

/**
 * The address of a page before a token was added. Only the last parameter is a token: anywhere else, such as behind a
 * second question mark, it is part of another value, and the page may be another one.
 */
export function withoutToken(address: string): string {
  const [path, query] = splitAt(address, address.indexOf('?'))
  const at = Math.max(query.lastIndexOf('&'), 0)
  return query.startsWith('way=', at + 1) ? `${path}${query.slice(0, at)}` : address
}

function splitAt(text: string, at: number): [before: string, after: string] {
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}
