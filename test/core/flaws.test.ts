import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { labelFlaws } from '../../src/core/label-flaws.ts'
import { mailFlaws } from '../../src/core/mail-flaws.ts'
import { isShownAmong } from '../../src/core/places.ts'
import { sheetFlaws } from '../../src/core/sheet-flaws.ts'

const told = (flaws: readonly { what: string; name: string; line: number }[]) =>
  flaws.map(({ what, name, line }) => `${line} ${what}: ${name}`)
const master = (path: string) =>
  readFileSync(new URL(`../../master/templates/${path}`, import.meta.url), 'utf8')
const KNOWN = new Set(['LOGIN_TITLE', 'LOGIN_BUTTON', 'CODE_WAIT', 'OTP'])

test('a label file is told of lines that are no label, duplicates and misspelt names', () => {
  const text = [
    '# a comment',
    '  ! another one',
    '',
    '$LOGIN_TITLE$=Welcome',
    'LOGIN_BUTTON=Go',
    '$LOGIN_TITLE$ = Again',
    '$LOGN_BUTTON$=Go',
    '$CODE_WAIT.one$=a minute',
    '$CODE_WAIT.other$=minutes',
    '$OWN_LABEL_OF_THE_THEME$=x',
    'and a sentence that goes on and on without an end that anybody could see',
  ].join('\r\n')
  assert.deepEqual(told(labelFlaws(text, KNOWN)), [
    '5 not a label: LOGIN_BUTTON=Go',
    '6 duplicate label: $LOGIN_TITLE$',
    '7 unknown label: $LOGN_BUTTON$, did you mean $LOGIN_BUTTON$?',
    '11 not a label: and a sentence that goes on and on without an end that anybo',
  ])
})

test('many flaws are told in part, and in time', () => {
  const known = new Set(Array.from({ length: 700 }, (_, index) => `LABEL_OF_THE_MASTER_${index}`))
  const text = Array.from({ length: 5_000 }, (_, index) => `$LABEL_OF_A_MASTER_${index}$=x`).join('\n')
  assert.equal(labelFlaws(text, known).length, 20)
  assert.equal(labelFlaws('x\n'.repeat(5_000), known).length, 50)
  assert.equal(sheetFlaws('}'.repeat(5_000)).length, 50)
  assert.equal(mailFlaws(`<?xml?>${'</b>'.repeat(5_000)}`).length, 50)
})

test('a style sheet is told of what a browser would drop', () => {
  for (const sheet of [
    '',
    ':root { --color: #fff; --empty:; }\n@media (min-width: 1px) { a:hover { color: red } }',
    '@import url(x.css);\n@layer a, b;\na { background: url(data:image/png;base64,AA==); content: "}" } /* } */',
    '@charset "utf-8"; /* a */ @layer a;\n@import "x.css" layer(a);\n@IMPORT url(https://x.example/?a;b) print;',
    '/* a { } */ @import "x.css"; a { content: "@import" } @import-like x;',
    '.a { &:hover { color: red } b { c: d } }',
    master('common/static/css/base.css'),
    master('common/page_style.css'),
  ])
    assert.deepEqual(told(sheetFlaws(sheet)), [])
  for (const [sheet, ...flaws] of [
    ['a { color: red', '1 broken CSS: { without }'],
    ['a { color: red }\n}', '2 broken CSS: } that closes nothing'],
    ['a {\n  color red;\n  b: c\n}', '2 broken CSS: color red'],
    ['a { b: calc(1px }\nc { d: e }', '1 broken CSS: ( without )'],
    ['a { b: c) }', '1 broken CSS: ) that closes nothing'],
    ['\n/* and so on', '2 broken CSS: /* without */'],
    ['a { content: "x\n}', '1 broken CSS: " without its end'],
    ['color: red;\na { b: c }', '1 broken CSS: color: red'],
    ['a { b: c }\nbody', '2 broken CSS: body'],
    ['a { b: c }\n@import "x.css";', '2 broken CSS: @import after other rules'],
    ['@layer a { }\n@IMPORT/**/url(x.css)', '2 broken CSS: @import after other rules'],
    ['@namespace url(x);\n@import "x.css";', '2 broken CSS: @import after other rules'],
    ['@media print {\n@import "x.css"; }', '2 broken CSS: @import after other rules'],
  ] as const)
    assert.deepEqual(told(sheetFlaws(sheet)), flaws, sheet)
})

test('a mail in XML is told of what is not closed, and of what it lacks', () => {
  const mail = (message: string) =>
    `<?xml version="1.0"?>\n<root><Email id="default"><Sender/>\n<Subject><Value>Hi</Value></Subject>\n<Message><Value>${message}</Value></Message></Email></root>`
  for (const sound of [
    mail('<![CDATA[<p>x<br>1 < 2]]>'),
    mail('x &lt;b&gt;'),
    '<p>only a body<br>',
    'garbage',
    master('authentication/mfa/email/default/otp_delivery_email.xml'),
  ])
    assert.deepEqual(told(mailFlaws(sound)), [])
  for (const [text, ...flaws] of [
    [mail('<![CDATA[<p>x'), '4 broken XML: <![CDATA[ without ]]>'],
    [mail('<![CDATA[a]]>b]]>'), '4 broken XML: ]]> without <![CDATA['],
    [mail('<p>x<br></p>'), '4 broken XML: <br> without </br>'],
    [mail('x</p>'), '4 broken XML: </p> without <p>'],
    [mail('1 < 2'), '4 broken XML: < that begins no tag'],
    [mail('x').replace('</root>', ''), '2 broken XML: <root> without </root>'],
    [
      mail('').replace('Subject>', 'Topic>').replace('/Subject>', '/Topic>'),
      '1 broken XML: no text in <Subject><Value>',
      '1 broken XML: no text in <Message><Value>',
    ],
  ] as const)
    assert.deepEqual(told(mailFlaws(text)).slice(0, 1), flaws.slice(0, 1), text)
})

test('a path that nothing leads to is found', () => {
  const templates = new Set(['authentication/login/x.html'])
  for (const path of [
    'authentication/login/x.html',
    'authentication/login/default/x.html',
    'authentication/login/pt_BR/x.html',
    'common/labels/fi/template_labels.properties',
    'common/default/template_labels.properties',
    'common/page_components/page_header.html',
    'common/page_components/default/page_style.css',
    'common/static/a/b.png',
  ])
    assert.ok(isShownAmong(templates, path), path)
  for (const path of [
    'foo.html',
    'x.html',
    'authentication/login/finnish/x.html',
    'common/labels/finnish/template_labels.properties',
    'common/labels/fi/labels.properties',
    'common/static/readme.md',
  ])
    assert.ok(!isShownAmong(templates, path), path)
})
