import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { comparisonsIn, holds } from '../../../src/core/user-flows/condition.ts'
import { DEFAULT_FLOWS } from '../../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../../src/core/user-flows/document.ts'
import { readFlow } from '../../../src/core/user-flows/mistakes.ts'
import { walked } from '../../../src/core/user-flows/walk.ts'
import { waysThrough } from '../../../src/core/user-flows/ways.ts'
import fc from '../../support/properties.ts'
import { anyFlow, BOOK, DESIGNED } from './flows.ts'

/** A change of the designed flow, as JSON would bring it. */
function changed(change: (flow: Loose) => void): unknown {
  const flow = structuredClone(DESIGNED) as unknown as Loose
  change(flow)
  return flow
}

// biome-ignore lint/suspicious/noExplicitAny: documents that are wrong in every way
type Loose = any

function errors(value: unknown): string[] {
  const { document, mistakes } = readFlow(value, BOOK)
  const found = mistakes.filter(({ warning }) => !warning)
  assert.equal(document === undefined, found.length > 0, 'a document is read if nothing is wrong with it')
  return found.map(({ path, reason }) => `${path}: ${reason}`)
}

function warnings(value: unknown): string[] {
  return readFlow(value, BOOK)
    .mistakes.filter(({ warning }) => warning)
    .map(({ path, reason }) => `${path}: ${reason}`)
}

test('the flows that every tenant has are without mistakes', () => {
  for (const flow of [...Object.values(DEFAULT_FLOWS), DESIGNED]) {
    assert.deepEqual(errors(flow), [])
    assert.deepEqual(readFlow(flow, BOOK).document, flow)
  }
  for (const flow of Object.values(DEFAULT_FLOWS)) assert.deepEqual(warnings(flow), [])
})

describe('a document is refused with path and reason', () => {
  const cases: readonly (readonly [string, unknown, string])[] = [
    ['that is no object', [], ': This must be an object.'],
    ['without steps', { kind: 'user_form', end: { outcome: 'page' } }, ': The member "steps" is missing.'],
    [
      'of another kind',
      changed(flow => {
        flow.kind = 'game'
      }),
      '/kind: This must be one of registration, user_form.',
    ],
    [
      'with a member that does not exist',
      changed(flow => {
        flow.steps[0].html = '<b>'
      }),
      '/steps/0/html: This member is unknown.',
    ],
    [
      'with a text in no language',
      changed(flow => {
        flow.steps[0].title = {}
      }),
      '/steps/0/title: This must not be empty.',
    ],
    [
      'with a label that is none',
      changed(flow => {
        flow.steps[0].title = { de: 'Mach mit', label: 'Join us' }
      }),
      '/steps/0/title/label: This does not match ^\\$[A-Z][A-Z0-9_.]*\\$$.',
    ],
    [
      'with a rule that no answer is long enough for',
      changed(flow => {
        flow.steps[1].fields[0].rule = { minLength: 301 }
      }),
      '/steps/1/fields/0/rule/minLength: An answer can have at most 300 characters.',
    ],
    [
      'with a step twice',
      changed(flow => {
        flow.steps[1].id = 'you'
        delete flow.steps[0].next
      }),
      '/steps/1/id: There is another step with the id "you".',
    ],
    [
      'with a step that is called end',
      changed(flow => {
        flow.steps[1].id = 'end'
        flow.steps[0].next = [{ to: 'terms' }]
      }),
      '/steps/1/id: "end" stands for the end of the flow. Choose another id.',
    ],
    [
      'with a rule to nowhere',
      changed(flow => {
        flow.steps[0].next[1].to = 'moon'
      }),
      '/steps/0/next/1/to: There is no step with the id "moon".',
    ],
    [
      'that leads in circles',
      changed(flow => {
        flow.steps[2].next = [{ to: 'you' }]
      }),
      '/steps/2/next/0/to: This leads back to "you", and people could go in circles. Rules only lead to later steps.',
    ],
    [
      'with a step that leads to itself',
      changed(flow => {
        flow.steps[2].next = [{ to: 'terms' }]
      }),
      '/steps/2/next/0/to: This leads back to "terms", and people could go in circles. Rules only lead to later steps.',
    ],
    [
      'with a step that has no way on',
      changed(flow => {
        flow.steps[0].next.pop()
      }),
      '/steps/0/next: This step leads nowhere if no condition is met. Add a rule without a condition at the end.',
    ],
    [
      'with an attribute that does not exist',
      changed(flow => {
        flow.steps[1].fields[0].attribute = 'shoe'
      }),
      '/steps/1/fields/0/attribute: There is no attribute "shoe".',
    ],
    [
      'that asks twice',
      changed(flow => {
        flow.steps[1].fields[0].attribute = 'plan'
      }),
      '/steps/1/fields/0/attribute: An earlier field already asks for "plan".',
    ],
    [
      'without a password',
      changed(flow => {
        flow.steps[0].fields.pop()
      }),
      '/steps: A registration must ask for "password".',
    ],
    [
      'with an address that may be left out',
      changed(flow => {
        flow.steps[0].fields[0].required = false
      }),
      '/steps/0/fields/0: A registration must always ask for "email". Make the field required, without a condition.',
    ],
    [
      'with a way around the password',
      changed(flow => {
        flow.steps[1].fields.push(flow.steps[0].fields.pop())
      }),
      '/steps/1/fields/2: There is a way to the end that does not ask for "password".',
    ],
    [
      'with a condition on a later answer',
      changed(flow => {
        flow.steps[0].fields[1].when = { field: 'company', given: true }
      }),
      '/steps/0/fields/1/when/field: No earlier step asks for "company", so this condition is never met.',
    ],
    [
      'with a condition on an answer of the same page',
      changed(flow => {
        flow.steps[1].fields[1].when = { field: 'company', given: true }
      }),
      '/steps/1/fields/1/when/field: No earlier step asks for "company", so this condition is never met.',
    ],
    [
      'with a condition on a password',
      changed(flow => {
        flow.steps[0].next[0].when = { field: 'password', is: 'x' }
      }),
      '/steps/0/next/0/when/field: A condition cannot depend on the password.',
    ],
    [
      'with a choice that does not exist',
      changed(flow => {
        flow.steps[0].next[0].when.is = 'gold'
      }),
      '/steps/0/next/0/when: "plan" has no choice "gold".',
    ],
    [
      'with two comparisons in one',
      changed(flow => {
        flow.steps[0].next[0].when.given = true
      }),
      '/steps/0/next/0/when: A condition is "all", "any", or a "field" with exactly one of is, isNot, oneOf, given, atLeast, atMost.',
    ],
    [
      'with a pattern that cannot be read',
      changed(flow => {
        flow.steps[1].fields[0].rule.pattern = '(a'
      }),
      '/steps/1/fields/0/rule/pattern: The pattern cannot be used: a group is not closed.',
    ],
    [
      'with a rule for other values',
      changed(flow => {
        flow.steps[1].fields[0].rule.min = 1
      }),
      '/steps/1/fields/0/rule/min: This is only possible for fields of the kind number, date.',
    ],
    [
      'with bounds the wrong way round',
      changed(flow => {
        flow.steps[1].fields[1].rule.max = 0
      }),
      '/steps/1/fields/1/rule/max: The maximum is less than the minimum.',
    ],
    [
      'with a text that turns its direction',
      changed(flow => {
        flow.steps[0].title = 'a\u202eb'
      }),
      '/steps/0/title: This contains control characters.',
    ],
    [
      'with a language that is none',
      changed(flow => {
        flow.steps[0].title = { 'x y': 'a' }
      }),
      '/steps/0/title/x y: This does not match ^(?:default|label|[a-z]{2,3}(?:_[A-Za-z0-9]{2,8}){0,2})$.',
    ],
    [
      'that asks at sign-in and registers',
      changed(flow => {
        flow.atSignIn = true
      }),
      '/atSignIn: This is only possible in a user form.',
    ],
  ]
  for (const [name, value, reason] of cases)
    test(name, () => {
      assert.deepEqual(errors(value), [reason])
    })

  test('whose user form changes an address or a password', () => {
    for (const attribute of ['email', 'password', 'username']) {
      const flow = {
        kind: 'user_form',
        steps: [{ id: 'a', title: 'A', fields: [{ attribute }] }],
        end: { outcome: 'page' },
      }
      assert.match(errors(flow).join(), /^\/steps\/0\/fields\/0\/attribute: /)
    }
  })
})

describe('a designer is told', () => {
  test('of an address that is never verified', () => {
    const flow = changed(one => {
      one.verification = 'none'
    })
    assert.match(warnings(flow).join(), /\/verification: The e-mail address is never verified/)
    assert.deepEqual(errors(flow), [])
  })

  test('of a required field that nothing can reach', () => {
    const skipped = changed(flow => {
      flow.steps[0].next = [{ to: 'terms' }]
    })
    assert.ok(warnings(skipped).includes('/steps/1: No rule leads to this step.'))
    assert.ok(warnings(skipped).includes('/steps/1/fields/0: This required field is never reached.'))
    const contradiction = changed(flow => {
      flow.steps[1].fields[0].when = {
        all: [
          { field: 'plan', is: 'free' },
          { field: 'plan', is: 'paid' },
        ],
      }
    })
    assert.match(warnings(contradiction).join(), /This required field is never asked for/)
  })

  test('of a condition that contradicts the way to its step', () => {
    const FIELD =
      'This field is never asked for, because its condition contradicts those on the way to this step.'
    const RULE =
      'This rule never applies, because its condition contradicts the rules before it or those on the way to this step.'
    const asked = changed(flow => {
      flow.steps[1].fields[1].when = { field: 'plan', oneOf: ['free'] }
    })
    assert.deepEqual(errors(asked), [])
    assert.ok(warnings(asked).includes(`/steps/1/fields/1: ${FIELD}`))
    const otherwise = changed(flow => {
      flow.steps[0].next = [{ when: { field: 'plan', is: 'paid' }, to: 'terms' }, { to: 'company' }]
      flow.steps[1].next = [{ when: { field: 'plan', is: 'paid' }, to: 'end' }, { to: 'terms' }]
    })
    assert.ok(warnings(otherwise).includes(`/steps/1/next/0: ${RULE}`))
    const again = changed(flow => {
      const when = { any: [{ field: 'plan', is: 'paid' }] }
      flow.steps[0].next.splice(1, 0, { when, to: 'end' })
    })
    assert.ok(warnings(again).includes(`/steps/0/next/1: ${RULE}`))
    assert.ok(!warnings(DESIGNED).join().includes('contradicts'), 'what only one of the ways contradicts')
  })

  test('of a step that is never reached, because the conditions on the way to it contradict each other', () => {
    const flow = changed(one => {
      one.steps[1].next = [{ when: { field: 'plan', isNot: 'paid' }, to: 'extra' }, { to: 'terms' }]
      one.steps[0].next[1].to = 'terms'
      one.steps.splice(2, 0, { id: 'extra', title: 'More', fields: [{ attribute: 'given_name' }] })
    })
    assert.deepEqual(errors(flow), [])
    assert.ok(
      warnings(flow).includes(
        '/steps/2: People never reach this step, because the conditions on the way to it contradict each other.',
      ),
    )
  })

  test('of nothing that some answers lead to', () => {
    const value = fc.constantFrom(null, 'x', 'y', 'paid', 'free', 5, 18)
    fc.assert(
      fc.property(anyFlow, fc.dictionary(fc.constantFrom(...BOOK.keys()), value), (flow, given) => {
        const { at } = waysThrough(flow)
        const { steps, answers } = walked(flow, given)
        for (const { id } of steps)
          assert.ok(
            at.get(id)?.every(condition => holds(condition, answers)),
            `${id} is reached`,
          )
      }),
    )
  })

  test('of a text that is missing in a language', () => {
    assert.ok(!warnings(DESIGNED).some(text => text.includes('/steps/2/text')))
    const flow = changed(one => {
      one.steps[2].text = { default: 'One more thing.' }
    })
    assert.ok(warnings(flow).includes('/steps/2/text: This text is missing in de.'))
  })

  test('of languages that the themes offer, once, and only where no label covers a text', () => {
    const offered = ['ar', 'de', 'de_AT', 'en_GB', 'fr']
    const told = (value: unknown) =>
      readFlow(value, BOOK, offered).mistakes.filter(({ reason }) => reason.startsWith('Your themes offer'))
    assert.deepEqual(
      told(DESIGNED).map(({ path, warning }) => [path, warning]),
      [['', true]],
    )
    // German covers Austrian German, and the default, which is US English, covers British English.
    assert.match(told(DESIGNED)[0]!.reason, /^Your themes offer ar, fr\. /)
    for (const flow of Object.values(DEFAULT_FLOWS)) assert.deepEqual(told(flow), [])
    const covered = changed(one => {
      for (const step of one.steps)
        for (const part of [step, ...step.fields, ...step.fields.map((field: Loose) => field.rule ?? {})])
          for (const [name, text] of Object.entries(part as object))
            if (typeof text === 'object' && 'default' in text) part[name] = { ...text, label: '$REG_INTRO$' }
      one.end = { outcome: 'page' }
    })
    assert.deepEqual(errors(covered), [])
    assert.deepEqual(told(covered), [])
  })

  test('of markup in a text, which people would read', () => {
    const flow = changed(one => {
      one.steps[1].title = 'Your <b>company</b>'
    })
    assert.ok(
      warnings(flow).includes(
        '/steps/1/title: Markup has no effect in this text. People see it as it is written.',
      ),
    )
  })
})

describe('a hostile document', () => {
  test('that leaves many rules behind on a way is not compared with all of them', () => {
    const rules = Array.from({ length: 9 }, (_, rule) => ({
      when: { any: Array.from({ length: 10 }, (_, at) => ({ field: 'seats', is: rule * 10 + at })) },
      to: 'end',
    }))
    const ids = Array.from({ length: 20 }, (_, at) => `step${at}`)
    const steps = ids.map((id, at) => ({
      id,
      title: 'x',
      fields: [],
      next: [...rules, { to: ids[at + 1] ?? 'end' }],
    }))
    const { at, before } = waysThrough({ ...DESIGNED, steps })
    for (const known of [...at.values(), ...before.values()])
      assert.ok(comparisonsIn({ all: known }, '').length <= 100)
    assert.equal(comparisonsIn({ all: at.get('step19')! }, '').length, 100)
  })

  const kinds: readonly (readonly [string, RegExp, unknown])[] = [
    [
      '10,000 fields',
      /^\/steps\/0\/fields: There are 10000 here; at most 30 /,
      changed(flow => {
        flow.steps[0].fields = Array.from({ length: 10_000 }, () => ({ attribute: 'age' }))
      }),
    ],
    [
      '10,000 steps',
      /^\/steps: There are 10000 here; at most 20 /,
      changed(flow => {
        flow.steps = Array.from({ length: 10_000 }, () => flow.steps[0])
      }),
    ],
    [
      '10,000 members',
      /^: There are \d+ members here; at most 100 /,
      changed(flow => {
        for (let at = 0; at < 10_000; at += 1) flow[`m${at}`] = at
      }),
    ],
    [
      '10,000 languages',
      /^\/steps\/0\/title: There are 10000 members here; at most \d\d /,
      changed(flow => {
        flow.steps[0].title = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`l${at}`, 'x']))
      }),
    ],
    [
      'a condition that is 10,000 deep',
      /The document is nested too deeply\./,
      changed(flow => {
        let when: Loose = { field: 'plan', given: true }
        for (let at = 0; at < 10_000; at += 1) when = { all: [when] }
        flow.steps[0].next[0].when = when
      }),
    ],
    [
      'a text of a megabyte',
      /^\/steps\/0\/title: This has 1000000 characters; at most 200 /,
      changed(flow => {
        flow.steps[0].title = 'x'.repeat(1_000_000)
      }),
    ],
    [
      'names of prototypes',
      /This member is unknown\.|There is no attribute "constructor"/,
      JSON.parse(
        '{"kind":"user_form","steps":[{"id":"a","title":"A","fields":[{"attribute":"constructor"}]}],"end":{"outcome":"page"},"__proto__":{"x":1}}',
      ),
    ],
  ]
  for (const [name, reason, value] of kinds)
    test(`of ${name} is refused, at once and with few words`, () => {
      const begun = process.cpuUsage()
      const found = errors(value)
      assert.match(found[0] ?? '', reason)
      assert.ok(found.length <= 100)
      assert.ok(process.cpuUsage(begun).user < 500_000)
    })

  test('of any JSON at all is refused or read', () => {
    fc.assert(fc.property(fc.jsonValue(), value => void readFlow(value, BOOK)))
    const parts = fc.record({ kind: fc.constant('user_form'), steps: fc.jsonValue(), end: fc.jsonValue() })
    fc.assert(fc.property(parts, value => void readFlow(value as unknown as FlowDocument, BOOK)))
  })
})
