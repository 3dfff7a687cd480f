import type { LintRules, LintSettings } from '../wire.ts'

export type Rule = LintRules['rules'][number]
export type Level = LintSettings['rules'][string]

/** The levels, least severe first. */
export const LEVELS: readonly Level[] = ['off', 'recommendation', 'warning', 'error']

/** What people call the settings that two of them can change differently. */
export const NAMES = { rules: 'the level of' }

/** The levels with another one for a rule; null is the rule's default. */
export function withLevel(
  rules: LintSettings['rules'],
  id: string,
  level: Level | null,
): LintSettings['rules'] {
  const { [id]: _, ...others } = rules
  return level === null ? others : { ...others, [id]: level }
}

/** The settings as they are sent. */
export function tidied({ rules, scriptOrigins, ...rest }: LintSettings): LintSettings {
  const ordered = Object.entries(rules).sort(([one], [other]) => (one < other ? -1 : 1))
  return { ...rest, rules: Object.fromEntries(ordered), scriptOrigins: originsOf(scriptOrigins) }
}

/** Normalizes origins for the service, because people paste URLs with a slash at the end. */
function originsOf(typed: readonly string[]): string[] {
  return typed
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => {
      const url = URL.parse(text)
      return url !== null && url.href === `${url.origin}/` ? url.origin : text
    })
}
