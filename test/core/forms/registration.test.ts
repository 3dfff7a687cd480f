import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ATTRIBUTES } from '../../../src/core/attributes.ts'
import { mailbox } from '../../../src/core/mailbox.ts'
import { answersTo } from '../../../src/core/user-flows/answers.ts'
import { attributeBook } from '../../../src/core/user-flows/attribute-book.ts'
import { REGISTRATION_FLOW } from '../../../src/core/user-flows/defaults.ts'
import { keptAnswers, type RegistrationDetails } from '../../../src/core/user-flows/person.ts'
import fc from '../../support/properties.ts'

type Details = Omit<RegistrationDetails, 'locale' | 'givenName' | 'familyName'> & {
  readonly givenName: string
  readonly familyName: string
}
type FieldName = 'given_name' | 'family_name' | 'age' | 'mobile_number' | 'email'
type Typed = Partial<Record<FieldName, string>>

const BOOK = attributeBook([])

const GIVEN: Typed = {
  given_name: 'Alex',
  family_name: 'Moreau',
  age: '34',
  mobile_number: '+1 (555) 010-9999',
  email: 'alex@example.com',
}

/** What an account is made from, where nothing is wrong with what was typed. */
function registrationDetails(given: Typed) {
  const { answers, problems } = answersTo(REGISTRATION_FLOW.steps[0]!.fields, given, BOOK)
  const right = Object.keys(problems).length === 0
  return { details: right ? (keptAnswers(answers, BOOK).fields as unknown as Details) : undefined, problems }
}

/** The label that says what is wrong with a field which has this value. */
function problem(field: FieldName, value: string | undefined): string | undefined {
  const { problems } = registrationDetails({ ...GIVEN, [field]: value })
  for (const other of Object.keys(problems)) assert.equal(other, field, 'the others are right')
  return problems[field]?.label
}

test('what is typed becomes what an account is made from', () => {
  assert.deepEqual(registrationDetails(GIVEN), {
    details: {
      givenName: 'Alex',
      familyName: 'Moreau',
      age: 34,
      mobileNumber: '+15550109999',
      email: 'alex@example.com',
    },
    problems: {},
  })
})

test('blanks around a value are no part of it', () => {
  const padded = Object.fromEntries(Object.entries(GIVEN).map(([field, value]) => [field, `  ${value} `]))
  assert.deepEqual(registrationDetails(padded), registrationDetails(GIVEN))
})

test('age and mobile number may be left out', () => {
  for (const none of ['', '  ', undefined]) {
    const { details, problems } = registrationDetails({ ...GIVEN, age: none, mobile_number: none } as Typed)
    assert.deepEqual(problems, {})
    assert.equal(details?.age, null)
    assert.equal(details?.mobileNumber, null)
  }
})

test('names and the address may not, and each is told', () => {
  const { problems } = registrationDetails({})
  const missing = { label: 'REG_REQUIRED' }
  assert.deepEqual(problems, { given_name: missing, family_name: missing, email: missing })
  for (const field of ['given_name', 'family_name', 'email'] as const)
    for (const none of ['', ' \t ', undefined]) assert.equal(problem(field, none), 'REG_REQUIRED')
})

for (const field of ['given_name', 'family_name'] as const) {
  describe(field, () => {
    test('is any name that people have', () => {
      for (const name of [
        'Ø',
        "D'Arcy",
        'Nguyễn Thị',
        'van der Meer-Löwe',
        '李',
        'محمد',
        'X Æ A-12',
        'ʻIolani',
        'Zoë Jr.',
      ])
        assert.equal(problem(field, name), undefined, name)
    })

    test('has at most 128 characters, whatever they are made of', () => {
      assert.equal(problem(field, 'a'.repeat(128)), undefined)
      assert.equal(problem(field, '𝒳'.repeat(128)), undefined)
      assert.equal(problem(field, 'a'.repeat(129)), 'REG_NAME_INVALID')
      assert.equal(problem(field, '𝒳'.repeat(129)), 'REG_NAME_INVALID')
    })

    test('is one line of text', () => {
      for (const odd of ['\n', '\r', '\t', '\0', '\u0085', '\u2028', '\u2029', '\u001b'])
        assert.equal(problem(field, `A${odd}B`), 'REG_NAME_INVALID', JSON.stringify(odd))
      assert.equal(problem(field, 'half \ud83d'), 'REG_NAME_INVALID')
      assert.equal(problem(field, '\udc00'), 'REG_NAME_INVALID')
    })

    test('can be seen', () => {
      for (const nothing of ['\u200b', '\u2060\u2060', '\ufeff\u200d\ufeff', '\u00ad', '\u200e \u200f'])
        assert.notEqual(problem(field, nothing), undefined, JSON.stringify(nothing))
    })

    test('does not turn the direction of what follows it in a mail', () => {
      for (const odd of ['\u202e', '\u202a', '\u2066', '\u2068'])
        assert.equal(problem(field, `Alex${odd}`), 'REG_NAME_INVALID', JSON.stringify(odd))
    })

    test('may hold joiners, which some scripts need', () => {
      assert.equal(problem(field, 'علی\u200cرضا'), undefined)
    })
  })
}

test('age is a number of years from 1 to 150', () => {
  for (const age of ['1', '01', '007', '99', '150']) assert.equal(problem('age', age), undefined, age)
  for (const age of [
    '0',
    '000',
    '151',
    '999',
    '1000',
    '-1',
    '+1',
    '1.5',
    '1e2',
    '0x10',
    'NaN',
    'Infinity',
    'ten',
    '3 4',
  ])
    assert.equal(problem('age', age), 'REG_AGE_INVALID', age)
})

describe('a mobile number', () => {
  test('is kept as digits with its plus', () => {
    for (const [typed, kept] of [
      ['+15550109999', '+15550109999'],
      ['+1 555 010 9999', '+15550109999'],
      ['+1\u00a0555\u00a0010\u00a09999', '+15550109999'],
      ['(0555) 010-9999', '05550109999'],
      ['0555/010.9999', '05550109999'],
    ] as const)
      assert.equal(registrationDetails({ ...GIVEN, mobile_number: typed }).details?.mobileNumber, kept)
  })

  test('has 6 to 15 digits', () => {
    assert.equal(problem('mobile_number', '123456'), undefined)
    assert.equal(problem('mobile_number', '1'.repeat(15)), undefined)
    assert.equal(problem('mobile_number', '12345'), 'REG_MOBILE_INVALID')
    assert.equal(problem('mobile_number', '1'.repeat(16)), 'REG_MOBILE_INVALID')
  })

  test('is taken in the digits of any script', () => {
    assert.equal(problem('mobile_number', '＋٤٩ ١٥٥ ٠١٠٩٩٩٩'), undefined)
  })

  test('is nothing else', () => {
    for (const number of ['telephone', '+', '++15550109999', '1+5550109999', '555 0109999 ext 3', '<script>'])
      assert.equal(problem('mobile_number', number), 'REG_MOBILE_INVALID', number)
  })

  test('is the same when it is read again', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'+0123456789 ()./-'), maxLength: 24 }), text => {
        const number = ATTRIBUTES.mobile_number.rule(text)
        if (number === undefined) return
        assert.match(number, /^\+?\d{6,15}$/)
        assert.equal(ATTRIBUTES.mobile_number.rule(number), number)
      }),
    )
  })
})

test('an address is one mailbox, its domain in lower case', () => {
  assert.equal(
    registrationDetails({ ...GIVEN, email: 'Alex@EXAMPLE.com' }).details?.email,
    'Alex@example.com',
  )
  assert.equal(problem('email', `${'a'.repeat(64)}@example.com`), undefined)
  for (const email of [
    'alex',
    'alex@example',
    '@example.com',
    'alex@example.com, eve@example.com',
    'alex@example.com\nbcc: eve@example.com',
    'Alex <alex@example.com>',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.example`,
  ])
    assert.equal(problem('email', email), 'REG_EMAIL_INVALID', email)
})

describe('whatever is typed', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.constantFrom('\ud800', '\0', '\u202e', '９', '1e3', '-0', 'Infinity', '+', 'a@b.c', '@', ' '),
    fc.constantFrom(...Object.values(GIVEN)),
  )
  const given = fc.record(
    { given_name: text, family_name: text, age: text, mobile_number: text, email: text, password: text },
    { requiredKeys: [] },
  )

  test('there is an answer, and what has no problem can be stored', () => {
    fc.assert(
      fc.property(given, typed => {
        // One field at a time too: all of them together are hardly ever right.
        const single = Object.entries(typed).map(([field, value]) => ({ ...GIVEN, [field]: value }))
        for (const one of [typed, ...single]) {
          const { details, problems } = registrationDetails(one)
          assert.equal(details === undefined, Object.keys(problems).length > 0)
          if (details !== undefined) assertDetails(details)
          for (const { label } of Object.values(problems)) assert.match(label, /^REG_[A-Z_]+$/)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('details outlive being kept as JSON', () => {
    fc.assert(
      fc.property(given, typed => {
        const { details } = registrationDetails(typed)
        if (details !== undefined) assert.deepEqual(JSON.parse(JSON.stringify(details)), details)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the problems come in the order of the form, so that the first one is where the eye begins', () => {
    const order: readonly string[] = ['given_name', 'family_name', 'age', 'mobile_number', 'email']
    fc.assert(
      fc.property(given, typed => {
        const fields = Object.keys(registrationDetails(typed).problems)
        assert.deepEqual(
          fields,
          order.filter(field => fields.includes(field)),
        )
      }),
    )
  })

  function assertDetails({ givenName, familyName, age, mobileNumber, email }: Details): void {
    for (const name of [givenName, familyName]) assertStorable(name)
    assert.ok(age === null || (Number.isInteger(age) && age > 0 && age <= 150))
    assert.match(mobileNumber ?? '+123456', /^\+?\d{6,15}$/)
    assert.equal(mailbox(email), email)
  }

  /** A text that either database takes, and gives back as it is. */
  function assertStorable(name: string): void {
    assert.ok(name.isWellFormed())
    assert.ok([...name].length >= 1 && [...name].length <= 128)
    assert.doesNotMatch(name, /[\p{Cc}\p{Zl}\p{Zp}]/u)
    assert.equal(name, name.trim())
  }
})
