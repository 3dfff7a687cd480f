import { sendJson } from '../api.ts'

export const OUTBOX = '/v1.0/tabard/outbox'

export type MailState = 'waiting' | 'held' | 'sent' | 'given-up' | 'expired'

/** A mail without what it says. */
export interface MailHead {
  readonly id: string
  /** The id of the mail in the catalogue. */
  readonly event: string
  /** What that is about, in words. */
  readonly about: string
  readonly recipient: string
  /** Empty: the configured sender. */
  readonly sender: string
  readonly subject: string
  readonly state: MailState
  readonly tries: number
  readonly createdAt: string
  readonly dueAt: string
  readonly problem: string | null
  /** Whether what it says is still there. */
  readonly kept: boolean
}

export interface WholeMail extends MailHead {
  readonly html: string
  readonly text: string
}

export interface OutboxPage {
  readonly total: number
  readonly counts: Readonly<Record<MailState, number>>
  readonly mails: readonly MailHead[]
  /** Host and port of the mail server; null where none is set. */
  readonly server: string | null
  readonly sender: string | null
}

/** What came of a check of the mail server. */
export interface Checked {
  readonly problem: string | null
  readonly lines: readonly { readonly by: 'service' | 'server'; readonly text: string }[]
}

export const PAGE_SIZE = 50

export function outboxPage(state: MailState | undefined, page: number): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    page: String(page),
    ...(state !== undefined && { state }),
  })
  return `${OUTBOX}?${query}`
}

export function mailResource(id: string): string {
  return `${OUTBOX}/${encodeURIComponent(id)}`
}

/** What a mail looks like, for a frame. */
export function mailFrame(id: string): string {
  return `${mailResource(id)}/html`
}

export async function retryMail(id: string): Promise<void> {
  await sendJson('POST', `${mailResource(id)}/retry`)
}

/** Tells how many are tried again. */
export async function retryGivenUp(): Promise<number> {
  return (await sendJson<{ retried: number }>('POST', `${OUTBOX}/retry`)).retried
}

/** Drops a mail that was not sent. */
export async function dropMail(id: string): Promise<void> {
  await sendJson('POST', `${mailResource(id)}/drop`)
}

/** Tells how many mails from before mail was turned on are sent now. */
export async function sendHeld(): Promise<number> {
  return (await sendJson<{ retried: number }>('POST', `${OUTBOX}/held/retry`)).retried
}

/** Tells how many mails from before mail was turned on are dropped. */
export async function dropHeld(): Promise<number> {
  return (await sendJson<{ dropped: number }>('POST', `${OUTBOX}/held/drop`)).dropped
}

export async function checkServer(to: string): Promise<Checked> {
  return await sendJson<Checked>('POST', `${OUTBOX}/check`, to === '' ? {} : { to })
}
