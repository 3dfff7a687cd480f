// Flows for tests: some by hand, and any valid one by chance.

import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import type {
  Answers,
  Condition,
  FlowDocument,
  FlowField,
  FlowStep,
  Text,
} from '../../../src/core/user-flows/document.ts'
import type { OwnAttribute } from '../../../src/core/user-flows/own-attribute.ts'
import fc from '../../support/properties.ts'

export const OWN: readonly OwnAttribute[] = [
  { name: 'company', kind: 'text', label: { default: 'Company', de: 'Firma' } },
  { name: 'seats', kind: 'number', label: 'Seats' },
  { name: 'birthday', kind: 'date', label: 'Birthday' },
  {
    name: 'plan',
    kind: 'choice',
    label: 'Plan',
    choices: [
      { value: 'free', label: 'Free' },
      { value: 'paid', label: { default: 'Paid', de: 'Bezahlt' } },
    ],
  },
  { name: 'terms', kind: 'consent', label: 'I agree to the terms', version: '2', link: '/terms' },
  { name: 'office_phone', kind: 'phone', label: 'Office' },
  { name: 'second_address', kind: 'email', label: 'Second address' },
]

export const BOOK = attributeBook(OWN)

/** Two steps in which a company is asked for only where somebody pays. */
export const DESIGNED: FlowDocument = {
  kind: 'registration',
  steps: [
    {
      id: 'you',
      title: { default: 'Join us', de: 'Mach mit' },
      fields: [
        { attribute: 'email', required: true, rule: { domains: ['example.com'] } },
        { attribute: 'plan', required: true },
        { attribute: 'password', required: true },
      ],
      next: [{ when: { field: 'plan', is: 'paid' }, to: 'company' }, { to: 'terms' }],
    },
    {
      id: 'company',
      title: 'Your company',
      fields: [
        { attribute: 'company', required: true, placeholder: 'Example Ltd.', rule: { minLength: 2 } },
        { attribute: 'seats', rule: { min: 1, max: 500, error: 'From 1 to 500.' } },
      ],
    },
    {
      id: 'terms',
      title: 'Almost there',
      text: { default: 'One more thing.', de: 'Noch etwas.' },
      fields: [
        { attribute: 'terms', required: true },
        { attribute: 'birthday', when: { field: 'plan', is: 'free' } },
      ],
    },
  ],
  verification: 'code',
  end: { outcome: 'page', title: 'Welcome' },
}

const ASKABLE = [
  'given_name',
  'family_name',
  'age',
  'mobile_number',
  'locale',
  ...OWN.map(({ name }) => name),
]

/** Any text, whatever it is made of. */
export const anyText: fc.Arbitrary<Text> = fc.oneof(
  fc.constantFrom('$REG_INTRO$', '$NO_SUCH_LABEL$', '<script>alert(1)</script>', '"><img src=x>', '@EMAIL@'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isFit),
  fc.record({ default: fc.constant('Hello'), de: fc.constant('Hallo'), ar: fc.constant('مرحبا') }),
)

function isFit(text: string): boolean {
  return !/[\p{Cc}\p{Cs}\u202a-\u202e]/u.test(text)
}

function conditionOn(earlier: readonly string[]): fc.Arbitrary<Condition | undefined> {
  const fields = earlier.filter(name => name !== 'password')
  if (fields.length === 0) return fc.constant(undefined)
  const comparison = fc.constantFrom(...fields).chain(
    (field): fc.Arbitrary<Condition> =>
      fc.oneof(
        fc.boolean().map(given => ({ field, given })),
        fc.constant(field === 'plan' ? { field, is: 'paid' } : { field, isNot: 'x' }),
        fc.constant(BOOK.get(field)?.kind === 'number' ? { field, atLeast: 18 } : { field, given: true }),
      ),
  )
  const several = fc.array(comparison, { minLength: 1, maxLength: 3 })
  return fc.option(
    fc.oneof(
      comparison,
      several.map(all => ({ all })),
      several.map(any => ({ any })),
    ),
    { nil: undefined },
  )
}

/** Any document that can be used. */
export const anyFlow: fc.Arbitrary<FlowDocument> = fc
  .record({
    kind: fc.constantFrom('registration' as const, 'user_form' as const),
    names: fc.shuffledSubarray(ASKABLE),
    steps: fc.integer({ min: 1, max: 6 }),
    outcome: fc.constantFrom('page' as const, 'signed_in' as const, 'application' as const),
    texts: fc.array(anyText, { minLength: 6, maxLength: 6 }),
  })
  .chain(({ kind, names, steps, outcome, texts }) => {
    const parts = Array.from({ length: steps }, (_, index) =>
      names.filter((_name, at) => at % steps === index),
    )
    if (kind === 'registration') parts[0] = ['email', 'password', ...parts[0]!]
    const before = (index: number) => parts.slice(0, index).flat()
    return fc
      .tuple(
        ...parts.map((attributes, index) =>
          fc.record({
            fields: fc.tuple(
              ...attributes.map(attribute =>
                fc
                  .record({ required: fc.boolean(), when: conditionOn(before(index)) })
                  .map(
                    ({ required, when }): FlowField =>
                      ['email', 'password'].includes(attribute)
                        ? { attribute, required: true }
                        : { attribute, required, ...(when && { when }), label: texts[index % 6]! },
                  ),
              ),
            ),
            when: conditionOn([...before(index), ...attributes]),
            to: fc.integer({ min: index + 1, max: steps }),
            otherwise: fc.integer({ min: index + 1, max: steps }),
          }),
        ),
      )
      .map(
        (made): FlowDocument => ({
          kind,
          end: { outcome },
          steps: made.map(({ fields, when, to, otherwise }, index): FlowStep => {
            const id = (at: number) => (at === steps ? 'end' : `s${at}`)
            const next = when && [{ when, to: id(to) }, { to: id(otherwise) }]
            return { id: `s${index}`, title: texts[(index + 1) % 6]!, fields, ...(next && { next }) }
          }),
        }),
      )
  })

/** Answers of any kind to any of the fields. */
export const anyAnswers: fc.Arbitrary<Answers> = fc.dictionary(
  fc.constantFrom('email', ...ASKABLE),
  fc.oneof(fc.constant(null), fc.constantFrom('paid', 'free', '2', 'x'), fc.integer()),
)
