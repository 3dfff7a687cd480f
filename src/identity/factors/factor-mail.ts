import type { Message } from '../../core/flows/message.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Account, NewMail, Tenant } from '../../store/store.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { changedRows, friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Purpose } from '../surfaces/surfaces.ts'
import type { FactorParts } from './factor.ts'

/** The mail that tells somebody about a change to their second factor. */
export async function factorMail(
  { surfaces, now }: Pick<FactorParts, 'surfaces' | 'now'>,
  { tenant, wish }: { readonly tenant: Tenant; readonly wish: Wish },
  purpose: Purpose,
  account: Account,
  { label, values }: Message,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const audience = await surfaces.audience(tenant, mailPurpose(purpose, account), wish)
  const word = await surfaces.words(audience)
  return await surfaces.mail(audience, 'mail-profile-modified', account.email, {
    USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
    ...changeFacts(account, surfaces.times(audience), now(), wish),
    ATTRS_TABLEROWS: changedRows([[word('OTP_DELIVERY_SELECTION_TITLE'), word(label, values)]]),
  })
}
