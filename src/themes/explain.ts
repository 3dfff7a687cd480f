import { COMMON_MACROS, type MailEntry, type PageEntry } from '../core/catalogue/catalogue.ts'
import { contentPolicy, type Finding, type SourceElement } from '../core/template/template.ts'
import type { Audience, Language } from './pages.ts'
import type { Presented } from './present.ts'

/** How a page came to be, for somebody who wonders why it looks as it does. */
export function explanation(
  { theme }: Pick<Audience, 'theme'>,
  entry: PageEntry | MailEntry,
  language: Language,
  presented: Presented,
  counts: { readonly violations: number; readonly fallbacks: number },
) {
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
  }
  return {
    page: entry.id,
    theme: { id: theme.view.id, why: theme.why, revision: theme.view.revision },
    locale: {
      asked: language.asked,
      used: language.locale,
      language: language.tag,
      direction: language.direction,
    },
    fallback: fallback ?? null,
    fallbacks: counts.fallbacks,
    files,
    labels: { used: compiled.labels, missing: names('missing label') },
    macros: {
      used: compiled.macros.filter(name => given.has(name) || rows.has(name)),
      withoutValue: compiled.macros.filter(name => !given.has(name) && !rows.has(name)),
      unknown: names('unknown macro'),
    },
    repeats: compiled.repeats,
    problems: problemsOf(presented),
    policy: {
      text: contentPolicy(compiled.policy, context),
      widened: Object.entries(compiled.policy.origins).flatMap(([directive, origins]) =>
        Array.from(origins, ([origin, by]) => ({ directive, origin, by })),
      ),
      violations: counts.violations,
    },
  }
}

/** What an author should know of, by file and line. */
export function problemsOf({ compiled, texts }: Presented) {
  return compiled.findings.map(({ what, name, file, offset }) => ({
    what,
    name,
    ...placed(texts, file, offset),
  }))
}

/** The elements of a numbered page, by number, with what made them. */
export function sourceMap({ compiled, texts }: Presented) {
  const located = ({ file, offset }: Pick<SourceElement, 'file' | 'offset'>) => placed(texts, file, offset)
  return compiled.elements.map(({ tag, labels, macros, ...at }) => ({
    tag,
    ...located(at),
    labels: labels.map(label => ({ name: label.name, ...located(label) })),
    macros: macros.map(macro => ({ name: macro.name, ...located(macro) })),
  }))
}

function placed(
  texts: ReadonlyMap<string, string>,
  file: string,
  offset: number,
): { file: string; line: number } {
  const before = (texts.get(file) ?? '').slice(0, offset)
  return { file, line: before.split('\n').length }
}
