import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { json, refusal } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'
import { EXPLAIN, FILES, THEMES, whole, wholeFiles } from './addresses.ts'

const REPORTS = '/v1.0/tabard/reports/policy'

interface Explained {
  findings: object[] | null
  page: string
  theme: { id: string; why: string; revision: number }
  locale: { asked: string[]; used: string; language: string; direction: string }
  fallback: string | null
  fallbacks: number
  files: { role: string; path: string; from: string }[]
  labels: { used: string[]; missing: string[] }
  macros: { used: string[]; withoutValue: string[]; unknown: string[] }
  repeats: string[]
  problems: { what: string; name: string; file: string; line: number }[]
  policy: {
    text: string
    widened: { directive: string; origin: string; by: string }[]
    violations: number
  }
}

interface Macro {
  name: string
  kind: string
  meaning: string
}

interface Listing {
  groups: string[]
  macros: Macro[]
  pages: {
    id: string
    group: string
    situations: Record<string, string>
    macros: Macro[]
    repeats: { name: string; macros: Macro[] }[]
  }[]
}

for (const engine of usually('PostgreSQL')) {
  describe(`the explanation of a page on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async (files: Record<string, string>) =>
      await service.createTheme(`Explained ${++number}`, packageOf(wholeFiles(files)))
    const explained = async (query = '', headers: Record<string, string> = {}) => {
      const answer = await service.call('GET', `${EXPLAIN}${query}`, undefined, headers)
      assert.equal(answer.status, 200)
      return await json<Explained>(answer)
    }

    test('needs a token that may read, and a page that there is', async () => {
      assert.equal((await fetch(service.url + EXPLAIN)).status, 401)
      const [none, reader] = [await clientToken(service, []), await clientToken(service, ['readTemplates'])]
      const as = (token: string) => ({ authorization: `Bearer ${token}` })
      assert.equal((await service.call('GET', EXPLAIN, undefined, as(none.token))).status, 403)
      assert.equal((await service.call('GET', EXPLAIN, undefined, as(reader.token))).status, 200)
      assert.deepEqual(await refusal(await service.call('GET', `${EXPLAIN}?page=nothing`)), [
        404,
        'TABRD0310E',
      ])
    })

    test('of the master is without problems, and everything in it is the master’s', async () => {
      for (const { id } of [...PAGES, ...MAILS]) {
        const { page, theme, fallback, files, labels, macros, problems, policy } = await explained(
          `?page=${id}`,
        )
        assert.equal(page, id)
        assert.deepEqual([theme.id, theme.why], ['default', 'default'])
        assert.equal(fallback, null)
        assert.ok(files.length > 0 && files.every(({ from }) => from === 'master'), id)
        assert.deepEqual([labels.missing, macros.unknown, problems, policy.widened], [[], [], [], []], id)
        assert.equal(policy.violations, 0)
      }
    })

    test('is in full what made the page', async () => {
      const id = await theme({
        [FILES.login]:
          '<link rel="stylesheet" href="/template/v1.0/static/theme.css?themeId=@THEME_ID@">\n<h1>$LOGIN_TITLE$ $NOT_THERE$</h1>@PAGE_HEADER@@PAGE_FOOTER@@USERNAME@@WAIT@\n@NO_SUCH@',
        [FILES.style]: '.x { background: url(https://pictures.example/a.png) }',
        'common/labels/de/template_labels.properties': '$LOGIN_TITLE$=Hallo',
      })
      const {
        policy,
        findings: _,
        ...rest
      } = await explained(`?themeId=${id}&page=login&locale=de-AT`, {
        'accept-language': 'fr',
      })
      assert.deepEqual(rest, {
        scripts: [],
        page: 'login',
        theme: { id, why: 'forced', revision: 1 },
        locale: { asked: ['de-AT', 'fr'], used: 'de', language: 'de', direction: 'ltr' },
        fallback: null,
        fallbacks: 0,
        files: [
          { role: 'labels', path: 'common/labels/de/template_labels.properties', from: 'theme' },
          { role: 'labels', path: 'common/labels/de/template_labels.properties', from: 'master' },
          { role: 'labels', path: FILES.labels, from: 'master' },
          { role: 'page', path: FILES.login, from: 'theme' },
          { role: 'header', path: FILES.header, from: 'master' },
          { role: 'footer', path: FILES.footer, from: 'master' },
          { role: 'style', path: FILES.style, from: 'theme' },
        ],
        labels: {
          used: ['LOGIN_TITLE', 'NOT_THERE', 'PRODUCT_NAME', 'PAGE_FOOTER_NOTE'],
          missing: ['NOT_THERE'],
        },
        macros: {
          used: ['THEME_ID', 'USERNAME', 'ACTION', 'ERROR_MESSAGE'],
          withoutValue: ['WAIT'],
          unknown: ['NO_SUCH'],
        },
        repeats: [],
        problems: [
          { what: 'missing label', name: 'NOT_THERE', file: FILES.login, line: 2 },
          { what: 'unknown macro', name: 'NO_SUCH', file: FILES.login, line: 3 },
        ],
      })
      assert.deepEqual(policy.widened, [
        { directive: 'img-src', origin: 'https://pictures.example', by: 'https://pictures.example/a.png' },
      ])
    })

    test('a theme that is not known is not found, and the master is one', async () => {
      const unknown = await service.call('GET', '/v1.0/tabard/explain?themeId=nothing')
      assert.deepEqual(await refusal(unknown), [404, 'TABRD0301E'])
      assert.deepEqual((await explained('?themeId=master')).theme, {
        id: 'master',
        why: 'forced',
        revision: 0,
      })
    })

    test('moves with the theme', async () => {
      const id = await theme({})
      assert.equal((await explained(`?themeId=${id}`)).theme.revision, 1)
      await service.call('PUT', `${THEMES}/${id}/${FILES.login}`, fileForm(whole('<p>$NOT_THERE$</p>')))
      const after = await explained(`?themeId=${id}`)
      assert.equal(after.theme.revision, 2)
      assert.deepEqual(after.labels.missing, ['NOT_THERE'])
    })

    test('repeats are told, and macros of their rows', async () => {
      const id = await theme({ [FILES.login]: '<ul>[RPT things]<li>@NAME@</li>[ERPT things]</ul>' })
      assert.deepEqual((await explained(`?themeId=${id}`)).repeats, ['things'])
    })

    const widened: [markup: string, directive: string, origin: string, by: string][] = [
      ['<img src="https://a.example/x.png">', 'img-src', 'https://a.example', 'https://a.example/x.png'],
      ['<img src="//a.example/x.png">', 'img-src', 'a.example', '//a.example/x.png'],
      ['<img src="data:image/png;base64,AAAA">', 'img-src', 'data:', 'data:image/png;base64,AAAA'],
      [
        '<div style="background: url(https://b.example/y)">',
        'img-src',
        'https://b.example',
        'https://b.example/y',
      ],
      [
        '<style>@font-face { src: url(https://f.example/f.woff2) }</style>',
        'font-src',
        'https://f.example',
        'https://f.example/f.woff2',
      ],
      ['<iframe src="https://i.example/"></iframe>', 'frame-src', 'https://i.example', 'https://i.example/'],
      [
        '<form action="https://p.example/post"></form>',
        'form-action',
        'https://p.example',
        'https://p.example/post',
      ],
      [
        '<script>fetch("https://c.example/api")</script>',
        'connect-src',
        'https://c.example',
        'https://c.example/api',
      ],
      [
        '<video src="https://m.example/v.mp4"></video>',
        'media-src',
        'https://m.example',
        'https://m.example/v.mp4',
      ],
    ]
    for (const [markup, directive, origin, by] of widened) {
      test(`${markup} widens ${directive}, and is named as what made it so`, async () => {
        const { policy } = await explained(`?themeId=${await theme({ [FILES.login]: markup })}`)
        assert.deepEqual(
          policy.widened.filter(one => one.directive === directive),
          [{ directive, origin, by }],
        )
        assert.match(
          policy.text,
          new RegExp(`(?:^|; )${directive} [^;]*${origin.replaceAll('.', '\\.')}(?:[ ;]|$)`),
        )
      })
    }

    test('a foreign style sheet widens styles, fonts and images', async () => {
      const markup = '<link rel="stylesheet" href="https://s.example/s.css">'
      const { policy } = await explained(`?themeId=${await theme({ [FILES.login]: markup })}`)
      assert.deepEqual(policy.widened.map(({ directive }) => directive).sort(), [
        'font-src',
        'img-src',
        'style-src',
      ])
    })

    test('scripts and handlers are let in one by one, never at large', async () => {
      const { policy } = await explained(
        `?themeId=${await theme({ [FILES.login]: '<script>1</script><b onclick="x()">' })}`,
      )
      assert.match(policy.text, /script-src 'nonce-…' 'strict-dynamic' 'unsafe-hashes' 'sha256-…'/)
      assert.doesNotMatch(policy.text, /script-src[^;]*'unsafe-(?:inline|eval)'/)
      assert.doesNotMatch(policy.text, /script-src[^;]*\*/)
    })

    test('what a page was seen to try against its policy is counted for the theme and the page', async () => {
      const id = await theme({})
      const report = JSON.stringify({
        'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://x.example/?secret' },
      })
      const send = async (query: string, body = report) =>
        await fetch(`${service.url}${REPORTS}${query}`, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/csp-report' },
        })
      for (const body of [report, report, '{', '', 'null', '{"csp-report": null}', '[]'])
        assert.equal((await send(`?page=login&themeId=${id}`, body)).status, 204, body)
      assert.equal((await send(`?page=logout&themeId=${id}`)).status, 204)
      const violations = async (query: string) => (await explained(query)).policy.violations
      assert.equal(await violations(`?page=login&themeId=${id}`), 7)
      assert.equal(await violations(`?page=logout&themeId=${id}`), 1)
      assert.equal(await violations('?page=login'), 0)
    })

    test('reports of no page are taken and forgotten, and large ones refused', async () => {
      for (const query of ['', '?page=nothing', '?page=__proto__&themeId=x', '?themeId=x']) {
        const answer = await fetch(`${service.url}${REPORTS}${query}`, { method: 'POST', body: '{}' })
        assert.equal(answer.status, 204, query)
      }
      const answer = await fetch(`${service.url}${REPORTS}?page=login`, {
        method: 'POST',
        body: 'x'.repeat(20_000),
      })
      assert.equal(answer.status, 413)
    })

    test('the pages and mails there are can be listed', async () => {
      const listed = await json<Record<'pages' | 'mails', { id: string; states: string[] }[]>>(
        await service.call('GET', '/v1.0/tabard/pages'),
      )
      assert.deepEqual(
        listed.pages.map(({ id }) => id),
        PAGES.map(({ id }) => id),
      )
      assert.deepEqual(
        listed.mails.map(({ id }) => id),
        MAILS.map(({ id }) => id),
      )
      for (const { states } of listed.pages) assert.ok(states.length > 0)
      const { groups, macros, pages } = await json<Listing>(await service.call('GET', '/v1.0/tabard/pages'))
      assert.deepEqual([...new Set(pages.map(({ group }) => group))].sort(), groups.toSorted())
      assert.ok(macros.some(({ name, kind }) => name === 'THEME_ID' && kind === 'address'))
      const consent = pages.find(({ id }) => id === 'consent')!
      assert.ok(consent.macros.some(({ name, meaning }) => name === 'OAUTH_CLIENT_NAME' && meaning !== ''))
      assert.equal(consent.situations.further, 'asks for more than before')
      assert.deepEqual(
        consent.repeats.map(({ name }) => name),
        ['oauthTokenScopePreapprovedRepeatable', 'oauthTokenScopeNewApprovalRepeatable'],
      )
      assert.equal(consent.repeats[0]!.macros[0]!.name, 'OAUTH_TOKEN_SCOPE_REPEAT')
      assert.equal((await fetch(`${service.url}/v1.0/tabard/pages`)).status, 401)
    })
  })
}
