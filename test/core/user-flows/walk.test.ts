import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formMarkup } from '../../../src/core/forms/form-markup.ts'
import { answersTo } from '../../../src/core/user-flows/answers.ts'
import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import { formStep } from '../../../src/core/user-flows/form-step.ts'
import { isError, readFlow } from '../../../src/core/user-flows/mistakes.ts'
import { askedFields, firstOpen, walked } from '../../../src/core/user-flows/walk.ts'
import type { Word } from '../../../src/core/word.ts'
import fc from '../../support/properties.ts'
import { elements, PLAIN, sameTree } from '../../template/trees.ts'
import { anyAnswers, anyFlow, BOOK, DESIGNED, OWN } from './flows.ts'

const wordIn = (language: string): Word => Object.assign((label: string) => `[${label}]`, { language })
const FRAME = { action: '/flows/?reference=x&flow=y', links: { 'sign-in': '/s', cancel: '/c' }, minimum: 8 }
const ids = (answers: Parameters<typeof walked>[1], until?: string) =>
  walked(DESIGNED, answers, until).steps.map(({ id }) => id)

describe('a walk', () => {
  test('follows the first rule whose condition holds', () => {
    assert.deepEqual(ids({ plan: 'paid' }), ['you', 'company', 'terms'])
    assert.deepEqual(ids({ plan: 'free' }), ['you', 'terms'])
    assert.deepEqual(ids({}), ['you', 'terms'])
  })

  test('leaves out answers to what is not asked for any more', () => {
    const changedMind = { plan: 'free', company: 'Example', seats: 3, terms: '2' }
    assert.deepEqual(walked(DESIGNED, changedMind).answers, { plan: 'free', terms: '2' })
    const paid = walked(DESIGNED, { plan: 'paid', birthday: '2000-01-31' })
    assert.ok(!Object.hasOwn(paid.answers, 'birthday'))
  })

  test('tells whether a step is on the way', () => {
    assert.equal(walked(DESIGNED, { plan: 'paid' }, 'company').arrived, true)
    assert.equal(walked(DESIGNED, { plan: 'free' }, 'company').arrived, false)
  })

  test('of any valid document comes to its end, for any answers', () => {
    let read = 0
    fc.assert(
      fc.property(anyFlow, anyAnswers, (flow, answers) => {
        const { document, mistakes } = readFlow(flow, BOOK)
        if (document === undefined) {
          // The only flows that chance makes wrong have no way to the end that asks for everything.
          assert.ok(
            mistakes.filter(isError).every(({ reason }) => /way/.test(reason)),
            JSON.stringify(mistakes),
          )
          return
        }
        read += 1
        const { steps, arrived } = walked(document, answers)
        assert.ok(arrived)
        assert.equal(new Set(steps).size, steps.length)
      }),
      { numRuns: 500 },
    )
    assert.ok(read > 300)
  })
})

describe('the first open step', () => {
  const open = (answers: Parameters<typeof walked>[1], book = BOOK, hasPassword = true) => {
    const { steps, answers: counted } = walked(DESIGNED, answers)
    return firstOpen(steps, counted, hasPassword, book)?.id
  }
  const YOU = { email: 'a@example.com', plan: 'paid' }
  const ALL = { ...YOU, company: 'Example', seats: 3, terms: '2' }

  test('is the first one with a field that nobody has filled in', () => {
    assert.equal(open({}), 'you')
    assert.equal(open(YOU), 'company')
    assert.equal(open({ ...YOU, company: 'Example' }), 'company')
    assert.equal(open({ ...YOU, company: 'Example', seats: 3 }), 'terms')
    assert.equal(open(ALL), undefined)
    assert.equal(open(ALL, BOOK, false), 'you')
  })

  test('is one where a required answer is empty, and none where an optional one is', () => {
    assert.equal(open({ ...ALL, company: null }), 'company')
    assert.equal(open({ ...ALL, seats: null }), undefined)
  })

  test('is one whose answer breaks the rule of its field', () => {
    assert.equal(open({ ...ALL, email: 'a@elsewhere.example' }), 'you')
    assert.equal(open({ ...ALL, seats: 501 }), 'company')
  })

  test('is none because of an attribute that was removed', () => {
    const left = attributeBook(OWN.filter(({ name }) => name !== 'company'))
    const { company: _, ...answers } = ALL
    assert.equal(open(answers, left), undefined)
    assert.equal(open({ ...ALL, company: 'x' }, left), undefined)
    assert.equal(open(answers), 'company')
  })
})

describe('the page of a step', () => {
  test('has its texts in the language of the page, and labels of the theme for others', () => {
    const text = (language: string) => {
      const { step, worded } = formStep(DESIGNED, DESIGNED.steps[0]!, BOOK)
      return formMarkup(step, {}, FRAME, worded(wordIn(language)))
    }
    assert.match(text('de'), /<h1 id="title">Mach mit<\/h1>/)
    assert.match(text('de-AT'), /<h1 id="title">Mach mit<\/h1>/)
    assert.match(text('en'), /<h1 id="title">Join us<\/h1>/)
    assert.match(text('fr'), /<h1 id="title">Join us<\/h1>/)
    assert.match(text('de'), /<option value="paid">Bezahlt<\/option>/)
    const labelled = { ...DESIGNED.steps[0]!, title: { de: 'Mach mit', label: '$REG_TITLE_START$' } }
    const { step, worded } = formStep(DESIGNED, labelled, BOOK)
    assert.match(
      formMarkup(step, {}, FRAME, worded(wordIn('fr'))),
      /<h1 id="title">\[REG_TITLE_START\]<\/h1>/,
    )
  })

  test('names the attribute of each field, and asks for what its conditions say', () => {
    const [, company, terms] = DESIGNED.steps
    const { step, worded } = formStep(DESIGNED, company!, BOOK)
    const found = elements(formMarkup(step, {}, FRAME, worded(wordIn('en'))))
    const named = found.flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'data-user-attribute'))
    assert.deepEqual(
      named.map(({ value }) => value),
      ['company', 'seats'],
    )
    assert.deepEqual(
      askedFields(terms!, { plan: 'free' }).map(({ attribute }) => attribute),
      ['terms', 'birthday'],
    )
    assert.deepEqual(
      askedFields(terms!, { plan: 'paid' }).map(({ attribute }) => attribute),
      ['terms'],
    )
  })

  test('never fails and never lets a text out of its place, for any document', () => {
    fc.assert(
      fc.property(anyFlow, anyAnswers, fc.constantFrom('en', 'de', 'ar', 'ja'), (flow, answers, language) => {
        for (const at of flow.steps) {
          const labelled = { ...at, fields: at.fields.map(field => ({ label: 'Name', ...field })) }
          const plain = { ...at, title: PLAIN, fields: at.fields.map(field => ({ ...field, label: PLAIN })) }
          const [real, harmless] = [labelled, plain].map(one => {
            const { step, worded } = formStep(flow, one, BOOK, answers)
            return `<!doctype html><title>x</title><main>${formMarkup(step, { values: {} }, FRAME, worded(wordIn(language)))}</main>`
          })
          sameTree(harmless!, real!)
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('answers', () => {
  const check = (step: number, given: Record<string, string>, answers = {}) =>
    answersTo(askedFields(DESIGNED.steps[step]!, answers), given, BOOK)

  test('are values of their kind', () => {
    assert.deepEqual(check(1, { company: ' Example ', seats: '12' }), {
      answers: { company: 'Example', seats: 12 },
      problems: {},
    })
    assert.deepEqual(check(2, { terms: '2', birthday: '2000-02-29' }, { plan: 'free' }).answers, {
      terms: '2',
      birthday: '2000-02-29',
    })
  })

  test('that are missing or wrong are told, each with its own text', () => {
    assert.deepEqual(check(1, { company: 'x', seats: '501' }).problems, {
      company: { label: 'rule:company' },
      seats: { label: 'rule:seats' },
    })
    const { worded } = formStep(DESIGNED, DESIGNED.steps[1]!, BOOK)
    assert.equal(worded(wordIn('en'))('rule:seats'), 'From 1 to 500.')
    assert.equal(worded(wordIn('en'))('rule:company'), '[FLOW_VALUE_INVALID]')
    assert.deepEqual(check(0, { email: 'a@example.org', plan: 'gold' }).problems, {
      email: { label: 'rule:email' },
      plan: { label: 'FLOW_VALUE_INVALID' },
    })
    assert.deepEqual(check(2, { terms: '1' }).problems, { terms: { label: 'REG_REQUIRED' } })
    assert.deepEqual(check(2, { terms: '2', birthday: '2001-02-29' }, { plan: 'free' }).problems, {
      birthday: { label: 'FLOW_VALUE_INVALID' },
    })
  })

  test('of any text do not fail', () => {
    const given = fc.dictionary(
      fc.constantFrom('email', 'plan', 'company', 'seats'),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(fc.property(given, typed => void check(0, typed) === void check(1, typed)))
  })
})
