import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { normalizedPassword } from '../../core/password.ts'
import { Refusal } from '../../core/refusal.ts'
import { type HashedFor, HashQueue } from '../guards/hash-queue.ts'

interface Cost {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Kept {
  readonly cost: Cost
  readonly salt: Buffer
  readonly tag: Buffer
}

// Of the settings that are held to be equal, the one whose blocks the allocator gives back to the system.
const CURRENT: Cost = { memory: 47_104, passes: 1, parallelism: 1 }
const MOST: Cost = { memory: 262_144, passes: 10, parallelism: 8 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const MOST_WAITING = 200
const SERVICE: HashedFor = { address: null }

const derived = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/**
 * Hashes and verifies passwords with Argon2id, off the event loop. Each hash takes a core and 46 MiB for a while,
 * so only a few run at once: the others wait for their turn, and when too many wait, one of them is refused.
 */
export class Passwords {
  readonly #queue = new HashQueue<PromiseWithResolvers<void>>(MOST_WAITING, () => performance.now())
  readonly #nobody: Kept = { cost: CURRENT, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }
  #free: number

  constructor({
    atOnce = Math.max(1, Math.min(3, availableParallelism() - 1)),
  }: { readonly atOnce?: number } = {}) {
    this.#free = atOnce
  }

  /** How many hashes wait for their turn. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /** What is kept of a password: a PHC string with everything that verifying needs. */
  async hash(password: string, whose: HashedFor = SERVICE): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    return phc({ cost: CURRENT, salt, tag: await this.#tag(password, whose, CURRENT, salt, TAG_BYTES) })
  }

  /**
   * Whether it is the password that was kept, and should be hashed anew at today's cost. Where nothing was kept, or
   * nothing readable, the work is done all the same, so that the time does not tell which accounts exist.
   */
  async verify(
    password: string,
    kept: string | null,
    whose: HashedFor = SERVICE,
  ): Promise<{ right: boolean; outdated: boolean }> {
    const known = kept === null ? undefined : read(kept)
    const { cost, salt, tag } = known ?? this.#nobody
    const same = timingSafeEqual(await this.#tag(password, whose, cost, salt, tag.length), tag)
    const right = same && known !== undefined
    if (!right) this.#queue.wrong(whose)
    return { right, outdated: right && !isCurrent(known) }
  }

  async #tag(
    password: string,
    whose: HashedFor,
    cost: Cost,
    salt: Buffer,
    tagLength: number,
  ): Promise<Buffer> {
    await this.#turn(whose)
    try {
      const message = Buffer.from(normalizedPassword(password))
      return await derived('argon2id', { ...cost, message, nonce: salt, tagLength })
    } finally {
      const next = this.#queue.take()
      if (next === undefined) this.#free += 1
      else next.resolve()
    }
  }

  async #turn(whose: HashedFor): Promise<void> {
    if (this.#free > 0) {
      this.#free -= 1
      return
    }
    const turn = Promise.withResolvers<void>()
    this.#queue.push(whose, turn)?.reject(new Refusal('busy', {}))
    await turn.promise
  }
}

function isCurrent({ cost, salt, tag }: Kept): boolean {
  return (
    cost.memory === CURRENT.memory &&
    cost.passes === CURRENT.passes &&
    cost.parallelism === CURRENT.parallelism &&
    salt.length === SALT_BYTES &&
    tag.length === TAG_BYTES
  )
}

function phc({ cost: { memory, passes, parallelism }, salt, tag }: Kept): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d)\$([A-Za-z\d+/]{11,86})\$([A-Za-z\d+/]{22,86})$/

/** Undefined for what is no hash of ours, or would cost an absurd amount of work. */
function read(kept: string): Kept | undefined {
  const [, m, t, p, salt, tag] = PHC.exec(kept) ?? []
  if (salt === undefined || tag === undefined) return undefined
  const cost = { memory: Number(m), passes: Number(t), parallelism: Number(p) }
  const affordable =
    cost.memory <= MOST.memory && cost.passes <= MOST.passes && cost.parallelism <= MOST.parallelism
  const possible = cost.memory >= 8 * cost.parallelism && cost.passes >= 1 && cost.parallelism >= 1
  if (!affordable || !possible) return undefined
  return { cost, salt: Buffer.from(salt, 'base64'), tag: Buffer.from(tag, 'base64') }
}
