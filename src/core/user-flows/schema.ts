import { MOST } from './bounds.ts'
import { FLOW_KINDS, OUTCOMES } from './document.ts'

/** A JSON Schema (2020-12), limited to what flows need. `shapeMistakes` validates with it. */
export interface ShapeSchema {
  readonly $schema?: string
  readonly $id?: string
  readonly $defs?: Readonly<Record<string, ShapeSchema>>
  readonly $ref?: `#/$defs/${string}`
  readonly title?: string
  readonly description?: string
  readonly type?: ShapeType | readonly ShapeType[]
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minimum?: number
  readonly items?: ShapeSchema
  readonly properties?: Readonly<Record<string, ShapeSchema>>
  readonly required?: readonly string[]
  readonly propertyNames?: ShapeSchema
  /** If absent, unknown members are rejected. */
  readonly additionalProperties?: ShapeSchema | false
}

export type ShapeType = 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'

const ref = (name: string, description: string): ShapeSchema => ({ $ref: `#/$defs/${name}`, description })

const object = (
  description: string,
  properties: Readonly<Record<string, ShapeSchema>>,
  required: readonly string[] = [],
): ShapeSchema => ({ type: 'object', description, properties, required, additionalProperties: false })

const list = (
  description: string,
  items: ShapeSchema,
  maxItems: number,
  more: ShapeSchema = {},
): ShapeSchema => ({ type: 'array', description, items, maxItems, ...more })

const text = (description: string, maxLength: number, more: ShapeSchema = {}): ShapeSchema => ({
  type: 'string',
  description,
  maxLength,
  ...more,
})

const LOCALE: ShapeSchema = {
  type: 'string',
  pattern: '^(?:default|label|[a-z]{2,3}(?:_[A-Za-z0-9]{2,8}){0,2})$',
}
const LABEL: ShapeSchema = { type: 'string', pattern: '^\\$[A-Z][A-Z0-9_.]*\\$$', maxLength: MOST.title }
const texts = (maxLength: number): ShapeSchema => ({
  type: ['string', 'object'],
  description:
    'A label of the theme as `$NAME$`, one text for all languages, or texts by locale such as `default`, `de` and `fr_CA`. `label` names the label of the theme that other languages get.',
  minLength: 1,
  maxLength,
  minProperties: 1,
  maxProperties: MOST.languages,
  properties: { label: LABEL },
  propertyNames: LOCALE,
  additionalProperties: { type: 'string', minLength: 1, maxLength },
})

/** Texts that people see. Other documents use these schemas too. */
export const TEXT_SCHEMAS: Readonly<Record<string, ShapeSchema>> = {
  title: texts(MOST.title),
  text: texts(MOST.text),
}

const VALUE: ShapeSchema = { type: ['string', 'number'], maxLength: MOST.answer }
export const ATTRIBUTE_NAME: ShapeSchema = { type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' }

/** The published schema of a flow. */
export const FLOW_SCHEMA: ShapeSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A user flow',
  ...object(
    'A flow: its steps, the rules between them, and what follows.',
    {
      $schema: text('The address of this schema, for editors.', 500),
      kind: {
        type: 'string',
        enum: FLOW_KINDS,
        description: '`registration` makes an account; `user_form` asks somebody who is signed in.',
      },
      steps: list('The pages, in their order.', ref('step', 'A page.'), MOST.steps, { minItems: 1 }),
      verification: {
        type: 'string',
        enum: ['code', 'none'],
        description: 'Registrations: how the e-mail address is verified. `code` where it is absent.',
      },
      invitationOnly: {
        type: 'boolean',
        description: 'Registrations: whether only people with an invitation can register.',
      },
      atSignIn: {
        type: 'boolean',
        description:
          'User forms: whether people who sign in get it while something that it requires is missing.',
      },
      end: object(
        'What follows.',
        {
          outcome: {
            type: 'string',
            enum: OUTCOMES,
            description:
              '`page`: a page; `signed_in`: the person is signed in; `approval`: an administrator has to enable the account; `application`: back to where it began.',
          },
          title: ref('title', 'The title of the page.'),
          text: ref('text', 'The text of the page.'),
        },
        ['outcome'],
      ),
    },
    ['kind', 'steps', 'end'],
  ),
  $defs: {
    ...TEXT_SCHEMAS,
    step: object(
      'A page with fields.',
      {
        id: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,39}$', description: 'Its name in rules.' },
        title: ref('title', 'Its title, in the element with the id `title`.'),
        text: ref('text', 'The text above the fields.'),
        button: ref('title', 'The text of the button.'),
        fields: list('Its fields.', ref('field', 'A field.'), MOST.fields),
        next: list(
          'Where it leads: the first rule whose condition holds counts. Without rules, the next step in the list follows.',
          ref('rule', 'A rule.'),
          MOST.rules,
          { minItems: 1 },
        ),
      },
      ['id', 'title', 'fields'],
    ),
    field: object(
      'A field.',
      {
        attribute: { ...ATTRIBUTE_NAME, description: 'The attribute of the person, or `password`.' },
        label: ref('title', 'Its label; else that of the attribute.'),
        help: ref('text', 'A text below it.'),
        placeholder: ref('title', 'An example inside the empty field.'),
        required: { type: 'boolean', description: 'Whether it must be filled in.' },
        rule: object('What the answer must look like.', {
          minLength: { type: 'integer', minimum: 0, description: 'Characters at least.' },
          maxLength: { type: 'integer', minimum: 1, description: 'Characters at most.' },
          min: { ...VALUE, description: 'The least number or the earliest date, such as `2000-01-31`.' },
          max: { ...VALUE, description: 'The greatest number or the latest date.' },
          pattern: text(
            'A pattern for the whole answer: characters, classes, groups, `|`, `?`, `*`, `+` and `{n,m}`.',
            MOST.pattern,
          ),
          domains: list(
            'The domains that a mail address may have.',
            { type: 'string', pattern: '^[A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){1,9}$' },
            MOST.domains,
            { minItems: 1 },
          ),
          error: ref('text', 'What is said where the answer is not right.'),
        }),
        when: ref('condition', 'It is asked for only where this holds.'),
      },
      ['attribute'],
    ),
    rule: object(
      'Where a step leads.',
      {
        when: ref('condition', 'Without one, it always holds.'),
        to: text('The id of a later step, or `end`.', 40),
      },
      ['to'],
    ),
    condition: object('A condition on answers: `all`, `any`, or a `field` with one comparison.', {
      field: { ...ATTRIBUTE_NAME, description: 'The attribute whose answer counts.' },
      is: VALUE,
      isNot: VALUE,
      oneOf: list('One of these.', VALUE, MOST.choices, { minItems: 1 }),
      given: { type: 'boolean', description: 'Whether there is an answer.' },
      atLeast: { type: 'number' },
      atMost: { type: 'number' },
      all: list('All of these.', ref('condition', 'A condition.'), MOST.conditions, { minItems: 1 }),
      any: list('One of these.', ref('condition', 'A condition.'), MOST.conditions, { minItems: 1 }),
    }),
  },
}
