import { hash, randomBytes } from 'node:crypto'
import { Refusal } from '../../core/refusal.ts'
import type { FlowDocument } from '../../core/user-flows/document.ts'
import { FLOW_SCHEMA } from '../../core/user-flows/schema.ts'
import { shapeMistakes } from '../../core/user-flows/shape.ts'
import { RecordKind, type Store } from '../../store/store.ts'

/** An unpublished flow, and the theme for its preview. */
export interface UnsavedFlow {
  readonly reference: string
  readonly themeId: string
  /** The API client or the person that designs it. */
  readonly author: string
  /** Sample answers by attribute, as people type them; null shows every field. */
  readonly answers: Readonly<Record<string, string>> | null
  /** The document matches the schema, but may have other mistakes. */
  readonly document: FlowDocument
}

const PREVIEW = new RecordKind<UnsavedFlow>('FlowPreview')
const MINUTES = 15
/** How many previews are kept for one API client or person. Beyond that, a new one replaces the oldest. */
const EACH = 20

/** Unpublished flows, stored for 15 minutes as previews. Anybody who knows the id can open one. */
export class FlowPreviews {
  readonly #store: Store
  readonly #now: () => number

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Stores a flow even if it has mistakes, as long as every part of it can be shown. */
  async keep(tenant: string, flow: Omit<UnsavedFlow, 'document'>, value: unknown): Promise<string> {
    const mistakes = shapeMistakes(FLOW_SCHEMA, value)
    if (mistakes.length > 0) throw new Refusal('flow_invalid', { mistakes })
    const id = randomBytes(24).toString('base64url')
    const document = value as FlowDocument
    await this.#store.tenant(tenant).records.keep(
      {
        kind: PREVIEW.name,
        idHash: hash('sha256', id),
        owner: flow.author,
        payload: JSON.stringify({ ...flow, document } satisfies UnsavedFlow),
        expiresAt: this.#now() + MINUTES * 60_000,
      },
      EACH,
    )
    return id
  }

  /** The flow with an id; undefined if there is none or it has expired. */
  async find(tenant: string, id: string): Promise<UnsavedFlow | undefined> {
    const record = await this.#store.tenant(tenant).records.get(PREVIEW.name, hash('sha256', id))
    if (record === undefined || (record.expiresAt ?? 0) <= this.#now()) return undefined
    return PREVIEW.heldIn(record)
  }
}
