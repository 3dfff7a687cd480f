import type { MailId, MailValues } from '../../core/catalogue/catalogue.ts'
import type { Times } from '../../core/times.ts'
import type { Word } from '../../core/word.ts'
import type { Account, NewMail } from '../../store/store.ts'
import { homeAddress } from '../surfaces/addresses.ts'
import { friendlyName } from '../surfaces/mail-words.ts'
import type { AccountOffice } from './accounts.ts'

/** The macros that officeMail adds to every mail. */
type Supplied = 'USER_FRIENDLY_NAME' | 'LOGIN_PAGE_LINK'

/** The values of a mail about an account, except for the person's name and the address of the sign-in page. */
export type OfficeValues<Id extends MailId> = Omit<MailValues<Id>, Supplied>

/** A mail about what an administrator did; undefined for an account without an address. */
export async function officeMail<Id extends MailId>(
  {
    surfaces,
    tenant,
    tenancy,
    applicationId,
  }: Pick<AccountOffice, 'surfaces' | 'tenant' | 'tenancy' | 'applicationId'>,
  account: Pick<Account, 'email' | 'locale' | 'givenName' | 'familyName' | 'userName'>,
  id: Id,
  values: OfficeValues<Id> | ((word: Word, times: Times) => OfficeValues<Id>),
  expiresAt: number | null = null,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const purpose = { themeId: null, applicationId: applicationId ?? null, locale: account.locale }
  const audience = await surfaces.audience(tenant, purpose, {})
  const given =
    typeof values === 'function' ? values(await surfaces.words(audience), surfaces.times(audience)) : values
  const supplied: Record<Supplied, string> = {
    USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
    LOGIN_PAGE_LINK: `${tenancy.address(tenant)}${homeAddress(audience, purpose)}`,
  }
  // The type checker cannot see that the two together are all that the mail needs.
  const all = { ...supplied, ...given } as unknown as MailValues<Id>
  return await surfaces.mail(audience, id, account.email, all, expiresAt)
}
