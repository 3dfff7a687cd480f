import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainName } from '../../src/core/plain-name.ts'

test('names of people are kept, in the alphabets of the pages', () => {
  for (const name of [
    ...['Alex', 'Zoë', 'Jean-Pierre', 'Mary Jane', "D'Arcy", 'Anne-Marie Luise', 'Siân', 'Nguyễn', 'Łukasz'],
    ...['Алексей', 'Ελένη', 'محمد', 'עדה', 'राजेश', 'สมชาย', '伟明', '太郎', 'さくら', 'サクラ', '민준'],
  ])
    assert.equal(plainName(` ${name} `), name)
  assert.equal(plainName('Zoe\u0308'), 'Zoë')
})

test('what could be a message, a number or an address is not a name', () => {
  for (const text of [
    '',
    'You won 5000 EUR - call +1 900 555 0100 now',
    'You won money call now',
    'evil。com',
    'hxxp evil[.]com',
    'evil.com',
    'evilꓸcom',
    'evilꞏcom',
    'evil·com',
    'evil com/x',
    'www evil com now',
    'a-b-c-d',
    'Anna１',
    'Anna٣',
    'Annaⅳ',
    'wonǃ',
    'Аlex Smith',
    '恭喜中奖请致电九零零',
    'ㆍ',
    '🎉',
    'Anna\u202eexe',
    'Anna\u200bBob',
    'Anna\nBob',
    'Wolfeschlegelsteinhausenbergerdorff',
  ])
    assert.equal(plainName(text), '', text)
})
