/** Why the store could not do its work: gone for now, disk full, or not usable without an operator. */
export type StoreFaultKind = 'unavailable' | 'full' | 'unusable'

/** The store failed; nothing of the write in hand was kept. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  readonly kind: StoreFaultKind

  constructor(kind: StoreFaultKind, message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/** What an engine's error means to the store. */
export type Meaning = StoreFaultKind | 'duplicate' | 'reference' | 'collision' | undefined
