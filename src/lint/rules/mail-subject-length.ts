import { exampleMail, MAIL } from '../example.ts'
import type { Rule } from '../rule.ts'
import { subjectOf } from '../subject.ts'

/** Mail programs on a desktop show about this many characters of a subject. */
const SHOWN = 78

export const mailSubjectLength: Rule = {
  id: 'mail/subject-length',
  severity: 'recommendation',
  title: 'A subject that is too long',
  reason: `Mail programs show about 40 characters of a subject on a phone and about 78 on a desktop. Put the most
important words first.`,
  bad: { [MAIL]: exampleMail('<p>@OTP@</p>', '$EMAIL_SUBJECT_OTP$ – '.repeat(5)) },
  good: { [MAIL]: exampleMail('<p>@OTP@</p>') },
  page(page, tell) {
    const subject = subjectOf(page)
    if (subject === undefined || subject.text.length <= SHOWN) return
    const { file, start, end, text } = subject
    tell({
      file,
      start,
      end,
      message: `The subject has ${text.length} characters without its values. Keep it below ${SHOWN}.`,
    })
  },
}
