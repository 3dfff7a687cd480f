import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/refusal.ts'

/** The room for uploads of the whole process, by whatever address they come. */
export class UploadRoom {
  readonly #most: { readonly uploads: number; readonly bytes: number }
  #arriving = 0
  #held = 0

  constructor(most: { uploads: number; bytes: number }) {
    this.#most = most
  }

  /** Takes an upload in: its place is free again when it has arrived, its memory when it is answered. */
  async take<T>(
    request: FastifyRequest,
    reply: FastifyReply,
    largest: number,
    arriving: () => Promise<T>,
  ): Promise<T> {
    if (reply.raw.destroyed) throw new Refusal('upload_aborted', {})
    const length = Number(request.headers['content-length'] ?? largest)
    // Nothing is kept of one that is too large.
    const bytes = length > largest ? 0 : length
    // A single one always has room, or none of its size would ever be taken.
    const tooMuch = this.#held > 0 && this.#held + bytes > this.#most.bytes
    if (this.#arriving >= this.#most.uploads || tooMuch) throw new Refusal('busy', {})
    this.#arriving += 1
    this.#held += bytes
    reply.raw.once('close', () => {
      this.#held -= bytes
    })
    try {
      return await arriving()
    } finally {
      this.#arriving -= 1
    }
  }
}
