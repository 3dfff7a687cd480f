import type { Word } from '../../core/catalogue/catalogue.ts'
import type { Value } from '../../core/template/template.ts'
import type { Times } from '../../core/times.ts'
import type { Account, NewMail } from '../../store/store.ts'
import { homeAddress } from '../surfaces/addresses.ts'
import { friendlyName } from '../surfaces/mail-words.ts'
import type { AccountOffice } from './accounts.ts'

export type MailValues = Readonly<Record<string, Value>>

/** A mail about what an administrator did; undefined for an account without an address. */
export async function officeMail(
  { surfaces, tenant, tenancy, applicationId }: AccountOffice,
  account: Pick<Account, 'email' | 'locale' | 'givenName' | 'familyName' | 'userName'>,
  id: string,
  values: MailValues | ((word: Word, times: Times) => MailValues),
  expiresAt: number | null = null,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const purpose = { themeId: null, applicationId: applicationId ?? null, locale: account.locale }
  const audience = await surfaces.audience(tenant, purpose, {})
  const given =
    typeof values === 'function' ? values(await surfaces.words(audience), surfaces.times(audience)) : values
  return await surfaces.mail(
    audience,
    id,
    account.email,
    {
      USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
      LOGIN_PAGE_LINK: `${tenancy.address(tenant)}${homeAddress(audience, purpose)}`,
      ...given,
    },
    expiresAt,
  )
}
