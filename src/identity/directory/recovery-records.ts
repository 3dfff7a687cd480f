import { RecordKind } from '../../store/store.ts'

/** What a link for a forgotten password is for. */
export interface Recovery {
  readonly themeId?: string | null
  readonly applicationId?: string | null
  readonly locale?: string | null
  /** The request of an application that waits meanwhile, and the browser that it waits in. */
  readonly interaction?: string | null
  readonly browser?: string | null
  /** What the secret of the link follows from; undefined for one whose secret was drawn. */
  readonly link?: string
}

/** The kind of record that a link for a forgotten password is kept as. */
export const RECOVERY = new RecordKind<Recovery>('Recovery')
/** The same for a link that leads to the console: neither of the two is worth anything at the other's origin. */
export const CONSOLE_RECOVERY = new RecordKind<Recovery>('ConsoleRecovery')
