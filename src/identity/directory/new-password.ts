import type { Message } from '../../core/flows/message.ts'
import { normalizedPassword } from '../../core/password.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Account, NewMail, Store, Tenant } from '../../store/store.ts'
import { strongFactors } from '../factors/person.ts'
import { ownTurn } from '../guards/hash-queue.ts'
import { changeFacts } from '../surfaces/change-facts.ts'
import { friendlyName, mailPurpose } from '../surfaces/mail-words.ts'
import type { Purpose, Surfaces } from '../surfaces/surfaces.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import type { AccountSettings } from './account-settings.ts'
import { passwordMinimum, refusedPassword } from './password-rules.ts'
import type { Passwords } from './passwords.ts'

/** The services for choosing a password. */
interface NewPasswordParts {
  readonly store: Store
  readonly tenancy: Tenancy
  readonly surfaces: Surfaces
  readonly passwords: Passwords
  readonly settings: AccountSettings
  readonly now: () => number
}

/**
 * The minimum length of a new password for an account. It is shorter with a strong second factor, which is then always
 * asked for.
 */
export async function minimumOf(
  { store, settings }: NewPasswordParts,
  tenant: Tenant,
  account: Account,
): Promise<number> {
  const strong = await strongFactors(store.tenant(tenant.id), account)
  return passwordMinimum(settings.passwordMinimum, strong.length > 0)
}

/** What is wrong with the new password in a form that asks for it twice. */
export async function newPasswordProblem(
  parts: NewPasswordParts,
  tenant: Tenant,
  account: Account,
  form: ReadonlyMap<string, string>,
): Promise<Message | undefined> {
  const { tenancy, passwords } = parts
  const password = form.get('newpassword') ?? ''
  const { userName, email, givenName, familyName } = account
  const refused = refusedPassword(password, {
    tenant,
    address: tenancy.address(tenant),
    minimum: await minimumOf(parts, tenant, account),
    words: [userName, email, givenName, familyName],
  })
  if (refused !== undefined) return refused
  const confirmed = normalizedPassword(form.get('confirmpassword') ?? '') === normalizedPassword(password)
  if (!confirmed) return { label: 'PASSWORD_MISMATCH' }
  const { right: same } = await passwords.verify(password, account.passwordHash, ownTurn(account))
  return same ? { label: 'PASSWORD_SAME' } : undefined
}

/** The mail that tells a person about their new password; undefined for an account without an address. */
export async function newPasswordMail(
  { surfaces, now }: NewPasswordParts,
  { tenant, wish }: { readonly tenant: Tenant; readonly wish: Wish },
  purpose: Purpose,
  account: Account,
  recovered: boolean,
): Promise<NewMail | undefined> {
  if (account.email === null) return undefined
  const audience = await surfaces.audience(tenant, mailPurpose(purpose, account), wish)
  const id = recovered ? 'mail-password-recovered' : 'mail-password-changed'
  return await surfaces.mail(audience, id, account.email, {
    USER_FRIENDLY_NAME: friendlyName(account, surfaces.tag(audience)),
    ...changeFacts(account, surfaces.times(audience), now(), wish),
  })
}
