// biome-ignore-all lint/suspicious/noTemplateCurlyInString: scripts hold template literals
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  importedAddresses,
  placedStrings,
  scriptStates,
  scriptStrings,
} from '../../src/core/template/script.ts'
import { styleAddresses, styleRanges, styleStates } from '../../src/core/template/style.ts'

type States = (text: string, offsets: readonly number[]) => readonly string[]

/** The states of a text wherever it has a ¦. */
function at(states: States, text: string): string {
  const pieces = text.split('¦')
  const offsets = pieces.slice(0, -1).map((_, index) => pieces.slice(0, index + 1).join('').length)
  return states(pieces.join(''), offsets).join(' ')
}

describe('a place in a script', () => {
  for (const [code, states] of [
    ['¦a¦b¦ = ¦1;¦', 'code word code code code'],
    ['', ''],
    // Strings.
    [`¦"a¦b¦"¦ + ¦'c¦d'¦ + ¦\`e¦f\`¦ + 1`, 'code double double code code single code code template code'],
    ['"a\\"¦b" + "\\\\" + ¦c', 'double code'],
    ['"\\n" + ¦b', 'code'],
    [`'a\\\r\n¦b' + "a\\\n¦b"`, 'single double'],
    ['"a\u2028¦b\u2029¦"', 'double double'],
    ['"a¦\nb¦', 'unsure unsure'],
    ["'a¦\rb'", 'unsure'],
    // Template literals.
    ['`a${ "¦b" }¦c`¦ + ¦d', 'double template code code'],
    ['`${ {a: "b"} + "¦c" }`', 'double'],
    ['`${ {a: `b`}, "¦c" }¦`', 'double template'],
    ['{ `${a}` } ¦b', 'code'],
    ['`a\\`¦b` + `a\\${¦b}`', 'template template'],
    ['`$5 ¦a {¦b} $¦`', 'template template template'],
    ['`a` / "¦b"', 'double'],
    ['`a¦', 'unsure'],
    ['`a${b}¦c', 'unsure'],
    // Comments.
    ['¦// "¦a\n"¦b"', 'code comment double'],
    ['// "¦a\r"¦b"', 'comment double'],
    ['// "¦a\u2028"¦b"', 'comment double'],
    ['// "¦a\u2029"¦b"', 'comment double'],
    ['// ¦a', 'comment'],
    ['¦/* "¦a */¦ "¦b"', 'code comment code double'],
    ['/*/ "¦a */ "¦b"', 'comment double'],
    ['/* a\n¦b', 'comment'],
    ['/* a¦', 'comment'],
    ['¦<!-- "¦a\n"¦b"', 'code comment double'],
    ['¦--> "¦a\n"¦b"', 'code comment double'],
    ['a\n\t --> "¦b\n"¦c"', 'comment double'],
    ['a\r--> "¦b\n"¦c"', 'comment double'],
    ['a\n/* b */ /* */ --> "¦c\n"¦d"', 'comment double'],
    ['a --> "¦b"', 'double'],
    ['\na --> "¦b"', 'double'],
    // Regular expressions, and divisions.
    ['¦/¦a"¦b/¦ + "¦c"', 'code regex regex code double'],
    ['/\\/¦"/ + "¦a"', 'regex double'],
    ['/[/"¦]"/ + "¦a"', 'regex double'],
    ['(/¦a"/)', 'regex'],
    ['/a¦\nb/', 'unsure'],
    ['/a¦\rb/', 'unsure'],
    ['/a¦\u2028b/', 'unsure'],
    ['/a¦\u2029b/', 'unsure'],
    ['/a¦', 'unsure'],
    ['"a" / ¦b / "¦c"', 'code double'],
    ['/a/ / "¦b"', 'double'],
    ['a / "¦b"', 'double'],
    ['é / "¦b"', 'double'],
    ['a++ / "¦b"', 'double'],
    ['a-- / "¦b"', 'double'],
    ['a + /"/ + "¦b"', 'double'],
    ['a[0] / "¦b"', 'double'],
    ['[ /"/, "¦b"]', 'double'],
    ['f(a) / "¦b"', 'double'],
    ['if (a) /"/.test("¦b")', 'double'],
    ['while (a) /"/.test("¦b")', 'double'],
    ['for (a of b) /"/.test("¦b")', 'double'],
    ['with (a) /"/.test("¦b")', 'double'],
    ['if (f(a)) /"/.test("¦b")', 'double'],
    ['if (f(a) / "¦b")', 'double'],
    ['a) / "¦b"', 'double'],
    ['{} /¦a/ "¦b"', 'unsure unsure'],
    // Addresses of modules.
    ['import ¦"¦a"¦; "¦b"', 'import module code double'],
    ["import a from ¦'¦b'", 'import module'],
    ['import(¦"¦a"¦)¦ + "¦b"', 'import module import code double'],
    ['import(`¦a`)', 'module'],
    ['import(f(a) + "¦b") + "¦c"', 'module double'],
    ['import(import("a") + "¦b") + "¦c"', 'module double'],
    ['import.meta.url + "¦a"', 'double'],
    ['f("¦a")', 'double'],
    ['from /a/¦ + "¦b"', 'code double'],
    ['from `a`¦ + "¦b"', 'code double'],
  ] as const) {
    test(JSON.stringify(code), () => assert.equal(at(scriptStates, code), states))
  }

  for (const word of 'return typeof instanceof in of new delete void throw case do else yield await'.split(
    ' ',
  )) {
    test(`after ${word}, a slash begins a regular expression`, () => {
      assert.equal(at(scriptStates, `${word} /"/; "¦b"`), 'double')
    })
  }
})

test('the strings of a script are told with their places', () => {
  const code = 'a = "b"; import(\'c\'); d = `e` + /"f"/ // "g"'
  assert.deepEqual(scriptStrings(code), ['b', 'c', 'e'])
  assert.deepEqual(
    placedStrings(code).map(({ start, end }) => code.slice(start, end)),
    ['b', 'c', 'e'],
  )
})

describe('the addresses that a script imports from', () => {
  test('are the strings after import and from', () => {
    assert.deepEqual(
      importedAddresses('import "https://a.example/a.js"; import(`./b.js`); c = "https://c.example/"'),
      ['https://a.example/a.js', './b.js'],
    )
  })

  test('are all strings that look like one, from where only a full parser could tell', () => {
    const code = `x = "https://x.example/"; import "a"; {} / "https://b.example/b" + '//c.example' + \`http://d.example\` + "e" + "https://f f"`
    assert.deepEqual(importedAddresses(code), ['a', 'https://b.example/b', '//c.example', 'http://d.example'])
  })
})

describe('a place in a style sheet', () => {
  for (const [css, states] of [
    ['p { color: ¦red } ¦', 'value value'],
    ['p { a: ¦"¦b¦"¦ ¦\'¦c\' }', 'value string string value value string'],
    ['"a\\"¦b" ¦', 'string value'],
    ['\\"¦a "¦b" \\', 'value string'],
    ['\\url(¦a', 'value'],
    ['"a¦\nb" ¦', 'unsure unsure'],
    ['"a¦\rb"', 'unsure'],
    ["'a¦\fb'", 'unsure'],
    ['"a¦', 'unsure'],
    ['¦/* "¦a */¦ "¦b"', 'value comment value string'],
    ['/*/ "¦a */ "¦b"', 'comment string'],
    ['/* ¦a¦', 'comment comment'],
    ['¦url(¦a"¦b)¦ "¦c"', 'value url url value string'],
    ['url( \n "¦a" ) "¦b"', 'url string'],
    ["url('¦a')", 'url'],
    ['URL(¦a)', 'url'],
    ['url(¦a¦', 'url url'],
    ['url(  ¦', 'url'],
    ['my-url(¦a) éurl(¦b)', 'value value'],
    ['@import "¦a"; p { b: "¦c" }', 'import string'],
    ['@import url(¦a); @IMPORT url("¦b"); url(¦c)', 'import import url'],
    ['@import "¦a" } "¦b"', 'import string'],
    ['@import "¦a" { "¦b"', 'import string'],
    ['@font-face { src: url(¦a), "¦b" }', 'url string'],
  ] as const) {
    test(JSON.stringify(css), () => assert.equal(at(styleStates, css), states))
  }
})

test('the addresses of a style sheet are told with their use and place', () => {
  const css = `@import " a "; @import url( b ) screen; @font-face { src: url(c), url( 'd ' ); } p { e: url(f); g: "h" }`
  assert.deepEqual(styleAddresses(css), [
    { address: 'a', use: 'style' },
    { address: 'b', use: 'style' },
    { address: 'c', use: 'font' },
    { address: 'd', use: 'font' },
    { address: 'f', use: 'image' },
  ])
  assert.deepEqual(
    [...styleRanges(css)].map(({ from, to }) => css.slice(from, to)),
    ['a', 'b', 'c', 'd', 'f'],
  )
})
