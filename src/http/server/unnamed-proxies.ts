import type { FastifyRequest } from 'fastify'
import { FIRST_TENANT } from '../../identity/identity.ts'
import type { Store } from '../../store/store.ts'
import { trustedBy } from './proxies.ts'

/** The kind of record by which `tabard doctor` learns of such proxies; the payload is the address. */
export const UNNAMED_PROXY = 'UnnamedProxy'
const HOUR = 60 * 60_000
const KEPT_MS = 24 * HOUR

/** Everybody behind such a proxy shares one address, and therefore its rate limits. */
const IGNORED =
  'ignored X-Forwarded-For from an address that is not in TABARD_TRUSTED_PROXIES; if it is your proxy, add it'

/**
 * Notes where `X-Forwarded-For` comes from without being believed. Anybody can send that header, so it is logged once,
 * and one address an hour is kept.
 */
export class UnnamedProxies {
  readonly #store: Store
  readonly #isTrusted: (address: string | undefined) => boolean
  readonly #now: () => number
  #logged = false
  #nextAt = 0

  constructor(store: Store, trusted: readonly string[], now: () => number) {
    this.#store = store
    this.#isTrusted = trustedBy(trusted)
    this.#now = now
  }

  note({ headers, socket, log }: FastifyRequest): void {
    const peer = socket.remoteAddress
    if (headers['x-forwarded-for'] === undefined || peer === undefined || this.#isTrusted(peer)) return
    if (!this.#logged) log.warn({ peer }, IGNORED)
    this.#logged = true
    const now = this.#now()
    if (now < this.#nextAt) return
    this.#nextAt = now + HOUR
    const record = { kind: UNNAMED_PROXY, idHash: peer, owner: null, payload: peer, expiresAt: now + KEPT_MS }
    this.#store
      .tenant(FIRST_TENANT)
      .records.keep(record)
      .catch(err => log.warn({ err }, 'could not record an unnamed proxy'))
  }
}
