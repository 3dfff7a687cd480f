import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { mailbox, namedMailbox } from '../../src/core/mailbox.ts'

const LABEL = 'b'.repeat(63)

describe('one address', () => {
  for (const [given, kept = given] of [
    ['a@example.com'],
    ['Ann.Lee+news@Example.COM', 'Ann.Lee+news@example.com'],
    ["o'neil_{x}=y~z@a-b.example", "o'neil_{x}=y~z@a-b.example"],
    ['a@xn--bcher-kva.example'],
    ['a@3com.example'],
    ['  a@example.com ', 'a@example.com'],
    [`${'a'.repeat(64)}@example.com`],
    [`a@${LABEL}.example`],
  ])
    test(`${given} is kept as ${kept}`, () => assert.equal(mailbox(given!), kept))

  for (const [what, given] of Object.entries({
    'a header after it': 'a@example.com\r\nBcc: victim@example.com',
    'an encoded line break': 'a@example.com%0aBcc:x@y.z',
    'a percent sign in the name': 'a%0d%0ab@example.com',
    'two addresses': 'a@example.com,b@example.com',
    'two addresses, by a semicolon': 'a@example.com;b@example.com',
    'angle brackets': '<a@example.com>',
    'a NUL': 'a@example.com\0',
    'an IP literal': 'a@[127.0.0.1]',
    'an IP address': 'a@127.0.0.1',
    'a label of 300 characters': `a@${'b'.repeat(300)}.com`,
    'a label of 64 characters': `a@${'b'.repeat(64)}.com`,
    'a name of 65 characters': `${'a'.repeat(65)}@example.com`,
    'a whole of 255 characters': `${'a'.repeat(255 - 197)}@${LABEL}.${LABEL}.${LABEL}.test`,
    'a Cyrillic letter': '\u0430dmin@example.com',
    'a Cyrillic domain': 'a@ex\u0430mple.com',
    'a line separator': 'a@example.com\u2028',
    'a no-break space': 'a@example.com\u00a0',
    'a tab': 'a@example.com\t',
    'a line break after it': 'a@example.com\n',
    'no dot in the domain': 'a@example',
    'a trailing dot': 'a@example.com.',
    'an empty label': 'a@example..com',
    'a hyphen at the edge of a label': 'a@-example.com',
    'an underscore in the domain': 'a@ex_ample.com',
    'an encoded word': '=?utf-8?q?x?=@example.com',
    quotes: '"a b"@example.com',
    'a blank inside': 'a b@example.com',
    'two at signs': 'a@b@example.com',
    'a dot at the edge': '.a@example.com',
    'two dots': 'a..b@example.com',
    'a comment': 'a(b)@example.com',
    'a colon': 'mailto:a@example.com',
    'no name': '@example.com',
    'no domain': 'a@',
    nothing: '',
    blanks: '   ',
  }))
    test(`${what} is refused`, () => assert.equal(mailbox(given), undefined))

  test('a text without end is refused at once', () => {
    const started = process.cpuUsage()
    for (const long of [
      ' '.repeat(1e6),
      'a.'.repeat(1e6),
      `a@${'b.'.repeat(1e6)}`,
      `${'"\\'.repeat(1e6)}<a@b.c>`,
    ]) {
      assert.equal(namedMailbox(long), undefined)
    }
    assert.ok(process.cpuUsage(started).user < 10_000_000)
  })
})

describe('one mailbox with a name', () => {
  for (const [given, name, address = 'a@example.com'] of [
    ['a@example.com', ''],
    ['<a@example.com>', ''],
    ['Example <a@example.com>', 'Example'],
    ['  Example Inc.   <a@Example.com> ', 'Example Inc.'],
    ['"Example, Inc." <a@example.com>', 'Example, Inc.'],
    ['"a \\"b\\" \\\\ <c@d.e>" <a@example.com>', 'a "b" \\ <c@d.e>'],
    ['Bücher 書店 <a@example.com>', 'Bücher 書店'],
  ] as const)
    test(`${given} is understood`, () => assert.deepEqual(namedMailbox(given), { name, address }))

  for (const given of [
    '',
    'Example',
    'Example a@example.com',
    'Example <a@example.com',
    'Example <>',
    'Example <a@example>',
    'Example <<a@example.com>>',
    'Example <a@example.com>, b@example.com',
    'a@example.com, Example <b@example.com>',
    'Example <a@example.com> <b@example.com>',
    'Example: a@example.com;',
    'Example, Inc. <a@example.com>',
    'Exam"ple <a@example.com>',
    '"Example <a@example.com>',
    '"Example\\" <a@example.com>',
    'ceo@bank.example <a@example.com>',
    '=?utf-8?q?x?= <a@example.com>',
    'Eve\r\nBcc: victim@example.com <a@example.com>',
    '"Eve\r\nBcc: victim" <a@example.com>',
    'Eve\u202e <a@example.com>',
    `${'a'.repeat(121)} <a@example.com>`,
  ])
    test(`${JSON.stringify(given)} is none`, () => assert.equal(namedMailbox(given), undefined))
})
