import { nearest } from '../../core/nearest.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import type { Rule, Told } from '../rule.ts'
import type { Silence } from '../silence.ts'

export const lintSuppression: Rule = {
  id: 'lint/suppression',
  severity: 'warning',
  title: 'Suppression comment that does not work',
  reason: `A comment such as \`<!-- tabard-lint-disable label/empty: filled by a script -->\` suppresses the findings of
a rule on its own line and on the next one, or with \`tabard-lint-disable-file\` in the whole file. It needs the id of a
rule and a reason after a colon. Remove a comment that suppresses nothing, because it would hide the next mistake there.
Rules that protect what people type, such as \`remote/script\`, cannot be suppressed by a comment.`,
  bad: { [PAGE]: examplePage('<!-- tabard-lint-disable macro/unknown -->\n@PAGE_HEADER@') },
  good: {
    [PAGE]: examplePage(
      '<!-- tabard-lint-disable macro/unknown: our proxy replaces it -->\n<p>@BANNER_OF_PROXY@</p>',
    ),
  },
}

/** Names in one file that are compared with the ids of rules, and so much of each. */
const MOST_COMPARED = 20
const LONGEST = 60

interface Found {
  readonly rule: string
  readonly start: number
}

/** The mistakes in suppression comments: an unknown rule, no reason, or no finding that the comment suppresses. */
export function suppressionFlaws(
  file: LintedFile,
  comments: readonly Silence[],
  found: readonly Found[],
  rules: readonly Pick<Rule, 'id' | 'firm'>[],
): Told[] {
  const ids = rules.map(({ id }) => id)
  const firm = rules.flatMap(rule => (rule.firm ? [rule.id] : []))
  const places = new Set(found.flatMap(({ rule, start }) => [rule, `${rule} ${file.place(start).line}`]))
  let compared = 0
  const meant = (rule: string) =>
    compared++ < MOST_COMPARED ? nearest(rule.slice(0, LONGEST), ids) : undefined
  return comments.flatMap(silence => {
    const message = firm.includes(silence.rule)
      ? `A comment cannot suppress ${silence.rule}. Fix the mistake, or change the settings of the linter.`
      : flawOf(silence, places, ids, meant)
    return message === undefined ? [] : [{ start: silence.start, end: silence.end, message }]
  })
}

function flawOf(
  { rule, reason, whole, line }: Silence,
  found: ReadonlySet<string>,
  ids: readonly string[],
  meant: (rule: string) => string | undefined,
): string | undefined {
  if (!ids.includes(rule)) {
    const known = meant(rule)
    const hint = known === undefined ? '' : ` Did you mean ${known}?`
    return `There is no rule "${rule}", so that the comment suppresses nothing.${hint}`
  }
  if (reason === undefined) return `The comment gives no reason, and is ignored. Write ": why" after ${rule}.`
  const places = whole ? [rule] : [`${rule} ${line}`, `${rule} ${line + 1}`]
  const works = places.some(place => found.has(place))
  return works
    ? undefined
    : `The comment suppresses nothing: ${rule} finds no mistake here. Remove the comment.`
}
