import type { MacroKind, Value, Where } from '../template/template.ts'
import type { Times } from '../times.ts'
import type { Contract } from './contract.ts'
import { isKnownMacro } from './known.ts'
import { MAILS } from './mails.ts'
import { PAGES } from './pages.ts'

/** A macro that a page gives a value to. */
export interface MacroEntry {
  readonly kind: MacroKind
  readonly meaning: string
  /** What a preview shows. */
  readonly sample: Sample
  /** The macros whose values are written for it at certain places. */
  readonly standIns?: Readonly<Partial<Record<Where, string>>>
}

/** The text of a label in the theme and the language of a page, with these values for its macros. */
export interface Word {
  (label: string, values?: Readonly<Record<string, string>>): string
  /** The language's tag. */
  readonly language: string
}

/** A value for a preview; one that holds words or times is made in the language of the page, as the real one is. */
export type Sample = Value | ((word: Word, times: Times) => Value)

export type MacroEntries = Readonly<Record<string, MacroEntry>>

/** A situation worth looking at: what differs from the samples. */
export interface PageState {
  readonly meaning: string
  readonly values?: Readonly<Record<string, Sample>>
  /** Rows of repeats that differ from the samples. */
  readonly rows?: Readonly<Record<string, readonly SampleRow[]>>
}

type SampleRow = Readonly<Record<string, Sample>>

interface Entry {
  /** The address of the entry in previews and explanations. */
  readonly id: string
  readonly meaning: string
  /** The folder that holds the locale folders, below `templates`. */
  readonly folder: string
  readonly macros: MacroEntries
  /** Rows of a repeat: the macros in it, and rows for a preview. */
  readonly repeats?: Readonly<Record<string, { macros: MacroEntries; sample: readonly SampleRow[] }>>
  /** The first one is the usual one. */
  readonly states: Readonly<Record<string, PageState>>
}

/** What pages have to do with, in the order in which people get to them. */
export const GROUPS = [
  'Sign-in',
  'Second factor',
  'Password',
  'Registration',
  'Consent and details',
  'Sign-out',
  'Errors',
] as const

/** A page that people see. */
export interface PageEntry extends Entry {
  readonly group: (typeof GROUPS)[number]
  readonly file: string
  /** What its form posts: field name → meaning. A theme that loses one loses the form. */
  readonly form?: Readonly<Record<string, string>>
  /** The macro with the address that it is posted to, where it is not ACTION. */
  readonly formAction?: string
  /** What a template of it must have: without that, the master's is shown. */
  readonly contract?: Contract
  /** Whether it is a page of ours about an account or a session, on which no script of a theme ever runs. */
  readonly scriptless?: true
}

/** A mail; one file with everything in it, or one for the subject and one for the body. */
export interface MailEntry extends Entry {
  readonly file: string | { readonly subject: string; readonly body: string }
  /** Where the body stands, if not beside the subject. */
  readonly bodyFolder?: string
  /** The macros one of which it has to show: without the code or link that it is sent for, a mail is of no use. */
  readonly needs?: readonly string[]
}

/** Macros that every page and mail has. */
export const COMMON_MACROS: MacroEntries = {
  THEME_ID: { kind: 'address', meaning: 'id of the theme in use', sample: 'default' },
  // Locale and language are addresses because scripts are chosen by them: the service makes them, never a visitor.
  LOCALE: { kind: 'address', meaning: 'locale in use, as its folder is named', sample: 'default' },
  LANG: { kind: 'address', meaning: 'language of the page, for the attribute lang', sample: 'en' },
  DIR: { kind: 'text', meaning: 'direction of the text, ltr or rtl', sample: 'ltr' },
  TENANT: { kind: 'address', meaning: 'host name of the service, with its port', sample: 'id.example.com' },
  TENANT_URL: { kind: 'address', meaning: 'public address of the service', sample: 'https://id.example.com' },
  INVALID: {
    kind: 'text',
    meaning: 'true where @ERROR_MESSAGE@ says something, else false: for the attribute aria-invalid',
    sample: 'false',
  },
  FOCUS: {
    kind: 'switch',
    meaning: 'autofocus where @ERROR_MESSAGE@ says something: for the field that it is about',
    sample: '',
  },
  TIMESTAMP_TEXT: {
    kind: 'text',
    meaning: 'what @TIMESTAMP@ says, as readers of the language write a date and a time',
    sample: '',
  },
  ERROR_PREFIX: {
    kind: 'text',
    meaning: '“Error:” and a blank where @ERROR_MESSAGE@ says something, for the beginning of the title',
    sample: '',
  },
  COLOR_BRAND: {
    kind: 'text',
    meaning: "the theme's brand color, for what no style sheet reaches: mails, and the browser's own bars",
    sample: '#3450b4',
  },
  COLOR_ON_BRAND: {
    kind: 'text',
    meaning: 'black or white, whichever reads better on it',
    sample: '#ffffff',
  },
  COLOR_BRAND_EDGE: {
    kind: 'text',
    meaning: 'the line around a button in the brand color, dark where that color is very light',
    sample: '#3450b4',
  },
  RADIUS: { kind: 'text', meaning: 'corners of the panel, for mails, in pixels', sample: '16px' },
  RADIUS_CONTROL: {
    kind: 'text',
    meaning: 'corners of buttons and codes, for mails, in pixels',
    sample: '10px',
  },
}

export { MAILS } from './mails.ts'
export { PAGES } from './pages.ts'

const byId = new Map<string, PageEntry | MailEntry>([...PAGES, ...MAILS].map(entry => [entry.id, entry]))

/** The page or mail with this id. */
export function entryOf(id: string): PageEntry | MailEntry | undefined {
  return byId.get(id)
}

/** Whether an entry is a mail. */
export function isMail(entry: PageEntry | MailEntry): entry is MailEntry {
  return MAILS.includes(entry as MailEntry)
}

/** The paths of an entry's templates, without the folder of the locale. */
export function filesOf(entry: PageEntry | MailEntry): string[] {
  const { folder, file } = entry
  if (typeof file === 'string') return [`${folder}/${file}`]
  const bodyFolder = ('bodyFolder' in entry && entry.bodyFolder) || folder
  return [`${folder}/${file.subject}`, `${bodyFolder}/${file.body}`]
}

/** What a macro carries on a page; a known one that the page has no value for is an empty text. */
export function macroKind({ macros, repeats }: Entry, name: string): MacroKind | undefined {
  const own = macros[name] ?? COMMON_MACROS[name]
  if (own !== undefined) return own.kind
  for (const repeat of Object.values(repeats ?? {}))
    if (Object.hasOwn(repeat.macros, name)) return repeat.macros[name]!.kind
  return isKnownMacro(name) ? 'text' : undefined
}

/** Other names that pages made for IBM Security Verify have for a macro; they hold where a page has that macro. */
const OTHER_NAMES = new Map([
  ['LOGIN_ERROR_MESSAGE', 'ERROR_MESSAGE'],
  ['ERRMSG', 'ERROR_MESSAGE'],
  ['LOGIN_PAGE_LINK', 'IDAAS_LOGIN_URL'],
  ['RETURN_HOME_LINK', 'IDAAS_LOGIN_URL'],
  ['USER_GIVEN_NAME', 'GIVEN_NAME'],
])

/** The macro whose value is written for another one on a page: by its place, or because it is another name for it. */
export function standIn({ macros }: Pick<Entry, 'macros'>, name: string, where: Where): string {
  if (Object.hasOwn(macros, name)) return macros[name]!.standIns?.[where] ?? name
  const other = OTHER_NAMES.get(name)
  return other !== undefined && Object.hasOwn(macros, other) ? other : name
}

/** The samples of an entry in one of its states, by macro. */
export function sampleValues(entry: Entry, state: string, word: Word, times: Times): Map<string, Value> {
  const samples = Object.entries(entry.macros).map(([name, { sample }]) => [name, sample] as const)
  return resolved([...samples, ...Object.entries(entry.states[state]?.values ?? {})], word, times)
}

/** The sample rows of an entry's repeats in one of its states. */
export function sampleRows(
  { repeats = {}, states }: Entry,
  state: string,
  word: Word,
  times: Times,
): Map<string, Map<string, Value>[]> {
  return new Map(
    Object.entries(repeats).map(([name, { sample }]) => [
      name,
      (states[state]?.rows?.[name] ?? sample).map(row => resolved(Object.entries(row), word, times)),
    ]),
  )
}

function resolved(
  samples: readonly (readonly [string, Sample])[],
  word: Word,
  times: Times,
): Map<string, Value> {
  return new Map(
    samples.map(([name, sample]) => [name, typeof sample === 'function' ? sample(word, times) : sample]),
  )
}
