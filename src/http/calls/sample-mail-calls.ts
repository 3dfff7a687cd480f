import type { Call, Method } from '../description/call.ts'
import { inPath, inQuery, THEME_ID } from '../description/parameters.ts'

/** `/themes/:id/mails/:mail` */
export const SAMPLE_MAIL = {
  POST: {
    id: 'sendSampleMail',
    group: 'Pages',
    who: 'writer',
    theme: 'path',
    summary: 'Send a mail of a theme with sample values',
    prose:
      'The mail is sent only to people who may use the console, so that theme authors cannot mail strangers. The response does not reveal whether anybody has this address.',
    parameters: [
      THEME_ID,
      inPath('mail', 'Id of the mail.', 'mail-one-time-code'),
      inQuery('locale', 'The requested language, such as `de` or `pt-BR`.', 'de'),
    ],
    body: {
      kind: 'json',
      schema: 'SampleMail',
      example: { to: 'ada@example.com' },
    },
    answers: { 202: { text: 'The mail will be sent if a person who may use the console has this address.' } },
    refusals: ['theme_unknown', 'page_unknown', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>
