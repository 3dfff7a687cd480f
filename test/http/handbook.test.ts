import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { ETAG_GUIDE, GUIDES, guideFor, PROXY_GUIDES } from '../../console/src/shell/help.ts'
import { leadFrom } from '../../src/http/handbook/handbook.ts'
import { gathered, library } from '../../src/http/handbook/library.ts'
import { rendered } from '../../src/http/handbook/markdown.ts'
import { FAULTS, OAUTH_MESSAGES, OAUTH_OTHER } from '../../src/http/request/faults.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { type TestService, testService } from '../support/service.ts'

const nowhere = () => undefined

describe('the guides of a running service', () => {
  let service: TestService
  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const page = async (path: string) => {
    const answer = await fetch(service.url + path)
    return { answer, text: await answer.text() }
  }

  test('every guide is a page, and all links and pictures of it lead somewhere in the service', async () => {
    const pages = new Map<string, string>()
    for (const { address } of library().guides) {
      const { answer, text } = await page(address)
      assert.equal(answer.status, 200, address)
      pages.set(address, text)
    }
    pages.set('/docs/calls', (await page('/docs/calls')).text)
    const others = new Map<string, number>()
    for (const [address, text] of pages)
      for (const [, target] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        const [path, fragment] = target!.split('#')
        const to = path === '' ? address : path!
        if (/^https?:/.test(to)) continue
        if (!pages.has(to)) others.set(to, others.get(to) ?? (await fetch(service.url + to)).status)
        assert.ok(pages.has(to) || others.get(to) === 200, `${address} → ${target}`)
        if (fragment !== undefined)
          assert.ok(pages.get(to)!.includes(` id="${fragment}"`), `${address} → ${target}`)
      }
  })

  test('the first page leads to every guide, directly or by a page that it leads to', async () => {
    const seen = new Set<string>()
    const follow = async (address: string) => {
      if (seen.has(address)) return
      seen.add(address)
      const { text } = await page(address)
      const main = text.slice(text.indexOf('<main'), text.indexOf('</main>'))
      for (const [, target] of main.matchAll(/ href="(\/docs[^"#]*)/g))
        if (library().at(target!)?.kind === 'guide') await follow(target!)
    }
    await follow('/docs')
    assert.deepEqual(
      library()
        .guides.map(({ address }) => address)
        .filter(address => !seen.has(address)),
      [],
    )
  })

  test('each screen of the console leads to a part of a guide, and so does each error of a proxy', async () => {
    const screens = [...GUIDES.map(([, to]) => to), guideFor('/'), guideFor('/nothing/of/the/kind')]
    for (const address of [...screens, ...Object.values(PROXY_GUIDES), ETAG_GUIDE]) {
      const [path, fragment] = address.split('#')
      const answer = await fetch(`${service.service.consoleUrl}${path}`)
      assert.equal(answer.status, 200, address)
      if (fragment !== undefined) assert.ok((await answer.text()).includes(` id="${fragment}"`), address)
    }
    const paths = readFileSync('console/src/app.tsx', 'utf8').matchAll(/ path: '(\/[^']+)'/g)
    const without = Array.from(paths, ([, path]) => path!.replaceAll(':id', '1f0c')).filter(
      path => guideFor(path) === guideFor('/'),
    )
    assert.deepEqual(without, [], 'screens without a guide')
    assert.equal(guideFor('/themes/1f0c/brand'), '/docs/brand')
    assert.equal(guideFor('/themes'), '/docs/console#themes')
  })

  test('they run in a sandbox, with one script and one style of known content', async () => {
    const consoleUrl = service.service.consoleUrl
    for (const url of [`${service.url}/docs`, `${consoleUrl}/docs/themes`, `${consoleUrl}/docs/calls`]) {
      const answer = await fetch(url)
      const policy = answer.headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[^ ']+'; script-src 'sha256-[^ ']+'; /)
      assert.match(
        policy,
        /; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'; /,
      )
      assert.match(policy, /; sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox$/)
      assert.equal((await answer.text()).match(/<script/g)!.length, 1)
    }
  })

  test('no request gets out of the folder, and nothing of it comes back as markup', async () => {
    const paths = [
      '/docs/../package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e/package.json',
      '/docs/..%5cpackage.json',
      '/docs/%252e%252e/package.json',
      '/docs//etc/passwd',
      '/docs/deploy/.env',
      '/docs/deploy/compose.env',
      '/docs/generate.ts',
      '/docs/themes.md',
      '/docs/themes%00',
      '/docs/__proto__',
      '/docs/constructor',
      '/docs/%3Cscript%3Ealert(1)%3C/script%3E',
      `/docs/${'x'.repeat(5000)}`,
    ]
    for (const path of paths) {
      // fetch would resolve the dots itself.
      const answer = await service.service.app.inject({
        url: path,
        headers: { host: new URL(service.url).host },
      })
      assert.ok([400, 404].includes(answer.statusCode), `${path}: ${answer.statusCode}`)
      assert.doesNotMatch(answer.body, /<script>alert|"name": "tabard"|root:/)
    }
    const { text } = await page('/docs?q=%3Cimg%20src=x%3E&%22%3E%3Cb%3E')
    assert.equal(text, (await page('/docs')).text)
    const post = await fetch(`${service.url}/docs`, { method: 'POST', body: 'x' })
    assert.equal(post.status, 405)
  })

  test('pages are compressed for those who take it, and not sent twice', async () => {
    const plain = await fetch(`${service.url}/docs/brand`, { headers: { 'accept-encoding': 'identity' } })
    const packed = await fetch(`${service.url}/docs/brand`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(plain.headers.get('content-encoding'), null)
    assert.equal(packed.headers.get('content-encoding'), 'gzip')
    assert.equal(await plain.text(), await packed.text())
    const headers = { 'accept-encoding': 'gzip', 'if-none-match': packed.headers.get('etag')! }
    assert.equal((await fetch(`${service.url}/docs/brand`, { headers })).status, 304)
    assert.notEqual(plain.headers.get('etag'), packed.headers.get('etag'))
  })

  test('the search looks through guides, settings and calls', async () => {
    const { answer, text } = await page('/docs/search.json')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const sections = JSON.parse(text) as [string, string, string, string][]
    const find = (word: string) =>
      sections
        .filter(([, , heading, words]) => `${heading} ${words}`.includes(word))
        .map(([address]) => address)
    assert.ok(find('TABARD_DATABASE').some(address => address.startsWith('/docs/configuration')))
    assert.ok(find('createTheme').includes('/docs/calls#createTheme'))
    for (const [address, , heading, words] of sections) {
      assert.match(address, /^\/docs/)
      assert.notEqual(heading, '')
      assert.ok(words.length <= 5000, address)
    }
  })

  test('examples for deployment are plain text', async () => {
    const { answer, text } = await page('/docs/deploy/compose.yaml')
    assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.match(answer.headers.get('content-security-policy')!, /sandbox$/)
    assert.equal(text, readFileSync('deploy/compose.yaml', 'utf8'))
  })
})

describe('a guide in markup', () => {
  test('markup in a source is shown as text', () => {
    const source = [
      '# A <script>alert(1)</script>',
      '<img src=x onerror=alert(2)>',
      '[a](javascript:alert(3)) ![b](" onerror="alert(4))',
      '`</code><script>alert(5)</script>`',
      '```"><script>\n</code></pre><script>alert(6)</script>\n```',
      '| `"><b>` |\n| --- |\n| `"><script>alert(7)</script>` |',
      '[c](https://a.example/"onmouseover="alert(8))',
      '<!-- left out -->',
    ].join('\n\n')
    const { html } = rendered(source, href => (href.startsWith('https:') ? href : undefined))
    const tags = new Set(Array.from(html.matchAll(/<([a-z0-9]+)/g), ([, tag]) => tag))
    assert.deepEqual(
      [...tags].sort(),
      ['a', 'code', 'div', 'figure', 'h1', 'p', 'pre', 'table', 'tbody', 'td', 'th', 'thead', 'tr'].sort(),
    )
    assert.doesNotMatch(html, /<[^>]*\son\w+=|href="javascript|left out/)
  })

  test('headings and rows with a name are found by it, and a heading that comes again is numbered', () => {
    const source =
      '## Names\n\n## Names\n\n### macro/unknown\n\n| a | b |\n| --- | --- |\n| `TABRD1E` | x |\n| `two words` | y |'
    const { html, sections } = rendered(source, nowhere)
    const ids = Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id)
    assert.deepEqual(ids, ['names', 'names-1', 'macrounknown', 'macro/unknown', 'TABRD1E'])
    assert.deepEqual(
      sections.map(({ id }) => id),
      ['names', 'names-1', 'macrounknown'],
    )
  })

  test('links lead from file to file, and nowhere where the service has nothing', () => {
    const guide = library().at('/docs/themes')!
    const leads = (href: string) => leadFrom(guide, href)
    assert.equal(leads('brand.md'), '/docs/brand')
    assert.equal(leads('brand.md#colors'), '/docs/brand#colors')
    assert.equal(leads('../CHANGELOG.md'), '/docs/changelog')
    assert.equal(leads('decisions'), '/docs/decisions')
    assert.equal(leads('images/brands.png'), '/docs/images/brands.png')
    assert.equal(leads('#here'), '#here')
    assert.equal(leads('https://a.example/'), 'https://a.example/')
    for (const href of ['../src/server.ts', '../../etc/passwd', '/etc/passwd', '//a.example', 'javascript:x'])
      assert.equal(leads(href), undefined, href)
  })

  test('only what is listed is given out', () => {
    const files = [
      'docs/a.md',
      'docs/generate.ts',
      'docs/images/a.png',
      'docs/images/a.svg',
      'deploy/secret.env',
    ]
    const { guides, at } = gathered(files)
    assert.deepEqual(
      guides.map(({ address }) => address),
      ['/docs/a'],
    )
    assert.equal(at('/docs/images/a.png')?.kind, 'image')
    assert.equal(at('/docs/images/a.svg'), undefined)
    assert.equal(at('/docs/deploy/secret.env'), undefined)
  })
})

test('every error links to its row in the guide of errors', async () => {
  const service = await testService('SQLite')
  try {
    const described = [...Object.values(MESSAGES), ...Object.values(FAULTS)].map(({ id }) => id)
    for (const origin of [service.url, service.service.consoleUrl]) {
      const text = await (await fetch(`${origin}/docs/errors`)).text()
      for (const id of [...described, ...Object.values(OAUTH_MESSAGES), OAUTH_OTHER])
        assert.ok(text.includes(`<tr id="${id}">`), `${origin} ${id}`)
    }
    const answer = await fetch(`${service.url}/v1.0/branding/themes`)
    assert.equal(answer.status, 401)
    assert.equal(answer.headers.get('link'), '</docs/errors#TABRD0201E>; rel="help"')
    for (const [form, id] of [
      ['grant_type=client_credentials', 'TABRD0211E'],
      ['grant_type=client_credentials&client_id=nobody&client_secret=x', 'TABRD0212E'],
    ] as const) {
      const refused = await fetch(`${service.url}/v1.0/endpoint/default/token`, {
        method: 'POST',
        body: new URLSearchParams(form),
      })
      assert.equal(((await refused.json()) as { messageId: string }).messageId, id)
      assert.equal(refused.headers.get('link'), `</docs/errors#${id}>; rel="help"`)
    }
  } finally {
    await service.stop()
  }
})
