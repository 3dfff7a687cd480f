import { RecordKind } from '../../store/store.ts'

/** The purpose of a link for a forgotten password. */
export interface Recovery {
  readonly themeId?: string | null
  readonly applicationId?: string | null
  readonly locale?: string | null
  /** The waiting request of an application, and the browser in which it waits. */
  readonly interaction?: string | null
  readonly browser?: string | null
  /**
   * The random value from which the secret of the link is derived; undefined if the secret itself is random, as in the
   * links of administrators.
   */
  readonly link?: string
}

/** Whether somebody requested the link for a forgotten password. Otherwise, it comes from an administrator. */
export function isRequested({ link }: Recovery): boolean {
  return link !== undefined
}

/** The kind of record for a link for a forgotten password. */
export const RECOVERY = new RecordKind<Recovery>('Recovery')
/** The kind of record for a password link of the console. Neither kind of link works at the other origin. */
export const CONSOLE_RECOVERY = new RecordKind<Recovery>('ConsoleRecovery')
