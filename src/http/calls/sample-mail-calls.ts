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
      'It goes to people who may use the console and nobody else, so that a theme’s author cannot mail strangers. The answer does not tell whether somebody has this address.',
    parameters: [
      THEME_ID,
      inPath('mail', 'Id of the mail.', 'mail-one-time-code'),
      inQuery('locale', 'The language that is wanted, such as `de` or `pt-BR`.', 'de'),
    ],
    body: {
      kind: 'json',
      schema: 'SampleMail',
      example: { to: 'ada@example.com' },
    },
    answers: { 202: { text: 'It will be sent if somebody who may use the console has this address.' } },
    refusals: ['theme_unknown', 'page_unknown', 'too_many_requests'],
  },
} as const satisfies Partial<Record<Method, Call>>
