// biome-ignore-all lint/suspicious/noTemplateCurlyInString: pages hold template literals
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Value } from '../../src/core/template/template.ts'
import { page, shown } from './pages.ts'
import { NAME, PLACES } from './places.ts'

describe('a value is written for the place where it stands', () => {
  for (const { place, template, frame, harmless, hostile, attack, kind } of PLACES) {
    test(`${place}: ${JSON.stringify(template)}`, () => {
      const out = (value: string) => shown(template, { X: value }, { kinds: { X: kind } })
      const expected = (value: string) => frame.replaceAll('@X@', () => value)
      assert.equal(
        out(kind === 'switch' ? harmless : kind === 'address' ? attack : NAME),
        expected(kind === 'address' ? hostile : harmless),
      )
      assert.equal(out(attack), expected(hostile))
    })
  }
})

test('a known macro without a value is empty, and in a script an empty string', () => {
  assert.equal(
    shown('<p title="@X@">@X@</p><script>if (!"@X@") f(@X@)</script>'),
    '<p title=""></p><script nonce="N">if (!"") f("")</script>',
  )
})

test('an unknown macro stays as it is', () => {
  const text = '<p title="@NOBODY@">@NOBODY@</p>'
  assert.equal(shown(text, { NOBODY: 'x' }, { kinds: { NOBODY: undefined } }), text)
})

test('numbers, truth values and structures are written as such in a script', () => {
  const script = (X: Value) => shown('<script>f(@X@)</script>', { X }, { kinds: { X: 'json' } })
  const call = (text: string) => `<script nonce="N">f(${text})</script>`
  assert.equal(script(5), call('5'))
  assert.equal(script(-5), call(' -5'))
  assert.equal(script(Number.NaN), call('null'))
  assert.equal(script(true), call('true'))
  assert.equal(script(null), call('""'))
  assert.equal(script([]), call('[]'))
  assert.equal(
    script([{ type: 'A', loginUrl: '/a?b=</script>' }, null]),
    call(String.raw`[{"type":"A","loginUrl":"\u002fa\u003fb\u003d\u003c\u002fscript\u003e"},null]`),
  )
  assert.equal(script(JSON.parse('{"__proto__": {"a": 1}, "b": 2}')), call('{"b":2}'))
})

test('the text of a number is a number where a number is declared, and a string otherwise', () => {
  const script = (X: string) => shown('<script>f(@X@)</script>', { X }, { kinds: { X: 'number' } })
  assert.equal(script('30'), '<script nonce="N">f(30)</script>')
  assert.equal(script('-1.5'), '<script nonce="N">f( -1.5)</script>')
  assert.equal(script('1;alert(1)'), String.raw`<script nonce="N">f("1\u003balert\u00281\u0029")</script>`)
})

test('a value in a place of a script that nothing is known of is no code, whatever its letters', () => {
  const written = (X: string) => shown('<svg><script>@X@</script></svg>', { X }).slice(23, -15)
  assert.equal(written('a\u0101'), String.raw`\x61\u0101`)
  // Escapes of this kind alone could be a name.
  assert.equal(written('\u0101\u0102'), '')
  assert.equal(written('\ud83d\ude00'), '')
})

test('structures outside a script are text', () => {
  assert.equal(shown('<p>@X@</p>', { X: { a: '<' } }), '<p>{&#34;a&#34;:&#34;&lt;&#34;}</p>')
})

test('declared markup is markup in content and nowhere else', () => {
  const kinds = { X: 'markup' } as const
  const out = (text: string) => shown(text, { X: '<b>a</b>' }, { kinds })
  assert.equal(out('<p>@X@</p>'), '<p><b>a</b></p>')
  assert.equal(out('<p title="@X@">'), '<p title="&lt;b&gt;a&lt;/b&gt;">')
  assert.equal(out('<title>@X@</title>'), '<title>&lt;b&gt;a&lt;/b&gt;</title>')
  assert.equal(out('<noscript>@X@</noscript>'), '<noscript>&lt;b&gt;a&lt;/b&gt;</noscript>')
})

test('a switch turns on what it names, and an empty one leaves nothing behind', () => {
  const out = (X: string) => shown('<input @X@ value=a>', { X }, { kinds: { X: 'switch' } })
  assert.equal(out('disabled'), '<input disabled value=a>')
  assert.equal(out(''), '<input  value=a>')
  assert.equal(out('onclick=f()'), '<input  value=a>')
})

test('an empty first segment of a path does not make a host of the next one', () => {
  const target = (template: string, A: string) =>
    new URL(/href="([^"]*)"/.exec(shown(template, { A, B: 'evil.example' }))![1]!, 'https://id.example/a/b')
      .href
  for (const template of [
    '<a href="/@A@/@B@">',
    '<a href="\\@A@\\@B@">',
    '<link rel=stylesheet href="/@A@/@B@">',
  ]) {
    for (const empty of ['', '.', '..', '...'])
      assert.equal(target(template, empty), 'https://id.example/evil.example', `${template} ${empty}`)
    assert.equal(target(template, 'x'), 'https://id.example/x/evil.example')
  }
})

test('a value next to the name of an attribute does not choose what another value does', () => {
  assert.equal(
    shown('<a @A@="@B@">c</a>', { A: 'href', B: 'javascript:alert(1)' }, { kinds: { A: 'switch' } }),
    '<a href="javascriptalert1">c</a>',
  )
})

test('an empty value does not let its neighbours come together', () => {
  for (const template of [
    '<!--@X@><b>-->',
    '<!-- --@X@> -->',
    '<!@X@-- > -->',
    '<p></@X@p a="<b>">',
    '<@X@script>1</script>',
  ]) {
    const [first, second] = ['', 'a'].map(X => shown(template, { X }))
    assert.equal(first, second)
  }
})

describe('a repeat', () => {
  test('has its body once for each row, and none without rows', () => {
    const text = '<ul>[RPT a]<li>@X@ @Y@</li>[ERPT a]</ul>'
    assert.equal(
      shown(text, { X: 'page', Y: 'y' }, {}, { a: [{ X: '<' }, {}] }),
      '<ul><li>&lt; y</li><li>page y</li></ul>',
    )
    assert.equal(shown(text), '<ul></ul>')
  })

  test('works in a script', () => {
    assert.equal(
      shown("<script>var a = [[RPT a]{b: '@X@'},[ERPT a]]</script>", {}, {}, { a: [{ X: "'" }, { X: 'b' }] }),
      String.raw`<script nonce="N">var a = [{b: '\u0027'},{b: 'b'},]</script>`,
    )
  })

  test('works in an attribute', () => {
    assert.equal(
      shown('<p class="a[RPT a] @X@[ERPT a]">', {}, {}, { a: [{ X: '"b' }, { X: 'c' }] }),
      '<p class="a &#34;b c">',
    )
  })

  test('gets quotes of its own for an unquoted attribute in it', () => {
    assert.equal(shown('<p [RPT a] title=@X@ [ERPT a]>', {}, {}, { a: [{ X: 'b c' }] }), '<p  title="b c" >')
  })

  for (const template of [
    '<input value=[RPT a]@X@[ERPT a]>',
    '<p [RPT a]title="@X@" lang=en[ERPT a]>',
    '[RPT a]<[ERPT a]b title="@X@">',
    '<[RPT a] [ERPT a]b onclick="@X@">',
    '<!-- -[RPT a] [ERPT a]-> @X@ -->',
    '<p title="[RPT a]">@X@<p title="[ERPT a]">',
    '<p title="a [RPT a] " [ERPT a] lang="@X@">',
    '<p onclick="[RPT a]f(\'@X@\')[ERPT a]">',
    '<p [RPT a] title="[ERPT a] @X@">',
    '<p title=a title="[RPT a] " [ERPT a] lang="@X@">',
    '<script>[RPT a]"@X@[ERPT a]"</script>',
    '[RPT a]@X@ <p [ERPT a]>',
    '[RPT a]<p title="[ERPT a] @X@ ">',
  ]) {
    test(`whose ends do not fit together lets only letters in, and is told of: ${template}`, () => {
      const attack = `'" onclick=f() x`
      const out = [0, 1, 2].map(rows =>
        shown(template, { X: attack }, {}, { a: Array.from({ length: rows }, () => ({ X: attack })) }),
      )
      for (const text of out) assert.doesNotMatch(text, /onclick=f\(\)/)
      assert.ok(page(template).findings.some(({ what }) => what === 'uneven repeat'))
    })
  }
})

describe('a label is text of the author', () => {
  const labels = {
    A: `l'eau & "<b>sel</b>"`,
    B: 'Hello @X@!',
    C: 'a&#39;b',
    D: '$A$',
    E: 'x </script> ${y} \\',
  }
  const out = (text: string) => shown(text, { X: `'"<` }, { labels })

  test('and markup in content', () => {
    assert.equal(out('<p>$A$</p>'), `<p>l'eau & "<b>sel</b>"</p>`)
    assert.equal(out('<p>$B$</p>'), '<p>Hello &#39;&#34;&lt;!</p>')
  })

  test('that fits into an attribute', () => {
    assert.equal(out('<p title="$A$">'), `<p title="l'eau & &#34;<b>sel</b>&#34;">`)
    assert.equal(out("<p title='$A$'>"), `<p title='l&#39;eau & "<b>sel</b>"'>`)
    assert.equal(out('<p title=$A$>'), '<p title=l&#39;eau&#32;&&#32;&#34;&#60;b&#62;sel&#60;/b&#62;&#34;>')
    assert.equal(out('<p title=$B$>'), '<p title="Hello&#32;&#39;&#34;&lt;!">')
    assert.equal(out('<a href="/?q=$B$">'), '<a href="/?q=Hello %27%22%3C!">')
  })

  test('that fits into a script', () => {
    assert.equal(
      out("<script>a = '$A$'</script>"),
      String.raw`<script nonce="N">a = 'l\u0027eau & \u0022<b>sel\u003c/b>\u0022'</script>`,
    )
    assert.equal(
      out('<script>a = $B$</script>'),
      String.raw`<script nonce="N">a = "Hello \u0027\u0022\u003c!"</script>`,
    )
    assert.equal(
      out('<script>a = `$E$`</script>'),
      '<script nonce="N">a = `x \\u003c/script> \\u0024{y} \\u005c`</script>',
    )
    assert.equal(out('<script>// $E$\n</script>'), '<script nonce="N">// x  /script> ${y} \\\n</script>')
  })

  test('that fits into a handler, whose references are read before its script', () => {
    assert.equal(out('<p onclick="f(\'$C$\')">'), '<p onclick="f(\'a&amp;#39;b\')">')
    assert.equal(
      out('<p onclick="f($A$)">'),
      String.raw`<p onclick="f(&#34;l\u0027eau &amp; \u0022<b>sel\u003c/b>\u0022&#34;)">`,
    )
  })

  test('that fits into a string of a style', () => {
    assert.equal(
      out(`<style>p::after { content: '$A$' }</style>`),
      String.raw`<style nonce="N">p::after { content: 'l\27 eau & \22 \3c b>sel\3c /b>\22 ' }</style>`,
    )
  })

  test('and is not looked through for labels', () => {
    assert.equal(out('<p>$D$</p>'), '<p>$A$</p>')
  })
})

describe('additions', () => {
  test('go onto static files of a constant address', () => {
    const out = (text: string) => shown(text, { X: 'id' }, { generation: 'g7' })
    assert.equal(
      out('<img src="/template/v1.0/static/logo.svg?themeId=@X@">'),
      '<img src="/template/v1.0/static/logo.svg?themeId=id&amp;v=g7">',
    )
    assert.equal(
      out('<img src="template/v1.0/static/a.png">'),
      '<img src="/template/v1.0/static/a.png?v=g7">',
    )
    assert.equal(out('<img src="/other/a.png">'), '<img src="/other/a.png">')
  })

  test('number the elements and know what made them', () => {
    const compiled = page('@PAGE_HEADER@<p>$A$</p><b>@X@</b>', {
      header: '<h1>@X@</h1>',
      labels: { A: 'a <i>b</i>' },
      numbered: true,
    })
    assert.deepEqual(
      compiled.elements.map(({ tag, file, offset, labels, macros }) => [
        tag,
        file,
        offset,
        labels.map(({ name }) => name),
        macros.map(({ name }) => name),
      ]),
      [
        ['h1', 'page_header.html', 0, [], ['X']],
        ['p', 'page.html', 13, ['A'], []],
        ['i', 'labels.properties', 2, ['A'], []],
        ['b', 'page.html', 23, [], ['X']],
      ],
    )
  })
})
