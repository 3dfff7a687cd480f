import { COMMON_MACROS, type CommonMacro } from '../../src/core/catalogue/catalogue.ts'
import { officeMail } from '../../src/identity/directory/office-mail.ts'
import type { Surfaces } from '../../src/identity/surfaces/surfaces.ts'
import type { Audience } from '../../src/pages/pages.ts'

// `npm run check` compiles this file; nothing runs it. An error that no longer occurs fails the check.

export async function pages(surfaces: Surfaces, audience: Audience) {
  await surfaces.page(audience, 'logout', { IDAAS_LOGIN_URL: '/' })
  await surfaces.page(audience, 'logout', { IDAAS_LOGIN_URL: '/', DIR: 'rtl' })
  // @ts-expect-error A misspelt page id.
  await surfaces.page(audience, 'log-out', { IDAAS_LOGIN_URL: '/' })
  // @ts-expect-error A misspelt macro.
  await surfaces.page(audience, 'logout', { IDAAS_LOGIN_URL: '/', IDAAS_LOGIN_ULR: '/' })
  // @ts-expect-error A macro that the page needs is missing.
  await surfaces.page(audience, 'logout', {})
  // @ts-expect-error A mail is no page.
  await surfaces.page(audience, 'mail-account-deleted', { USERNAME: 'alex' })

  const page = { ACTION: '/', FORM_VERIFIER: '', SHOWN_AT: '', ...person }
  await surfaces.page(audience, 'mfa-recovery-codes', page, {
    repeats: { recoveryCodes: [{ RECOVERY_CODE: '' }] },
  })
  await surfaces.page(audience, 'mfa-recovery-codes', page, {
    // @ts-expect-error A misspelt repeat.
    repeats: { recoveryCode: [] },
  })
  await surfaces.page(audience, 'mfa-recovery-codes', page, {
    // @ts-expect-error A misspelt macro in a row.
    repeats: { recoveryCodes: [{ RECOVERYCODE: '' }] },
  })
}

const person = { NAME: '', GIVEN_NAME: '', FAMILY_NAME: '', PREFERRED_USERNAME: '' }

export async function mails(surfaces: Surfaces, audience: Audience) {
  await surfaces.mail(audience, 'mail-account-deleted', 'alex@example.com', { USERNAME: 'alex' })
  // @ts-expect-error A misspelt mail id.
  await surfaces.mail(audience, 'mail-acount-deleted', 'alex@example.com', { USERNAME: 'alex' })
  // @ts-expect-error A misspelt macro.
  await surfaces.mail(audience, 'mail-account-deleted', 'alex@example.com', { USERNAM: 'alex' })
  // @ts-expect-error A macro that the mail needs is missing.
  await surfaces.mail(audience, 'mail-account-deleted', 'alex@example.com', {})
}

export async function notices([office, account]: [...Parameters<typeof officeMail>]) {
  await officeMail(office, account, 'mail-account-registered', { USERNAME: 'alex' })
  // @ts-expect-error A misspelt mail id.
  await officeMail(office, account, 'mail-account-registred', { USERNAME: 'alex' })
  // @ts-expect-error A misspelt macro.
  await officeMail(office, account, 'mail-account-registered', { USER_NAME: 'alex' })
}

export const known: CommonMacro[] = [
  'THEME_ID',
  // @ts-expect-error A misspelt common macro.
  'THEMEID',
]

// @ts-expect-error No page has it.
export const unknown = COMMON_MACROS.THEMEID
