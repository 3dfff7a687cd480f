import { FLOW_KINDS } from '../../core/user-flows/document.ts'
import {
  instant,
  list,
  named,
  object,
  oneOf,
  orNull,
  record,
  type Schema,
  text,
  whole,
  yesOrNo,
} from './schema.ts'

const AUTHOR_NAME =
  'Display name of the author: the current name of the API client, or the username. Null if the API client was removed.'
/** Something by its own schema, which the service publishes at an address of its own. */
const document: Schema<object> = {
  type: 'object',
  description: 'The flow. Its schema is at `/v1.0/tabard/schemas/flow`.',
}
const attribute: Schema<object> = {
  type: 'object',
  description: 'The attribute. Its schema is at `/v1.0/tabard/schemas/attribute`.',
}

const flow = {
  reference: text('Its name in the address `/flows/?reference=<name>`.'),
  kind: oneOf('What it is for.', FLOW_KINDS),
  version: whole('The number of its newest version.'),
  builtIn: yesOrNo('Whether the flow is built in. Built-in flows can be reset but not removed.'),
  designed: yesOrNo('Whether the flow was changed from its default.'),
  updated: orNull('When it was last changed. Null if it never was.'),
  invitationOnly: yesOrNo(
    'Whether people need an invitation to register by themselves: because of the flow, or because registration is off.',
  ),
  updatedBy: orNull('Who changed it last. Null if nobody did.'),
  updatedByName: orNull(AUTHOR_NAME),
}

/** User flows and attributes. */
export const FLOW_SCHEMAS = {
  Flow: object('A user flow.', { ...flow, steps: whole('How many steps it has.') }),
  FlowList: object('The user flows of the tenant.', { flows: list('The flows.', named('Flow')) }),
  WholeFlow: object('A user flow with its document.', {
    ...flow,
    document,
    mistakes: list('The mistakes and warnings in the document.', named('FlowMistake')),
  }),
  FlowMistake: object('A mistake in a document.', {
    path: text('The place in the document, as a JSON Pointer. Empty for the whole document.'),
    reason: text('What is wrong, and how to fix it.'),
    warning: yesOrNo('Whether this is only a warning: the document can be published.'),
  }),
  FlowMistakes: object('The result of a check.', {
    usable: yesOrNo('Whether the document can be published.'),
    mistakes: list('The mistakes.', named('FlowMistake')),
  }),
  FlowDocument: object('A document to check or publish.', { document }),
  UnsavedFlow: object(
    'A flow to preview.',
    { document },
    {
      themeId: text('Id of the theme. The default is `default`.'),
      answers: record(
        'Sample answers by attribute. Fields whose conditions they do not meet are hidden. Without answers, all fields are shown.',
        text('The answer.'),
      ),
    },
  ),
  FlowPreview: object('A preview of a flow.', {
    id: text('Its id.'),
    url: text('Address of the first page, to show in a frame.'),
  }),
  FlowVersion: object('A version of a flow.', {
    version: whole('Its number.'),
    at: instant('When it was published.'),
    author: text('Who published it.'),
    authorName: orNull(AUTHOR_NAME),
    cause: oneOf('How the version was created.', ['published', 'restored', 'reset']),
  }),
  FlowVersions: object('The versions of a flow, newest first.', {
    versions: list('The versions.', named('FlowVersion')),
  }),
  PastFlow: object('A version of a flow with its document.', {
    reference: text('The reference of the flow.'),
    version: whole('Its number.'),
    document,
  }),
  FlowRestore: object('A version to publish again.', {
    version: whole('Its number.', { minimum: 1, maximum: 999_999_999 }),
  }),
  NewInvitation: object(
    'The person to invite.',
    { email: text('E-mail address of the person, which they register with.') },
    {
      locale: text('Language of the mail, such as `de`. The default is the tenant’s language.'),
      mail: yesOrNo('Whether to mail the link to the person.', { default: true }),
    },
  ),
  Invitation: object('An invitation to register. It is valid for one account.', {
    email: text('E-mail address of the person, which they register with.'),
    link: text('The link to register with, which is shown only once.'),
    expires: instant('When it expires.'),
  }),
  AttributeList: object('The tenant’s own attributes.', {
    attributes: list('The attributes.', attribute),
    etags: record('Their ETags, by name.', { type: 'string' }),
  }),
  AttributeDocument: object('An attribute to add or change.', { attribute }),
} as const satisfies Record<string, Schema>
