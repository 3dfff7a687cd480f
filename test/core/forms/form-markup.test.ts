import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Step } from '../../../src/core/forms/form.ts'
import { type Frame, formMarkup, type Shown } from '../../../src/core/forms/form-markup.ts'
import { REGISTRATION as FOLLOWING, type RegistrationStep } from '../../../src/core/forms/registration.ts'
import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import { REGISTRATION_FLOW } from '../../../src/core/user-flows/defaults.ts'
import { formStep } from '../../../src/core/user-flows/form-step.ts'
import type { Word } from '../../../src/core/word.ts'
import fc from '../../support/properties.ts'
import { ATTACKS } from '../../template/attacks.ts'
import { elements, oddSchemes, PLAIN, sameTree } from '../../template/trees.ts'

const REGISTRATION: Readonly<Record<RegistrationStep, Step>> = {
  start: formStep(REGISTRATION_FLOW, REGISTRATION_FLOW.steps[0]!, attributeBook([])).step,
  ...FOLLOWING,
}

const FIELDS = REGISTRATION.start.fields.map(({ name }) => name)

const FRAME: Frame = {
  action: '/flows/?reference=registration&flow=abc',
  links: {
    start: '/flows/?reference=registration',
    'sign-in': '/idaas/mtfim/sps/idaas/login?runtime=true',
  },
  minimum: 8,
}

interface Page extends Shown {
  readonly step: RegistrationStep
}

const START: Page = { step: 'start' }
const VERIFY: Page = { step: 'verify', facts: { EMAIL: 'alex@example.com' } }

/** Labels that name themselves, with what is put into them. */
const word: Word = Object.assign(
  (label: string, values: Readonly<Record<string, string>> = {}) =>
    [label, ...Object.values(values)].join(' '),
  { language: 'en' },
)

/** Every step, with the same text wherever something comes from outside. */
function pages(text: string): Page[] {
  const everywhere = Object.fromEntries(FIELDS.map(field => [field, text]))
  const facts = { EMAIL: text }
  return [
    START,
    { step: 'start', values: everywhere, problems: everywhere },
    { step: 'verify', facts },
    { step: 'verify', facts, problems: { code: text }, notice: text },
    { step: 'confirm', facts },
    { step: 'confirm', facts, problems: { password: text } },
    { step: 'verified' },
    { step: 'created' },
  ]
}

const titleOf = ({ step }: Page) => word(REGISTRATION[step].title)
const markup = ({ step, ...shown }: Page, words = word, frame = FRAME) =>
  formMarkup(REGISTRATION[step], shown, frame, words)
const documentOf = (page: Page, words = word) =>
  `<!doctype html><title>x</title><main>${markup(page, words)}</main>`

const attribute = ({ attrs }: ReturnType<typeof elements>[number], name: string) =>
  attrs.find(one => one.name === name)?.value

const inputsOf = (page: Page) =>
  new Map(
    elements(documentOf(page))
      .filter(({ tagName }) => tagName === 'input')
      .map(input => [attribute(input, 'name')!, (name: string) => attribute(input, name)]),
  )

const named = (page: Page, index: number) => `${page.step} (${index})`

describe('every step of a registration', () => {
  for (const [index, page] of pages('alex@example.com').entries()) {
    test(`${named(page, index)} has its title in one element with the id title`, () => {
      const titles = elements(documentOf(page)).filter(element => attribute(element, 'id') === 'title')
      assert.equal(titles.length, 1)
      assert.equal(titles[0]!.tagName, 'h1')
      const [text] = titles[0]!.childNodes
      assert.equal(text !== undefined && 'value' in text && text.value, titleOf(page))
    })

    test(`${named(page, index)} has no id twice, and every reference leads somewhere`, () => {
      const found = elements(documentOf(page))
      const ids = found.flatMap(element => attribute(element, 'id') ?? [])
      assert.deepEqual(ids, [...new Set(ids)])
      for (const element of found)
        for (const name of ['for', 'aria-describedby'])
          for (const id of attribute(element, name)?.split(' ') ?? []) assert.ok(ids.includes(id), id)
    })

    test(`${named(page, index)} posts to the action, and nowhere else`, () => {
      for (const form of elements(documentOf(page)).filter(({ tagName }) => tagName === 'form')) {
        assert.equal(attribute(form, 'action'), FRAME.action)
        assert.equal(attribute(form, 'method'), 'post')
      }
    })

    test(`${named(page, index)} brings no style and no script of its own`, () => {
      for (const { tagName, attrs } of elements(documentOf(page))) {
        assert.ok(!['script', 'style', 'link', 'img', 'iframe'].includes(tagName), tagName)
        for (const { name } of attrs) assert.ok(!name.startsWith('on') && name !== 'style', name)
      }
    })
  }

  test('has a title of its own, but for the two that ask for the same', () => {
    const titles = pages('x').map(titleOf)
    assert.deepEqual(
      [...new Set(titles)],
      ['REG_TITLE_START', 'REG_TITLE_VERIFY', 'REG_TITLE_VERIFIED', 'REG_TITLE_CREATED'],
    )
  })
})

describe('the first step', () => {
  const values = { given_name: 'Alex', age: '34', password: 'quiet lamp over water' }
  const problems = { family_name: 'REQUIRED', email: 'INVALID' }

  test('has a field for each value, with a label and what it is of the person', () => {
    const inputs = inputsOf(START)
    assert.deepEqual([...inputs.keys()], FIELDS)
    for (const [name, input] of inputs) assert.equal(input('data-user-attribute'), name)
    const labels = elements(documentOf(START)).filter(({ tagName }) => tagName === 'label')
    assert.deepEqual(
      labels.map(label => attribute(label, 'for')),
      [...inputs.values()].map(input => input('id')),
    )
  })

  test('shows again what was typed, but never a password', () => {
    const page: Page = { step: 'start', values, problems }
    const inputs = inputsOf(page)
    assert.equal(inputs.get('given_name')!('value'), 'Alex')
    assert.equal(inputs.get('age')!('value'), '34')
    assert.equal(inputs.get('family_name')!('value'), '')
    assert.equal(inputs.get('password')!('value'), undefined)
    assert.doesNotMatch(markup(page), /quiet lamp/)
  })

  test('marks the fields that are wrong, and begins at the first of them', () => {
    const inputs = inputsOf({ step: 'start', values, problems })
    const marked = [...inputs].filter(([, input]) => input('aria-invalid') === 'true').map(([name]) => name)
    assert.deepEqual(marked, ['family_name', 'email'])
    const first = [...inputs].filter(([, input]) => input('autofocus') !== undefined).map(([name]) => name)
    assert.deepEqual(first, ['family_name'])
  })

  test('tells how long a password has to be', () => {
    const form = markup(START, word, { ...FRAME, minimum: 15 })
    assert.match(form, /minlength="15"/)
    assert.match(form, /REG_PASSWORD_HINT 15/)
  })
})

describe('the step of the code', () => {
  test('has one button for the code and one for another code', () => {
    const buttons = elements(documentOf(VERIFY)).filter(({ tagName }) => tagName === 'button')
    assert.deepEqual(
      buttons.map(button => attribute(button, 'value')),
      ['verify', 'resend'],
    )
  })

  test('shows nothing said where nothing was said', () => {
    const silent = markup(VERIFY)
    assert.doesNotMatch(silent, /role=|aria-invalid|autofocus/)
    const told = markup({ ...VERIFY, problems: { code: 'WRONG' }, notice: 'SENT' })
    assert.match(told, /role="alert">WRONG</)
    assert.match(told, /role="status">SENT</)
  })
})

test('the step of the link asks for the password that was chosen, and shows none', () => {
  const inputs = inputsOf({ step: 'confirm', problems: { password: 'WRONG' } })
  assert.deepEqual([...inputs.keys()], ['password'])
  assert.equal(inputs.get('password')!('type'), 'password')
  assert.equal(inputs.get('password')!('value'), undefined)
  assert.equal(inputs.get('password')!('aria-invalid'), 'true')
})

describe('a hostile value changes nothing but itself', () => {
  /** The same step with harmless letters: what is blank stays so. */
  function holds(text: string, words: (text: string) => Word): void {
    const plain = text === '' ? '' : PLAIN
    const [harmless, hostile] = [pages(plain), pages(text)]
    for (const [index, page] of hostile.entries()) {
      const [expected, found] = [documentOf(harmless[index]!, words(plain)), documentOf(page, words(text))]
      sameTree(expected, found)
      assert.deepEqual(oddSchemes(found), [])
    }
  }
  const asValues = () => word
  const asLabels = (text: string): Word =>
    Object.assign(
      (label: string, values: Readonly<Record<string, string>> = {}) =>
        [label, text, ...Object.values(values)].join(' '),
      { language: 'en' },
    )

  test('as a value, for each attack that we know', () => {
    for (const attack of ATTACKS) holds(attack, asValues)
  })

  test('as a label, for each attack that we know', () => {
    for (const attack of ATTACKS) holds(attack, asLabels)
  })

  test('as either, for whatever else there is', () => {
    const piece = fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 3 }), pieces => {
        holds(pieces.join(''), asValues)
        holds(pieces.join(''), asLabels)
      }),
      { numRuns: 300 },
    )
  })

  test('and comes back as it was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), text => {
        // A parser reads a carriage return as a line feed, and a NUL as a replacement.
        const typed = text.replace(/[\r\0]/g, '')
        const inputs = inputsOf({ step: 'start', values: { given_name: typed }, problems: {} })
        assert.equal(inputs.get('given_name')!('value'), typed)
      }),
    )
  })
})
