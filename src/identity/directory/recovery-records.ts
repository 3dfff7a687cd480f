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
/** The kind of record for a password link of the console. Neither kind of link works at the other origin. */
export const CONSOLE_RECOVERY = new RecordKind<Recovery>('ConsoleRecovery')
