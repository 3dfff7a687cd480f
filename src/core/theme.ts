import { invalidValue, Refusal } from './refusal.ts'

export const DEFAULT_THEME = 'default'
export const MASTER = 'master'
export const DEFAULT_DESCRIPTION = 'Default Theme'

/**
 * The only theme that a URL can force on a page that shows an account, a consent or a session: the unchanged master. A
 * link must not load the scripts of another theme there.
 */
export function untouched(themeId: string | null | undefined): typeof MASTER | null {
  return themeId === MASTER ? MASTER : null
}

/** The settings of a theme that a client may change. A key that was not sent stays unchanged. */
export interface ThemeConfiguration {
  readonly name?: string
  readonly description?: string | null
}

/** Those that turn the direction of text would also turn the text around a name in a list. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u
/** The other ones, such as a zero-width space, take no room. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u
const CONTROL_BUT_LINES = /(?![\n\r\t])[\p{Cc}\p{Zl}\p{Zp}]/u

/** The name of a repository that a theme is pushed from, such as `github.com/acme/brand`. */
export function sourceName(value: string): string {
  const length = [...value].length
  if (length < 1 || length > 300) throw invalid('The name of the source must have 1 to 300 characters.')
  if (CONTROL.test(value)) throw invalid('The name of the source has a control character or a line break.')
  if (!value.isWellFormed()) throw invalid('The name of the source is not well-formed Unicode.')
  return value
}

/** The configuration part of an upload; unknown keys are ignored. */
export function themeConfiguration(text: string): ThemeConfiguration {
  const given = parsed(text)
  const configuration: { name?: string; description?: string | null } = {}
  if (Object.hasOwn(given, 'name')) configuration.name = themeName(given.name)
  if (Object.hasOwn(given, 'description')) configuration.description = themeDescription(given.description)
  return configuration
}

function parsed(text: string): { name?: unknown; description?: unknown } {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw invalid(
      'The configuration is not JSON: send an object such as {"name": "My theme", "description": "For my application"}.',
    )
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The configuration is not a JSON object with name and description.')
  }
  return value
}

/** A theme name in its stored form: trimmed, visible, 1 to 128 characters. */
export function themeName(value: unknown): string {
  if (typeof value !== 'string') throw invalid('The name of the theme must be a string.')
  const name = value.trim()
  const length = [...name].length
  if (length < 1 || length > 128) throw invalid('The name of the theme must have 1 to 128 characters.')
  if (CONTROL.test(name)) throw invalid('The name of the theme has a control character or a line break.')
  if (!name.isWellFormed()) throw invalid('The name of the theme is not well-formed Unicode.')
  if (!VISIBLE.test(name)) throw invalid('The name of the theme has no visible character.')
  return name
}

function themeDescription(value: unknown): string | null {
  if (value === null || value === '') return null
  if (typeof value !== 'string') throw invalid('The description of the theme must be a string.')
  if ([...value].length > 1024) throw invalid('The description of the theme has more than 1024 characters.')
  if (CONTROL_BUT_LINES.test(value)) throw invalid('The description of the theme has a control character.')
  if (!value.isWellFormed()) throw invalid('The description of the theme is not well-formed Unicode.')
  return value
}

/** The message of a revision: trimmed, up to 1,000 characters; null if there is none. */
export function revisionMessage(value: unknown): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw invalid('The message must be a string.')
  const message = value.trim()
  if (message === '') return null
  if ([...message].length > 1000) throw invalid('The message has more than 1,000 characters. Shorten it.')
  if (CONTROL_BUT_LINES.test(message)) throw invalid('The message has a control character.')
  if (!message.isWellFormed()) throw invalid('The message is not well-formed Unicode.')
  return message
}

function invalid(sentence: string): Refusal<'configuration_invalid'> {
  return new Refusal('configuration_invalid', { sentence })
}

const RESERVED = new Set([DEFAULT_THEME, MASTER])

/** Rejects reserved names. */
export function checkNameIsFree(name: string): void {
  if (RESERVED.has(name.toLowerCase())) throw new Refusal('theme_name_reserved', { name })
}

/**
 * The new name of a theme that is replaced; undefined if it keeps its name. The default theme always keeps its name.
 * Clients send another name with a package, so only a request that changes nothing but the name is refused.
 */
export function newName(
  themeId: string,
  wanted: string | undefined,
  withPackage: boolean,
): string | undefined {
  if (wanted === undefined || themeId !== DEFAULT_THEME) {
    if (wanted !== undefined) checkNameIsFree(wanted)
    return wanted
  }
  if (wanted !== DEFAULT_THEME && !withPackage) throw new Refusal('theme_name_fixed', {})
  return undefined
}

/** Fails for the master, which can be read but never written. */
export function checkWritable(themeId: string): void {
  if (themeId === MASTER) throw new Refusal('theme_protected', { themeId: MASTER, allow: ['GET', 'HEAD'] })
}

/** Fails for the master and the default theme, which cannot be deleted. */
export function checkDeletable(themeId: string): void {
  checkWritable(themeId)
  if (themeId === DEFAULT_THEME) {
    throw new Refusal('theme_protected', { themeId: DEFAULT_THEME, allow: ['GET', 'HEAD', 'PUT'] })
  }
}

/** The theme id that an application stores: null for the default theme. The master cannot be assigned. */
export function assignable(themeId: string | null | undefined): string | null {
  if (themeId === null || themeId === undefined || themeId === DEFAULT_THEME) return null
  if (themeId === MASTER) {
    throw invalidValue('The master cannot be assigned to an application. Use the default theme.')
  }
  return themeId
}

/** How a revision of a theme was made. */
export const REVISION_CAUSES = [
  'create',
  'replace',
  'configure',
  'write file',
  'write files',
  'push',
  'revert file',
  'restore',
  'reset',
  'analytics',
] as const

export type RevisionCause = (typeof REVISION_CAUSES)[number]
