import { ATTRIBUTES } from '../attributes.ts'
import type { Mistake } from '../mistake.ts'
import { MOST } from './bounds.ts'
import type { Text } from './document.ts'
import { PASSWORD } from './document.ts'
import { ATTRIBUTE_NAME, type ShapeSchema, TEXT_SCHEMAS } from './schema.ts'
import { shapeMistakes } from './shape.ts'

export const OWN_KINDS = ['text', 'number', 'date', 'choice', 'consent', 'phone', 'email'] as const
export type OwnKind = (typeof OWN_KINDS)[number]

/** A custom attribute of a tenant. */
export interface OwnAttribute {
  readonly name: string
  readonly kind: OwnKind
  readonly label: Text
  /** Only for a choice. */
  readonly choices?: readonly { readonly value: string; readonly label: Text }[]
  /** Only for a consent: the version that people agree to, and the URL where they read it. */
  readonly version?: string
  readonly link?: string
}

/** The maximum number of custom attributes of a tenant. */
export const MOST_ATTRIBUTES = 100

/** Names that forms, scopes, claims or the protocol use for something else. */
const RESERVED: ReadonlySet<string> = new Set([
  ...Object.keys(ATTRIBUTES),
  ...[PASSWORD, 'code', 'operation', 'form_verifier', 'flow', 'from', 'step', 'end'],
  ...['openid', 'profile', 'phone', 'address', 'offline_access', 'scope', 'client_id', 'groups'],
  ...[
    'sub',
    'iss',
    'aud',
    'exp',
    'iat',
    'nbf',
    'jti',
    'nonce',
    'acr',
    'amr',
    'azp',
    'auth_time',
    'sid',
    'name',
  ],
  ...['at_hash', 'c_hash', 's_hash', 'events', 'cnf', 'email_verified', 'phone_number', 'picture'],
  ...['phone_number_verified', 'preferred_username', 'updated_at', 'constructor'],
])

/** The published schema of a custom attribute. */
export const ATTRIBUTE_SCHEMA: ShapeSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'An attribute of people',
  type: 'object',
  properties: {
    $schema: { type: 'string', maxLength: 500 },
    name: { ...ATTRIBUTE_NAME, description: 'Its name in forms, claims, scopes and exports.' },
    kind: { type: 'string', enum: OWN_KINDS, description: 'What its values are.' },
    label: { $ref: '#/$defs/title', description: 'What people see.' },
    choices: {
      type: 'array',
      description: 'Of a choice: the values.',
      minItems: 1,
      maxItems: MOST.choices,
      items: {
        type: 'object',
        properties: {
          value: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,60}$' },
          label: { $ref: '#/$defs/title' },
        },
        required: ['value', 'label'],
        additionalProperties: false,
      },
    },
    version: {
      type: 'string',
      pattern: '^[A-Za-z0-9._-]{1,60}$',
      description: 'Of a consent: the version of the terms. A new version asks people again.',
    },
    link: {
      type: 'string',
      maxLength: 500,
      description: 'Of a consent: where the terms are, as an `https:` address or a path such as `/terms`.',
    },
  },
  required: ['name', 'kind', 'label'],
  additionalProperties: false,
  $defs: TEXT_SCHEMAS,
}

/** The mistakes in a custom attribute. */
export function attributeMistakes(value: unknown): Mistake[] {
  const shape = shapeMistakes(ATTRIBUTE_SCHEMA, value)
  if (shape.length > 0) return shape
  const { name, kind, choices, version, link } = value as OwnAttribute
  const mistakes: Mistake[] = []
  const tell = (path: string, reason: string) => mistakes.push({ path, reason })
  if (RESERVED.has(name)) tell('/name', `The name "${name}" is reserved. Choose another one.`)
  if (kind === 'choice' && choices === undefined) tell('', 'A choice needs the member "choices".')
  if (kind !== 'choice' && choices !== undefined) tell('/choices', 'Only a choice has choices.')
  const values = choices?.map(choice => choice.value) ?? []
  for (const [index, one] of values.entries())
    if (values.indexOf(one) !== index) tell(`/choices/${index}/value`, `"${one}" is listed twice.`)
  for (const [member, given] of Object.entries({ version, link })) {
    if (kind === 'consent' && given === undefined) tell('', `A consent needs the member "${member}".`)
    if (kind !== 'consent' && given !== undefined)
      tell(`/${member}`, `Only a consent has the member "${member}".`)
  }
  if (link !== undefined && !isAddress(link))
    tell('/link', 'The link must be an https: address, or a path that begins with one slash.')
  return mistakes
}

function isAddress(link: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(link)) return false
  return /^\/(?!\/)/.test(link) || (/^https:\/\//i.test(link) && URL.canParse(link))
}
