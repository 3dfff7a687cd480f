import type { Times } from '../../core/times.ts'
import type { Account, ShortLived } from '../../store/store.ts'
import { signInAddress } from '../surfaces/addresses.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'
import type { AccountOffice } from './accounts.ts'
import { RECOVERY } from './recovery-records.ts'
import { TEMPORARY_MS } from './temporary-passwords.ts'

/** A link for choosing a password, valid once. */
export interface PasswordLink {
  readonly address: string
  readonly expiresAt: number
  /** The stored record, which is the same as for a forgotten password. */
  readonly record: ShortLived
}

/** The macro values for the remaining lifetime of a link. */
export function expiryValues({ moment, ahead }: Times, expiresAt: number, now: number) {
  return { EXPIRY: moment(expiresAt), EXPIRES_IN: ahead(expiresAt - now) }
}

/** Makes a link for an account on behalf of an administrator. */
export function passwordLink(
  { tenancy, tenant, applicationId, now }: AccountOffice,
  { id, locale }: Pick<Account, 'id' | 'locale'>,
): PasswordLink {
  const secret = newSecret()
  const expiresAt = now() + TEMPORARY_MS
  const purpose = { themeId: null, applicationId: applicationId ?? null, locale }
  return {
    address: `${tenancy.address(tenant)}${signInAddress({ locale })}&recover=${secret}`,
    expiresAt,
    record: {
      ...RECOVERY.holding(purpose),
      idHash: secretHash(secret),
      owner: id,
      expiresAt,
    },
  }
}
