import { invalidValue } from '../../core/refusal.ts'
import type { Account, NewMail } from '../../store/store.ts'
import type { Actor } from '../tenancy/actor.ts'
import { recorded } from '../tenancy/actor.ts'
import { type AccountOffice, accountOf, unknown } from './accounts.ts'
import { officeMail } from './office-mail.ts'

/** The services for rendering mails about accounts. */
export type MailOffice = Pick<AccountOffice, 'store' | 'tenant' | 'tenancy' | 'surfaces' | 'applicationId'>

/** The most administrators who get a mail about a waiting registration. */
const MOST_TOLD = 20

/** The mails that tell administrators of a registration that waits for approval. */
export async function requestMails(office: MailOffice, userName: string): Promise<NewMail[]> {
  const { store, tenant, tenancy } = office
  const filter = { administrator: true, status: 'active' } as const
  const { accounts } = await store.tenant(tenant.id).accounts.list({ limit: MOST_TOLD, offset: 0, filter })
  const console = tenancy.console(tenant)
  const values = {
    USERNAME: userName,
    CONSOLE_LINK: `${console ?? ''}/people`,
    SHOW_CONSOLE: console === undefined ? 'none' : 'block',
  }
  const mails: NewMail[] = []
  for (const account of accounts) {
    const mail = await officeMail(office, account, 'mail-registration-request', values)
    if (mail !== undefined) mails.push(mail)
  }
  return mails
}

/**
 * Approves a waiting registration, so that the person can sign in, or rejects it and removes the account. The person
 * gets a mail in the theme of the application that they registered for.
 */
export async function decideRegistration(
  office: MailOffice,
  reference: string,
  approved: boolean,
  by: Actor,
): Promise<void> {
  const store = office.store.tenant(office.tenant.id)
  const account = await accountOf(store, reference)
  assertWaiting(account)
  const [registered] = await store.audit.list({ limit: 1, account: account.id, event: 'account-registered' })
  const from = { ...office, applicationId: office.applicationId ?? registered?.application ?? undefined }
  const mail = approved
    ? await officeMail(from, account, 'mail-registration-approved', { USERNAME: account.userName })
    : await officeMail(from, account, 'mail-registration-rejected', {})
  await store.write(async tx => {
    await tx.tenant.lock()
    const now = await tx.accounts.get(account.id)
    if (now === undefined) throw unknown(reference)
    // Somebody else may have decided in the meantime.
    assertWaiting(now)
    if (approved) await tx.accounts.update(account.id, { status: 'active' })
    else await tx.accounts.remove(account.id)
    const details = { registered: account.id }
    await recorded(tx, by, approved ? 'registration-approved' : 'registration-rejected', { details })
    if (mail !== undefined) await tx.outbox.queue(mail)
  })
}

function assertWaiting({ userName, status }: Account): void {
  if (status !== 'waiting') throw invalidValue(`The account "${userName}" does not wait for approval.`)
}
