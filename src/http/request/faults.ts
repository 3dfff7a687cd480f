import { MESSAGES } from './messages.ts'
import type { Message } from './record-messages.ts'

interface Fault {
  /** The id of the request, which is in the log line too. */
  readonly reference: string
}

/** Messages for faults of the service itself. They reveal only a reference to the log. */
export const FAULTS = {
  internal: {
    id: 'TABRD0001E',
    status: 500,
    title: 'Internal error',
    text: ({ reference }) =>
      `Something failed in the service. Try again. If it fails again, give an operator this reference: ${reference}.`,
  },
  unavailable: {
    id: 'TABRD0002E',
    status: 503,
    title: 'Database unavailable',
    text: ({ reference }) =>
      `The database does not answer, or cannot be written at the moment. Nothing was changed. Try again later. Reference: ${reference}.`,
    headers: () => ({ 'retry-after': '1' }),
  },
  full: {
    id: 'TABRD0003E',
    status: 507,
    title: 'Disk full',
    text: ({ reference }) =>
      `The disk of the database is full. Nothing was changed. Ask an operator to free space. Reference: ${reference}.`,
  },
  damaged: {
    id: 'TABRD0004E',
    status: 500,
    title: 'Database damaged',
    text: ({ reference }) =>
      `The database is damaged or incomplete. Ask an operator to run "tabard doctor". Reference: ${reference}.`,
  },
} as const satisfies Record<string, Message<Fault>>

/** The message ids that are added to OAuth errors of the token endpoint. */
export const OAUTH_MESSAGES = {
  invalid_request: 'TABRD0211E',
  invalid_client: 'TABRD0212E',
  unauthorized_client: 'TABRD0213E',
  unsupported_grant_type: 'TABRD0214E',
  invalid_scope: 'TABRD0215E',
  invalid_grant: 'TABRD0216E',
  server_error: 'TABRD0217E',
  temporarily_unavailable: 'TABRD0218E',
  invalid_dpop_proof: 'TABRD0219E',
} as const

/** The id for an OAuth error. */
export function oauthMessageId(error: string): string {
  // Only endpoints for access tokens answer this, and all of them with the same id.
  if (error === 'invalid_token') return MESSAGES.token_invalid.id
  return Object.hasOwn(OAUTH_MESSAGES, error)
    ? OAUTH_MESSAGES[error as keyof typeof OAUTH_MESSAGES]
    : OAUTH_OTHER
}

/** The id for an OAuth error that has no row of its own. */
export const OAUTH_OTHER = 'TABRD0210E'
