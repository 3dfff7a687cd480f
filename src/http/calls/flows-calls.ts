import { REGISTRATION_FLOW } from '../../core/user-flows/defaults.ts'
import type { Call, Method } from '../description/call.ts'
import { NOT_CHANGED } from '../description/not-changed.ts'
import { IF_MATCH, IF_NONE_MATCH, ifAbsent, inPath } from '../description/parameters.ts'

const GROUP = 'User flows'
const REFERENCE = inPath('reference', 'Reference of the flow.', 'registration')
const NAME = inPath('name', 'Name of the attribute.', 'department')
const FLOW = {
  reference: 'registration',
  kind: 'registration',
  version: 1,
  builtIn: true,
  designed: false,
  invitationOnly: false,
  updated: null,
  updatedBy: null,
  updatedByName: null,
}
const WHOLE = { ...FLOW, document: REGISTRATION_FLOW, mistakes: [] }
const DEPARTMENT = { name: 'department', kind: 'text', label: { default: 'Department', de: 'Abteilung' } }
const attribute = (text: string) =>
  ({
    text,
    content: { 'application/json': 'AttributeDocument' },
    headers: ['ETag'],
    example: { attribute: DEPARTMENT },
  }) as const
const SCHEMA = {
  text: 'A JSON Schema (2020-12).',
  content: { 'application/schema+json': { type: 'object', description: 'The schema.' } },
} as const
const whole = (text: string) =>
  ({ text, content: { 'application/json': 'WholeFlow' }, headers: ['ETag'], example: WHOLE }) as const

/** `/schemas/flow` */
export const FLOW_SCHEMA_CALL = {
  GET: {
    id: 'getFlowSchema',
    group: GROUP,
    who: 'anyone',
    summary: 'Get the schema of flows',
    answers: { 200: SCHEMA },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/schemas/attribute` */
export const ATTRIBUTE_SCHEMA_CALL = {
  GET: {
    id: 'getAttributeSchema',
    group: GROUP,
    who: 'anyone',
    summary: 'Get the schema of attributes',
    answers: { 200: SCHEMA },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows` */
export const ALL_FLOWS = {
  GET: {
    id: 'listFlows',
    group: GROUP,
    who: 'designer',
    summary: 'List user flows',
    answers: {
      200: {
        text: 'All flows.',
        content: { 'application/json': 'FlowList' },
        example: { flows: [{ ...FLOW, steps: 1 }] },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows/:reference` */
export const ONE_FLOW = {
  GET: {
    id: 'getFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Get a user flow',
    prose:
      'The `ETag` covers the document, and not `mistakes`, which also depend on attributes and languages.',
    parameters: [REFERENCE, IF_NONE_MATCH],
    answers: { 200: whole('The flow with its document.'), 304: NOT_CHANGED },
    refusals: ['flow_unknown'],
  },
  PUT: {
    id: 'publishFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Publish a version of a user flow',
    prose:
      'Creates the flow if it does not exist. People who have already started finish the version that they started with. An invalid document is rejected with the path and reason of every mistake, and nothing changes.',
    parameters: [REFERENCE, IF_MATCH, ifAbsent('flow')],
    body: { kind: 'json', schema: 'FlowDocument', example: { document: REGISTRATION_FLOW } },
    answers: { 200: whole('The flow after the change.') },
    refusals: ['flow_invalid', 'flow_in_use', 'precondition_failed'],
  },
  DELETE: {
    id: 'resetFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Reset or remove a user flow',
    prose:
      '`registration` and `profile` go back to their defaults and keep their history. Any other flow is removed, unless applications use it for registration.',
    parameters: [REFERENCE, IF_MATCH],
    answers: { 204: { text: 'The flow was reset or removed.' } },
    refusals: ['flow_unknown', 'flow_in_use', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows/:reference/check` */
export const FLOW_CHECK = {
  POST: {
    id: 'checkFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Check a document without publishing it',
    parameters: [REFERENCE],
    body: { kind: 'json', schema: 'FlowDocument', example: { document: REGISTRATION_FLOW } },
    answers: {
      200: {
        text: 'The mistakes in the document.',
        content: { 'application/json': 'FlowMistakes' },
        example: { usable: true, mistakes: [] },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows/:reference/versions` */
export const FLOW_VERSIONS = {
  GET: {
    id: 'listFlowVersions',
    group: GROUP,
    who: 'designer',
    summary: 'List the versions of a user flow',
    parameters: [REFERENCE],
    answers: {
      200: {
        text: 'The versions, newest first. The last 100 are kept.',
        content: { 'application/json': 'FlowVersions' },
        example: {
          versions: [
            {
              version: 2,
              at: '2026-01-31T12:00:00.000Z',
              author: 'client:c_1f0',
              authorName: 'Deployments',
              cause: 'published',
            },
          ],
        },
      },
    },
    refusals: ['flow_unknown'],
  },
  POST: {
    id: 'restoreFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Publish an earlier version again',
    parameters: [REFERENCE, IF_MATCH],
    body: { kind: 'json', schema: 'FlowRestore', example: { version: 2 } },
    answers: { 200: whole('The flow after the change.') },
    refusals: ['flow_unknown', 'flow_version_unknown', 'flow_invalid', 'flow_in_use', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows/:reference/versions/:version` */
export const FLOW_VERSION = {
  GET: {
    id: 'getFlowVersion',
    group: GROUP,
    who: 'designer',
    summary: 'Get a version of a user flow',
    parameters: [REFERENCE, inPath('version', 'Number of the version.', '2')],
    answers: {
      200: {
        text: 'The version with its document.',
        content: { 'application/json': 'PastFlow' },
        example: { reference: 'registration', version: 2, document: REGISTRATION_FLOW },
      },
    },
    refusals: ['flow_unknown', 'flow_version_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/flows/:reference/invitations` */
export const FLOW_INVITATIONS = {
  POST: {
    id: 'inviteToFlow',
    group: GROUP,
    who: 'designer',
    summary: 'Invite somebody to a registration',
    prose:
      'The person gets a mail with a link. The response contains the link too. It is valid for 14 days, for this address and one account. With `mail: false`, no mail is sent: deliver the link yourself.',
    parameters: [REFERENCE],
    body: { kind: 'json', schema: 'NewInvitation', example: { email: 'alex@example.com' } },
    answers: {
      201: {
        text: 'The invitation.',
        content: { 'application/json': 'Invitation' },
        example: {
          email: 'alex@example.com',
          link: 'https://id.example.com/flows/?reference=registration&invitation=2f8Zc1…',
          expires: '2026-01-31T12:00:00.000Z',
        },
      },
    },
    refusals: ['flow_unknown'],
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/attributes` */
export const ATTRIBUTES_CALL = {
  GET: {
    id: 'listAttributes',
    group: GROUP,
    who: 'designer',
    summary: 'List the tenant’s own attributes',
    answers: {
      200: {
        text: 'All attributes.',
        content: { 'application/json': 'AttributeList' },
        example: { attributes: [DEPARTMENT], etags: { department: `"${'x'.repeat(43)}"` } },
      },
    },
  },
} as const satisfies Partial<Record<Method, Call>>

/** `/attributes/:name` */
export const ATTRIBUTE_CALL = {
  GET: {
    id: 'getAttribute',
    group: GROUP,
    who: 'designer',
    summary: 'Get one of the tenant’s own attributes',
    parameters: [NAME, IF_NONE_MATCH],
    answers: { 200: attribute('The attribute.'), 304: NOT_CHANGED },
    refusals: ['attribute_unknown'],
  },
  PUT: {
    id: 'keepAttribute',
    group: GROUP,
    who: 'designer',
    summary: 'Add or change an attribute',
    prose:
      'The kind of an attribute cannot be changed. If you change the `version` of a consent, people are asked again.',
    parameters: [NAME, IF_MATCH, ifAbsent('attribute')],
    body: { kind: 'json', schema: 'AttributeDocument', example: { attribute: DEPARTMENT } },
    answers: { 200: attribute('The attribute after the change.') },
    refusals: ['flow_invalid', 'attribute_in_use', 'precondition_failed'],
  },
  DELETE: {
    id: 'removeAttribute',
    group: GROUP,
    who: 'designer',
    summary: 'Remove an attribute with all its values',
    parameters: [NAME, IF_MATCH],
    answers: { 204: { text: 'The attribute was removed.' } },
    refusals: ['attribute_unknown', 'attribute_in_use', 'precondition_failed'],
  },
} as const satisfies Partial<Record<Method, Call>>
