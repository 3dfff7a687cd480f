// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pages hold template literals
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { tokens } from '../../src/core/template/grammar.ts'
import { TemplateFault } from '../../src/core/template/template.ts'
import { page, shown } from './pages.ts'

/** The constructs of a text, each with the text it stands as. */
function constructs(text: string): string[] {
  return [...tokens(text)].flatMap(token =>
    token.kind === 'text' ? [] : [`${token.kind} ${token.name}: ${text.slice(token.start, token.end)}`],
  )
}

describe('a construct', () => {
  for (const [text, ...found] of [
    ['@THEME_ID@', 'macro THEME_ID: @THEME_ID@'],
    ['@CERTIFICATION.NAME@', 'macro CERTIFICATION.NAME: @CERTIFICATION.NAME@'],
    ['@TOKEN:form_action@', 'macro TOKEN:form_action: @TOKEN:form_action@'],
    ['@context.post_url@', 'macro context.post_url: @context.post_url@'],
    ['a@A@@B@b', 'macro A: @A@', 'macro B: @B@'],
    ['no-reply@@TENANT@', 'macro TENANT: @TENANT@'],
    ['@A@B@', 'macro A: @A@'],
    ['@@A@@', 'macro A: @A@'],
    ['“@A@”', 'macro A: @A@'],
    ['$LOGIN_TITLE$', 'label LOGIN_TITLE: $LOGIN_TITLE$'],
    ['$A$B$', 'label A: $A$'],
    ['$$A$$', 'label A: $A$'],
    ['$A1_$', 'label A1_: $A1_$'],
    ['[RPT a][ERPT a]', 'repeat a: [RPT a]', 'endRepeat a: [ERPT a]'],
    ['[RPT purpose_7b-é]', 'repeat purpose_7b-é: [RPT purpose_7b-é]'],
    ['[[RPT a]]', 'repeat a: [RPT a]'],
  ] as const) {
    test(`is ${found.join(' and ')} in ${text}`, () => assert.deepEqual(constructs(text), found))
  }
})

describe('text is', () => {
  for (const text of [
    'someone@example.com',
    'someone@example.com, somebody@example.org',
    'mailto:a@b.example?subject=@',
    '@media (max-width: 1px) { } @import "a"; @font-face { }',
    'x + "@" + y',
    'a @ b @ c',
    '@1A@',
    '@_A@',
    '@A B@',
    '@A',
    'A@',
    '@@',
    '@É@',
    '@A\n@',
    '$(document).ready($)',
    '$5 and $6$',
    '${A}$',
    '`${A}`',
    '$a$',
    '$Aa$',
    '$_A$',
    '$$',
    '$A',
    '$A B$',
    '$A-B$',
    '[RPT]',
    '[RPT ]',
    '[RPT a b]',
    '[RPT a',
    '[ RPT a]',
    '[rpt a]',
    '[RPTS a]',
    '[RPT  a]',
    '[ERPT\ta]',
    '[a] [if IE]',
  ]) {
    test(text, () => {
      assert.deepEqual(constructs(text), [])
      assert.equal(shown(text), text)
    })
  }
})

test('every character of a text is in one token', () => {
  for (const text of ['', 'a', '@A@', 'a@A@b$B$c[RPT d]e[ERPT d]f@', '@A@$B$[RPT c]']) {
    const found = [...tokens(text)]
    assert.equal(found.map(({ start, end }) => text.slice(start, end)).join(''), text)
  }
})

describe('a repeat', () => {
  const rows = { a: [{}, {}], b: [{}] }
  for (const [text, out] of [
    ['[RPT a]x[ERPT a]', 'xx'],
    ['[RPT a]x[ERPT a][RPT b]y[ERPT b]', 'xxy'],
    ['[RPT c]x[ERPT c]y', 'y'],
    ['[RPT a]x', '[RPT a]x'],
    ['x[ERPT a]', 'x[ERPT a]'],
    ['[RPT a]x[ERPT b]', '[RPT a]x[ERPT b]'],
    ['[RPT a]x[RPT a]y[ERPT a]', '[RPT a]xyy'],
    ['[RPT b]x[RPT a]y[ERPT a]z[ERPT b]', '[RPT b]xyyz[ERPT b]'],
    ['[RPT a]x[RPT b]y[ERPT a]z[ERPT b]', 'x[RPT b]yx[RPT b]yz[ERPT b]'],
  ] as const) {
    test(`makes ${out} of ${text}`, () => assert.equal(shown(text, {}, {}, rows), out))
  }
})

describe('an include', () => {
  test('brings its labels and macros with it', () => {
    const text = '@PAGE_HEADER@<p>@X@</p>@PAGE_FOOTER@'
    const parts = { header: '<h1>$A$ @X@</h1>', footer: '<i>@X@</i>', labels: { A: 'a' } }
    assert.equal(shown(text, { X: '<' }, parts), '<h1>a &lt;</h1><p>&lt;</p><i>&lt;</i>')
  })

  test('that does not exist is nothing', () => {
    assert.equal(shown('a@PAGE_HEADER@b'), 'ab')
  })

  test('may begin what the page goes on with', () => {
    assert.equal(
      shown('@PAGE_HEADER@@X@">a</p>', { X: '"' }, { header: '<p title="' }),
      '<p title="&#34;">a</p>',
    )
  })

  test('within itself is dropped, and told of', () => {
    const parts = { header: 'h@PAGE_FOOTER@', footer: 'f@PAGE_HEADER@' }
    assert.equal(shown('@PAGE_HEADER@', {}, parts), 'hf')
    assert.deepEqual(page('@PAGE_HEADER@', parts).findings, [
      { what: 'include cycle', name: 'PAGE_HEADER', file: 'page_footer.html', offset: 1 },
    ])
  })
})

test('an author is told of unknown macros and missing labels', () => {
  assert.deepEqual(page('a @NOBODY@ $NOTHING$', { kinds: { NOBODY: undefined } }).findings, [
    { what: 'missing label', name: 'NOTHING', file: 'page.html', offset: 11 },
    { what: 'unknown macro', name: 'NOBODY', file: 'page.html', offset: 2 },
  ])
})

test('a page lists what it uses, each once', () => {
  const { macros, labels, repeats } = page('@A@@A@$L$$L$[RPT r]@B@[ERPT r]', { labels: { L: '@C@' } })
  assert.deepEqual({ macros, labels, repeats }, { macros: ['A', 'C', 'B'], labels: ['L'], repeats: ['r'] })
})

describe('time and room are bounded by the length of a page', () => {
  const many = 1_000_000
  for (const flood of ['$', '@', '@a', '$A', '[RPT ', '[RPT a]', '[', '@a@', '$A$ ', '<', '&', '"', '\\']) {
    test(`a flood of ${flood}`, () => {
      const text = flood.repeat(many)
      assert.ok([...tokens(text)].length > 0)
      try {
        shown(text.slice(0, 300_000))
      } catch (error) {
        assert.ok(error instanceof TemplateFault)
      }
    })
  }

  for (const [what, text] of [
    ['slots in one attribute', `<p title="${'@X@ '.repeat(20_000)}">`],
    ['slots in one address', `<a href="${'@X@'.repeat(20_000)}">`],
    ['slots in one handler', `<p onclick="${'@X@;'.repeat(20_000)}">`],
    ['slots in one style', `<p style="${'a:@X@;'.repeat(20_000)}">`],
    ['slots in a page in an attribute', `<iframe srcdoc="${'<b>@X@</b>'.repeat(5_000)}">`],
    ['slots in one name', `<p ${'@X@'.repeat(20_000)}>`],
    ['handlers', '<p onclick=@X@>'.repeat(10_000)],
    ['unquoted attributes', '<p title=@X@>'.repeat(10_000)],
    [
      'attributes',
      `<p ${Array.from({ length: 249 }, (_, index) => `a${index}`).join(' ')} b=@X@>`.repeat(200),
    ],
    ['attributes that came before', `<p ${'a=@X@ '.repeat(20_000)}>`],
    ['texts that look like marks', Array.from({ length: 50_000 }, (_, index) => `zq${index}k`).join(' ')],
    ['style addresses', `<style>${'url('.repeat(50_000)}</style>`],
    ['blanks in a style address', `<style>url(${' '.repeat(200_000)}</style>`],
    ['rules without braces', `<style>${'url(a)'.repeat(50_000)}</style>`],
    ['ends of comments in a script', `<script>${'\n -->'.repeat(50_000)}</script>`],
    ['quotes in a script', `<script>${`'"\`/`.repeat(50_000)}</script>`],
    ['repeats', '[RPT a]@X@[ERPT a]'.repeat(6_000)],
    ['repeats in an attribute', `<p title="${'[RPT a]@X@[ERPT a]'.repeat(6_000)}">`],
    ['noscripts', '<noscript><p title=@X@></noscript>'.repeat(6_000)],
    ['elements with numbers', '<i>@X@</i>'.repeat(15_000)],
  ] as const) {
    test(`many ${what}`, () => {
      const began = process.cpuUsage()
      page(text, { numbered: true })
      assert.ok(process.cpuUsage(began).user < 10_000_000)
    })
  }

  test('pages in pages in attributes', () => {
    let text = '@X@'
    for (let depth = 0; depth < 12; depth++) {
      text = `<iframe srcdoc="${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`
    }
    page(text)
  })

  for (const [what, text, surroundings] of [
    [
      'headers full of footers',
      '@PAGE_HEADER@'.repeat(10_000),
      { header: '@PAGE_FOOTER@'.repeat(10_000), footer: 'x' },
    ],
    [
      'headers full of footers that are empty',
      '@PAGE_HEADER@'.repeat(10_000),
      { header: '@PAGE_FOOTER@'.repeat(10_000), footer: '' },
    ],
    ['long labels', '$A$'.repeat(10_000), { labels: { A: 'x'.repeat(100_000) } }],
    ['elements in one another', '<b>'.repeat(100_000), {}],
    ['a page too long', 'x'.repeat(4 * 1024 * 1024 + 1), {}],
  ] as const) {
    test(`${what} are refused`, () => {
      assert.throws(() => page(text, surroundings), TemplateFault)
    })
  }
})
