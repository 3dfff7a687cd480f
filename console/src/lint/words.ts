import { languageName } from '../parts/languages.ts'
import type { LintFinding } from './finding.ts'

const MOST = 3

/**
 * The pages and languages of a finding, such as "login, logout and 4 more; in French"; empty if it applies everywhere.
 */
export function whereIn(
  { pages = [], locales = [], states = [] }: Pick<LintFinding, 'pages' | 'locales' | 'states'>,
  pageName: (id: string) => string = id => id,
): string {
  const parts = [
    listed(pages.map(pageName)),
    states.length === 0 ? '' : `in the state ${listed(states)}`,
    locales.length === 0 ? '' : `in ${listed(locales.map(languageName))}`,
  ]
  return parts.filter(part => part !== '').join('; ')
}

/** Such as "a, b and c", or "a, b, c and 4 more". */
export function listed(names: readonly string[]): string {
  const told = [...new Set(names)]
  if (told.length > MOST + 1) return `${told.slice(0, MOST).join(', ')} and ${told.length - MOST} more`
  return told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`
}
