import type { LintRules, LintSettings, LintWish } from '../wire.ts'

export type Rule = LintRules['rules'][number]
export type Level = LintSettings['rules'][string]

/** From the least to the worst. */
export const LEVELS: readonly Level[] = ['off', 'recommendation', 'warning', 'error']

/** What was edited and not saved. */
export interface Edits {
  /** Levels by the id of a rule; null for the rule's own. */
  readonly rules: Readonly<Record<string, Level | null>>
  readonly scriptOrigins?: readonly string[]
  readonly tagManager?: boolean
}

export const NOTHING: Edits = { rules: {} }

/** The level that somebody has set for a rule; null where it has its own. */
export function levelOf(id: string, edits: Edits, saved: LintSettings): Level | null {
  return edits.rules[id] === undefined ? (saved.rules[id] ?? null) : edits.rules[id]
}

/** The edits with another level for a rule; one that was saved already is no edit. */
export function withLevel(edits: Edits, id: string, level: Level | null, saved: LintSettings): Edits {
  const { [id]: _, ...others } = edits.rules
  return { ...edits, rules: level === (saved.rules[id] ?? null) ? others : { ...others, [id]: level } }
}

export function isDirty(edits: Edits, saved: LintSettings): boolean {
  const { rules, scriptOrigins, tagManager } = edits
  return (
    Object.keys(rules).length > 0 ||
    (tagManager ?? saved.tagManager) !== saved.tagManager ||
    originsOf(scriptOrigins ?? saved.scriptOrigins).join(' ') !== saved.scriptOrigins.join(' ')
  )
}

/** What is sent: the edits over what is saved now. */
export function wishOf({ rules, scriptOrigins, tagManager }: Edits, saved: LintSettings): LintWish {
  const levels = Object.entries({ ...saved.rules, ...rules }).flatMap(([id, level]) =>
    level === null ? [] : [[id, level] as const],
  )
  return {
    rules: Object.fromEntries(levels),
    ...(scriptOrigins !== undefined && { scriptOrigins: originsOf(scriptOrigins) }),
    ...(tagManager !== undefined && { tagManager }),
  }
}

/** Origins as the service takes them: people paste addresses with a slash at the end. */
function originsOf(typed: readonly string[]): string[] {
  return typed
    .map(text => text.trim())
    .filter(text => text !== '')
    .map(text => {
      const url = URL.parse(text)
      return url !== null && url.href === `${url.origin}/` ? url.origin : text
    })
}
