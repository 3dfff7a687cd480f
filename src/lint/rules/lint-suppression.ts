import { nearest } from '../../core/nearest.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import type { Rule, Told } from '../rule.ts'
import { type Silence, silencesIn } from '../silence.ts'

export const lintSuppression: Rule = {
  id: 'lint/suppression',
  severity: 'warning',
  title: 'Suppression comment that does not work',
  reason: `A comment such as \`<!-- tabard-lint-disable label/empty: filled by a script -->\` suppresses the findings of a rule
on its own line and on the next one, or with \`tabard-lint-disable-file\` in the whole file. It needs the id of a rule and a
reason after a colon. A comment that suppresses nothing hides the next mistake at its place: remove it.`,
  bad: { [PAGE]: examplePage('<!-- tabard-lint-disable macro/unknown -->\n@PAGE_HEADER@') },
  good: {
    [PAGE]: examplePage(
      '<!-- tabard-lint-disable macro/unknown: our proxy replaces it -->\n<p>@BANNER_OF_PROXY@</p>',
    ),
  },
}

interface Found {
  readonly rule: string
  readonly start: number
}

/** What is wrong with the suppression comments of a file, given what the rules `ids` found in it. */
export function suppressionFlaws(file: LintedFile, found: readonly Found[], ids: readonly string[]): Told[] {
  const places = new Set(found.flatMap(({ rule, start }) => [rule, `${rule} ${file.place(start).line}`]))
  return silencesIn(file).flatMap(silence => {
    const message = flawOf(silence, places, ids)
    return message === undefined ? [] : [{ start: silence.start, end: silence.end, message }]
  })
}

function flawOf(
  { rule, reason, whole, line }: Silence,
  found: ReadonlySet<string>,
  ids: readonly string[],
): string | undefined {
  if (!ids.includes(rule)) {
    const meant = nearest(rule.slice(0, 60), ids)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    return `No rule "${rule}" is switched on, so that the comment suppresses nothing.${hint}`
  }
  if (reason === undefined) return `The comment gives no reason, and is ignored. Write ": why" after ${rule}.`
  const places = whole ? [rule] : [`${rule} ${line}`, `${rule} ${line + 1}`]
  const works = places.some(place => found.has(place))
  return works
    ? undefined
    : `The comment suppresses nothing: ${rule} finds no mistake here. Remove the comment.`
}
