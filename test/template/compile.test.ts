import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { legibleTokens, markupOf } from '../../src/core/template/markup.ts'
import {
  compile,
  labelNames,
  type Part,
  type Sources,
  TEMPLATE_BOUNDS,
  TemplateFault,
  type Where,
} from '../../src/core/template/template.ts'
import { page, shown } from './pages.ts'

function layersOf(parts: readonly Part[]): string[] {
  return parts.flatMap(part => {
    if (typeof part !== 'object') return []
    return 'repeat' in part ? layersOf(part.parts) : [part.layers.join(' ')]
  })
}

describe('sheets of the service, for a theme of light colors', () => {
  const light = (text: string) => shown(text, {}, { light: true })

  for (const address of [
    '/usc/css/stateless.css',
    'usc/css/stateless.css',
    '/idaas/mtfim/static/styles.css',
    '/profile/static/registration.css',
    '/ui/assets/css/a/b.css',
  ])
    test(`${address} is told to stay light`, () => {
      assert.equal(light(`<link href="${address}">`), `<link href="${address}?scheme=light">`)
      assert.equal(light(`<link href="${address}?a=b">`), `<link href="${address}?a=b&amp;scheme=light">`)
      assert.equal(shown(`<link href="${address}">`), `<link href="${address}">`)
    })

  for (const element of [
    '<link href="/x/usc/css/stateless.css">',
    '<link href="/usc/css/stateless.css#a">',
    '<link href="/usc/css/stateless.cssx">',
    '<link href="/ui/assets/css/.css">',
    '<link href=/usc/css/stateless.css>',
    '<a href="/usc/css/stateless.css">',
    '<link src="/usc/css/stateless.css">',
    '<link href="/template/v1.0/static/css/base.css">',
  ])
    test(`${element} stays as it is`, () => assert.equal(light(element), element))

  test('the base sheet follows only where the theme says that it is for light mode', () => {
    assert.equal(
      shown('<link href="/template/v1.0/static/css/base.css">', {}, { lightOnly: true }),
      '<link href="/template/v1.0/static/css/base.css?scheme=light">',
    )
    const pinned = { lightOnly: true, generation: 'g7' }
    assert.equal(
      shown('<link href="/template/v1.0/static/css/base.css">', {}, pinned),
      '<link href="/template/v1.0/static/css/base.css?v=g7&amp;scheme=light">',
    )
    assert.equal(
      shown('<link href="template/v1.0/static/css/base.css?a=b">', {}, pinned),
      '<link href="/template/v1.0/static/css/base.css?a=b&amp;v=g7&amp;scheme=light">',
    )
    assert.equal(
      shown('<link href="/usc/css/stateless.css">', {}, { light: true, generation: 'g7' }),
      '<link href="/usc/css/stateless.css?scheme=light">',
    )
    assert.equal(
      shown('<link href="/template/v1.0/static/css/other.css">', {}, { lightOnly: true }),
      '<link href="/template/v1.0/static/css/other.css">',
    )
  })
})

describe('files of the service', () => {
  const out = (text: string) => shown(text, {}, { generation: 'g' })

  for (const element of [
    '<img src="/x/template/v1.0/static/a.png">',
    '<img src="/template/v1.0/static/a.png#b">',
    '<img src=/template/v1.0/static/a.png>',
    '<p title="/template/v1.0/static/a.png">',
    '<img src="/template/v1.0/static/">',
  ])
    test(`${element} gets no generation`, () => assert.equal(out(element), element))

  test('get a generation in src and href', () => {
    assert.equal(out('<a href="/template/v1.0/static/a.png">'), '<a href="/template/v1.0/static/a.png?v=g">')
    assert.equal(
      out('<img src="/template/v1.0/static/a.png?b=c \n">'),
      '<img src="/template/v1.0/static/a.png?b=c&amp;v=g \n">',
    )
  })

  test('are loaded with CORS where elements are numbered, so that a preview sees their errors', () => {
    const numbered = (text: string) => shown(text, {}, { numbered: true })
    assert.equal(
      numbered('<p></p><script src="/template/v1.0/static/a.js"></script>'),
      '<p data-tabard-n="0"></p><script data-tabard-n="1" crossorigin="anonymous" nonce="N" src="/template/v1.0/static/a.js"></script>',
    )
    for (const element of [
      '<script src="/other/a.js"></script>',
      '<script id="/template/v1.0/static/a.js"></script>',
      '<script src="/template/v1.0/static/a.js" crossorigin></script>',
      '<img src="/template/v1.0/static/a.js">',
    ])
      assert.doesNotMatch(numbered(element), /crossorigin="anonymous"/, element)
    assert.doesNotMatch(shown('<script src="/template/v1.0/static/a.js"></script>'), /crossorigin/)
  })
})

describe('a macro with different values by place', () => {
  const asked: string[] = []
  const sources: Sources = {
    page: {
      file: 'page.html',
      text: '<p title="@X@">@X@</p><a href="@X@"></a><iframe src="@X@"></iframe><a href="/@X@"></a><script>a = "@X@" + @X@</script>',
    },
    snippet: () => undefined,
    label: () => undefined,
    macro: name => (name === 'X_script' ? 'json' : name === 'X' ? 'text' : undefined),
    standIn: (name: string, where: Where) => {
      asked.push(where)
      return `${name}_${where}`
    },
    secret: 'secret',
    styleSheet: () => undefined,
  }

  test('has the one of its place', () => {
    const { parts, facts } = compile(sources)
    const slots = parts.flatMap(part => (typeof part === 'object' && 'macro' in part ? [part] : []))
    assert.deepEqual(
      slots.map(({ macro, kind }) => `${macro} ${kind}`),
      [
        'X_elsewhere text',
        'X_elsewhere text',
        'X_address text',
        'X_address text',
        'X_elsewhere text',
        'X_script json',
        'X_script json',
      ],
    )
    assert.deepEqual(facts.shown, ['X_elsewhere'])
  })
})

describe('a page with a content policy', () => {
  const images = (count: number) =>
    Array.from({ length: count }, (_, index) => `<img src="https://image-${index}.example/">`).join('')
  const scripts = (count: number) =>
    `<script>[${Array.from({ length: count }, (_, index) => `"https://api-${index}.example/"`).join()}]</script>`

  test('tells which directives had to become broad', () => {
    assert.deepEqual(page(images(20), { policed: true }).findings, [])
    assert.deepEqual(page(images(900), { policed: true }).findings, [
      { what: 'broad policy', name: 'img-src', file: 'page.html', offset: 0 },
    ])
    assert.deepEqual(page(images(900)).findings, [])
  })

  test('is refused where it is too long all the same', () => {
    assert.throws(
      () => page(scripts(900), { policed: true }),
      error =>
        error instanceof TemplateFault &&
        error.bound === 'policy' &&
        error.place?.file === 'page.html' &&
        error.place.offset === 0,
    )
    page(scripts(900))
  })
})

describe('labels that are written like macros', () => {
  test('are labels where there is one of that name', () => {
    const labels = { LABEL_A: 'a' }
    assert.equal(
      shown('<p>@LABEL_A@ @LABEL_B@ @A@</p>', { LABEL_B: 'b', A: 'x' }, { labels }),
      '<p>a b x</p>',
    )
    assert.deepEqual(page('@LABEL_A@@LABEL_B@', { labels }).labels, ['LABEL_A'])
    assert.equal(shown('<p>@A@</p>', { A: 'x' }, { labels: { A: 'no' } }), '<p>x</p>')
  })

  test('are among the labels that a text may show, each once', () => {
    const names = labelNames({ file: 'a', text: '$A$ @LABEL_B@ $A$ @C@ @MY_LABEL_@ [RPT D] text' })
    assert.deepEqual(names, ['A', 'LABEL_B', 'OIDC_B', 'B'])
  })
})

describe('what is inserted into a page', () => {
  const fault = (make: () => unknown) => {
    try {
      make()
    } catch (error) {
      if (error instanceof TemplateFault) return [error.bound, error.place?.file, error.place?.offset]
      throw error
    }
    return undefined
  }
  const half = 'x'.repeat(TEMPLATE_BOUNDS.page / 2)

  test('counts towards its length, and the fault says where it was too much', () => {
    assert.deepEqual(
      fault(() => page('@PAGE_HEADER@@PAGE_HEADER@', { header: half })),
      ['page', 'page_header.html', 0],
    )
    assert.deepEqual(
      fault(() => page('<p>$A$$A$</p>', { labels: { A: half } })),
      ['page', 'labels.properties', 0],
    )
  })

  test('counts towards its macros', () => {
    const macros = '@X@'.repeat(TEMPLATE_BOUNDS.constructs / 2)
    assert.deepEqual(
      fault(() => page('@PAGE_HEADER@@PAGE_FOOTER@', { header: macros, footer: macros })),
      ['constructs', 'page_footer.html', 3 * (TEMPLATE_BOUNDS.constructs / 2 - 2)],
    )
    assert.equal(
      fault(() => page('x'.repeat(10))),
      undefined,
    )
  })
})

describe('a page that browsers read in two ways', () => {
  test('tells each script, address and element once, in the order of the page', () => {
    const { elements, policy, scripts } = page(
      '<p>a</p><noscript>x<img src="https://a.example/">y<i></i></noscript><noscript><b></b></noscript><u></u><script src="https://s.example/"></script>',
      { numbered: true },
    )
    assert.deepEqual(
      elements.map(({ tag }) => tag),
      ['p', 'noscript', 'img', 'i', 'noscript', 'b', 'u', 'script'],
    )
    assert.deepEqual([...policy.origins['img-src']!.keys()], ['https://a.example'])
    assert.deepEqual(scripts, ['https://s.example'])
  })
})

test('the elements of a page know the labels and macros up to the next tag', () => {
  const { elements } = page('a<p>@A@<!-- x -->$L$</p>@B@<i>@C@</i>@D@', {
    labels: { L: 'l' },
    numbered: true,
  })
  assert.deepEqual(
    elements.map(({ tag, offset, labels, macros }) => [
      tag,
      offset,
      ...labels.map(({ name, file, offset }) => `${name} ${file} ${offset}`),
      ...macros.map(({ name, file, offset }) => `${name} ${file} ${offset}`),
    ]),
    [
      ['p', 1, 'L labels.properties 0', 'A page.html 4'],
      ['i', 27, 'C page.html 30'],
    ],
  )
  assert.deepEqual(page('<p>', {}).elements, [])
})

describe('a label', () => {
  const out = (text: string, label: string) => shown(text, { X: 'x' }, { labels: { L: label } })

  test('keeps the escapes that its author wrote for a script', () => {
    const script = (label: string) => out('<script>a = "$L$"</script>', label).slice(23, -10)
    for (const text of [String.raw`\n \' \\ \/`, String.raw`\u00e9 \xe9`]) assert.equal(script(text), text)
    assert.equal(script(String.raw`\q \u00g \xg`), String.raw`\u005cq \u005cu00g \u005cxg`)
  })

  test('is a string where a script expects a value, and a word elsewhere', () => {
    assert.equal(out('<script>import $L$</script>', 'a'), '<script nonce="N">import "a"</script>')
    assert.equal(out('<script>a($L$, @X@)</script>', 'b'), '<script nonce="N">a("b", "x")</script>')
    assert.equal(out('<script>/a$L$/</script>', 'b'), '<script nonce="N">/ab/</script>')
  })

  test('that is unknown stays as it is, and what a label names stays text', () => {
    assert.equal(out('<p>$NO$ @X@</p>', ''), '<p>$NO$ x</p>')
    assert.equal(out('<p>$L$</p>', '$L$ [RPT a] @X@'), '<p>$L$ [RPT a] x</p>')
  })
})

describe('a text that looks like a mark of the compiler', () => {
  test('stays text', () => {
    for (const text of ['zq7k0000z', 'ZQ7K0000z', 'zq7k0000z zq8k0000z zq9k zq10k0000z'])
      assert.equal(
        shown(`<p title="@X@ ${text}">${text} @X@</p>`, { X: 'x' }),
        `<p title="x ${text}">${text} x</p>`,
      )
    assert.equal(
      shown('<p>@X@$A$zq7k0000z</p>', { X: 'x' }, { labels: { A: 'zq8k0000z' } }),
      '<p>xzq8k0000zzq7k0000z</p>',
    )
  })
})

describe('a repeat whose ends do not match', () => {
  const layers = (template: string) => layersOf(page(template).parts)

  test('in a script spoils the script, and nothing behind it', () => {
    assert.deepEqual(layers('<script>[RPT a]"@X@[ERPT a]" + "@X@"</script><p title="@X@">@X@</p>'), [
      'js-escaped',
      'js-string',
      'html',
      'markup',
    ])
    assert.deepEqual(layers('<style>[RPT a]p { a: "@X@[ERPT a]" }</style><p>@X@</p>'), ['strict', 'markup'])
  })

  test('elsewhere spoils everything behind it', () => {
    assert.deepEqual(layers('<p>@X@</p>[RPT a]@X@<p title="[ERPT a]@X@">@X@</p><script>"@X@"</script>'), [
      'markup',
      'fixed',
      'fixed',
      'fixed',
      'fixed',
    ])
  })

  test('from a script into a style spoils both', () => {
    assert.deepEqual(layers('<script>[RPT a]"@X@"</script><style>p { a: [ERPT a]@X@ }</style>@X@'), [
      'fixed',
      'fixed',
      'fixed',
    ])
  })

  test('inside a handler, a style or a page in an attribute lets only letters in', () => {
    for (const [name, inner, behind] of [
      ['onclick', 'js-escaped', 'markup'],
      ['style', 'strict', 'markup'],
      ['srcdoc', 'strict', 'strict'],
    ] as const) {
      const found = layers(`<p>@X@</p><p ${name}="[RPT a]@X@[ERPT a]">@X@</p>`)
      assert.deepEqual(found, ['markup', inner, behind], name)
    }
    for (const name of ['title', 'data-on', 'data-style', 'styles', 'srcdocs'])
      assert.deepEqual(layers(`<p ${name}="[RPT a]@X@[ERPT a]">@X@</p>`), ['html', 'markup'], name)
  })

  test('gets no quotes around an attribute that it divides', () => {
    assert.equal(shown('<input value=[RPT a]@X@[ERPT a]>', {}, {}, { a: [{ X: 'b' }] }), '<input value=x0>')
    assert.equal(
      shown('[RPT a]<p title="[ERPT a]"><input value=@X@>', { X: 'b' }, {}, { a: [{}] }),
      '<p title=""><input value="x0">',
    )
  })

  test('does not lend its rows to handlers behind it', () => {
    const { handlers } = page('[RPT a]<p onclick="f(\'@X@\')">[ERPT a]<p onclick="g(\'@X@\')">')
    assert.deepEqual(
      handlers.map(({ repeat }) => repeat),
      ['a', undefined],
    )
  })
})

describe('the tokens of a page', () => {
  const kinds = (source: string) =>
    markupOf(source, true).tokens.map(
      ({ kind, name, start, end, foreign }) =>
        `${kind} ${name}${foreign ? ' (foreign)' : ''}: ${source.slice(start, end)}`,
    )

  test('cover it in order', () => {
    assert.deepEqual(kinds('<!DOCTYPE html><p>a b\n</p> <!--c--><svg><g>d </g></svg>\0e'), [
      'doctype : <!DOCTYPE html>',
      'startTag p: <p>',
      'text p: a b\n',
      'endTag p: </p>',
      'text body:  ',
      'comment body: <!--c-->',
      'startTag svg: <svg>',
      'startTag g (foreign): <g>',
      'text g (foreign): d ',
      'endTag g (foreign): </g>',
      'endTag svg (foreign): </svg>',
      'text body: \0e',
    ])
  })

  test('have attributes with their values as written and as read', () => {
    const source = `<p a=b c="d&amp;" E = 'f' g h="" i=\u00a0"j" k="l>`
    const [token] = markupOf(`${source}">`, true).tokens
    assert.deepEqual(
      token!.attributes.map(({ name, value, valueStart, valueEnd, quote }) => [
        name,
        value,
        `${source}">`.slice(valueStart, valueEnd),
        quote,
      ]),
      [
        ['a', 'b', 'b', ''],
        ['c', 'd&', 'd&amp;', '"'],
        ['e', 'f', 'f', "'"],
        ['g', '', '', ''],
        ['h', '', '', '"'],
        ['i', '\u00a0"j"', '\u00a0"j"', ''],
        ['k', 'l>', 'l>', '"'],
      ],
    )
  })

  test('are sure up to what old browsers drop from a select, also in a table', () => {
    const sure = (source: string) => markupOf(source, true).sureUntil
    assert.equal(sure('<select><option>a<svg></select>'), 17)
    assert.equal(sure('<table><tr><td><select><title></select><select><svg>'), 23)
    assert.equal(sure('<svg></svg><select><option>a</select><title>'), Number.POSITIVE_INFINITY)
  })

  test('of a page over a bound are told up to there', () => {
    const many = '<i>'.repeat(TEMPLATE_BOUNDS.depth + 5)
    assert.throws(() => markupOf(many, true), TemplateFault)
    const found = legibleTokens(many)
    assert.ok(found.length > 500 && found.length <= TEMPLATE_BOUNDS.depth + 1, String(found.length))
    assert.equal(legibleTokens('<p>a<noscript><b></noscript>').length, 5)
  })
})
