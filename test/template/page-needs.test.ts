import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { carriedTags } from '../../src/core/template/tag-manager.ts'
import {
  boundedPolicy,
  contentPolicy,
  leaksSecret,
  markupOf,
  ownNonce,
  plainText,
  widenings,
} from '../../src/core/template/template.ts'
import { page } from './pages.ts'

const CONTEXT = {
  nonce: 'abc',
  handlers: [],
  formOrigins: [],
  reportTo: '/report',
  hosts: ['id.example'],
  runs: true,
}
const GTM = 'https://www.googletagmanager.com'

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(policy.split('; ').map(one => one.split(/ (.*)/s).slice(0, 2)))
}

describe('the origins of scripts', () => {
  for (const [text, ...origins] of [
    ['<script src="https://a.example/a.js"></script>', 'https://a.example'],
    ['<script src=" //a.example/a.js"></script>', 'https://a.example'],
    ['<script src="/a.js"></script>'],
    ['<script src="a.js"></script>'],
    ['<script src="data:text/javascript,1"></script>'],
    ['<script src="https://@HOST@.example/a.js"></script>', 'https://@HOST@.example'],
    ['<script src="https://@TENANT@/a.js"></script>'],
    ['<script src="//@TENANT@.evil.example/a.js"></script>', '//@TENANT@.evil.example'],
    ['<script src="@URL@"></script>'],
    ['<script src="@URL@/a.js"></script>'],
    ['<script src="@URL@.evil.example/a.js"></script>', '@URL@.evil.example'],
    ['<script src="@LANG@.js"></script>'],
    ['<link rel="modulepreload" href="https://b.example/b.js">', 'https://b.example'],
    ['<link rel=preload as=SCRIPT href="https://b.example/b.js">', 'https://b.example'],
    ['<link rel=preload as=font href="https://b.example/b.woff">'],
    ['<link rel="stylesheet" href="https://b.example/b.css">'],
    ['<script>import "https://c.example/c.js"; x = "https://d.example/"</script>', 'https://c.example'],
    [
      '<script type=" ImportMap ">{"imports": {"a": "https://e.example/a.js", "b": 1}, "scopes": {"/x": {"c": "https://f.example/c.js"}}}</script>',
      'https://e.example',
      'https://f.example',
    ],
    ['<script type="importmap">{"imports": </script>'],
    ['<script type="importmap">{}</script>'],
    ['<svg><script xlink:href="https://g.example/g.js"></script></svg>', 'https://g.example'],
    ['<img src="https://h.example/h.png"><p title="<script src=https://i.example/>">'],
    [
      '<script src="https://z.example/"></script><script src="https://y.example/"></script><script src="https://z.example/2"></script>',
      'https://y.example',
      'https://z.example',
    ],
    [
      '<script>a</script><p>import "https://j.example/"</p><script>import "https://k.example/"</script>',
      'https://k.example',
    ],
  ] as const)
    test(text, () => assert.deepEqual(page(text).scripts, origins))

  test('are found with numbered elements too', () => {
    const { scripts } = page('<p></p><script src="https://a.example/a.js"></script>', { numbered: true })
    assert.deepEqual(scripts, ['https://a.example'])
  })
})

describe('a page with a tag manager', () => {
  const text = `<script src="${GTM}/gtm.js?id=GTM-ABCD"></script>`

  test('may load what the tag manager needs, only where it may have one', () => {
    const { policy, scripts, tags } = page(text, { measured: true })
    assert.deepEqual(tags, [{ container: 'GTM-ABCD', marked: false }])
    assert.deepEqual(scripts, [GTM])
    const found = directives(contentPolicy(policy, CONTEXT))
    assert.equal(found['script-src'], `'nonce-abc' 'strict-dynamic' ${GTM}`)
    assert.equal(found['img-src'], "'self' https://*.google-analytics.com https://*.googletagmanager.com")
    assert.match(
      found['connect-src']!,
      / https:\/\/\*\.google-analytics\.com https:\/\/\*\.analytics\.google\.com https:\/\/\*\.googletagmanager\.com$/,
    )
    assert.equal(found['frame-src'], GTM)
    assert.equal(page(text).policy.tagManager, false)
    assert.deepEqual(page(text).tags, [])
  })

  test('may evaluate text only where the theme allows it', () => {
    const { policy } = page(text, { measured: true })
    const scripts = (allowsEval: boolean) =>
      directives(contentPolicy(policy, { ...CONTEXT, allowsEval }))['script-src']!
    assert.match(scripts(true), / 'unsafe-eval'$/)
    assert.doesNotMatch(scripts(false), /unsafe-eval/)
    const plain = page('<script>a</script>').policy
    assert.doesNotMatch(contentPolicy(plain, { ...CONTEXT, allowsEval: true }), /unsafe-eval/)
  })

  test('tells all foreign origins that it needs, each once', () => {
    const { policy } = page(`${text}<img src="https://i.example/a"><img src="https://i.example/b">`, {
      measured: true,
    })
    const found = widenings(policy)
    assert.equal(found.length, 8)
    assert.deepEqual(found[0], {
      directive: 'script-src',
      origin: GTM,
      by: 'the tag manager that it carries',
    })
    assert.deepEqual(found.at(-1), {
      directive: 'img-src',
      origin: 'https://i.example',
      by: 'https://i.example/b',
    })
    assert.deepEqual(widenings(page('<p>a</p>').policy), [])
  })
})

describe('the tag managers of a page', () => {
  const carried = (html: string) =>
    carriedTags(markupOf(html, true).tokens, html).map(({ container, marked }) => `${container} ${marked}`)

  for (const [html, ...expected] of [
    [`<script src="${GTM}/gtm.js?id=GTM-ABCD"></script>`, 'GTM-ABCD false'],
    [`<script src="${GTM}/gtm.js?a=b&amp;id=GTM-ABCD&amp;c"></script>`, 'GTM-ABCD false'],
    [`<script src="//www.GOOGLEtagmanager.com/gtm.js"></script>`, 'undefined false'],
    [`<iframe src="${GTM}/ns.html?id=GTM-ABCD"></iframe>`, 'GTM-ABCD false'],
    [`<script>f(w, '${GTM}/gtm.js', 'GTM-ABCD', "GTM-EFGH")</script>`, 'GTM-ABCD false', 'GTM-EFGH false'],
    [`<script src="${GTM}/gtm.js?id=GTM-ABC"></script>`, 'undefined false'],
    [`<script src="${GTM}/gtm.js?xid=GTM-ABCD"></script>`, 'undefined false'],
    [`<script src="${GTM}/gtm.js?id=GTM-ABCDx"></script>`, 'undefined false'],
    ['<script src="https://www.googletagmanager.com.evil.example/"></script>'],
    ['<script src="https://evil.example/?https://www.googletagmanager.com/"></script>'],
    [`<img src="${GTM}/a">`],
    [`<!-- <script src="${GTM}/gtm.js"></script> -->`],
    [
      `<!-- tag manager: begin -->\n<script src="${GTM}/gtm.js?id=GTM-ABCD"></script>\n<!-- tag manager: end -->`,
      'GTM-ABCD true',
    ],
    [
      `<!-- tag manager: begin --><script src="${GTM}/gtm.js?id=GTM-ABCD"></script>x<!-- tag manager: end -->`,
      'GTM-ABCD false',
    ],
    [
      `<!-- tag manager: begin --><p></p><script src="${GTM}/gtm.js?id=GTM-ABCD"></script><!-- tag manager: end -->`,
      'GTM-ABCD false',
    ],
    [`<!-- tag manager: begin --><script src="${GTM}/gtm.js?id=GTM-ABCD"></script>`, 'GTM-ABCD false'],
    [
      `<!-- tag manager: begin --><script>1</script><!-- tag manager: end --><script src="${GTM}/gtm.js?id=GTM-ABCD"></script><!-- tag manager: end -->`,
      'GTM-ABCD false',
    ],
  ] as const)
    test(html, () => assert.deepEqual(carried(html), expected))
})

describe('a policy that is too long', () => {
  const needs = (text: string) => page(text).policy
  const many = (count: number, element: (origin: string) => string) =>
    Array.from({ length: count }, (_, index) => element(`https://long-name-${index}.example`)).join('')
  const images = many(900, origin => `<img src="${origin}/a">`)

  test('allows whole schemes for images, and tells it', () => {
    const found = boundedPolicy(needs(`${images}<img src="//other.example/a">`), CONTEXT)
    assert.deepEqual([found.broad, found.fits], [['img-src'], true])
    assert.equal(directives(found.text)['img-src'], 'https: http:')
  })

  test('begins with the longest directive, and stops when it is short enough', () => {
    const fonts = `<style>${many(20, origin => `@font-face { src: url(${origin}/a) }`)}</style>`
    const found = boundedPolicy(needs(images + fonts), CONTEXT)
    assert.deepEqual(found.broad, ['img-src'])
    assert.match(directives(found.text)['font-src']!, /long-name-19\.example/)
  })

  test('stays as it is where it is short', () => {
    const short = needs('<img src="https://i.example/a">')
    assert.deepEqual(boundedPolicy(short, CONTEXT), {
      text: contentPolicy(short, CONTEXT),
      broad: [],
      fits: true,
    })
  })

  test('is never broader for scripts, frames and forms', () => {
    const frames = many(900, origin => `<iframe src="${origin}/a"></iframe>`)
    const found = boundedPolicy(needs(frames), CONTEXT)
    assert.deepEqual([found.broad, found.fits], [[], false])
    assert.match(found.text, /long-name-899/)
  })

  test('counts more than a thousand origins as their schemes', () => {
    const found = needs(many(1_002, origin => `<img src="${origin}/a">`)).origins['img-src']!
    assert.equal(found.size, 1_001)
    assert.ok(found.has('https:'))
  })
})

describe('the policy of a page', () => {
  const found = (text: string, context = {}) =>
    directives(contentPolicy(page(text).policy, { ...CONTEXT, ...context }))

  for (const [text, directive, sources] of [
    ['<audio src="https://a.example/">', 'media-src', 'https://a.example'],
    ['<video><source src="https://a.example/"></video>', 'media-src', 'https://a.example'],
    ['<picture><source srcset="https://a.example/ 2x"></picture>', 'img-src', 'https://a.example'],
    ['<video poster="https://a.example/">', 'img-src', 'https://a.example'],
    ['<svg><image href="https://a.example/"/></svg>', 'img-src', 'https://a.example'],
    ['<body background="https://a.example/">', 'img-src', 'https://a.example'],
    ['<table background="https://a.example/"></table>', 'img-src', 'https://a.example'],
    ['<table><tr><td background="https://a.example/"></table>', 'img-src', 'https://a.example'],
    ['<frameset><frame src="https://a.example/"></frameset>', 'frame-src', 'https://a.example'],
    ['<input formaction="https://a.example/">', 'form-action', "'self' https://a.example"],
    ['<link rel=preload as=IMAGE href="https://a.example/">', 'img-src', 'https://a.example'],
    [
      '<link rel=preload as=fetch href="https://a.example/"><script>1</script>',
      'connect-src',
      'id.example/template/v1.0/static/ id.example/v1.0/tabard/analytics/collect https://a.example',
    ],
    ['<link rel=next href="https://a.example/">', 'style-src', "'none'"],
    ['<p src="https://a.example/">', 'img-src', undefined],
    ['<base href="/">', 'base-uri', "'self'"],
    ['<style>@import "/a.css"</style>', 'style-src', "'nonce-abc' 'self'"],
    ['<style>@import "https://a.example/"</style>', 'style-src', "'nonce-abc' https://a.example"],
    ['<script>1</script><style>a</style>', 'style-src', "'nonce-abc' 'self'"],
    ['<style>@font-face { src: url(/a) }</style>', 'font-src', "'self'"],
  ] as const)
    test(`${text} makes ${directive} ${sources}`, () => assert.equal(found(text)[directive], sources))

  test('lets a script of the service send where it has to', () => {
    assert.equal(found('<p>', { sends: true })['connect-src']?.split(' ').length, 2)
    assert.equal(found('<p>')['connect-src'], undefined)
  })

  test('has a nonce of its own for the service where the template does not run', () => {
    assert.equal(ownNonce({ nonce: 'a', runs: true }), 'a')
    assert.equal(ownNonce({ nonce: 'a', runs: false }), 'own-a')
  })
})

describe('a page as plain text', () => {
  for (const [html, text] of [
    ['a\u200b\n<p>\u200b \u200b</p>b', 'a\u200b\n\nb'],
    ['<div>a</div><div>b</div>', 'a\n\nb'],
    ['<section>a</section><hr>b', 'a\n\nb'],
    ['<ol><li> a </li></ol>', '- a'],
    ['<template>a</template><noscript>b</noscript>c', 'c'],
    ['<a href="mailto:a@b.example">Write</a>', 'Write: mailto:a@b.example'],
    ['<a href="https://a.example"> https://a.example </a>', 'https://a.example'],
    ['<a href="https://a.example"> </a>', 'https://a.example'],
    ['<a href="xhttps://a.example">a</a>', 'a'],
    ['<table><tr><td>a</td><td>b</td><td>c</td></tr></table>', 'a b c'],
    ['<table><tr><td>a<br>x</td><td>b</td></tr></table>', 'a\nx b'],
    ['<table><tr><td>a?</td><td> </td><td>b</td></tr></table>', 'a? b'],
    ['<table role=none><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['<table role=table><tr><td>a</td><td>b</td></tr></table>', 'a: b'],
    ['<img src=a>b', 'b'],
    ['<p>a</p>\n\n<p>b<br><br><br>c</p>', 'a\n\nb\n\nc'],
  ] as const)
    test(html, () => assert.equal(plainText(html), text))
})

test('a mail leaks a secret in the text of a script or a style, and not an empty one', () => {
  assert.equal(leaksSecret('<script>a = "secret1"</script>', ['secret1']), true)
  assert.equal(leaksSecret('<p>secret1</p><p title="x">', ['secret1', '']), false)
  assert.equal(leaksSecret('<a href="HTTP://id.example/s">x</a>', ['HTTP://id.example/s']), false)
  assert.equal(leaksSecret('<a href="xhttp://id.example/s">x</a>', ['xhttp://id.example/s']), true)
  assert.equal(leaksSecret('<a title="https://id.example/s">x</a>', ['https://id.example/s']), true)
  assert.equal(leaksSecret('<img src="/%zz/secret1">', ['secret1']), true)
  assert.equal(leaksSecret('<img src="/%zz/">', ['secret1']), false)
})
