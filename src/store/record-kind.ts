import type { ShortLived } from './kept.ts'

/** A kind of expiring records, with the type of their content. */
export class RecordKind<Payload> {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** The columns of a record of this kind with this content. */
  holding(payload: Payload): Pick<ShortLived, 'kind' | 'payload'> {
    return { kind: this.name, payload: JSON.stringify(payload) }
  }

  /** The content of a record of this kind. */
  heldIn({ payload }: Pick<ShortLived, 'payload'>): Payload {
    return JSON.parse(payload) as Payload
  }
}
