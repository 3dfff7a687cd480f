import { unsent } from '../unsaved.ts'
import type { LintRules, LintSettings, LintWish } from '../wire.ts'

export type Rule = LintRules['rules'][number]
export type Level = LintSettings['rules'][string]

/** The levels, least severe first. */
export const LEVELS: readonly Level[] = ['off', 'recommendation', 'warning', 'error']

/** Unsaved edits. */
export interface Edits {
  /** Levels by rule id; null for the rule's default. */
  readonly rules: Readonly<Record<string, Level | null>>
  readonly scriptOrigins?: readonly string[]
  readonly tagManager?: boolean
}

export const NOTHING: Edits = { rules: {} }

/** The configured level of a rule; null for the rule's default. */
export function levelOf(id: string, edits: Edits, saved: LintSettings): Level | null {
  return edits.rules[id] === undefined ? (saved.rules[id] ?? null) : edits.rules[id]
}

/** The edits with another level for a rule. A level that equals the saved one is not an edit. */
export function withLevel(edits: Edits, id: string, level: Level | null, saved: LintSettings): Edits {
  const { [id]: _, ...others } = edits.rules
  return { ...edits, rules: level === (saved.rules[id] ?? null) ? others : { ...others, [id]: level } }
}

/**
 * The edits that are left after `sent` was saved. A rule that was meanwhile set back to the level it had `before` is an
 * edit now.
 */
export function leftOf(now: Edits, sent: Edits, before: LintSettings): Edits {
  const back = Object.keys(sent.rules).filter(id => !Object.hasOwn(now.rules, id))
  const levels = back.map(id => [id, before.rules[id] ?? null] as const)
  const rules = { ...unsent(now.rules, sent.rules), ...Object.fromEntries(levels) }
  return { ...unsent(now, sent), rules }
}

export function isDirty(edits: Edits, saved: LintSettings): boolean {
  const { rules, scriptOrigins, tagManager } = edits
  return (
    Object.keys(rules).length > 0 ||
    (tagManager ?? saved.tagManager) !== saved.tagManager ||
    originsOf(scriptOrigins ?? saved.scriptOrigins).join(' ') !== saved.scriptOrigins.join(' ')
  )
}

/** The settings to send: the currently saved ones with the edits applied. */
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
