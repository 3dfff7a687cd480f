import { sendJson } from '../api.ts'
import type { Dropped, MailCheck, MailHead, Retried } from '../wire.ts'

export type { Mail as WholeMail, MailCheck as Checked, MailHead, OutboxPage } from '../wire.ts'

export const OUTBOX = '/v1.0/tabard/outbox'

export type MailState = MailHead['state']

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

/** The URL of a mail's content, for a frame. */
export function mailFrame(id: string): string {
  return `${mailResource(id)}/html`
}

export async function retryMail(id: string): Promise<void> {
  await sendJson('POST', `${mailResource(id)}/retry`)
}

/** Retries all failed mails; returns how many. */
export async function retryGivenUp(): Promise<number> {
  return (await sendJson<Retried>('POST', `${OUTBOX}/retry`)).retried
}

/** Drops a mail that was not sent. */
export async function dropMail(id: string): Promise<void> {
  await sendJson('POST', `${mailResource(id)}/drop`)
}

/** Sends all held mails; returns how many. */
export async function sendHeld(): Promise<number> {
  return (await sendJson<Retried>('POST', `${OUTBOX}/held/retry`)).retried
}

/** Drops all held mails; returns how many. */
export async function dropHeld(): Promise<number> {
  return (await sendJson<Dropped>('POST', `${OUTBOX}/held/drop`)).dropped
}

export async function checkServer(to: string): Promise<MailCheck> {
  return await sendJson<MailCheck>('POST', `${OUTBOX}/check`, to === '' ? {} : { to })
}
