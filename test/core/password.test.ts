import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { normalizedPassword, passwordProblem } from '../../src/core/password.ts'
import fc from '../support/properties.ts'

const problem = (password: string, words: string[] = [], minimum = 8) =>
  passwordProblem(password, {
    minimum,
    words,
    common: lowercased => lowercased === 'trustno1',
    commonWord: stem => COMMON_WORDS.includes(stem),
  })
const COMMON_WORDS = ['password', 'summer', 'admin']

test('a password is normalized, and nothing is trimmed or cut', () => {
  assert.equal(normalizedPassword('ﬁ５ Å'), 'fi5 Å')
  assert.equal(normalizedPassword('  a\0b\n '), '  a\0b\n ')
  assert.equal(normalizedPassword('x'.repeat(1000)).length, 1000)
})

test('normalizing twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      const once = normalizedPassword(text)
      assert.equal(normalizedPassword(once), once)
    }),
  )
})

test('length is counted in characters of the normalized text', () => {
  assert.equal(problem(''), 'empty')
  assert.equal(problem('kR7-vq2'), 'short')
  assert.equal(problem('kR7-vq2x'), undefined)
  assert.equal(problem('kR7-vq2', [], 7), undefined)
  assert.equal(problem('🐎🔋🧷🦴'), 'short')
  assert.equal(problem('🐎🔋🧷🦴🎻🧊🪵🧶'), undefined)
  assert.equal(problem('u\u0308o\u0308a\u0308sx4'), 'short')
  assert.equal(problem('ﬀi３-vqz'), undefined, 'the ligature is two letters')
})

test('64 characters are accepted, 256 as well, 257 are too many', () => {
  const long = Array.from({ length: 257 }, (_, at) => String.fromCodePoint(0x21 + ((at * at * 7) % 94))).join(
    '',
  )
  assert.equal(problem(long.slice(0, 64)), undefined)
  assert.equal(problem(long.slice(0, 256)), undefined)
  assert.equal(problem(long), 'long')
})

test('NUL is a character like any other', () => {
  assert.equal(problem('kR7-vq2\0'), undefined)
  assert.equal(problem('\0'.repeat(8)), 'common')
})

test('no kinds of characters are demanded', () => {
  for (const password of ['fence battery horse', 'блокнот лампа', 'xkcvwmqpzr', '83105729461', '~#§!"$%&/()'])
    assert.equal(problem(password), undefined, password)
})

describe('common', () => {
  test('is what the list knows, whatever the case and width', () => {
    for (const password of ['trustno1', 'TrustNo1', 'ｔｒｕｓｔｎｏ１'])
      assert.equal(problem(password), 'common', password)
  })

  test('is one to three characters over and over', () => {
    for (const password of [
      'aaaaaaaa',
      '        ',
      'abababab',
      'abcabcabc',
      'abcabcab',
      'xY1XY1xy1',
      '🐎'.repeat(9),
    ])
      assert.equal(problem(password), 'common', password)
    assert.equal(problem('wxqkwxqk'), undefined)
  })

  test('is a run along the digits, the alphabet or a keyboard, either way', () => {
    for (const password of ['12345678', '123456789012', '98765432', 'abcdefgh', 'HGFEDCBA', 'stuvwxyzab'])
      assert.equal(problem(password), 'common', password)
    for (const password of [
      'qwertyui',
      'iuytrewq',
      'QWERTZUIOP',
      'azertyuiop',
      'asdfghjkl',
      'qwertyuiopasdf',
    ])
      assert.equal(problem(password), 'common', password)
    for (const password of ['12345679', 'abcdefgx']) assert.equal(problem(password), undefined, password)
  })
})

describe('a common word', () => {
  test('is found behind case, accents, substitutions, years, digits and punctuation', () => {
    for (const password of [
      ...['Password1!', 'P@ssw0rd1!', 'p4$$w0rd', '!!PASSWORD!!', 'Pässwörd', 'pass-word.2026', '1Password'],
      ...['Password123!', 'Password12345678', 'password!@#$%^', 'password2026', 'Password24121985'],
      ...[
        'Summer2024!',
        '2024Summer',
        'Summer2024!Summer2024!',
        'summersummersummer',
        'Admin@123',
        '@dm1n2025!!!!!!',
      ],
    ])
      assert.equal(problem(password), 'common', password)
  })

  test('is not one among others, nor beside as much again', () => {
    for (const password of [
      ...[
        'summer rain on tin roofs',
        'administer nothing',
        'password of the harbour master',
        'summerhouse by',
      ],
      ...['summer84926175', 'Summer-2024-harbour', 'ad min is trate', '17 admin 4829 x', 'summit2024!'],
    ])
      assert.equal(problem(password), undefined, password)
  })

  test('costs little to look for, whatever is typed', () => {
    for (const text of [
      '1'.repeat(256),
      `a${'1!'.repeat(127)}`,
      'ab'.repeat(128),
      `${'!1'.repeat(12)}a${'2?'.repeat(12)}`,
    ])
      problem(text)
  })
})

describe('context', () => {
  const words = ['jane.doe@example.com', 'Jane', 'Doe', 'Müller Bank', 'Tabard', 'HQ', '', ' - ']

  test('is a word, whatever stands around and between its letters', () => {
    for (const password of [
      'Müller Bank',
      'muller-bank',
      'm.u.l.l.e.r',
      'jane.doe@example.com',
      'T A B A R D !!',
    ])
      assert.equal(problem(password, words), 'context', password)
  })

  test('is a word with a few characters more, before or behind', () => {
    for (const password of ['tabard12', 'Tabard!23', '1janedoe', 'doejane77', 'example2024', 'MullerX99'])
      assert.equal(problem(password, words), 'context', password)
  })

  test('is words one after the other', () => {
    for (const password of ['janejane', 'TabardTabardTabard', 'jane-tabard-example-1'])
      assert.equal(problem(password, words), 'context', password)
  })

  test('is not a word among enough else', () => {
    for (const password of [
      'tabardfencehorse',
      'jane likes violins',
      'mullerbank example fence battery',
      'doe49x!vk',
    ])
      assert.equal(problem(password, words), undefined, password)
  })

  test('leaves punctuation alone, and words too short to matter', () => {
    assert.equal(problem('~#§!"$%&/()', words), undefined)
    assert.equal(problem('hq7wkz3m', words), undefined)
  })

  test('refuses every name of eight letters or more as the password', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzéüß'),
      minLength: 8,
      maxLength: 60,
    })
    fc.assert(
      fc.property(
        letters,
        fc.string({ unit: fc.constantFrom(...'0123456789!?-'), maxLength: 3 }),
        (name, more) => {
          assert.notEqual(problem(name.toUpperCase() + more, [name]), undefined)
        },
      ),
    )
  })
})

test('whatever is given, there is an answer', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 })
  const answers = [undefined, 'empty', 'short', 'long', 'common', 'context']
  fc.assert(
    fc.property(text, fc.array(text), (password, words) => {
      assert.ok(answers.includes(problem(password, words)))
    }),
  )
})
