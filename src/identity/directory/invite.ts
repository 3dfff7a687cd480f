import { mailbox } from '../../core/mailbox.ts'
import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { Designer } from '../designs/designer.ts'
import { flowOf } from '../designs/flows.ts'
import { newInvitation } from '../designs/invitations.ts'
import { invitationAddress } from '../surfaces/addresses.ts'
import { recorded } from '../tenancy/actor.ts'
import type { MailOffice } from './approval.ts'
import { expiryValues } from './password-links.ts'

/** An invitation to register. Its link is shown only once. */
export interface Invitation {
  readonly email: string
  readonly link: string
  readonly expiresAt: number
}

/** The parameters of an invitation. */
export interface Inviting {
  readonly reference: string
  readonly email: string
  /** The language of the mail. */
  readonly locale?: string | undefined
  /** Whether the service mails the link to the person. If not, the inviting person sends it. */
  readonly mail: boolean
}

/** Invites a person to a registration, for one address. The invitation is valid for two weeks and for one account. */
export async function invite(
  office: MailOffice,
  { reference, email: given, locale, mail: mailed }: Inviting,
  by: Designer,
): Promise<Invitation> {
  const store = office.store.tenant(office.tenant.id)
  const { document } = await flowOf(store, reference)
  if (document.kind !== 'registration') throw new Refusal('flow_unknown', { reference })
  const email = mailbox(given)
  if (email === undefined) throw invalidValue('Enter an e-mail address such as alex@example.com.')
  const { secret, record, expiresAt } = newInvitation({ reference, email }, store.now())
  const link = `${office.tenancy.address(office.tenant)}${invitationAddress(reference, secret)}`
  const mail = mailed ? await invitationMail(office, { email, link, expiresAt }, locale) : undefined
  await store.write(async tx => {
    await tx.records.keep(record)
    if (mail !== undefined) await tx.outbox.queue(mail)
    await recorded(tx, by, 'flow-invited', { details: { reference, by: by.author } })
  })
  return { email, link, expiresAt }
}

async function invitationMail(
  { store, surfaces, tenant, applicationId }: MailOffice,
  { email, link, expiresAt }: Invitation,
  locale: string | undefined,
) {
  const purpose = { themeId: null, applicationId: applicationId ?? null, locale: locale ?? null }
  const audience = await surfaces.audience(tenant, purpose, {})
  const expiry = expiryValues(surfaces.times(audience), expiresAt, store.now())
  const values = { INVITATION_LINK: link, ...expiry }
  return await surfaces.mail(audience, 'mail-registration-invited', email, values, expiresAt)
}
