import { timingSafeEqual } from 'node:crypto'
import { randomText } from '../../random.ts'
import type { TenantKeys } from './keys.ts'
import { acceptedKeys, inUseFirst, keyInUse, type SealKey } from './seal-keys.ts'

/** The purpose of a flow. It does not change from the first page to the last, and travels in the URL of each. */
export interface Journey {
  readonly id: string
  readonly kind: JourneyKind
  /** The theme that the address of the first page forced. */
  readonly themeId: string | null
  readonly applicationId: string | null
  /** The provider's interaction that waits for this journey. */
  readonly interaction: string | null
  /** The languages that the application or the address asked for. */
  readonly locale: string | null
  /** The family of the session whose proofs it builds on. The journey ends with that session. */
  readonly session: string | null
  /**
   * The hash of a cookie that was set with the first proof; null before that. Nobody can continue without the cookie.
   */
  readonly holder: string | null
  /** The path and query of the page that follows the journey, if it is not the usual one. */
  readonly to: string | null
  /** The version of a designed flow that it goes through, as `reference@version`. */
  readonly flow: string | null
  /** The hash of the invitation that it builds on. */
  readonly invitation: string | null
  /** Names the record of what an identity source said about the person who came from there. */
  readonly came: string | null
  /** Milliseconds since 1970. */
  readonly startedAt: number
}

/** A journey that an application's request waits for. */
export type WaitedFor = Journey & { readonly interaction: string }

export type NewJourney = Partial<Omit<Journey, 'id' | 'startedAt'>> & Pick<Journey, 'kind'>

/** How long a flow may take. */
export const JOURNEY_MS = 60 * 60_000

/** A browser that an account has signed in with. */
export interface Device {
  readonly id: string
  /** Whether the sign-in used a second factor. */
  readonly hadFactor: boolean
}

/** The purposes that device cookies are signed for: without a second factor, and with one. */
const DEVICES = ['device', 'device with factor'] as const
const MAC_BYTES = 16
const ID_LENGTH = 22
/** A sealed journey holds its kind as one digit of base 36. Add new kinds at the end; there can be 36. */
export const JOURNEY_KINDS = [
  'sign-in',
  'change-password',
  'enrolment',
  'registration',
  'sign-out',
  'user-form',
  'consent',
  'console',
  'profile',
  'account-choice',
  'no-access',
  'access',
  'access-approval',
  'links',
] as const
const KIND_BASE = 36
export type JourneyKind = (typeof JOURNEY_KINDS)[number]

/**
 * Signs journeys, devices and codes with the tenant's key, and verifies them. After a rotation, former keys are still
 * accepted for a while. What belongs to a journey always uses the key that was current when the journey began. Later
 * pages can therefore derive it again.
 */
export class Seals {
  readonly #keys: TenantKeys
  readonly #now: () => number

  constructor(keys: TenantKeys, now: () => number) {
    this.#keys = keys
    this.#now = now
  }

  /** A journey that begins now. */
  journey(given: NewJourney): Journey {
    const { kind, themeId, applicationId, interaction, locale, session, holder, to, flow } = given
    const { invitation, came } = given
    return {
      id: randomText(),
      kind,
      themeId: themeId ?? null,
      applicationId: applicationId ?? null,
      interaction: interaction ?? null,
      locale: locale ?? null,
      session: session ?? null,
      holder: holder ?? null,
      to: to ?? null,
      flow: flow ?? null,
      invitation: invitation ?? null,
      came: came ?? null,
      startedAt: this.#now(),
    }
  }

  /** A signed journey as letters and digits for a URL. They are valid only together with the browser's cookie. */
  async sealed(tenant: string, browser: string, journey: Journey): Promise<string> {
    return sealedWith(await this.#key(tenant, this.#now()), browser, journey)
  }

  /** A signed journey, if the tenant's key is cached and the store has not changed. */
  sealedNow(tenant: string, browser: string, journey: Journey): string | undefined {
    const keys = this.#keys.sealsNow(tenant)
    return keys && sealedWith(keyInUse(keys, this.#now()), browser, journey)
  }

  /**
   * The journey in a signed text; undefined when it belongs to another browser, has expired, or was not signed by us.
   */
  async opened(tenant: string, browser: string, text: string): Promise<Journey | undefined> {
    const journey = await this.recognized(tenant, browser, text)
    // The clock may have been set back, or the journey may come from a node with another clock.
    const holds = journey !== undefined && Math.abs(this.#now() - journey.startedAt) <= JOURNEY_MS
    return holds ? journey : undefined
  }

  /** The journey in a signed text, even if it has expired. */
  async recognized(tenant: string, browser: string, text: string): Promise<Journey | undefined> {
    const body = text.slice(0, -2 * MAC_BYTES)
    const mac = text.slice(-2 * MAC_BYTES)
    const keys = await this.#keys.seals(tenant)
    if (!keys.some(key => same(mac, journeyMac(key, browser, body)))) return undefined
    const [fields = '', ...more] = Buffer.from(body, 'hex').toString().split(' ')
    const kind = JOURNEY_KINDS[Number.parseInt(fields[ID_LENGTH] ?? '', KIND_BASE)]
    // A newer version, which has more kinds, signed it.
    if (kind === undefined) return undefined
    const [themeId, applicationId, interaction, locale, ...later] =
      more.length === 0 ? [null, null, null, null] : JSON.parse(more.join(' '))
    const [session = null, holder = null, to = null, flow = null, invitation = null, came = null] = later
    return {
      id: fields.slice(0, ID_LENGTH),
      kind,
      themeId,
      applicationId,
      interaction,
      locale,
      session,
      holder,
      to,
      flow,
      invitation,
      came,
      startedAt: Number.parseInt(fields.slice(ID_LENGTH + 1), 36),
    }
  }

  /**
   * The value of the cookie that recognizes a device for an account that signed in there. It also tells whether a
   * second factor was used. A device that had a second factor before keeps its id.
   */
  async device(
    tenant: string,
    account: string,
    { before, hadFactor = false }: { before?: string | undefined; hadFactor?: boolean } = {},
  ): Promise<string> {
    const known = await this.deviceOf(tenant, account, before)
    const kept = known?.hadFactor ? known.id : undefined
    const id = kept ?? randomText()
    const purpose = DEVICES[hadFactor || kept !== undefined ? 1 : 0]
    return `${id}.${await this.mac(tenant, purpose, account, id)}`
  }

  /** The device that a cookie value names; undefined when it is not a device of this account. */
  async deviceOf(tenant: string, account: string, text: string | undefined): Promise<Device | undefined> {
    const [id = '', mac = ''] = (text ?? '').split('.', 2)
    for (const purpose of DEVICES)
      if (await this.isMac(tenant, mac, purpose, account, id))
        return { id, hadFactor: purpose === DEVICES[1] }
    return undefined
  }

  /** An HMAC with the tenant's key, so that even short values can be stored safely. */
  async mac(tenant: string, ...texts: readonly string[]): Promise<string> {
    return macOf(await this.#key(tenant, this.#now()), texts)
  }

  /** Whether a text is the HMAC of others, with the current key or a former one. */
  async isMac(tenant: string, given: string, ...texts: readonly string[]): Promise<boolean> {
    return (await this.#keys.seals(tenant)).some(key => same(given, macOf(key, texts)))
  }

  /**
   * Whether a text is the HMAC of others, with the current key or one that was replaced at most some time ago. The keys
   * are never old ones from memory: it fails while the store does.
   */
  async isRecentMac(
    tenant: string,
    ms: number,
    given: string,
    ...texts: readonly string[]
  ): Promise<boolean> {
    const keys = acceptedKeys(await this.#keys.sealsInStore(tenant), this.#now(), ms)
    return keys.some(key => same(given, macOf(key, texts)))
  }

  /** Whether a text is the HMAC of others; undefined if the keys are not cached, or the store has changed. */
  isMacNow(tenant: string, given: string, ...texts: readonly string[]): boolean | undefined {
    return this.#keys.sealsNow(tenant)?.some(key => same(given, macOf(key, texts)))
  }

  /** An HMAC with the key that was current when a journey began, so that all of its pages get the same. */
  async macIn(tenant: string, { startedAt }: Journey, ...texts: readonly string[]): Promise<string> {
    return macOf(await this.#key(tenant, startedAt), texts)
  }

  /** A secret that is derived from stored data with the tenant's key. */
  async secret(tenant: string, ...texts: readonly string[]): Promise<string> {
    return derived(await this.#key(tenant, this.#now()), texts).toString('base64url')
  }

  /** The secrets that are derived with the current key and with former ones, the current one first. */
  async secrets(tenant: string, ...texts: readonly string[]): Promise<string[]> {
    const keys = inUseFirst(await this.#keys.seals(tenant), this.#now())
    return keys.map(key => derived(key, texts).toString('base64url'))
  }

  /**
   * The token that the forms of a page carry. It belongs to the journey and the session that the page was shown for.
   * Knowing the address of a form is therefore not enough to post it.
   */
  async verifier(tenant: string, journey: Journey, session: { readonly family: string } | undefined) {
    return await this.macIn(tenant, journey, 'form', journey.id, session?.family ?? '')
  }

  /** Bytes derived from a journey, so that what is shown twice need not be stored. */
  async bytes(tenant: string, journey: Journey, purpose: string): Promise<Buffer> {
    return derived(await this.#key(tenant, journey.startedAt), [purpose, journey.id])
  }

  async #key(tenant: string, at: number): Promise<SealKey> {
    return keyInUse(await this.#keys.seals(tenant), at)
  }
}

function sealedWith(key: SealKey, browser: string, journey: Journey): string {
  const { id, kind, themeId, applicationId, interaction, locale, session, holder, to, startedAt } = journey
  const all = [
    themeId,
    applicationId,
    interaction,
    locale,
    session,
    holder,
    to,
    journey.flow,
    journey.invitation,
    journey.came,
  ]
  const more = all.slice(0, Math.max(4, all.findLastIndex(value => value !== null) + 1))
  const fields = `${id}${JOURNEY_KINDS.indexOf(kind).toString(KIND_BASE)}${startedAt.toString(36)}`
  const text = more.every(isNull) ? fields : `${fields} ${JSON.stringify(more)}`
  const body = Buffer.from(text).toString('hex')
  return `${body}${journeyMac(key, browser, body)}`
}

function isNull(value: string | null): boolean {
  return value === null
}

function derived({ hmac }: SealKey, texts: readonly string[]): Buffer {
  return hmac.of(JSON.stringify(texts))
}

function macOf(key: SealKey, texts: readonly string[]): string {
  return derived(key, texts).toString('base64url', 0, MAC_BYTES)
}

function journeyMac({ hmac }: SealKey, browser: string, body: string): string {
  return hmac.hexOf(JSON.stringify(['journey', browser, body])).slice(0, 2 * MAC_BYTES)
}

/** Compares two texts in constant time. */
export function same(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
