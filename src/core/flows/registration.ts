import { plainDigits } from '../digits.ts'
import { mailbox } from '../mailbox.ts'
import type { Message } from './message.ts'
import type { Given, RegistrationField } from './registration-form.ts'

/** What an account is made from. */
export interface RegistrationDetails {
  readonly givenName: string
  readonly familyName: string
  readonly age: number | null
  readonly mobileNumber: string | null
  readonly email: string
}

export type FieldProblems = Partial<Record<RegistrationField, Message>>

/** The values of a registration, or what is wrong with them, field by field. The password is checked apart. */
export function registrationDetails(given: Given): { details: RegistrationDetails; problems: FieldProblems } {
  const problems: FieldProblems = {}
  const text = (field: RegistrationField) => (given[field] ?? '').trim()
  const name = (field: 'given_name' | 'family_name') => {
    const value = text(field)
    if (value === '') problems[field] = { label: 'REG_REQUIRED' }
    else if (!isName(value)) problems[field] = { label: 'REG_NAME_INVALID' }
    return value
  }
  const givenName = name('given_name')
  const familyName = name('family_name')

  const years = plainDigits(text('age'))
  const age = years === '' ? null : Number(years)
  if (age !== null && (!/^\d{1,3}$/.test(years) || age < 1 || age > 150)) {
    problems.age = { label: 'REG_AGE_INVALID' }
  }
  const mobileNumber = text('mobile_number') === '' ? null : phoneNumber(text('mobile_number'))
  if (mobileNumber === undefined) problems.mobile_number = { label: 'REG_MOBILE_INVALID' }

  const email = mailbox(given.email ?? '')
  if (text('email') === '') problems.email = { label: 'REG_REQUIRED' }
  else if (email === undefined) problems.email = { label: 'REG_EMAIL_INVALID' }
  return {
    details: { givenName, familyName, age, mobileNumber: mobileNumber ?? null, email: email ?? '' },
    problems,
  }
}

// Controls, separators of lines, halves of characters, and what would turn the direction of all that follows a name.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text can be somebody's name: visible, of one line, of a sensible length. */
export function isName(text: string): boolean {
  return [...text].length <= 128 && !UNFIT.test(text) && VISIBLE.test(text)
}

/** A phone number as digits, with its plus; undefined when it cannot be one. */
export function phoneNumber(typed: string): string | undefined {
  const text = plainDigits(typed)
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && digits.length <= 15 ? `${text.startsWith('+') ? '+' : ''}${digits}` : undefined
}
