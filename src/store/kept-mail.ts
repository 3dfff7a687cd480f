/**
 * The state of a mail. A held one is from a time without a mail server, and waits for somebody to decide. An expired
 * one contained a code or link that expired before it could be sent.
 */
export type MailState = 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'

/** A mail in the outbox. */
export interface OutboxMail {
  readonly id: string
  /** The id of the mail in the catalogue, which says what it is about. */
  readonly event: string
  readonly recipient: string
  /** Empty for the configured sender. */
  readonly sender: string
  readonly subject: string
  /** Empty once it is sent, expired or dropped, because it may contain a code or link. A given-up mail keeps it. */
  readonly html: string
  readonly text: string
  readonly state: MailState
  readonly tries: number
  readonly createdAt: number
  /** When the next try is due. */
  readonly dueAt: number
  /** When somebody asked to try it again. The mail then has one more day. */
  readonly retriedAt: number | null
  /** When its content expires, such as a code. */
  readonly expiresAt: number | null
  /** Why the last try failed. */
  readonly problem: string | null
}

/** A mail to be sent. */
export type NewMail = Pick<
  OutboxMail,
  'id' | 'event' | 'recipient' | 'sender' | 'subject' | 'html' | 'text'
> &
  Partial<Pick<OutboxMail, 'expiresAt'>>

/** Which mails of the outbox to list: their state, and how many to skip. */
export interface MailFilter {
  readonly state?: MailState | undefined
  readonly offset?: number
}

/** How full the outbox is, over all tenants; counts stop at 10,000. */
export interface OutboxFigures {
  readonly waiting: number
  readonly givenUp: number
  /** When the oldest mail that waits was queued. */
  readonly oldestWaiting: number | undefined
}
