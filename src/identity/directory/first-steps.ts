import type { Times } from '../../core/times.ts'
import type { Word } from '../../core/word.ts'
import type { Account } from '../../store/store.ts'
import type { AccountOffice } from './accounts.ts'
import { officeMail } from './office-mail.ts'
import { expiryValues, passwordLink } from './password-links.ts'

/** How a person gets access to an account without having chosen its password. */
export interface FirstSteps {
  /** It can be used for 72 hours, and has to be changed at the first sign-in. */
  readonly temporaryPassword: string
  /** The link for choosing a password; absent if it was mailed. */
  readonly link?: string
}

/** The mails for a new account: one with a link, and one with a temporary password. */
export const CREATED = { link: 'mail-account-invited', password: 'mail-account-created' } as const
export const RESET = { link: 'mail-password-link', password: 'mail-password-reset' } as const

/** The mail, the link and the answer to the operator for an account with a temporary password. */
export async function firstSteps(
  office: AccountOffice,
  account: Account,
  temporaryPassword: string,
  mailPassword: boolean,
  mails: typeof CREATED | typeof RESET,
) {
  const link = passwordLink(office, account)
  const { address, expiresAt } = link
  const mailed = office.mails && account.email !== null && !mailPassword
  const USERNAME = account.userName
  const linked = (_: Word, times: Times) => ({
    USERNAME,
    PASSWORD_RECOVERY_LINK: address,
    ...expiryValues(times, expiresAt, office.now()),
  })
  const mail = mailed
    ? await officeMail(office, account, mails.link, linked, expiresAt)
    : await officeMail(office, account, mails.password, { USERNAME, PASSWORD: temporaryPassword }, expiresAt)
  const told: FirstSteps = { temporaryPassword, ...(!mailed && { link: address }) }
  return { link, mail, told }
}
