import { errorPrefix } from '../flows/message.ts'
import type { MacroKind, Value, Where } from '../template/template.ts'
import type { Times } from '../times.ts'
import type { Word } from '../word.ts'
import { COMMON_MACROS } from './common-macros.ts'
import type { Entry, MacroEntry, MailEntry, PageEntry, Sample } from './entry.ts'
import { isKnownMacro } from './known.ts'
import { MAILS } from './mails.ts'
import { PAGES } from './pages.ts'
import type { MailId, MailMacro, PageId } from './values.ts'

export { COMMON_MACROS, type CommonMacro } from './common-macros.ts'
export {
  GROUPS,
  type MacroEntries,
  type MacroEntry,
  type MailEntry,
  type PageEntry,
  type PageState,
  type Sample,
} from './entry.ts'
export { isKnownMacro } from './known.ts'
export { MAILS } from './mails.ts'
export { PAGES } from './pages.ts'
export type { MailId, MailMacro, MailValues, PageId, PageRows, PageValues } from './values.ts'

const byId = new Map<string, PageEntry | MailEntry>([...PAGES, ...MAILS].map(entry => [entry.id, entry]))

/** The page or mail with this id. */
export function entryOf(id: string): PageEntry | MailEntry | undefined {
  return byId.get(id)
}

export function pageEntry(id: PageId): PageEntry {
  return byId.get(id) as PageEntry
}

export function mailEntry(id: MailId): MailEntry {
  return byId.get(id) as MailEntry
}

/** Whether an entry is a mail. */
export function isMail(entry: PageEntry | MailEntry): entry is MailEntry {
  return MAILS.includes(entry as MailEntry)
}

const common: Readonly<Record<string, MacroEntry>> = COMMON_MACROS

/** The kind of a macro on a page. A known macro without a value on the page is an empty text. */
export function macroKind({ macros, repeats }: Entry, name: string): MacroKind | undefined {
  const own = macros[name] ?? common[name]
  if (own !== undefined) return own.kind
  for (const repeat of Object.values(repeats ?? {}))
    if (Object.hasOwn(repeat.macros, name)) return repeat.macros[name]!.kind
  return isKnownMacro(name) ? 'text' : undefined
}

/** Macros whose values allow the reader of a mail to sign in. A theme's mail that could leak one is not sent. */
export const SECRET_MACROS: readonly MailMacro[] = [
  'PASSWORD_RECOVERY_LINK',
  'INVITATION_LINK',
  'VERIFY_LINK',
  'OTP',
  'PASSWORD',
  'USER.PASSWORD',
]

/** Macros that have a value on some page or mail. */
const GIVEN = new Set(
  [...PAGES, ...MAILS].flatMap(({ macros, repeats = {} }: Entry) => [
    ...Object.keys(macros),
    ...Object.values(repeats).flatMap(repeat => Object.keys(repeat.macros)),
  ]),
)

/** Whether a macro has a value on some page or mail. */
export function isGiven(name: string): boolean {
  return GIVEN.has(name) || Object.hasOwn(common, name)
}

/** Whether a macro has a value on this page or mail. */
export function isGivenOn(entry: Entry, name: string): boolean {
  const { macros, repeats = {} } = entry
  if (Object.hasOwn(macros, name) || Object.hasOwn(common, name)) return true
  if (Object.values(repeats).some(repeat => Object.hasOwn(repeat.macros, name))) return true
  return standIn(entry, name, 'elsewhere') !== name
}

/** Alternative names of macros on pages made for IBM Security Verify. They work on pages that have the macro. */
const OTHER_NAMES = new Map([
  ['LOGIN_ERROR_MESSAGE', 'ERROR_MESSAGE'],
  ['ERRMSG', 'ERROR_MESSAGE'],
  ['LOGIN_PAGE_LINK', 'IDAAS_LOGIN_URL'],
  ['RETURN_HOME_LINK', 'IDAAS_LOGIN_URL'],
  ['USER_GIVEN_NAME', 'GIVEN_NAME'],
])

/** The macro whose value is used for a name on a page: it depends on the place, or the name is an alternative one. */
export function standIn({ macros }: Pick<Entry, 'macros'>, name: string, where: Where): string {
  if (Object.hasOwn(macros, name)) return macros[name]!.standIns?.[where] ?? name
  const other = OTHER_NAMES.get(name)
  return other !== undefined && Object.hasOwn(macros, other) ? other : name
}

/** The sample values of an entry in one of its states, by macro. */
export function sampleValues(entry: Entry, state: string, word: Word, times: Times): Map<string, Value> {
  const samples = Object.entries(entry.macros).map(([name, { sample }]) => [name, sample] as const)
  const values = resolved([...samples, ...Object.entries(entry.states[state]?.values ?? {})], word, times)
  if (showsError(values)) values.set('ERROR_PREFIX', errorPrefix(word))
  return values
}

/** Whether a page shows an error: as a message, or in a form that the service writes. */
function showsError(values: ReadonlyMap<string, Value>): boolean {
  if ((values.get('ERROR_MESSAGE') ?? '') !== '') return true
  return Array.from(values.values()).some(
    value => typeof value === 'string' && value.includes(' role="alert"'),
  )
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
