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

type Parts = Pick<FlowParts, 'store' | 'seals' | 'flows' | 'now'>

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
    const place = await this.#place(sent, senderOf(sent))
    const name = `${place.id} ${place.key.toString('base64')}`
    const same = this.#underway.get(name)
    if (same !== undefined) return await same
    const answer = this.#answered(sent, place, act)
    this.#underway.set(name, answer)
    try {
      return await answer
    } finally {
      this.#underway.delete(name)
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

  async #answered(sent: Sent, place: Place, act: () => Promise<Answer>): Promise<Answer> {
    const { flows, now } = this.#parts
    const { visit, journey } = sent
    const known = await this.#known(visit.tenant.id, place)
    if (known !== undefined) return known
    const answer = await act()
    if (isRemembered(journey, answer)) {
      await this.#remember(sent, place, answer)
      return answer
    }
    if (!(await flows.endedSince(visit.tenant.id, journey, now() - REPEAT_MS))) return answer
    // Another node may have ended the flow with the same form a moment ago.
    for (let look = 0; look < LOOKS; look++) {
      await sleep(LOOK_MS)
      const first = await this.#known(visit.tenant.id, place)
      if (first !== undefined) return first
    }
    return answer
  }

  /** Remembers an answer for its sender, also with the cookie that it sets. */
  async #remember(sent: Sent, place: Place, answer: Answer): Promise<void> {
    const { store, now } = this.#parts
    const { registration } = answer.cookies ?? {}
    const places = [place]
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

  async #known(tenant: string, { id, key }: Place): Promise<Answer | undefined> {
    const { store, now } = this.#parts
    const records = store.tenant(tenant)
    const record = await records.records.get(REPEAT, id)
    if (record === undefined || record.expiresAt! <= now()) return undefined
    return await records.write(async tx => {
      // Taken out of the store, so that of many concurrent guesses only one is tried.
      const taken = await tx.records.take(REPEAT, id)
      const text = taken && decrypted(taken.payload, key)
      if (taken === undefined || text === undefined) return undefined
      await tx.records.keep(taken)
      return JSON.parse(text) as Answer
    }, 'quiet')
  }
}

/**
 * Who sends a form; only the same sender gets its answer again. On a page for signed-in people, the same person must
 * still be signed in.
 */
function senderOf({ visit, journey }: Sent): string {
  switch (journey.kind) {
    case 'sign-in':
      return ''
    case 'registration':
      return registrant(visit.registration)
    default:
      return visit.session?.account ?? ''
  }
}

/**
 * The browser in which somebody registers. Another one, in which the cookie of its flows was planted, must not be signed
 * in.
 */
function registrant(cookie = ''): string {
  return `registration ${secretHash(cookie)}`
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
