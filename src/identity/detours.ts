import { BoundedCache } from '../core/bounded-cache.ts'
import { randomText } from '../random.ts'
import type { Tenant } from '../store/store.ts'
import { type Seals, same } from './seals.ts'

const LIFE_MS = 15_000
const REMEMBERED = 20_000
const TOKEN = /[?&]way=([\w-]{22})\.([0-9a-z]{1,12})\.([\w-]{22})$/

/** Addresses of pages with a token that counts once, for a few seconds. */
export class Detours {
  readonly #seals: Seals
  readonly #now: () => number
  readonly #used = new BoundedCache<string, true>(REMEMBERED)

  constructor(seals: Seals, now: () => number) {
    this.#seals = seals
    this.#now = now
  }

  /** The address of a page, with a new token. */
  async through({ id }: Tenant, address: string): Promise<string> {
    const plain = withoutToken(address)
    const [nonce, time] = [randomText(), this.#now().toString(36)]
    const mac = await this.#seals.mac(id, 'way', plain, nonce, time)
    return `${plain}${plain.includes('?') ? '&' : '?'}way=${nonce}.${time}.${mac}`
  }

  /** Whether an address has a token that nobody has used yet. */
  async passed({ id }: Tenant, address: string): Promise<boolean> {
    const [, nonce, time, mac] = TOKEN.exec(address) ?? []
    if (nonce === undefined || this.#used.get(nonce)) return false
    if (Math.abs(this.#now() - Number.parseInt(time!, 36)) > LIFE_MS) return false
    if (!same(mac!, await this.#seals.mac(id, 'way', withoutToken(address), nonce, time!))) return false
    this.#used.set(nonce, true)
    return true
  }
}

function withoutToken(address: string): string {
  return address.replace(/[?&]way=[^&]*$/, '')
}
