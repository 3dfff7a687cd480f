import { nearest } from '../core/nearest.ts'
import { SEVERITIES, type Severity } from './finding.ts'
import { REFUSED } from './refused.ts'
import { RULES } from './rules.ts'

/** What a rule can be set to. */
export type Level = Exclude<Severity, 'fatal'> | 'off'

export const LEVELS: readonly Level[] = ['off', ...SEVERITIES.filter(severity => severity !== 'fatal')]

export function isLevel(value: unknown): value is Level {
  return LEVELS.includes(value as Level)
}

/** Whether a text is an origin of the web, written as browsers write it. */
export function isScriptOrigin(value: unknown): value is string {
  return typeof value === 'string' && /^https?:/.test(value) && URL.parse(value)?.origin === value
}

/** Why a rule cannot be set to a level; undefined where it can. */
export function levelFlaw(id: string, level: unknown): string | undefined {
  const flaw = ruleFlaw(id)
  if (flaw !== undefined) return flaw
  return isLevel(level) ? undefined : `The level of ${id} must be one of ${LEVELS.join(', ')}.`
}

/** Why nothing can be set for an id; undefined where it is that of a rule. */
export function ruleFlaw(id: string): string | undefined {
  if (RULES.some(rule => rule.id === id)) return undefined
  if (Object.hasOwn(REFUSED, id))
    return `${id} is fatal, and its level cannot be changed: the service refuses such a theme.`
  const meant = nearest(
    id.slice(0, 100),
    RULES.map(rule => rule.id),
  )
  const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`
  return `There is no rule "${id.slice(0, 100)}".${hint}`
}
