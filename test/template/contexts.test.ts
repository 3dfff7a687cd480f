import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Part } from '../../src/core/template/template.ts'
import { page, shown } from './pages.ts'

/** How each value of a template is encoded: the encoders of a place, and a bar between two places. */
function encoders(template: string): string {
  const layers = (parts: readonly Part[]): string[] =>
    parts.flatMap(part => {
      if (typeof part !== 'object') return []
      return 'repeat' in part ? layers(part.parts) : [part.layers.join(' ')]
    })
  return layers(page(template).parts).join(' | ')
}

function each(rows: readonly (readonly [template: string, expected: string])[]): void {
  for (const [template, expected] of rows)
    test(JSON.stringify(template), () => assert.equal(encoders(template), expected))
}

describe('a value in an address', () => {
  each([
    ['<a href="@X@">', 'url-start html'],
    ['<a href="@X@:a">', 'url-scheme html'],
    ['<a href="a@X@:b">', 'none html'],
    ['<a href="http:@X@">', 'url-authority html'],
    ['<a href="https:\\\\@X@">', 'url-authority html'],
    ['<a href="https://a.@X@">', 'url-authority html'],
    ['<a href="//@X@">', 'url-authority html'],
    [
      '<a href="http://@X@/@X@?@X@#@X@">',
      'url-authority html | url-segment html | url-part html | url-part html',
    ],
    ['<a href="/@X@">', 'url-segment html'],
    ['<a href="/@X@/@X@">', 'url-first html | url-segment html'],
    ['<a href=" \\@X@\\@X@">', 'url-first html | url-segment html'],
    ['<a href="/a/@X@/@X@">', 'url-segment html | url-segment html'],
    ['<a href="/a//@X@">', 'url-segment html'],
    ['<a href="/a:@X@">', 'url-segment html'],
    ['<a href="a@X@">', 'url-segment html'],
    ['<a href="?@X@">', 'url-part html'],
    ['<a href="mailto:@X@">', 'url-segment html'],
    ['<a href="ftp:@X@">', 'strict html'],
    ['<a href="xhttps:@X@">', 'strict html'],
    ['<a href="httpsx:@X@">', 'strict html'],
    ['<a href="javascript:@X@">', 'js-escaped html'],
    ['<img src="data:image/png;base64,@X@">', 'base64 html'],
    ['<img src="data:image/png;base64,AAAA@X@">', 'strict html'],
    ['<img src="xdata:image/png;base64,@X@">', 'strict html'],
    ['<iframe src="data:image/png;base64,@X@"></iframe>', 'strict html'],
    ['<iframe src="https://@X@/"></iframe>', 'url-authority-trusted html'],
    ['<script src="javascript:@X@"></script>', 'none html'],
    ['<script src="/@X@?@X@"></script>', 'url-segment-trusted html | url-part-trusted html'],
    ['<script src="@X@:a"></script>', 'none html'],
    ['<object><param name=a value="@X@">', 'url-trusted html'],
    ['<svg><animate to="@X@" from="/@X@">', 'url-trusted html | url-segment html'],
    ['<svg><set values="@X@">', 'url-trusted html'],
    ['<svg><animateTransform by="@X@">', 'url-trusted html'],
    ['<svg><animateMotion from="@X@">', 'url-trusted html'],
    ['<img imagesrcset="@X@">', 'url-trusted html'],
    [
      '<img srcset="@X@/a?@X@ 1x, @X@/b?c=@X@ 2x">',
      'url-trusted html | url-part html | url-trusted html | url-part html',
    ],
    ['<img srcset="a,b@X@ 1x,c@X@, d @X@x">', 'url-segment html | url-segment html | url-part html'],
    ['<a href="https://@X@@X@?@X@">', 'url-authority html | url-authority-rooted html | url-part html'],
    ['<a href="//@X@@X@">', 'url-authority html | url-authority-rooted html'],
    ['<a href="@X@@X@@X@">', 'url-start html | url-segment-rooted html | url-segment html'],
    ['<a href="https://a@X@@X@">', 'url-authority html | url-authority html'],
    ['<a href="/@X@@X@">', 'url-segment html | url-segment html'],
    ['<script src="https://@X@@X@"></script>', 'url-authority-trusted html | url-authority-trusted html'],
    [
      '<p style="background: url(@X@) url(/a/@X@) url(a@X@)">',
      'css-url html | css-url-rest html | css-url html',
    ],
  ])

  const parts = { HOST: '127.0.0.1:8080', BASE: 'https://id.example', PATH: '/a/b?c=d&e=f' }
  const kinds = { PATH: 'address', OTHER: 'text' } as const
  for (const [template, expected] of [
    ['<form action="https://@HOST@@PATH@">', 'https://127.0.0.1:8080/a/b?c=d&amp;e=f'],
    ['<form action="@BASE@@PATH@&g=@HOST@">', 'https://id.example/a/b?c=d&amp;e=f&g=127.0.0.1%3A8080'],
    ['<form action="https://@HOST@@OTHER@">', 'https://127.0.0.1:8080%2Fa%2Fb%3Fc%3Dd%26e%3Df'],
    ['<form action="@BASE@@OTHER@">', 'https://id.example%2Fa%2Fb%3Fc%3Dd%26e%3Df'],
  ] as const)
    test(`a path of the service behind a host stays one: ${template}`, () => {
      const page = shown(template, { ...parts, OTHER: parts.PATH }, { kinds })
      assert.equal(page, `<form action="${expected}">`)
    })
  for (const hostile of [
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    '@evil.example',
    '.evil.example',
    '/a/../b',
  ])
    test(`nothing else is a path behind a host: ${JSON.stringify(hostile)}`, () => {
      const link = (HOST: string) => {
        const page = shown('<a href="https://@HOST@@PATH@">', { HOST, PATH: hostile }, { kinds })
        return /"(.*)"/.exec(page)![1]!
      }
      const { host, pathname } = new URL(link('id.example').replaceAll('%', '-'))
      assert.deepEqual([host.startsWith('id.example'), pathname], [true, '/'])
      assert.ok(!URL.canParse(link('')) || new URL(link('')).host !== 'evil.example', link(''))
    })

  test('a value with a colon stays in the URL of a style where it cannot be a scheme', () => {
    const values = { HOST: '127.0.0.1:8080' }
    const css = (url: string) => shown(`<p style="background:url('${url}')">`, values)
    assert.match(css('https://@HOST@/a.png'), /url\('https:\/\/127\.0\.0\.1:8080\/a\.png'\)/)
    assert.match(css('@HOST@/a.png'), /url\('#\/a\.png'\)/)
  })
})

describe('a value in an attribute of words', () => {
  each([
    ['<p value="@X@" to="@X@">', 'html | html'],
    ['<svg><animate token="@X@" goto="@X@">', 'html | html'],
    ['<p nonce="@X@">', 'strict'],
    ['<p a="b" a="@X@">', 'fixed'],
    ['<p data-@X@="@X@">', 'name | strict'],
    ['<p @X@@X@>', 'switch | switch'],
    // A reference that the template began is not completed, where its text would be code.
    ['<p onclick="&amp@X@" style="&lt@X@">', 'js-word html-apart | css-value html-apart'],
    ['<p onclick="&amp;@X@">', 'js-value html'],
    [`<p onclick="${'/* a */'.repeat(50)}&amp@X@">`, 'js-word html-apart'],
  ])
})

describe('a value in a meta element', () => {
  each([
    ['<meta name=description content="@X@">', 'html'],
    ['<p http-equiv=refresh content="0;url=@X@">', 'html'],
    ['<meta http-equiv=refresh title="0;url=@X@">', 'html'],
    ['<meta http-equiv=" Content-Type " content="text/html; charset=@X@">', 'html'],
    ['<meta http-equiv="Refresh" content="0;url=@X@">', 'url-trusted html'],
    [`<meta http-equiv="refresh" content="5.5 , URL = '@X@'">`, 'url-trusted html'],
    ['<meta http-equiv="refresh" content=";url=@X@">', 'url-trusted html'],
    ['<meta http-equiv="refresh" content="@X@">', 'strict'],
    ['<meta http-equiv="refresh" content="0;xurl=@X@">', 'strict'],
    ['<meta http-equiv="refresh" content="0xurl=@X@">', 'strict'],
    ['<meta http-equiv="refresh" content="a;url=@X@">', 'strict'],
    ['<meta http-equiv="refresh" content="0;urlx=@X@">', 'strict'],
    ['<meta http-equiv="refresh" content="0;url=a@X@">', 'strict'],
    [`<meta http-equiv="refresh" content="0;url=xx'@X@">`, 'strict'],
    [`<meta http-equiv="refresh" content="0;${' '.repeat(93)}url=@X@">`, 'url-trusted html'],
    [`<meta http-equiv="refresh" content="0;${' '.repeat(94)}url=@X@">`, 'strict'],
  ])
})

describe('a value in a script of some type', () => {
  each([
    ['<script type="TEXT/X-Template">@X@</script>', 'html'],
    ['<script type="text/ng-template">@X@</script>', 'html'],
    ['<script type="text/tmpl">@X@</script>', 'html'],
    ['<script class=a type="text/html">"@X@"</script>', 'html'],
    [
      `<script type="text/template"><a href="@X@" onclick="f('@X@')" class=@X@ title="@X@">@X@</a></script>`,
      'url-start html | js-string html | strict | html | html',
    ],
    [
      '<script type="text/html"><p style="color: @X@"><!-- @X@ --><a href="/a?b=@X@">',
      'css-value html | none | url-part html',
    ],
    ['<script type="text/html"><iframe srcdoc="<p>@X@"></iframe></script>', 'strict html'],
    ['<iframe srcdoc="<script type=text/html><p>@X@</p></script>"></iframe>', 'strict html'],
    ['<script type="xtext/html">@X@</script>', 'js-escaped'],
    ['<script type="text/htmlx">@X@</script>', 'js-escaped'],
    ['<script lang="text/html">"@X@"</script>', 'js-string'],
    ['<script type="text/ecmascript">@X@</script>', 'js-value'],
    ['<script type="text/x-javascript">@X@</script>', 'js-value'],
    ['<script type="ximportmap">{"a": "@X@"}</script>', 'js-escaped'],
    ['<script type="importmapx">{"a": "@X@"}</script>', 'js-escaped'],
    ['<script type="speculationrules">{"a": "@X@", "b": @X@}</script>', 'js-address | js-address-value'],
    ['<script type="importmap">// @X@</script>', 'none'],
  ])
})

describe('a value in an element of HTML inside SVG or MathML', () => {
  each([
    ['<svg><foreignObject><script>a=@X@</script>', 'js-value'],
    ['<svg><title><script>a=@X@</script>', 'js-value'],
    ['<math><mi><script>"@X@"</script>', 'js-string'],
    ['<svg><desc><style>a{b:@X@}</style>', 'css-value'],
    ['<math><annotation-xml encoding="Text/HTML"><script>a=@X@</script>', 'js-value'],
    ['<math><annotation-xml encoding="application/xhtml+xml"><style>a{b:@X@}</style>', 'css-value'],
    ['<svg><foreignObject><textarea>@X@</textarea>@X@', 'html | markup'],
    // These are no such places, so scripts and styles in them are foreign.
    ['<math><annotation-xml><script>a=@X@</script>', 'js-escaped'],
    ['<math><annotation-xml encoding="text/plain"><style>a{b:@X@}</style>', 'strict'],
    ['<svg><foreignObject><svg><script>a=@X@</script>', 'js-escaped'],
    ['<math><mi><svg><style>a{b:@X@}</style>', 'strict'],
    ['<math><mi><mglyph><script>a=@X@</script>', 'js-escaped'],
    ['<math><annotation-xml><svg><desc><script>a=@X@</script>', 'js-value'],
  ])
})

describe('a value in a page that browsers read in two ways', () => {
  each([
    ['<noscript>@X@</noscript>', 'html'],
    ['<noscript><p title="@X@">@X@</noscript>', 'html | html'],
    ['<noscript><script>"@X@"</script></noscript>', 'js-string'],
    // Without scripts, a comment or an attribute goes on behind the end of noscript.
    ['<noscript><!-- </noscript>@X@ -->', 'fixed'],
    [`<noscript><p title='</noscript><p lang="@X@">'>@X@`, 'fixed | markup'],
    ['<noscript></noscript><p title="@X@">@X@', 'html | markup'],
    // Old and new browsers disagree about what a select contains.
    [
      '<select><svg></select><p title="@X@">@X@</p><script>"@X@"</script><!--@X@--><input @X@ data-@X@=a><p a="b" a="@X@">',
      'strict | strict | js-escaped | none | switch | name | fixed',
    ],
    ['<p title="@X@"><select><title></select>', 'html'],
  ])
})

describe('markup in a text that browsers do not read as markup', () => {
  for (const name of ['title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext', 'noscript'])
    test(name, () => {
      const found = shown(`<body><${name}>@X@</${name}>`, { X: '<b>' }, { kinds: { X: 'markup' } })
      assert.equal(found, `<body><${name}>&lt;b&gt;</${name}>`)
    })
})

describe('a repeat', () => {
  /** One document, with a bar in each kind of place. */
  const PLACES =
    '<title>|t</title><p>|c</p><!-- a |b --><textarea>|t</textarea><xmp>|x</xmp><p | title="|v" lang="|w">|c</p><script>|1; f("|d", \'|s\', `|t`, /|r/) //|c\n</script><style>p { color: |a; b: "|c"; d: url(|e) }</style><script type="text/x-other">|d</script><svg><style>|p</style><script>|1</script></svg>'
  const pieces = PLACES.split('|')
  const between = (first: number, last: number, mark: string) =>
    pieces
      .map((piece, index) => {
        if (index === 0) return piece
        const [begin, end] = [index === first ? '[RPT a]' : '', index === last ? `${mark}[ERPT a]` : '']
        return begin + end + piece
      })
      .join('')
  const uneven = (template: string) => page(template).findings.map(({ what }) => what)

  test('is even where its ends stand in the same place, wherever that is', () => {
    for (let index = 1; index < pieces.length; index++)
      assert.deepEqual(uneven(between(index, index, 'x ')), [], pieces[index])
  })

  test('is uneven where its ends stand in places of different kinds', () => {
    // The text of two paragraphs is the same kind of place.
    const same = ['2 9']
    for (let first = 1; first < pieces.length; first++)
      for (let last = first + 1; last < pieces.length; last++) {
        const expected = same.includes(`${first} ${last}`) ? [] : ['uneven repeat']
        assert.deepEqual(uneven(between(first, last, '')), expected, `${first} ${last}`)
      }
  })

  test('is uneven where its ends stand in different places of markup in a script', () => {
    const script = (markup: string) => `<script type="text/template">${markup}</script>`
    assert.deepEqual(uneven(script('<ul>[RPT a]<li title="x">@X@</li>[ERPT a]</ul>')), [])
    assert.deepEqual(uneven(script('<p class="a[RPT a] @X@[ERPT a]">')), [])
    assert.deepEqual(uneven(script('[RPT a]@X@<p title="[ERPT a]">')), ['uneven repeat'])
    assert.deepEqual(uneven(script('<i>[RPT a]</i>') + script('<i>[ERPT a]</i>')), ['uneven repeat'])
  })

  test('is uneven where it divides what a tag, a comment or a name began', () => {
    for (const template of [
      '[RPT a]<[ERPT a]b>',
      '[RPT a]</[ERPT a]b>',
      '[RPT a]<bo[ERPT a]dy>',
      '<!-- [RPT a]-[ERPT a]-> -->',
      '<!-- [RPT a]--![ERPT a]> -->',
      '<p a=b[RPT a] c=d[ERPT a]>',
      '<p[RPT a]c=d [ERPT a]>',
      '<p da[RPT a]ta=d [ERPT a]>',
      '<script>[RPT a]1 /* [ERPT a]</script>',
    ])
      assert.deepEqual(uneven(template), ['uneven repeat'], template)
    for (const template of [
      '[RPT a]< [ERPT a]b',
      '[RPT a]1 < 2 [ERPT a]b',
      '<!-- [RPT a]- x[ERPT a] -->',
      '<p [RPT a]c="d" [ERPT a]>',
      '<p[RPT a] c=d [ERPT a]>',
      '<p/[RPT a] c="d" / [ERPT a]>',
      '[RPT a]<i>x</i>[ERPT a]<b></b>',
      '<p>x[RPT a]<i>x</i>[ERPT a]',
    ])
      assert.deepEqual(uneven(template), [], template)
  })
})

test('the code of a javascript: address is told as browsers hash it', () => {
  const code = (address: string) =>
    page(`<a href="${address}">a</a>`).handlers.map(({ parts }) => parts.join(''))
  assert.deepEqual(code(' \tjava\nscript:f(%22a%22)'), ['javascript:f("a")'])
  assert.deepEqual(code('javascript:f(%zz)'), ['javascript:f(%zz)'])
  assert.deepEqual(code('https://a.example/javascript:f()'), [])
  assert.deepEqual(code('j'), [])
  assert.deepEqual(code('jabber:f()'), [])
  assert.deepEqual(page('<p title="javascript:f()">').handlers, [])
})
