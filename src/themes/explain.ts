import { COMMON_MACROS, isMail, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import { boundedPolicy, type Compiled, type Finding, widenings } from '../core/template/template.ts'
import { type Audience, type Language, mayEvaluate, runsScripts } from './pages.ts'
import type { Presented } from './present.ts'

/** How often a page went wrong, and what it may do. */
export interface Circumstances {
  readonly violations: number
  readonly fallbacks: number
  readonly evalFor: string | null
  /** Labels of the theme that are over a bound. */
  readonly wordFaults: readonly Problem[]
  /** The origin of the pages themselves. */
  readonly origin: string
}

/** Something that an author should know of, by file and line. */
export type Problem = Omit<Finding, 'offset'> & { readonly line: number }

/** How a page came to be, for somebody who wonders why it looks as it does. */
export function explanation(
  audience: Audience,
  entry: PageEntry | MailEntry,
  language: Language,
  presented: Presented,
  { violations, fallbacks, evalFor, origin, wordFaults }: Circumstances,
) {
  const { theme } = audience
  const { compiled, files, fallback } = presented
  const given = new Set([...Object.keys(entry.macros), ...Object.keys(COMMON_MACROS)])
  const rows = new Set(Object.values(entry.repeats ?? {}).flatMap(({ macros }) => Object.keys(macros)))
  const names = (what: Finding['what']) => [
    ...new Set(compiled.findings.flatMap(finding => (finding.what === what ? [finding.name] : []))),
  ]
  const context = {
    nonce: '…',
    handlers: compiled.handlers.map(() => 'sha256-…'),
    formOrigins: [],
    reportTo: '…',
    hosts: audience.hosts,
    runs: runsScripts(audience, entry),
    allowsEval: mayEvaluate(presented, evalFor),
  }
  return {
    scripts: isMail(entry) ? [] : foreignScripts(compiled, origin),
    page: entry.id,
    theme: { id: theme.view.id, why: theme.why, revision: theme.view.revision },
    locale: {
      asked: language.asked,
      used: language.locale,
      language: language.tag,
      direction: language.direction,
    },
    fallback: fallback ?? null,
    fallbacks,
    files,
    labels: { used: compiled.labels, missing: names('missing label') },
    macros: {
      used: compiled.macros.filter(name => given.has(name) || rows.has(name)),
      withoutValue: compiled.macros.filter(name => !given.has(name) && !rows.has(name)),
      unknown: names('unknown macro'),
    },
    repeats: compiled.repeats,
    problems: [...problemsOf(presented), ...wordFaults],
    policy: {
      text: boundedPolicy(compiled.policy, context).text,
      widened: widenings(compiled.policy),
      violations,
    },
  }
}

/** The origins, other than its own, that a page loads scripts from. */
export function foreignScripts({ scripts }: Pick<Compiled, 'scripts'>, own: string): string[] {
  return scripts.filter(origin => origin !== own)
}

/** So many problems are told one by one; who has more will find the rest when these are gone. */
const TOLD = 1_000

/** What an author should know of, by file and line. */
export function problemsOf({ compiled, texts }: Pick<Presented, 'compiled' | 'texts'>): Problem[] {
  const at = linesOf(texts)
  return compiled.findings
    .slice(0, TOLD)
    .map(({ what, name, file, offset }) => ({ what, name, ...at(file, offset) }))
}

/** So many elements of a page lead to their source. */
const TRACED = 5_000

/** The elements of a numbered page, by number, with what made them. */
export function sourceMap({ compiled, texts }: Presented) {
  const at = linesOf(texts)
  return compiled.elements.slice(0, TRACED).map(({ tag, labels, macros, file, offset }) => ({
    tag,
    ...at(file, offset),
    labels: labels.map(label => ({ name: label.name, ...at(label.file, label.offset) })),
    macros: macros.map(macro => ({ name: macro.name, ...at(macro.file, macro.offset) })),
  }))
}

/** Finds lines by halving: a page can have as many places as characters. */
function linesOf(
  texts: ReadonlyMap<string, string>,
): (file: string, offset: number) => { file: string; line: number } {
  const known = new Map<string, number[]>()
  return (file, offset) => {
    let ends = known.get(file)
    if (ends === undefined) {
      ends = [...(texts.get(file) ?? '').matchAll(/\n/g)].map(({ index }) => index)
      known.set(file, ends)
    }
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! < offset) low = middle + 1
      else high = middle
    }
    return { file, line: low + 1 }
  }
}
