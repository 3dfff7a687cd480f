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
  builtIn: yesOrNo('Whether every tenant has it. It can be reset, and not removed.'),
  designed: yesOrNo('Whether it was designed, and is not the one that every tenant has.'),
  updated: orNull('When it was last changed; null where nobody has changed it.'),
  invitationOnly: yesOrNo('Whether only people with an invitation can register.'),
  updatedBy: orNull('Who changed it last; null where nobody has changed it.'),
  updatedByName: orNull(AUTHOR_NAME),
}

/** User flows and attributes. */
export const FLOW_SCHEMAS = {
  Flow: object('A user flow.', { ...flow, steps: whole('How many steps it has.') }),
  FlowList: object('The user flows of the tenant.', { flows: list('The flows.', named('Flow')) }),
  WholeFlow: object('A user flow with its document.', {
    ...flow,
    document,
    mistakes: list('What its designer should look at.', named('FlowMistake')),
  }),
  FlowMistake: object('Something that is wrong with a document.', {
    path: text('Where, as a JSON pointer; empty for the whole document.'),
    reason: text('What is wrong, and what would be right.'),
    warning: yesOrNo('Whether the document can be used in spite of it.'),
  }),
  FlowMistakes: object('What is wrong with a document.', {
    usable: yesOrNo('Whether it could be published.'),
    mistakes: list('The mistakes.', named('FlowMistake')),
  }),
  FlowDocument: object('A document to check or publish.', { document }),
  UnsavedFlow: object(
    'A flow to look at.',
    { document },
    {
      themeId: text('Id of the theme; `default` where it is absent.'),
      answers: record(
        'Answers by attribute, as somebody types them. Fields whose conditions they do not meet are left out; without answers, all fields are shown.',
        text('The answer.'),
      ),
    },
  ),
  FlowPreview: object('A flow that is kept to be looked at.', {
    id: text('Its id.'),
    url: text('The address of its first page, for a frame.'),
  }),
  FlowVersion: object('A version of a flow.', {
    version: whole('Its number.'),
    at: instant('When it was published.'),
    author: text('Who published it.'),
    authorName: orNull(AUTHOR_NAME),
    cause: oneOf('How it came to be.', ['published', 'restored', 'reset']),
  }),
  FlowVersions: object('The versions of a flow, newest first.', {
    versions: list('The versions.', named('FlowVersion')),
  }),
  PastFlow: object('A version of a flow with its document.', {
    reference: text('The reference of the flow.'),
    version: whole('Its number.'),
    document,
  }),
  FlowRestore: object('A version to publish again.', { version: whole('Its number.', { minimum: 1 }) }),
  NewInvitation: object(
    'Whom to invite.',
    { email: text('The e-mail address with which they register.') },
    {
      locale: text('The language of the mail, such as `de`. Without one, that of the tenant.'),
      mail: yesOrNo('Whether the link is mailed to them.', { default: true }),
    },
  ),
  Invitation: object('An invitation to register. It is used up by the account that is made with it.', {
    email: text('The e-mail address with which they register.'),
    link: text('The link with which they register. It is shown here and never again.'),
    expires: instant('When it expires.'),
  }),
  AttributeList: object('The attributes that the tenant has added.', {
    attributes: list('The attributes.', attribute),
  }),
  AttributeDocument: object('An attribute to add or change.', { attribute }),
} as const satisfies Record<string, Schema>
