import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { containerId, withoutSnippets, withSnippets } from '../../../src/core/analytics/snippet.ts'
import { markupOf } from '../../../src/core/template/markup.ts'
import { carriedTags } from '../../../src/core/template/tag-manager.ts'
import fc from '../../support/properties.ts'

const ID = 'GTM-AB12CD3'
const MASTER = readFileSync('master/templates/user_flows/registration/default/registration.html', 'utf8')
const BEGIN = '<!-- tag manager: begin -->'
const END = '<!-- tag manager: end -->'
const HEAD = `<!-- tag manager: begin -->
<script>window.dataLayer=window.dataLayer||[];dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'})</script>
<script defer src="https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3"></script>
<!-- tag manager: end -->`
const BODY = `<!-- tag manager: begin -->
<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-AB12CD3" height="0" width="0" hidden></iframe></noscript>
<!-- tag manager: end -->`

const carried = (html: string) => {
  const tokens = [true, false].flatMap(scripting => markupOf(html, scripting).tokens)
  return [...new Set(carriedTags(tokens, html).map(({ container, marked }) => `${container} ${marked}`))]
}

test('the snippets go where the master says', () => {
  const indented = HEAD.replaceAll('\n', '\n  ')
  assert.equal(
    withSnippets(MASTER, ID),
    MASTER.replace('head snippet goes here. -->', found => `${found}${indented}`).replace(
      'body snippet goes here. -->',
      found => `${found}${BODY}`,
    ),
  )
})

for (const [name, html, expected] of [
  [
    'into a page without marks',
    '<head><title>a</title></head><body class=a><p>',
    `<head><title>a</title>${HEAD}</head><body class=a>${BODY}<p>`,
  ],
  [
    'into a page without an end of its head',
    '<title>a</title><BODY><p>',
    `<title>a</title>${HEAD}<BODY>${BODY}<p>`,
  ],
  ['into a page without a body', '<head></head><p>a', `<head>${HEAD}</head>${BODY}<p>a`],
  [
    'into a page of an unclosed head',
    '<html><head><title>a</title><p>b',
    `<html><head>${HEAD}${BODY}<title>a</title><p>b`,
  ],
  ['behind a lone doctype', '<!doctype html><p>a', `<!doctype html>${HEAD}${BODY}<p>a`],
  ['into bare text', 'a', `${HEAD}${BODY}a`],
  [
    'past a comment, a script and a title that look like a head',
    '<!-- </head><body> --><script>"</head><body>"</script><title></head></title></head><body>',
    `<!-- </head><body> --><script>"</head><body>"</script><title></head></title>${HEAD}</head><body>${BODY}`,
  ],
] as const) {
  test(`the snippets go ${name}`, () => {
    assert.equal(withSnippets(html, ID), expected)
    assert.equal(withoutSnippets(expected), html)
  })
}

test('lines end as those of the page', () => {
  const windows = MASTER.replaceAll('\n', '\r\n')
  const made = withSnippets(windows, ID)
  assert.doesNotMatch(made, /(?<!\r)\n/)
  assert.equal(made.replaceAll('\r\n', '\n'), withSnippets(MASTER, ID))
  assert.equal(withoutSnippets(made), windows)
})

test('a container takes the place of the one before', () => {
  const other = withSnippets(withSnippets(MASTER, 'GTM-OTHER'), ID)
  assert.equal(other, withSnippets(MASTER, ID))
  assert.equal(withSnippets(other, ID), other)
})

for (const html of [`${BEGIN}${BEGIN}${END}${END}`, `${BEGIN}${BEGIN}${END}\n${BEGIN}${END}${END}`])
  test(`snippets inside snippets are removed with them: ${html}`, () =>
    assert.equal(withoutSnippets(html), ''))

test('whatever a page is made of, it comes back', () => {
  const piece = fc.constantFrom(
    ...['<!doctype html>', '<html>', '<head>', '</head>', '<body>', '</body>', '<title>', '</title>', 'text'],
    ...['<script>', '</script>', '<noscript>', '</noscript>', '<!--', '-->', '<svg>', '<table>', '<select>'],
    ...[
      '<template>',
      '<plaintext>',
      '<frameset>',
      '<textarea>',
      '<style>',
      '\r\n',
      '\n  ',
      '<',
      '"',
      "='",
      '\0',
    ],
    ...[
      "<!-- A tag manager's head snippet goes here. -->",
      "<!-- A tag manager's body snippet goes here. -->",
    ],
    ...[BEGIN, END, '@PAGE_HEADER@', '<![CDATA[', ']]>'],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
      const html = pieces.join('')
      const plain = withoutSnippets(html)
      const made = withSnippets(html, ID)
      assert.equal(withoutSnippets(made), plain)
      assert.equal(withSnippets(made, ID), made)
    }),
    { numRuns: 3_000 },
  )
})

describe('a page is known to carry a container', () => {
  const official = `<script>(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':
new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],
j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src=
'https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);
})(window,document,'script','dataLayer','GTM-AB12CD3');</script>`
  for (const [html, expected] of [
    [withSnippets(MASTER, ID), ['GTM-AB12CD3 true']],
    [official, ['GTM-AB12CD3 false']],
    [
      '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-AB12CD3"></iframe></noscript>',
      ['GTM-AB12CD3 false'],
    ],
    ['<script async src="//www.googletagmanager.com/gtag/js?id=G-ABCDEF"></script>', ['undefined false']],
    [`<!-- ${official} -->`, []],
    ["<script>// 'https://www.googletagmanager.com/gtm.js?id='\n'GTM-AB12CD3'</script>", []],
    ['<script src="https://www.googletagmanager.com.evil.example/gtm.js?id=GTM-AB12CD3"></script>', []],
    ['<script src="https://evil.example/?https://www.googletagmanager.com/"></script>', []],
    ['<img src="https://www.googletagmanager.com/a.png">', []],
    [MASTER, []],
  ] as const) {
    test(html.slice(0, 90).replaceAll('\n', ' '), () => assert.deepEqual(carried(html), expected))
  }

  test('a snippet that somebody changed between the marks is still the service’s', () => {
    const changed = withSnippets(MASTER, ID).replace('<script defer src="https', '<script async src="https')
    assert.deepEqual(carried(changed), ['GTM-AB12CD3 true'])
    assert.equal(withoutSnippets(changed), MASTER)
  })

  test('marks with something else between them take nothing with them', () => {
    const html = '<!-- tag manager: begin --><p>a</p><!-- tag manager: end -->'
    assert.equal(withoutSnippets(html), html)
  })
})

for (const id of [
  '',
  'GTM-',
  'GTM-ABC',
  'gtm-ABCD',
  'GTM-ABcD',
  'G-ABCDEF',
  'GTM-ABCD"',
  ' GTM-ABCD',
  `GTM-${'A'.repeat(13)}`,
])
  test(`${JSON.stringify(id)} is no container id`, () => {
    assert.throws(() => containerId(id), { code: 'value_invalid' })
  })
