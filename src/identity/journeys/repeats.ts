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

/** Kinds of flows in which people are not signed in until the end. */
const PROVING: readonly Journey['kind'][] = ['sign-in', 'registration']

/** A form as a browser sent it: the address with its flow, and the fields. */
interface Sent {
  readonly query: ReadonlyMap<string, string>
  readonly form: ReadonlyMap<string, string>
}

/**
 * Gives a form that a browser sends twice within seconds the same answer, because people click again when the
 * connection is slow. An answer may begin a session, so it is encrypted. The key is derived from the browser's cookie,
 * the flow and all fields of the form. Only the same form can decrypt the answer. A different form for the same flow
 * deletes it, so that it does not help to guess a password.
 */
export class Repeats {
  readonly #parts: Pick<FlowParts, 'store' | 'seals' | 'flows' | 'now'>
  readonly #underway = new Map<string, Promise<Answer>>()

  constructor(parts: Pick<FlowParts, 'store' | 'seals' | 'flows' | 'now'>) {
    this.#parts = parts
  }

  async answer(visit: Visit, { query, form }: Sent, act: () => Promise<Answer>): Promise<Answer> {
    const { seals } = this.#parts
    const { tenant, browser } = visit
    const journey = await seals.opened(tenant.id, browser, query.get('flow') ?? '')
    if (journey === undefined || !isHeld(visit, journey)) return await act()
    // On a page for signed-in people, the same person must still be signed in.
    const account = PROVING.includes(journey.kind) ? '' : (visit.session?.account ?? '')
    const address = JSON.stringify([account, ...query])
    const id = secretHash(await seals.macIn(tenant.id, journey, 'repeat', browser, journey.id, address))
    const fields = JSON.stringify(['repeat', browser, address, [...form]])
    const key = await seals.bytes(tenant.id, journey, fields)
    const name = `${id} ${key.toString('base64')}`
    const same = this.#underway.get(name)
    if (same !== undefined) return await same
    const answer = this.#answered(tenant.id, journey, { id, key }, act)
    this.#underway.set(name, answer)
    try {
      return await answer
    } finally {
      this.#underway.delete(name)
    }
  }

  async #answered(
    tenant: string,
    journey: Journey,
    { id, key }: { id: string; key: Buffer },
    act: () => Promise<Answer>,
  ): Promise<Answer> {
    const { store, flows, now } = this.#parts
    const known = await this.#known(tenant, id, key)
    if (known !== undefined) return known
    const answer = await act()
    if ('redirect' in answer && !answer.idle) {
      await store.tenant(tenant).records.keep({
        kind: REPEAT,
        idHash: id,
        owner: null,
        payload: encrypted(JSON.stringify(answer), key),
        expiresAt: now() + REPEAT_MS,
      })
      return answer
    }
    if (!(await flows.endedSince(tenant, journey, now() - REPEAT_MS))) return answer
    // Another node may have ended the flow with the same form a moment ago.
    for (let look = 0; look < LOOKS; look++) {
      await sleep(LOOK_MS)
      const first = await this.#known(tenant, id, key)
      if (first !== undefined) return first
    }
    return answer
  }

  async #known(tenant: string, id: string, key: Buffer): Promise<Answer | undefined> {
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
