import { auditEntry } from '../../core/audit-events.ts'
import { Refusal } from '../../core/refusal.ts'
import type { OutboxMail, TenantStore } from '../../store/store.ts'
import type { Actor } from './actor.ts'

/** Whether the content of a mail is still there. */
export function isKept({ html, text }: Pick<OutboxMail, 'html' | 'text'>): boolean {
  return html !== '' || text !== ''
}

/** A mail to look at. With what it says one can sign in as somebody, so that it is recorded who looked. */
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

/** Makes a mail that waits or was given up due at once. */
export async function retryMail(store: TenantStore, id: string, by: Actor, now: number): Promise<void> {
  const mail = await mailOf(store, id)
  if (!isKept(mail)) throw new Refusal('mail_not_kept', { mail: id, sent: mail.state === 'sent' })
  await store.write(async tx => {
    if (!(await tx.outbox.retry(id, now))) return
    const details = { mail: id, recipient: mail.recipient }
    await tx.audit.record(auditEntry('mail-retried', now, by, details))
  }, 'quiet')
}

/** Makes all mails due at once that were given up, or that are held; tells how many. */
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

/** Drops a mail that is not sent: what it says is not kept any longer. */
export async function dropMail(store: TenantStore, id: string, by: Actor, now: number): Promise<void> {
  const mail = await mailOf(store, id)
  if (!isKept(mail)) throw new Refusal('mail_not_kept', { mail: id, sent: mail.state === 'sent' })
  await store.write(async tx => {
    if (!(await tx.outbox.drop(id, now))) return
    const details = { mail: id, recipient: mail.recipient }
    await tx.audit.record(auditEntry('mail-dropped', now, by, details))
  }, 'quiet')
}

/** Drops all mails that are held; tells how many. */
export async function dropHeld(store: TenantStore, by: Actor, now: number): Promise<number> {
  return await store.write(async tx => {
    const count = await tx.outbox.dropHeld(now)
    const details = { mails: String(count) }
    if (count > 0) await tx.audit.record(auditEntry('mail-dropped', now, by, details))
    return count
  }, 'quiet')
}

/** Records that somebody had a test mail sent. */
export async function testMailSent(store: TenantStore, to: string, by: Actor, now: number): Promise<void> {
  const entry = auditEntry('mail-tested', now, by, { recipient: to })
  await store.write(tx => tx.audit.record(entry), 'quiet')
}

/** The mail with this id; refuses where there is none. */
export async function mailOf(store: TenantStore, id: string): Promise<OutboxMail> {
  const mail = await store.outbox.get(id)
  if (mail === undefined) throw new Refusal('mail_unknown', { mail: id })
  return mail
}
