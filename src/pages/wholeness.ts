import { isMail, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import { missingPart } from '../core/catalogue/contract.ts'
import type { Values } from '../core/template/template.ts'
import { MASTER } from '../core/theme.ts'
import type { Audience } from './audience.ts'
import type { Presented } from './present.ts'

/** What the address of a page says where the browser runs no scripts. */
const SCRIPTLESS = 'scripts=none'

/** What a theme's page lacks for somebody in this situation; the master's lacks nothing. */
export function missingFrom(
  audience: Audience,
  entry: PageEntry | MailEntry,
  presented: Presented,
  given: Values,
  scriptless = false,
): string | undefined {
  if (isMail(entry) || entry.contract === undefined || isMasters(audience, presented)) return undefined
  const runs = !scriptless && runsScripts(audience, entry)
  return missingPart(entry.contract, presented.compiled.facts, given, runs)
}

/** Where a browser without scripts finds a page that works there; empty where this one does. */
export function bareAddress(
  audience: Audience,
  entry: PageEntry | MailEntry,
  presented: Presented,
  given: Values,
): string {
  if (missingFrom(audience, entry, presented, given, true) === undefined) return ''
  const address = audience.wish.address ?? given.macros.get('ACTION')
  return typeof address === 'string' && /^\/[^/].*\?/.test(address) ? `${address}&${SCRIPTLESS}` : ''
}

/**
 * Whether scripts of its template run on a page. Never on the pages of the service's own that show an account; elsewhere
 * where browsers tell scripts from people, and else only if nobody has touched the theme.
 */
export function runsScripts({ scripts, theme }: Audience, entry: PageEntry | MailEntry): boolean {
  if ('scriptless' in entry && entry.scriptless) return false
  return scripts || theme.view.ownPaths()[Symbol.iterator]().next().done === true
}

/** The template of a page. */
export function fileOf({ files }: Presented): string {
  return files.find(({ role }) => role === 'page')?.path ?? ''
}

/** Whether a page is the master's, in place of which nothing else could be shown. */
export function isMasters({ theme }: Audience, { fallback }: Presented): boolean {
  return fallback !== undefined || theme.view.id === MASTER
}

/** Whether a page carries the container that may evaluate text as script. */
export function mayEvaluate({ compiled }: Presented, allowed: string | null): boolean {
  return allowed !== null && compiled.tags.some(({ container }) => container === allowed)
}
