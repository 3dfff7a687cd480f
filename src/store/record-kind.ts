import type { ShortLived } from './kept.ts'

/** A kind of records that expire, and what each of them holds. */
export class RecordKind<Payload> {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  /** What a record of this kind consists of that holds this. */
  holding(payload: Payload): Pick<ShortLived, 'kind' | 'payload'> {
    return { kind: this.name, payload: JSON.stringify(payload) }
  }

  /** What a record of this kind holds. */
  heldIn({ payload }: Pick<ShortLived, 'payload'>): Payload {
    return JSON.parse(payload) as Payload
  }
}
