import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../../core/refusal.ts'
import { callerOf } from './rate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Called when the handler has ended. By then, nothing holds what was uploaded. */
    handled: (() => void) | undefined
  }
}

interface Room {
  readonly uploads: number
  readonly bytes: number
}

interface Taken {
  arriving: number
  held: number
}

/**
 * The share of all upload bytes that one caller or tenant can use, so that slow uploads of one do not block all others.
 */
const OF_CALLER = 1 / 2
const OF_TENANT = 3 / 4

/** The room for uploads of the whole process, by whatever address they come. */
export class UploadRoom {
  readonly #most: Room
  readonly #taken = new Map<string, Taken>()

  constructor(most: Room) {
    this.#most = most
  }

  /**
   * Takes an upload in: its place is free again when it has arrived, its memory when it is answered. If the client hangs
   * up before that, its memory is free when the handler has ended.
   */
  async take<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    largest: number,
    arriving: () => Promise<T>,
  ): Promise<T> {
    if (reply.raw.destroyed) throw new Refusal('upload_aborted', {})
    const bytes = Number(request.headers['content-length'] ?? largest)
    // Refused before anything of it is read, so it takes no room.
    if (bytes > largest) return await arriving()
    const shares = [
      [this.#of(''), 1],
      [this.#of(`tenant ${request.tenant.id}`), OF_TENANT],
      [this.#of(`caller ${callerOf(request)}`), OF_CALLER],
    ] as const
    if (shares.some(([taken, share]) => !this.#fits(taken, share, bytes))) throw new Refusal('busy', {})
    const all = shares.map(([taken]) => taken)
    for (const taken of all) {
      taken.arriving += 1
      taken.held += bytes
    }
    let holders = 2
    const release = () => {
      holders -= 1
      if (holders > 0) return
      for (const taken of all) taken.held -= bytes
      this.#forget()
    }
    reply.raw.once('close', release)
    request.handled = release
    try {
      return await arriving()
    } finally {
      for (const taken of all) taken.arriving -= 1
      this.#forget()
    }
  }

  #of(name: string): Taken {
    const taken = this.#taken.get(name) ?? { arriving: 0, held: 0 }
    this.#taken.set(name, taken)
    return taken
  }

  /** A single upload always has room; otherwise, none of its size would ever be accepted. */
  #fits({ arriving, held }: Taken, share: number, bytes: number): boolean {
    const places = Math.max(1, Math.floor(this.#most.uploads * share))
    return arriving < places && (held === 0 || held + bytes <= this.#most.bytes * share)
  }

  #forget(): void {
    for (const [name, { arriving, held }] of this.#taken)
      if (arriving === 0 && held === 0) this.#taken.delete(name)
  }
}
