import { COMMON_MACROS, isMail, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import type { Problem } from '../core/made-page.ts'
import { boundedPolicy, type Compiled, widenings } from '../core/template/template.ts'
import type { Audience, Language } from './audience.ts'
import { type Presented, whyMaster } from './present.ts'
import { mayEvaluate, runsScripts } from './wholeness.ts'

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

/** Explains how a page was made: files, labels, macros, problems and policy. */
export function explanation(
  audience: Audience,
  entry: PageEntry | MailEntry,
  language: Language,
  presented: Presented,
  { violations, fallbacks, evalFor, origin, wordFaults }: Circumstances,
) {
  const { theme } = audience
  const { compiled, problems, files } = presented
  const given = new Set([...Object.keys(entry.macros), ...Object.keys(COMMON_MACROS)])
  const rows = new Set(Object.values(entry.repeats ?? {}).flatMap(({ macros }) => Object.keys(macros)))
  const names = (what: Problem['what']) => [
    ...new Set(problems.flatMap(problem => (problem.what === what ? [problem.name] : []))),
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
  const hashes = compiled.handlers.map((_, index) => `sha256-${String(index).padStart(44)}`)
  const { fits } = boundedPolicy(compiled.policy, { ...context, handlers: hashes, nonce: ' '.repeat(32) })
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
    fallback: whyMaster(presented) ?? null,
    fallbacks,
    files,
    labels: { used: compiled.labels, missing: names('missing label') },
    macros: {
      used: compiled.macros.filter(name => given.has(name) || rows.has(name)),
      withoutValue: compiled.macros.filter(name => !given.has(name) && !rows.has(name)),
      unknown: names('unknown macro'),
    },
    repeats: compiled.repeats,
    problems: [...problems, ...(fits ? [] : [policyProblem(presented)]), ...wordFaults],
    policy: {
      text: boundedPolicy(compiled.policy, context).text,
      widened: widenings(compiled.policy),
      violations,
    },
  }
}

/** The addresses of the tenant can be longer than those that a page was compiled for. */
function policyProblem({ files }: Presented): Problem {
  const file = files.find(({ role }) => role === 'page')?.path ?? ''
  return { what: 'over a bound', name: 'policy', file, line: 1 }
}

/** The origins, other than its own, that a page loads scripts from. */
export function foreignScripts({ scripts }: Pick<Compiled, 'scripts'>, own: string): string[] {
  return scripts.filter(origin => origin !== own)
}
