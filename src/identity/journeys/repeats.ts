import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey } from '../tenancy/seals.ts'
import { secretHash } from '../tenancy/secrets.ts'
import type { FlowParts } from './flow-parts.ts'
import { isHeld } from './holder.ts'

const REPEAT = 'Repeat'
/** How long the answer to a form is remembered. */
const REPEAT_MS = 30_000
/** How many times a form looks for another node's answer to the same form, and the pause in between in milliseconds. */
const LOOKS = 5
const LOOK_MS = 200
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** A form as a browser sent it: the address with its flow, and the fields. */
interface Sent {
  readonly visit: Visit
  readonly journey: Journey
  readonly query: ReadonlyMap<string, string>
  readonly form: ReadonlyMap<string, string>
}

/** Where an answer is remembered for a sender, and the key that decrypts it. */
interface Place {
  readonly id: string
  readonly key: Buffer
}

type Parts = Pick<FlowParts, 'store' | 'seals' | 'flows' | 'sessions' | 'now'>

/**
 * Gives a form that a browser sends twice within seconds the same answer, because people click again when the
 * connection is slow. An answer may begin a session, so it is encrypted. The key is derived from the browser's cookie,
 * the sender, the flow and all fields of the form. Only the same form can decrypt the answer. A different form for the
 * same flow deletes it, so that it does not help to guess a password.
 */
export class Repeats {
  readonly #parts: Parts
  readonly #underway = new Map<string, Promise<Answer>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async answer(
    visit: Visit,
    { query, form }: Pick<Sent, 'query' | 'form'>,
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    const { tenant, browser } = visit
    const journey = await this.#parts.seals.opened(tenant.id, browser, query.get('flow') ?? '')
    if (journey === undefined || !isHeld(visit, journey)) return await act()
    const sent = { visit, journey, query, form }
    const places = await Promise.all(sendersOf(sent).map(sender => this.#place(sent, sender)))
    const names = places.map(({ id, key }) => `${id} ${key.toString('base64')}`)
    const same = this.#underway.get(names[0]!)
    if (same !== undefined) return await same
    const answer = this.#answered(sent, places, act)
    for (const name of names) this.#underway.set(name, answer)
    try {
      return await answer
    } finally {
      for (const name of names) this.#underway.delete(name)
    }
  }

  async #place({ visit, journey, query, form }: Sent, sender: string): Promise<Place> {
    const { seals } = this.#parts
    const { tenant, browser } = visit
    const address = JSON.stringify([sender, ...query])
    const id = secretHash(await seals.macIn(tenant.id, journey, 'repeat', browser, journey.id, address))
    const fields = JSON.stringify(['repeat', browser, address, [...form]])
    return { id, key: await seals.bytes(tenant.id, journey, fields) }
  }

  async #answered(sent: Sent, places: readonly Place[], act: () => Promise<Answer>): Promise<Answer> {
    const { visit, journey } = sent
    const place = places[0]!
    const known = await this.#known(visit, place)
    if (known !== undefined) return known
    const answer = await act()
    if (isRemembered(journey, answer)) {
      await this.#remember(sent, places, answer)
      return answer
    }
    if (!(await this.#mayBeElsewhere(sent, answer))) return answer
    for (let look = 0; look < LOOKS; look++) {
      await sleep(LOOK_MS)
      const first = await this.#known(visit, place)
      if (first !== undefined) return first
    }
    return answer
  }

  /**
   * Whether another node may have received the same form a moment ago. Its answer has ended the flow, or has taken the
   * session or the step that this one needs. Copies at this node share one answer.
   */
  async #mayBeElsewhere({ visit, journey }: Sent, answer: Answer): Promise<boolean> {
    const { store, flows, now } = this.#parts
    if (!store.shared) return false
    const ended = await flows.endedAt(visit.tenant.id, journey)
    if (ended !== undefined) return ended >= now() - REPEAT_MS
    return 'page' in answer && answer.status >= 400
  }

  /** Remembers an answer for its sender, with the cookies from before it and with those that it sets. */
  async #remember(sent: Sent, [place, ...former]: readonly Place[], answer: Answer): Promise<void> {
    const { store, now } = this.#parts
    const { session, registration } = answer.cookies ?? {}
    const places = [place!]
    if (typeof session === 'string') places.push(...former)
    if (registration !== undefined) places.push(await this.#place(sent, registrant(registration)))
    for (const { id, key } of places)
      await store.tenant(sent.visit.tenant.id).records.keep({
        kind: REPEAT,
        idHash: id,
        owner: null,
        payload: encrypted(JSON.stringify(answer), key),
        expiresAt: now() + REPEAT_MS,
      })
  }

  async #known({ tenant, browser, endedSession }: Visit, { id, key }: Place): Promise<Answer | undefined> {
    const { store, sessions, now } = this.#parts
    const records = store.tenant(tenant.id)
    const record = await records.records.get(REPEAT, id)
    if (record === undefined || record.expiresAt! <= now()) return undefined
    const answer = await records.write(async tx => {
      // Taken out of the store, so that of many concurrent guesses only one is tried.
      const taken = await tx.records.take(REPEAT, id)
      const text = taken && decrypted(taken.payload, key)
      if (taken === undefined || text === undefined) return undefined
      await tx.records.keep(taken)
      return JSON.parse(text) as Answer
    }, 'quiet')
    // An ended session is replaced only as long as the new one has not ended too.
    const session = answer?.cookies?.session
    if (endedSession === undefined || session == null) return answer
    return (await sessions.isStored(tenant.id, { session, browser })) ? answer : undefined
  }
}

/**
 * Who sends a form; only the same sender gets its answer again. On a page for signed-in people, the same person must
 * still be signed in. If the answer renews their session but does not arrive, the browser sends the form again with the
 * cookie of the former session. So the holder of that cookie is a second sender.
 */
function sendersOf({ visit, journey }: Sent): readonly string[] {
  const { session, endedSession } = visit
  switch (journey.kind) {
    case 'sign-in':
      return ['']
    case 'registration':
      return [registrant(visit.registration)]
    default:
      if (session !== undefined) return [session.account, formerly(session.idHash)]
      return [endedSession === undefined ? '' : formerly(secretHash(endedSession))]
  }
}

/**
 * The browser in which somebody registers. Another one, in which the cookie of its flows was planted, must not be signed
 * in.
 */
function registrant(cookie = ''): string {
  return `registration ${secretHash(cookie)}`
}

function formerly(session: string): string {
  return `session ${session}`
}

/** Whether a form that is sent again gets the same answer. Signing out takes effect each time. */
function isRemembered({ kind }: Journey, answer: Answer): boolean {
  if ('leaves' in answer) return kind !== 'sign-out'
  return 'redirect' in answer && answer.idle !== true
}

function encrypted(text: string, key: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function decrypted(payload: string, key: Buffer): string | undefined {
  const bytes = Buffer.from(payload, 'base64')
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const start = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8')
    return start + decipher.final('utf8')
  } catch {
    return undefined
  }
}
