/** Why the store failed: temporarily unavailable, disk full, or unusable until an operator helps. */
export type StoreFaultKind = 'unavailable' | 'full' | 'unusable'

/** The store failed. The current write was rolled back. */
export class StoreFault extends Error {
  override readonly name = 'StoreFault'
  readonly kind: StoreFaultKind
  /** What an operator can do, for commands only: "tabard doctor" must not advise to run it. */
  readonly advice: string | undefined

  constructor(kind: StoreFaultKind, message: string, options?: ErrorOptions & { readonly advice?: string }) {
    super(message, options)
    this.kind = kind
    this.advice = options?.advice
  }
}

/** The settings name a database that has no installation, or belongs to another program. */
export class WrongDatabase extends StoreFault {
  constructor(message: string) {
    super('unusable', message)
  }
}

/** The classification of an engine's error. `unwritable`: reads succeed, but every write fails. */
export type Meaning = StoreFaultKind | 'unwritable' | 'duplicate' | 'reference' | 'collision' | undefined

/** Translates an engine's error into a fault of the store; any other error is returned unchanged. */
export function faultOf(error: unknown, meaning: Meaning): unknown {
  switch (meaning) {
    case 'full':
      return new StoreFault('full', 'The disk of the database is full.', {
        cause: error,
        advice: 'Free some space, then try again.',
      })
    case 'unavailable':
    case 'collision':
      return new StoreFault('unavailable', 'The database does not answer.', {
        cause: error,
        advice:
          'Try again. If it fails again, check that the database runs, and check the database settings.',
      })
    case 'unwritable':
      return new StoreFault('unavailable', 'The database cannot be written.', {
        cause: error,
        advice: 'Check the permissions of its files, or whether it is a read-only standby.',
      })
    case 'unusable':
      return new StoreFault('unusable', 'The database is damaged.', {
        cause: error,
        advice: 'Run "tabard doctor".',
      })
    default:
      return error
  }
}
