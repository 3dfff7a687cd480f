import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { subjectOf } from '../subject.ts'

export const mailSubjectEmpty: Rule = {
  id: 'mail/subject-empty',
  severity: 'error',
  title: 'A mail without a subject',
  reason: `A mail without a subject looks like spam and is often treated as such, so a code arrives too late. Tabard sends
the subject of the master instead, which may not fit your text. Add a subject.`,
  bad: { [MAIL]: exampleMail('<p>@OTP@</p>', '') },
  good: { [MAIL]: exampleMail('<p>@OTP@</p>') },
  page(page, tell) {
    const subject = subjectOf(page)
    if (subject === undefined || subject.text !== '' || subject.macros > 0) return
    const { file, start } = subject
    tell({ file, start, message: 'The mail has no subject. Write what it is about.' })
  },
}
