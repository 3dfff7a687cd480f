import type { Call, Method } from '../description/call.ts'
import { EXAMPLE_ID, inPath, paging } from '../description/parameters.ts'
import { oneOf, text } from '../description/schema.ts'

const MAIL_ID = inPath('id', 'Id of the mail.', EXAMPLE_ID)
const HEAD = {
  id: EXAMPLE_ID,
  event: 'mail-password-reset',
  about: 'a link to set a new password',
  recipient: 'ada@example.com',
  sender: '',
  subject: 'Your new password',
  state: 'waiting',
  tries: 1,
  createdAt: '2026-01-31T12:00:00.000Z',
  dueAt: '2026-01-31T12:01:00.000Z',
  problem: 'the mail server does not answer',
  kept: true,
}

/** `/outbox` */
export const OUTBOX = {
  GET: {
    id: 'listMails',
    group: 'Outbox',
    who: 'administrator',
    summary: 'List mails',
    prose: 'The list does not contain the text of the mails.',
    parameters: [
      {
        name: 'state',
        in: 'query',
        schema: oneOf('Only mails in this state.', ['waiting', 'held', 'sent', 'given-up', 'expired']),
      },
      ...paging(50, 200),
    ],
    answers: {
      200: {
        text: 'One page of the outbox.',
        content: { 'application/json': 'OutboxPage' },
        example: {
          total: 1,
          counts: { waiting: 1, held: 0, sent: 0, 'given-up': 0, expired: 0 },
          mails: [HEAD],
          server: 'mail.example.com:587',
          sender: 'no-reply@example.com',
        },
      },
    },
    refusals: ['query_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/retry` */
export const RETRY_ALL = {
  POST: {
    id: 'retryMails',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Retry all failed mails',
    answers: {
      200: {
        text: 'The number of mails.',
        content: { 'application/json': 'Retried' },
        example: { retried: 2 },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/held/retry` */
export const RETRY_HELD = {
  POST: {
    id: 'sendHeldMails',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Send all held mails',
    prose: 'Mails are held if they were written more than an hour before a mail server was set.',
    answers: {
      200: {
        text: 'The number of mails.',
        content: { 'application/json': 'Retried' },
        example: { retried: 2 },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/held/drop` */
export const DROP_HELD = {
  POST: {
    id: 'dropHeldMails',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Drop all held mails',
    answers: {
      200: {
        text: 'The number of mails.',
        content: { 'application/json': 'Dropped' },
        example: { dropped: 2 },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/check` */
export const CHECK = {
  POST: {
    id: 'checkMailServer',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Check the mail server',
    prose: 'The check takes up to 15 seconds. With `to`, it sends a test mail to this address.',
    body: { kind: 'json', schema: 'MailCheckRequest', optional: true, example: { to: 'ada@example.com' } },
    answers: {
      200: {
        text: 'The result of the check.',
        content: { 'application/json': 'MailCheck' },
        example: {
          server: 'mail.example.com:587',
          problem: null,
          lines: [{ by: 'server', text: '220 mail.example.com ESMTP' }],
        },
      },
    },
    refusals: ['mail_server_unset', 'mail_check_running', 'value_invalid'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/:id` */
export const MAIL = {
  GET: {
    id: 'getMail',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Get a mail with its content',
    prose: 'The audit trail records who read the mail.',
    parameters: [MAIL_ID],
    answers: {
      200: {
        text: 'The mail.',
        content: { 'application/json': 'Mail' },
        example: { ...HEAD, html: '<p>…</p>', text: '…' },
      },
    },
    refusals: ['mail_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/:id/html` */
export const MAIL_HTML = {
  GET: {
    id: 'getMailHtml',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Show the HTML of a mail in a frame',
    parameters: [MAIL_ID],
    answers: { 200: { text: 'The HTML.', content: { 'text/html': text('The mail.') } } },
    refusals: ['mail_unknown', 'mail_not_kept'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/:id/drop` */
export const DROP = {
  POST: {
    id: 'dropMail',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Drop a mail that was not sent',
    prose: 'Its content is removed; the mail counts as given up.',
    parameters: [MAIL_ID],
    answers: { 204: { text: 'The mail will not be sent.' } },
    refusals: ['mail_unknown', 'mail_not_kept', 'mail_being_sent'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/outbox/:id/retry` */
export const RETRY = {
  POST: {
    id: 'retryMail',
    group: 'Outbox',
    who: 'administrator',
    summary: 'Retry a mail',
    parameters: [MAIL_ID],
    answers: { 204: { text: 'The mail will be sent at once.' } },
    refusals: ['mail_unknown', 'mail_not_kept'],
  },
} as const satisfies Partial<Record<Method, Call>>
