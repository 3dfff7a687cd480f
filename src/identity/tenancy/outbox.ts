import { auditEntry } from '../../core/audit-events.ts'
import { Refusal } from '../../core/refusal.ts'
import type { OutboxMail, TenantStore } from '../../store/store.ts'
import type { Actor } from './actor.ts'

/** Whether the content of a mail is still there. */
export function isKept({ html, text }: Pick<OutboxMail, 'html' | 'text'>): boolean {
  return html !== '' || text !== ''
}

/** A mail with its content. Records who looked at it, because its content may let them sign in as somebody else. */
export async function viewedMail(
  store: TenantStore,
  id: string,
  by: Actor,
  now: number,
): Promise<OutboxMail> {
  const mail = await mailOf(store, id)
  if (isKept(mail)) {
    const { event, recipient } = mail
    const entry = auditEntry('mail-viewed', now, by, { mail: id, about: event, recipient })
    await store.write(tx => tx.audit.record(entry), 'quiet')
  }
  return mail
}

/** Schedules a mail that waits or was given up to be sent at once. */
export async function retryMail(store: TenantStore, id: string, by: Actor, now: number): Promise<void> {
  const mail = await mailOf(store, id)
  if (!isKept(mail)) throw new Refusal('mail_not_kept', { mail: id, sent: mail.state === 'sent' })
  await store.write(async tx => {
    if (!(await tx.outbox.retry(id, now))) return
    const details = { mail: id, recipient: mail.recipient }
    await tx.audit.record(auditEntry('mail-retried', now, by, details))
  }, 'quiet')
}

/** Schedules all mails that were given up, or all that are held, to be sent at once. Returns how many. */
export async function retryMails(
  store: TenantStore,
  state: 'given-up' | 'held',
  by: Actor,
  now: number,
): Promise<number> {
  return await store.write(async tx => {
    const count = await tx.outbox.retryAll(state, now)
    const details = { mails: String(count) }
    if (count > 0) await tx.audit.record(auditEntry('mail-retried', now, by, details))
    return count
  }, 'quiet')
}

/** Drops a mail that has not been sent, and deletes its content. Refuses while a node is sending it. */
export async function dropMail(store: TenantStore, id: string, by: Actor, now: number): Promise<void> {
  const mail = await mailOf(store, id)
  if (!isKept(mail)) throw new Refusal('mail_not_kept', { mail: id, sent: mail.state === 'sent' })
  await store.write(async tx => {
    if (!(await tx.outbox.drop(id, now))) throw new Refusal('mail_being_sent', { mail: id })
    const details = { mail: id, recipient: mail.recipient }
    await tx.audit.record(auditEntry('mail-dropped', now, by, details))
  }, 'quiet')
}

/** Drops all mails that are held. Returns how many. */
export async function dropHeld(store: TenantStore, by: Actor, now: number): Promise<number> {
  return await store.write(async tx => {
    const count = await tx.outbox.dropHeld(now)
    const details = { mails: String(count) }
    if (count > 0) await tx.audit.record(auditEntry('mail-dropped', now, by, details))
    return count
  }, 'quiet')
}

/** Records that somebody sent a test mail. */
export async function testMailSent(store: TenantStore, to: string, by: Actor, now: number): Promise<void> {
  const entry = auditEntry('mail-tested', now, by, { recipient: to })
  await store.write(tx => tx.audit.record(entry), 'quiet')
}

/** The mail with this id; throws a refusal if there is none. */
export async function mailOf(store: TenantStore, id: string): Promise<OutboxMail> {
  const mail = await store.outbox.get(id)
  if (mail === undefined) throw new Refusal('mail_unknown', { mail: id })
  return mail
}
