import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { normalizedPassword } from '../../core/password.ts'
import { Refusal } from '../../core/refusal.ts'
import { type HashedFor, HashQueue } from '../guards/hash-queue.ts'

/** The cost of a hash. */
export interface PasswordCost {
  /** The memory in KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface Kept {
  readonly cost: PasswordCost
  readonly salt: Buffer
  readonly tag: Buffer
}

// Among the settings that are considered equally strong, the one whose memory the allocator returns to the system.
const CURRENT: PasswordCost = { memory: 47_104, passes: 1, parallelism: 1 }
const MOST: PasswordCost = { memory: 262_144, passes: 10, parallelism: 8 }
const SALT_BYTES = 16
const TAG_BYTES = 32
const MOST_WAITING = 200
const SERVICE: HashedFor = { address: null }

const derived = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/**
 * Hashes and verifies passwords with Argon2id, off the event loop. Each hash takes a core and 46 MiB for a while, so
 * only a few run at once. The others wait for their turn, and when too many wait, one of them is refused.
 */
export class Passwords {
  readonly #queue = new HashQueue<PromiseWithResolvers<void>>(MOST_WAITING, () => performance.now())
  readonly #cost: PasswordCost
  readonly #nobody: Kept
  #free: number

  constructor({
    atOnce = Math.max(1, Math.min(3, availableParallelism() - 1)),
    cost = CURRENT,
  }: { readonly atOnce?: number; readonly cost?: PasswordCost } = {}) {
    this.#free = atOnce
    this.#cost = cost
    this.#nobody = { cost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) }
  }

  /** How many hashes wait for their turn. */
  get waiting(): number {
    return this.#queue.waiting
  }

  /** The stored form of a password: a PHC string with all parameters for verifying it. */
  async hash(password: string, whose: HashedFor = SERVICE): Promise<string> {
    const salt = randomBytes(SALT_BYTES)
    const cost = this.#cost
    return phc({ cost, salt, tag: await this.#tag(password, whose, cost, salt, TAG_BYTES) })
  }

  /**
   * Whether a password matches the stored hash, and whether that hash is outdated and should be renewed. If there is no
   * readable hash, the same work is done, so that the time does not reveal which accounts exist.
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
    return { right, outdated: right && !isCurrent(known, this.#cost) }
  }

  async #tag(
    password: string,
    whose: HashedFor,
    cost: PasswordCost,
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

function isCurrent({ cost, salt, tag }: Kept, current: PasswordCost): boolean {
  return (
    cost.memory === current.memory &&
    cost.passes === current.passes &&
    cost.parallelism === current.parallelism &&
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

/** Parses a stored hash; undefined if it is not one of ours, or its cost is absurdly high. */
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
