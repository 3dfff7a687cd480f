import type { RefusalCode, Refusals } from '../../core/refusal.ts'

/** How a refusal or a fault looks on the wire. Ids are public and never change; each is pinned by a test. */
export interface Message<D> {
  readonly id: string
  readonly status: number
  readonly title: string
  readonly text: (details: D) => string
  readonly headers?: (details: D) => Record<string, string>
}

/** What is said of applications, clients, accounts, mails, tenants and events. */
export const RECORD_MESSAGES = {
  application_unknown: {
    id: 'TABRD0501E',
    status: 404,
    title: 'Unknown application',
    text: ({ applicationId }) => `There is no application with the id ${applicationId}.`,
  },
  client_unknown: {
    id: 'TABRD0502E',
    status: 404,
    title: 'Unknown API client',
    text: ({ clientId }) => `There is no API client with the id ${clientId}.`,
  },
  client_id_taken: {
    id: 'TABRD0503E',
    status: 409,
    title: 'Id taken',
    text: ({ clientId }) => `There is an API client with the id ${clientId} already.`,
  },
  tenant_unknown: {
    id: 'TABRD0504E',
    status: 404,
    title: 'Unknown tenant',
    text: ({ tenant }) => `There is no tenant with the id or name ${JSON.stringify(tenant)}.`,
  },
  tenant_taken: {
    id: 'TABRD0505E',
    status: 409,
    title: 'Tenant exists',
    text: ({ what, value }) => `Another tenant has the ${what} ${JSON.stringify(value)} already.`,
  },
  value_invalid: {
    id: 'TABRD0506E',
    status: 400,
    title: 'Bad value',
    text: ({ sentence }) => sentence,
  },
  account_unknown: {
    id: 'TABRD0507E',
    status: 404,
    title: 'Unknown account',
    text: ({ account }) => `There is no account ${JSON.stringify(account)}.`,
  },
  group_unknown: {
    id: 'TABRD0513E',
    status: 404,
    title: 'Unknown group',
    text: ({ group }) => `There is no group ${JSON.stringify(group)}.`,
  },
  group_name_taken: {
    id: 'TABRD0514E',
    status: 409,
    title: 'Group exists',
    text: ({ name }) => `Another group is called ${JSON.stringify(name)} already.`,
  },
  access_unknown: {
    id: 'TABRD0515E',
    status: 404,
    title: 'No access to take away',
    text: ({ holder }) =>
      `${JSON.stringify(holder)} was not given access to this application. A person may have it through a group.`,
  },
  mail_unknown: {
    id: 'TABRD0509E',
    status: 404,
    title: 'Unknown mail',
    text: ({ mail }) => `There is no mail with the id ${JSON.stringify(mail)} in the outbox.`,
  },
  mail_not_kept: {
    id: 'TABRD0510E',
    status: 409,
    title: 'Mail not kept',
    text: ({ mail, sent }) =>
      sent
        ? `The mail ${JSON.stringify(mail)} was sent, and its content is not kept: it cannot be sent again.`
        : `The content of the mail ${JSON.stringify(mail)} is not kept any more: it cannot be sent again.`,
  },
  mail_server_unset: {
    id: 'TABRD0511E',
    status: 409,
    title: 'No mail server',
    text: () =>
      'No mail server is set, so that mails stay in the outbox: set TABARD_SMTP_URL, then start the service again.',
  },
  mail_check_running: {
    id: 'TABRD0512E',
    status: 409,
    title: 'Check under way',
    text: () => 'The mail server is being checked already; try again in a few seconds.',
  },
  user_name_taken: {
    id: 'TABRD0508E',
    status: 409,
    title: 'Username taken',
    text: ({ userName }) => `Another account has the username ${JSON.stringify(userName)} already.`,
  },
  last_administrator: {
    id: 'TABRD0520E',
    status: 409,
    title: 'Last administrator',
    text: () =>
      'This is the last administrator who can sign in. Give the role to somebody else first: tabard account roles <account> --administrator.',
  },

  ticket_invalid: {
    id: 'TABRD0701E',
    status: 400,
    title: 'Bad ticket',
    text: () => 'The ticket is not one that a page of this tenant got in the last hour.',
  },
  too_many_events: {
    id: 'TABRD0702E',
    status: 429,
    title: 'Too many batches',
    text: ({ retryAfter }) =>
      `Too many batches of events came from this address; try again in ${retryAfter} seconds.`,
    headers: ({ retryAfter }) => ({ 'retry-after': String(retryAfter) }),
  },
} satisfies { readonly [C in RefusalCode]?: Message<Refusals[C]> }
