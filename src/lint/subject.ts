import type { Token } from '../core/template/template.ts'
import type { LintedFile } from './file.ts'
import type { LintedPage } from './page.ts'

/** The subject of a mail with its labels in place and its macros left out, and where it stands. */
export interface LintedSubject {
  readonly text: string
  readonly macros: number
  readonly file: string
  readonly start: number
  readonly end: number
}

/** The subject of a mail; undefined for a page. */
export function subjectOf({ isMail, made, body, subject }: LintedPage): LintedSubject | undefined {
  if (!isMail || made === undefined) return undefined
  const { parts } = made.subject
  const text = parts
    .filter(part => typeof part === 'string')
    .join('')
    .trim()
  const macros = parts.filter(part => typeof part === 'object').length
  const source = body.mail?.subject
  if (source === undefined && subject !== undefined)
    return { text, macros, file: subject.path, start: 0, end: subject.text.trimEnd().length }
  const start = source?.offset ?? 0
  return { text, macros, file: body.path, start, end: start + (source?.text.length ?? 0) }
}

/** A macro or a label in the subject of a mail. */
export interface SubjectConstruct {
  readonly file: LintedFile
  readonly token: Exclude<Token, { kind: 'text' }>
}

/** The macros and labels in the subject of a mail, which is no part of its page. */
export function subjectConstructs(page: LintedPage): SubjectConstruct[] {
  const inside = subjectOf(page)
  if (inside === undefined) return []
  const file = page.subject?.path === inside.file ? page.subject : page.body
  return file.constructs.flatMap(token =>
    token.kind !== 'text' && token.start >= inside.start && token.end <= inside.end ? [{ file, token }] : [],
  )
}
