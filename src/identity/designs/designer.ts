import { type Actor, COMMAND_LINE } from '../tenancy/actor.ts'

/** Who designs flows: an administrator, an API client, or the command line. */
export interface Designer extends Actor {
  /** The author in the history, such as `account:ada`. */
  readonly author: string
}

export const DESIGNER_AT_COMMAND_LINE: Designer = { ...COMMAND_LINE, author: 'command line' }
