import { personFrom, type SourcePerson } from '../../core/federation/person.ts'
import { presetOf, type SourceProtocol } from '../../core/federation/presets.ts'
import { type IdentitySource, RecordKind, type Store, type Tenant } from '../../store/store.ts'
import { sourceAddress } from '../surfaces/addresses.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import { Breakers } from './breaker.ts'
import { outgoing } from './outgoing.ts'
import { SourceProblem } from './problem.ts'
import type { Brought, Protocol, Secrets, Sending, SpokenSource, ToldSignOut } from './protocol.ts'

/** The purpose of an exchange: a journey, signed for its browser, or a test in the console. */
export type Aim = { readonly flow: string } | { readonly test: string }

/** An exchange in progress. It is stored under the hash of its state, until somebody returns with that state. */
interface Begun extends Omit<Secrets, 'state'> {
  readonly source: string
  /** When the settings were last changed before it began. Changed settings might belong to somebody else. */
  readonly changed: number
  /** The hash of the browser's cookie; null if any browser may complete the exchange. */
  readonly browser: string | null
  readonly again: boolean
  readonly aim: Aim
}

/** A person who returned from a source, with the purpose of the exchange. */
export interface Returned extends Pick<Brought, 'provedAt' | 'sid' | 'idToken'> {
  readonly source: IdentitySource
  readonly person: SourcePerson
  readonly aim: Aim
  /** Whether the source was told to ask for the password again. */
  readonly again: boolean
}

type Note = SpokenSource['note']

/** The protocols are loaded when they are first used, because most services have no source. */
const PROTOCOLS: Readonly<Record<SourceProtocol, () => Promise<Protocol>>> = {
  openid: async () => new (await import('./openid.ts')).OpenId(),
  github: async () => (await import('./github.ts')).github,
}

const BEGUN = new RecordKind<Begun>('SourceBegun')
const BEGUN_MS = 60 * 60_000

/** The exchanges with identity sources. */
export class Exchanges {
  readonly breakers: Breakers
  readonly #store: Store
  readonly #address: (tenant: Tenant) => string
  readonly #now: () => number
  readonly #protocols = new Map<SourceProtocol, Promise<Protocol>>()

  constructor(parts: { store: Store; address: (tenant: Tenant) => string; now: () => number }) {
    this.#store = parts.store
    this.#address = parts.address
    this.#now = parts.now
    this.breakers = new Breakers(parts.now)
  }

  /**
   * Begins an exchange, and returns the address at the source. The stored record is useless without the state, or in
   * another browser.
   */
  async begin(
    tenant: Tenant,
    source: IdentitySource,
    asked: Pick<Sending, 'hint' | 'locale' | 'again'> & {
      readonly browser: string | null
      readonly aim: Aim
    },
    note?: Note,
  ): Promise<string> {
    const { browser, aim, ...sending } = asked
    const secrets = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
    const spoken = await this.#spoken(tenant, source, note)
    const address = await this.#run(tenant, source, protocol =>
      protocol.begin(spoken, { ...secrets, ...sending }),
    )
    const { state, ...kept } = secrets
    await this.#store.tenant(tenant.id).records.keep({
      ...BEGUN.holding({
        ...kept,
        source: source.id,
        changed: source.updatedAt,
        browser: browser === null ? null : secretHash(browser),
        again: sending.again,
        aim,
      }),
      idHash: secretHash(state),
      owner: null,
      expiresAt: this.#now() + BEGUN_MS,
    })
    return address
  }

  /** The purpose of an exchange by its state. This does not use up the state. */
  async aimOf(tenant: Tenant, browser: string, state: string): Promise<Aim | undefined> {
    const record = await this.#store.tenant(tenant.id).records.get(BEGUN.name, secretHash(state))
    const begun = record && BEGUN.heldIn(record)
    return begun !== undefined && isFor(begun, browser) ? begun.aim : undefined
  }

  /** Completes an exchange. A state is valid once, for the source and the browser that it was made for. */
  async end(
    tenant: Tenant,
    id: string,
    browser: string,
    parameters: URLSearchParams,
    noteFor: (aim: Aim) => Note | undefined = () => undefined,
  ): Promise<Returned> {
    const [state = '', ...others] = parameters.getAll('state')
    const record = await this.#store
      .tenant(tenant.id)
      .write(tx => tx.records.take(BEGUN.name, secretHash(state)), 'quiet')
    const begun = record && BEGUN.heldIn(record)
    if (begun === undefined || others.length > 0 || (record!.expiresAt ?? 0) <= this.#now())
      throw this.breakers.forged('The state is unknown, was used before or is too old.')
    if (!isFor(begun, browser)) throw this.breakers.forged('The state belongs to another browser.')
    // The address of a callback names its source, so that an answer from one source cannot be passed off as that of
    // another.
    if (begun.source !== id) throw this.breakers.forged('The state belongs to another source.')
    const source = await this.#store.tenant(tenant.id).identitySources.get(id)
    const isOpen = source?.enabled === true || 'test' in begun.aim
    if (source === undefined || !isOpen || source.updatedAt !== begun.changed)
      throw new SourceProblem('refused', 'The source was changed or disabled meanwhile.')
    const spoken = await this.#spoken(tenant, source, noteFor(begun.aim))
    const { nonce, verifier, again, aim } = begun
    const askedAt = again ? record!.expiresAt! - BEGUN_MS : undefined
    const { subject, claims, ...rest } = await this.#run(tenant, source, protocol =>
      protocol.end(spoken, { state, nonce, verifier, askedAt }, parameters),
    )
    return { source, person: personFrom(source, subject, claims), aim, again, ...rest }
  }

  /** The address for signing out at a source; undefined if it has none or cannot be reached. */
  async leave(
    tenant: Tenant,
    source: IdentitySource,
    leaving: { readonly idToken: string | undefined; readonly state: string },
  ): Promise<string | undefined> {
    const back = `${this.#address(tenant)}${sourceAddress(source.id, 'signed-out')}`
    const spoken = await this.#spoken(tenant, source)
    try {
      return await this.#run(
        tenant,
        source,
        async protocol => await protocol.leave?.(spoken, { ...leaving, back }),
      )
    } catch (error) {
      if (error instanceof SourceProblem) return undefined
      throw error
    }
  }

  /** Verifies a sign-out that a source reports. Does not use up the token. */
  async toldSignOut(tenant: Tenant, id: string, token: string): Promise<ToldSignOut> {
    const source = await this.#store.tenant(tenant.id).identitySources.get(id)
    const protocol = source && (await this.#protocol(source))
    if (source === undefined || protocol?.toldSignOut === undefined)
      throw new SourceProblem('settings', 'This identity source does not support back-channel logout.')
    const spoken = await this.#spoken(tenant, source)
    return await this.#run(tenant, source, () => protocol.toldSignOut!(spoken, token))
  }

  async #protocol({ preset }: IdentitySource): Promise<Protocol> {
    const { protocol } = presetOf(preset)
    const known = this.#protocols.get(protocol) ?? PROTOCOLS[protocol]()
    this.#protocols.set(protocol, known)
    return await known
  }

  async #run<T>(
    tenant: Tenant,
    source: IdentitySource,
    work: (protocol: Protocol) => Promise<T>,
  ): Promise<T> {
    const protocol = await this.#protocol(source)
    return await this.breakers.run(`${tenant.id} ${source.id} ${source.updatedAt}`, () => work(protocol))
  }

  async #spoken(tenant: Tenant, source: IdentitySource, note: Note = () => {}): Promise<SpokenSource> {
    const { host } = new URL(source.issuer)
    return {
      source,
      secret: await this.#store.tenant(tenant.id).identitySources.secret(source.id),
      send: outgoing([host]),
      callback: `${this.#address(tenant)}${sourceAddress(source.id, 'callback')}`,
      now: this.#now,
      note,
    }
  }
}

function isFor({ browser }: Begun, given: string): boolean {
  return browser === null || browser === secretHash(given)
}
