import { plainDigits } from './digits.ts'
import { mailbox } from './mailbox.ts'

/** How a value is typed into a form. */
export type TypedKind = 'text' | 'number' | 'phone' | 'email'

/** The parts of an attribute that a form needs where people type it; else they choose it from a list. */
type Input =
  | {
      readonly kind: TypedKind
      /** What browsers fill in, by its name in the HTML standard. */
      readonly autocomplete: string
      /** The most characters that a field takes. */
      readonly longest: number
      /** The label that says what is wrong with a text that the rule rejects. */
      readonly problem: string
    }
  | { readonly kind: 'choice' }

/** An attribute of a person. */
type Attribute = Input & {
  /** The key of the value in an account. */
  readonly key: string
  /** The label that names it on pages, and in the rows of a mail that lists changes. */
  readonly label: string
  /** The value that a text means, as it was typed; undefined where the text is not valid. Never asked about ''. */
  readonly rule: (text: string) => string | number | undefined
  /** Whether an account cannot be without it. */
  readonly essential?: true
  /** The claim that tells it to applications, and the scope that applications need for it. */
  readonly claim?: Claim
  /** The analytics event of a click into its field. */
  readonly event?: string
  /** Its option on the command line, and the error if the value is not valid. */
  readonly option: { readonly flags: string; readonly help?: string; readonly refusal: string }
}

export interface Claim {
  readonly scope: 'profile' | 'email' | 'phone'
  readonly name: string
  /** The value of the claim, where it is not the attribute's own. */
  readonly told?: (value: string) => string
}

/**
 * The attributes of a person, by the name that forms post. Forms, checks, the command line, claims, analytics events
 * and mails about changes follow from this table; the columns of the store do not.
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
    option: { flags: '--last-name <name>', refusal: 'The last name must have 1 to 128 visible characters.' },
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
    option: { flags: '--age <years>', refusal: 'The age must be a number of years from 1 to 150.' },
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

/** Every attribute, in the order in which they are listed to people. */
export const ALL_ATTRIBUTES: readonly (Attribute & { readonly key: AttributeKey })[] =
  Object.values(ATTRIBUTES)

/** The attributes whose fields have an analytics event, by name. */
export const EVENTFUL: readonly string[] = Object.entries(ATTRIBUTES)
  .filter(([, attribute]) => 'event' in attribute)
  .map(([name]) => name)

type DispensableKey = {
  [N in AttributeName]: Attributes[N] extends { essential: true } ? never : Attributes[N]['key']
}[AttributeName]

/** The attributes of an account of which nothing is known yet. */
export const UNKNOWN = Object.fromEntries(
  ALL_ATTRIBUTES.filter(({ essential }) => !essential).map(({ key }) => [key, null]),
) as Readonly<Record<DispensableKey, null>>

// Controls, separators of lines, halves of characters, and what would turn the direction of all that follows a name.
const UNFIT = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069]/u
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Somebody's name: visible, of one line, of a sensible length. */
function personName(typed: string): string | undefined {
  return visibleLine(typed, 128)
}

/** A visible text of one line, with at most this many characters. */
export function visibleLine(typed: string, most: number): string | undefined {
  const text = typed.trim()
  return [...text].length <= most && !UNFIT.test(text) && VISIBLE.test(text) ? text : undefined
}

function yearsOfAge(typed: string): number | undefined {
  const years = plainDigits(typed.trim())
  return /^\d{1,3}$/.test(years) && Number(years) >= 1 && Number(years) <= 150 ? Number(years) : undefined
}

/** A phone number as digits, with its plus. */
export function phoneNumber(typed: string): string | undefined {
  const text = plainDigits(typed.trim())
  if (!/^\+?[\d\s()./-]+$/.test(text)) return undefined
  const digits = text.replace(/\D/g, '')
  return digits.length >= 6 && digits.length <= 15 ? `${text.startsWith('+') ? '+' : ''}${digits}` : undefined
}

/** A BCP 47 language tag; the underscores of locale folders are accepted too. */
function languageTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0]
  } catch {
    return undefined
  }
}
