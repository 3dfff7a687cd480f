import { isName, phoneNumber } from '../../core/flows/registration.ts'
import { mailbox } from '../../core/mailbox.ts'
import { invalidValue } from '../../core/refusal.ts'
import type { Account } from '../../store/store.ts'

/** What is told of a person; a key that is not given stays as it is. */
export interface Profile {
  readonly userName?: string | undefined
  readonly email?: string | undefined
  readonly givenName?: string | undefined
  readonly familyName?: string | undefined
  readonly age?: string | undefined
  readonly mobileNumber?: string | undefined
  readonly locale?: string | undefined
}

/** What can be changed of a profile, and the label of each. */
export const PROFILE = [
  ['userName', 'LOGIN_USER_NAME'],
  ['email', 'REG_EMAIL'],
  ['givenName', 'REG_GIVEN_NAME'],
  ['familyName', 'REG_FAMILY_NAME'],
  ['age', 'REG_AGE'],
  ['mobileNumber', 'REG_MOBILE_NUMBER'],
  ['locale', 'REG_LOCALE'],
] as const satisfies readonly (readonly [keyof Account, string])[]

type ProfileChange = Partial<Pick<Account, (typeof PROFILE)[number][0]>>

/** Each value by the rules that hold at registration; an empty one takes the value away. */
export function checkedProfile(profile: Profile): ProfileChange {
  const text = (what: string, value: string): string => {
    if (!isName(value)) throw invalidValue(`The ${what} must have 1 to 128 visible characters.`)
    return value.trim()
  }
  const { userName, email, givenName, familyName, age, mobileNumber, locale } = profile
  const change: { -readonly [K in keyof ProfileChange]: ProfileChange[K] } = {}
  if (userName !== undefined) change.userName = text('username', userName)
  if (givenName !== undefined) change.givenName = givenName === '' ? null : text('first name', givenName)
  if (familyName !== undefined) change.familyName = familyName === '' ? null : text('last name', familyName)
  if (email !== undefined) {
    const address = email === '' ? null : mailbox(email)
    if (address === undefined) throw invalidValue('The e-mail address must be one such as alex@example.com.')
    change.email = address
  }
  if (age !== undefined) {
    const years = age === '' ? null : Number(age)
    if (years !== null && !(/^\d{1,3}$/.test(age) && years >= 1 && years <= 150))
      throw invalidValue('The age must be a number of years from 1 to 150.')
    change.age = years
  }
  if (mobileNumber !== undefined) {
    const number = mobileNumber === '' ? null : phoneNumber(mobileNumber)
    if (number === undefined) throw invalidValue('The mobile number must be one such as +15550109999.')
    change.mobileNumber = number
  }
  if (locale !== undefined) change.locale = locale === '' ? null : localeOf(locale)
  return change
}

function localeOf(text: string): string {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]!
  } catch {
    throw invalidValue('The locale must be one such as de or fr_CA.')
  }
}
