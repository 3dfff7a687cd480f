import { plainDigits } from './digits.ts'
import { mailbox } from './mailbox.ts'

/** How a value is typed into a form. */
export type TypedKind = 'text' | 'number' | 'phone' | 'email'

/** The properties of an attribute that people type into a form. Other attributes are chosen from a list. */
type Input =
  | {
      readonly kind: TypedKind
      /** The `autocomplete` value, as defined in the HTML standard. */
      readonly autocomplete: string
      /** The maximum number of characters in a field. */
      readonly longest: number
      /** The label of the error for a text that the rule rejects. */
      readonly problem: string
    }
  | { readonly kind: 'choice' }

/** An attribute of a person. */
type Attribute = Input & {
  /** The key of the value in an account. */
  readonly key: string
  /** The label of its name on pages, and in mails that list changes. */
  readonly label: string
  /** Parses a typed text; undefined if the text is not valid. It is never called with ''. */
  readonly rule: (text: string) => string | number | undefined
  /** Whether every account must have it. */
  readonly essential?: true
  /** The claim that sends it to applications, and the scope that applications need for it. */
  readonly claim?: Claim
  /** The analytics event of a click into its field. */
  readonly event?: string
  /** Its option on the command line, and the error for an invalid value. */
  readonly option: { readonly flags: string; readonly help: string; readonly refusal: string }
}

export interface Claim {
  readonly scope: 'profile' | 'email' | 'phone'
  readonly name: string
  /** The value of the claim, if it differs from the attribute's value. */
  readonly told?: (value: string) => string
}

/**
 * The attributes of a person, by their names in forms. Forms, checks, the command line, claims, analytics events and
 * mails about changes are derived from this table. The columns of the store are not.
 */
export const ATTRIBUTES = {
  username: {
    key: 'userName',
    label: 'LOGIN_USER_NAME',
    kind: 'text',
    autocomplete: 'username',
    longest: 128,
    rule: personName,
    problem: 'REG_NAME_INVALID',
    essential: true,
    claim: { scope: 'profile', name: 'preferred_username' },
    option: {
      flags: '--username <name>',
      help: 'what they sign in with (default: the e-mail address)',
      refusal: 'The username must have 1 to 128 visible characters.',
    },
  },
  email: {
    key: 'email',
    label: 'REG_EMAIL',
    kind: 'email',
    autocomplete: 'email',
    longest: 254,
    rule: mailbox,
    problem: 'REG_EMAIL_INVALID',
    claim: { scope: 'email', name: 'email' },
    event: 'email',
    option: {
      flags: '--email <address>',
      help: 'their e-mail address',
      refusal: 'Enter an e-mail address such as alex@example.com.',
    },
  },
  given_name: {
    key: 'givenName',
    label: 'REG_GIVEN_NAME',
    kind: 'text',
    autocomplete: 'given-name',
    longest: 128,
    rule: personName,
    problem: 'REG_NAME_INVALID',
    claim: { scope: 'profile', name: 'given_name' },
    event: 'first_name',
    option: {
      flags: '--first-name <name>',
      help: 'their first name',
      refusal: 'The first name must have 1 to 128 visible characters.',
    },
  },
  family_name: {
    key: 'familyName',
    label: 'REG_FAMILY_NAME',
    kind: 'text',
    autocomplete: 'family-name',
    longest: 128,
    rule: personName,
    problem: 'REG_NAME_INVALID',
    claim: { scope: 'profile', name: 'family_name' },
    event: 'last_name',
    option: {
      flags: '--last-name <name>',
      help: 'their last name',
      refusal: 'The last name must have 1 to 128 visible characters.',
    },
  },
  age: {
    key: 'age',
    label: 'REG_AGE',
    kind: 'number',
    autocomplete: 'off',
    longest: 12,
    rule: yearsOfAge,
    problem: 'REG_AGE_INVALID',
    event: 'age',
    option: {
      flags: '--age <years>',
      help: 'their age',
      refusal: 'The age must be a number of years from 1 to 150.',
    },
  },
  mobile_number: {
    key: 'mobileNumber',
    label: 'REG_MOBILE_NUMBER',
    kind: 'phone',
    autocomplete: 'tel',
    longest: 32,
    rule: phoneNumber,
    problem: 'REG_MOBILE_INVALID',
    claim: { scope: 'phone', name: 'phone_number' },
    event: 'mobile_number',
    option: {
      flags: '--mobile <number>',
      help: 'their mobile number, such as +15550109999',
      refusal: 'Enter a mobile number such as +15550109999.',
    },
  },
  locale: {
    key: 'locale',
    label: 'REG_LOCALE',
    kind: 'choice',
    rule: languageTag,
    claim: { scope: 'profile', name: 'locale', told: locale => locale.replaceAll('_', '-') },
    option: {
      flags: '--locale <locale>',
      help: 'the language of their mails, such as de or fr_CA',
      refusal: 'Enter a locale such as de or fr_CA.',
    },
  },
} as const satisfies Readonly<Record<string, Attribute>>

type Attributes = typeof ATTRIBUTES

export type AttributeName = keyof Attributes
export type AttributeKey = Attributes[AttributeName]['key']

/** The value that the rule of an attribute gives. */
export type ValueOf<N extends AttributeName> = NonNullable<ReturnType<Attributes[N]['rule']>>

/** Every attribute, in the order in which people see them. */
export const ALL_ATTRIBUTES: readonly (Attribute & { readonly key: AttributeKey })[] =
  Object.values(ATTRIBUTES)

/** The attributes whose fields have an analytics event, by name. */
export const EVENTFUL: readonly string[] = Object.entries(ATTRIBUTES)
  .filter(([, attribute]) => 'event' in attribute)
  .map(([name]) => name)

type DispensableKey = {
  [N in AttributeName]: Attributes[N] extends { essential: true } ? never : Attributes[N]['key']
}[AttributeName]

/** The attributes of an account about which nothing is known yet. */
export const UNKNOWN = Object.fromEntries(
  ALL_ATTRIBUTES.filter(({ essential }) => !essential).map(({ key }) => [key, null]),
) as Readonly<Record<DispensableKey, null>>

// Control characters, line separators, lone surrogates, and characters that change the writing direction of what
// follows.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A person's name: visible, on one line, and of a sensible length. */
function personName(typed: string): string | undefined {
  return visibleLine(typed, 128)
}

/** A visible text on one line, with at most this many characters. */
export function visibleLine(typed: string, most: number): string | undefined {
  const text = typed.trim()
  return [...text].length <= most && !UNFIT.test(text) && VISIBLE.test(text) ? text : undefined
}

function yearsOfAge(typed: string): number | undefined {
  const years = plainDigits(typed.trim())
  return /^\d{1,3}$/.test(years) && Number(years) >= 1 && Number(years) <= 150 ? Number(years) : undefined
}

/** A phone number as digits, with its plus sign. */
export function phoneNumber(typed: string): string | undefined {
  const text = plainDigits(typed.trim())
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && digits.length <= 15 ? `${text.startsWith('+') ? '+' : ''}${digits}` : undefined
}

/** A BCP 47 language tag. The underscores of locale folders are also accepted. */
function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
