import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { contentPolicy, handlerTexts } from '../../src/core/template/template.ts'
import { page, type Surroundings } from './pages.ts'

const CONTEXT = {
  nonce: 'abc',
  handlers: [],
  formOrigins: [],
  reportTo: '/report',
  hosts: ['id.example'],
  runs: true,
}
/** What a page with scripts may ask of the service. */
const OWN = 'id.example/template/v1.0/static/ id.example/v1.0/tabard/analytics/collect'

/** The directives of a page's policy. */
function policy(
  text: string,
  surroundings: Surroundings = {},
  context: Partial<Parameters<typeof contentPolicy>[1]> = {},
) {
  const directives = contentPolicy(page(text, surroundings).policy, { ...CONTEXT, ...context }).split('; ')
  return Object.fromEntries(directives.map(directive => directive.split(/ (.*)/s).slice(0, 2))) as Record<
    string,
    string
  >
}

test('a page without scripts and styles gets next to nothing', () => {
  assert.deepEqual(policy('<h1>@X@</h1><p>a</p>'), {
    'default-src': "'none'",
    'script-src': "'none'",
    'worker-src': "'none'",
    'style-src': "'none'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'object-src': "'none'",
    'frame-ancestors': "'none'",
    'report-uri': '/report',
  })
})

describe('scripts', () => {
  for (const text of [
    '<script>a()</script>',
    '<script src="/a.js"></script>',
    '<svg><script>a()</script></svg>',
  ]) {
    test(`${text} needs the nonce`, () => {
      assert.equal(policy(text)['script-src'], "'nonce-abc' 'strict-dynamic'")
      assert.equal(policy(text)['connect-src'], OWN)
    })
  }

  test('no page gets leave for any inline script or for evaluation', () => {
    const all = contentPolicy(page('<script>eval(a)</script><p onclick="b()">').policy, {
      ...CONTEXT,
      handlers: ['sha256-x'],
    })
    assert.doesNotMatch(all.replace("style-src-attr 'unsafe-inline'", ''), /unsafe-(?:inline|eval)/)
  })

  test('addresses in their strings may be connected to', () => {
    const found = policy(`<script>
      fetch('https://api.example/v1'); new WebSocket("wss://live.example:8443"); a = \`https://deep.example/\${b}\`
      // 'https://comment.example'
      b = 'see https://text.example'; c = /"https:..regex.example"/; d = "https://x@user.example/"
    </script>`)
    assert.equal(
      found['connect-src'],
      `${OWN} https://api.example wss://live.example:8443 https://deep.example`,
    )
  })
})

describe('handlers', () => {
  const values = {
    macros: new Map([['X', `'"&<`]]),
    repeats: new Map([['rows', [new Map([['ROW', 'a']]), new Map([['ROW', 'b']])]]]),
  }
  const texts = (text: string) => page(text).handlers.flatMap(handler => handlerTexts(handler, values))

  test('are allowed by their hashes, one by one', () => {
    assert.equal(
      policy('<p onclick="a()">', {}, { handlers: ['sha256-x', 'sha256-y', 'sha256-x'] })['script-src'],
      "'nonce-abc' 'strict-dynamic' 'unsafe-hashes' 'sha256-x' 'sha256-y'",
    )
  })

  test('are hashed as a browser reads them', () => {
    assert.deepEqual(texts(`<p onclick="a(&quot;b&quot;)\r\n;c()"><P ONFOCUS='d'><svg onload=e()>`), [
      'a("b")\n;c()',
      'd',
      'e()',
    ])
  })

  test('have their values in them', () => {
    assert.deepEqual(texts(`<p onclick="a('@X@', @X@)">`), [
      String.raw`a('\u0027\u0022\u0026\u003c', "\u0027\u0022\u0026\u003c")`,
    ])
    assert.deepEqual(texts(`<p onclick=a('@X@')>`), [String.raw`a('\u0027\u0022\u0026\u003c')`])
  })

  test('of a repeat have those of each row', () => {
    assert.deepEqual(texts(`[RPT rows]<p onclick="a('@ROW@')" onblur="b()">[ERPT rows]`), [
      "a('a')",
      "a('b')",
      'b()',
    ])
    assert.deepEqual(texts(`[RPT none]<p onclick="a('@ROW@')">[ERPT none]`), [])
  })

  test('in an address count as well', () => {
    assert.deepEqual(texts(`<a href=" javascript:history.back()">a</a>`), ['javascript:history.back()'])
    assert.notEqual(policy('<a href="javascript:void(0)">a</a>')['script-src'], "'none'")
  })
})

describe('styles', () => {
  test('need the nonce, and sheets of the theme none', () => {
    assert.equal(policy('<style>p {}</style>')['style-src'], "'nonce-abc'")
    assert.equal(policy('<link rel=stylesheet href="/a.css">')['style-src'], "'nonce-abc'")
    assert.equal(policy('<link rel=icon href="/a.ico">')['style-src'], "'none'")
  })

  test('in attributes have leave where there are any, or scripts that may set some', () => {
    assert.equal(policy('<p style="color: red">')['style-src-attr'], "'unsafe-inline'")
    assert.equal(policy('<script>a</script>')['style-src-attr'], "'unsafe-inline'")
    assert.equal(policy('<p>a</p>')['style-src-attr'], undefined)
  })

  test('of the service are its own, with its host too', () => {
    const sheets = { '/own.css': '@font-face { src: url(https://fonts.example/a.woff2) }' }
    for (const host of ['', 'https://@TENANT@', '//@TENANT@', ' @TENANT_URL@']) {
      const found = policy(
        `<link rel=stylesheet href="${host}/own.css"><style>@font-face { src: url(${host.trim()}/b.woff2) }</style>`,
        { sheets },
      )
      assert.equal(found['font-src'], "'self' https://fonts.example", host)
    }
    const sheet = policy('<style>@import "https://@TENANT@/x.css"</style>')
    assert.match(sheet['style-src']!, /'self'/)
    const other = policy('<img src="https://@TENANT@.evil.example/a.png"><img src="https://@X@/a.png">')
    assert.equal(other['img-src'], undefined)
  })

  test('of foreign sheets may load what lies beside them', () => {
    const found = policy('<link rel="stylesheet" href="https://cdn.example/a.css">')
    assert.equal(found['style-src'], "'nonce-abc' https://cdn.example")
    assert.equal(found['font-src'], 'https://cdn.example')
    assert.equal(found['img-src'], 'https://cdn.example')
  })

  test('of the usual place for fonts bring the place of the fonts', () => {
    for (const text of [
      '<link href="https://fonts.googleapis.com/css2?family=Inter" rel="stylesheet">',
      "<style>@import url('https://fonts.googleapis.com/css2?family=Inter&display=swap');</style>",
    ]) {
      const found = policy(text)
      assert.equal(found['style-src'], "'nonce-abc' https://fonts.googleapis.com")
      assert.match(found['font-src']!, /https:\/\/fonts\.gstatic\.com$/)
    }
  })

  const css = `@font-face { font-family: a; src: local("a"), url(https://f.example/a.woff2) format("woff2"), url('//g.example/a') }
    p { background: url( "https://i.example/a.png" ), url(data:image/png;base64,AAAA) }
    /* url(https://comment.example/a) */ q::before { content: "url(https://text.example/a)" }
    @import "https://s.example/a";`
  for (const [where, text] of [
    ['inline', `<style>${css}</style>`],
    ['in a sheet of the theme', '<link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=a">'],
  ] as const) {
    test(`name fonts, images and other sheets ${where}`, () => {
      const found = policy(text, { sheets: { '/template/v1.0/static/theme.css?themeId=a': css } })
      assert.equal(found['font-src'], 'https://f.example g.example https://s.example')
      assert.equal(found['img-src'], 'https://i.example data: https://s.example')
      assert.equal(found['style-src'], "'nonce-abc' https://s.example")
    })
  }

  test('in attributes name images', () => {
    assert.equal(policy(`<p style="background: url('https://i.example/a')">`)['img-src'], 'https://i.example')
  })
})

test('each origin is told with the address that named it', () => {
  const { origins } = page(
    `<script>fetch("https://c.example/api")</script><style>p { background: url( 'https://i.example/a b' ) }</style>`,
  ).policy
  assert.deepEqual(origins['connect-src'], new Map([['https://c.example', 'https://c.example/api']]))
  assert.deepEqual(origins['img-src'], new Map([['https://i.example', 'https://i.example/a b']]))
})

describe('addresses of the author', () => {
  for (const [text, directive, sources] of [
    ['<img src="https://i.example/a.png">', 'img-src', 'https://i.example'],
    ['<img src="HTTPS://I.example:8443/a.png">', 'img-src', 'https://i.example:8443'],
    ['<img src="//i.example/a.png">', 'img-src', 'i.example'],
    ['<img src="data:image/png;base64,AAAA">', 'img-src', 'data:'],
    [
      '<img srcset="https://i.example/a 1x, https://j.example/b 2x">',
      'img-src',
      'https://i.example https://j.example',
    ],
    ['<input type=image src="https://i.example/a">', 'img-src', 'https://i.example'],
    ['<link rel="shortcut icon" href="https://i.example/a">', 'img-src', 'https://i.example'],
    ['<svg><image xlink:href="https://i.example/a"/></svg>', 'img-src', 'https://i.example'],
    ['<link rel=preload as=font href="https://f.example/a">', 'font-src', 'https://f.example'],
    ['<video poster="https://i.example/a" src="https://v.example/a">', 'media-src', 'https://v.example'],
    ['<iframe src="https://w.example/a"></iframe>', 'frame-src', 'https://w.example'],
    ['<form action="https://p.example/a"></form>', 'form-action', "'self' https://p.example"],
    ['<button formaction="https://p.example/a"></button>', 'form-action', "'self' https://p.example"],
    ['<noscript><img src="https://n.example/a"></noscript>', 'img-src', 'https://n.example'],
    ['<img src="/a.png"><img src="a.png"><img src="https:///a">', 'img-src', "'self'"],
    [`<img src="https://a.example;script-src *">`, 'img-src', "'self'"],
    [`<img src="https://a.example' *">`, 'img-src', 'https://a.example'],
    ['<!-- <img src="https://i.example/a"> -->', 'img-src', undefined],
  ] as const) {
    test(`${text} widens ${directive} to ${sources}`, () => assert.equal(policy(text)[directive], sources))
  }
})

test('where the pending flow goes, forms may go', () => {
  assert.equal(
    policy('<form action="@X@"></form>', {}, { formOrigins: ['https://app.example'] })['form-action'],
    "'self' https://app.example",
  )
})

test('a preview is framed and sandboxed as its console wants it', () => {
  const found = policy(
    '<p>a</p>',
    {},
    { frameAncestors: 'https://console.example', sandbox: 'allow-scripts' },
  )
  assert.equal(found['frame-ancestors'], 'https://console.example')
  assert.equal(found.sandbox, 'allow-scripts')
})

describe('what a value brings never widens', () => {
  // Where a value may bring an address, the service's own files are allowed, and nobody else's.
  for (const [text, own] of [
    ['<img src="@X@">', { 'img-src': "'self'" }],
    ['<img src="https://@X@/a.png">', {}],
    ['<img src="https://cdn-@X@.example/a.png">', {}],
    ['<img srcset="@X@ 1x">', { 'img-src': "'self'" }],
    ['<form action="@X@"></form>', {}],
    ['<iframe src="@X@"></iframe>', {}],
    ['<video src="@X@"></video>', { 'media-src': "'self'" }],
    ['<p>@MARKUP@</p>', {}],
  ] as const) {
    test(text, () => {
      assert.deepEqual(policy(text, { kinds: { MARKUP: 'markup' } }), { ...policy('<p>a</p>'), ...own })
    })
  }

  test('in scripts and styles', () => {
    const found = policy(
      `<script>a = "@X@"; b = "https://@X@/"</script><style>p { background: url("@X@") }</style>`,
    )
    assert.equal(found['connect-src'], OWN)
    assert.equal(found['img-src'], "'self'")
  })
})

describe('what a script of a theme may reach', () => {
  test('the service itself is not widened by naming it', () => {
    const text = `<script>fetch('https://id.example/v1.0/endpoint/default/authorize'); fetch('//ID.example/x')</script>`
    assert.equal(policy(text)['connect-src'], OWN)
    const ports = `<script>a = ['https://id.example:443/', 'http://id.example:80/', 'wss://id.example:443/']</script>`
    assert.equal(policy(ports)['connect-src'], OWN)
    assert.equal(policy(ports, {}, { hosts: ['id.example:443'] })['connect-src']!.split(' ').length, 2)
  })

  test('under two hosts, the assets of both', () => {
    const hosts = ['localhost:8080', '127.0.0.1:8080']
    assert.match(
      policy('<script>1</script>', {}, { hosts })['connect-src']!,
      /^localhost:8080\/template\S+ localhost\S+ 127\.0\.0\.1:8080\/template\S+ \S+$/,
    )
  })

  test('no worker, with or without scripts', () => {
    assert.equal(policy('<script>1</script>')['worker-src'], "'none'")
  })

  test('nothing at all on a page where scripts do not run', () => {
    const text = '<script>1</script><p onclick="a()"><a href="javascript:1">x</a>'
    const found = policy(text, {}, { runs: false, handlers: ['sha256-x'] })
    assert.equal(found['script-src'], "'none'")
    assert.equal(found['connect-src'], undefined)
  })

  test('a script of ours runs there under a nonce that the template does not have', () => {
    const found = policy('<script>1</script>', {}, { runs: false, scripted: true })
    assert.equal(found['script-src'], "'nonce-own-abc'")
  })
})
