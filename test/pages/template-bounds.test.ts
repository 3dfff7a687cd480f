import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DEFAULT_LIMITS } from '../../src/core/refusal.ts'
import { TEMPLATE_BOUNDS } from '../../src/core/template/template.ts'
import { json } from '../support/answers.ts'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { EXPLAIN, FILES, LOGIN, whole, wholeFiles } from './addresses.ts'

/** 48 KB, for which a browser creates millions of elements. */
const BOMB = `<p>${numbered(1_900, index => `<b a${index}>`)}</p>${'<p>x</p>'.repeat(4_000)}`
/** The same below the bound on depth. */
const SHALLOW_BOMB = `<p>\n${numbered(300, index => `<b a${index}>`)}</p>${'<p>x</p>'.repeat(4_000)}`
const DEEP = '<b>'.repeat(20_000)

function numbered(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

interface Shown {
  readonly fallback: string | null
  readonly problems: readonly { what: string; name: string; file: string; line: number }[]
}

describe('a template over a bound', () => {
  let service: TestService
  let number = 0

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const theme = async (files: Record<string, string>) =>
    await service.createTheme(`Bounds ${++number}`, packageOf(wholeFiles(files)))
  const page = async (path: string) => {
    const answer = await fetch(`${service.url}${path}`)
    return { status: answer.status, headers: answer.headers, text: await answer.text() }
  }
  const explained = async (id: string, entry = 'login') =>
    await json<Shown & { policy: { text: string } }>(
      await service.call('GET', `${EXPLAIN}?themeId=${id}&page=${entry}`),
    )
  const previewed = async (files: Record<string, string>, entry = 'login') =>
    await json<Shown>(
      await service.call(
        'POST',
        `/v1.0/tabard/preview/${entry}`,
        JSON.stringify({ files: wholeFiles(files) }),
      ),
    )

  for (const [what, text, bound, said, line] of [
    ['formatting elements without end', BOMB, 'depth', /nested too deeply \(more than 512 levels\)/, 1],
    [
      'elements that are created again',
      SHALLOW_BOMB,
      'elements',
      /too many elements \(more than 20,000\)/,
      2,
    ],
    [
      'attributes without end',
      `<p ${numbered(20_000, index => `a${index} `)}>`,
      'attributesOfElement',
      /an element has too many attributes/,
      1,
    ],
    [
      'handlers for a long policy',
      numbered(80, index => `<p onclick="f(${index})">`),
      'policy',
      /policy is too long/,
      1,
    ],
  ] as const) {
    test(`with ${what} is shown as the master's, and its author is told which bound`, async () => {
      const problem = { what: 'over a bound', name: bound, file: FILES.login, line }
      const preview = await previewed({ [FILES.login]: text })
      assert.match(preview.fallback!, said)
      assert.match(preview.fallback!, /, in authentication\/.*cloud_directory_login\.html$/)
      assert.deepEqual(preview.problems, [problem])

      const id = await theme({ [FILES.login]: text })
      for (const locale of ['en', 'de', 'fr']) {
        const { status, text: shown } = await page(`${LOGIN}?themeId=${id}&locale=${locale}`)
        assert.equal(status, 200)
        assert.match(shown, /name="username"/)
      }
      const explanation = await explained(id)
      assert.match(explanation.fallback!, said)
      assert.deepEqual(explanation.problems, [problem])

      const plan = await service.call(
        'POST',
        '/v1.0/tabard/themes/default/plan',
        packageForm(packageOf({ [FILES.login]: whole(text) })),
      )
      const { unusable } = await json<{ unusable: { page: string; why: string }[] }>(plan)
      assert.deepEqual(
        unusable.map(({ page }) => page),
        ['login'],
      )
      assert.match(unusable[0]!.why, said)
    })
  }

  test('does not keep others waiting while it is compiled', async () => {
    const bombs = Array.from({ length: 4 }, (_, index) =>
      previewed({ [FILES.login]: `${SHALLOW_BOMB}${index}` }),
    )
    const pages = await Promise.all(['en', 'de', 'es', 'it'].map(locale => page(`${LOGIN}?locale=${locale}`)))
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    for (const { fallback } of await Promise.all(bombs)) assert.match(fallback!, /too many elements/)
  })

  for (const [label, path] of [
    ['REG_TITLE_START', '/flows/?reference=registration'],
    ['LOGIN_TITLE', LOGIN],
  ] as const) {
    for (const [what, markup] of [
      ['deep', DEEP],
      ['endless', BOMB],
    ] as const) {
      test(`in the label ${label}, ${what}, gives way to the master's text`, async () => {
        const id = await theme({ [FILES.labels]: `$OTHER$=x\n$${label}$=${markup}` })
        const separator = path.includes('?') ? '&' : '?'
        const answer = await page(`${path}${separator}themeId=${id}`)
        assert.equal(answer.status, 200)
        assert.match(answer.text, /<h1/)
        const { problems } = await explained(id)
        assert.ok(
          problems.some(
            ({ what, name, file, line }) =>
              what === 'over a bound' && name === 'depth' && file === FILES.labels && line === 2,
          ),
          JSON.stringify(problems),
        )
      })
    }
  }

  test('in the label of a refusal gives way to the text of the master after a wrong password', async () => {
    const id = await theme({ [FILES.labels]: `$SIGNIN_WRONG$=${DEEP}` })
    const first = await fetch(`${service.url}${LOGIN}?themeId=${id}`)
    const cookie = first.headers
      .getSetCookie()
      .map(one => one.split(';', 1)[0])
      .join('; ')
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(await first.text())!
    const body = new URLSearchParams({ operation: 'verify', username: 'nobody', password: 'wrong' })
    const answer = await fetch(new URL(action!.replaceAll('&amp;', '&'), service.url), {
      method: 'POST',
      headers: { cookie },
      body,
    })
    assert.ok(answer.status < 500, String(answer.status))
    const shown = await answer.text()
    assert.match(shown, /name="username"/)
    assert.doesNotMatch(shown, /<b><b>/)
  })

  test('in a mail gives way to the mail of the master', async () => {
    const id = await theme({
      'notifications/user_management/profile/default/account_deleted_email.xml': `<root><Message><Value><![CDATA[${DEEP}]]></Value></Message></root>`,
    })
    const answer = await service.call(
      'GET',
      `/v1.0/tabard/preview/mail-account-deleted?themeId=${id}`,
      undefined,
      {
        accept: 'text/plain',
      },
    )
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /\w/)
    assert.match((await explained(id, 'mail-account-deleted')).fallback!, /nested too deeply/)
  })

  test('is told of by the limits', async () => {
    const limits = await json(await fetch(`${service.url}/v1.0/tabard/limits`))
    assert.deepEqual(limits, { ...DEFAULT_LIMITS, template: { ...TEMPLATE_BOUNDS } })
  })
})

describe('the headers of a page', () => {
  let service: TestService
  let number = 0

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  /** Of the sign-in page of a theme with this template. */
  const headersOf = async (text: string) => {
    const id = await service.createTheme(`Headers ${++number}`, packageOf({ [FILES.login]: whole(text) }))
    const answer = await fetch(`${service.url}${LOGIN}?themeId=${id}`)
    const all = [...answer.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    const policy = answer.headers.get('content-security-policy')!
    const { fallback, problems } = await json<Shown>(await service.call('GET', `${EXPLAIN}?themeId=${id}`))
    return { text: await answer.text(), policy, bytes: Buffer.byteLength(all), fallback, problems }
  }
  const images = (count: number) =>
    numbered(count, index => `<img src="https://images-${index}.example/a.png">`)

  test('allow handlers one by one as long as there is room, and never all', async () => {
    const some = await headersOf(numbered(38, index => `<p onclick="f(${index})">`))
    assert.equal(some.fallback, null)
    assert.ok(some.policy.length > 2_400 && some.policy.length <= TEMPLATE_BOUNDS.policy)
    assert.ok(some.bytes < 4_096, String(some.bytes))
    const many = await headersOf(numbered(60, index => `<p onclick="f(${index})">`))
    assert.match(many.fallback!, /the content policy is too long/)
    assert.match(many.text, /name="username"/)
    assert.doesNotMatch(many.policy, /script-src[^;]*unsafe-inline/)
  })

  test('allow a whole scheme where there are too many origins, and the author is told', async () => {
    const few = await headersOf(images(20))
    assert.match(few.policy, /img-src [^;]*https:\/\/images-19\.example/)
    for (const count of [150, 10_000]) {
      const many = await headersOf(`<h1>mine</h1>${images(count)}`)
      assert.equal(many.fallback, null)
      assert.match(many.text, /<h1>mine/)
      assert.match(many.policy, /img-src https:;/)
      assert.ok(many.bytes < 4_096, String(many.bytes))
      assert.deepEqual(many.problems, [{ what: 'broad policy', name: 'img-src', file: FILES.login, line: 1 }])
    }
  })

  test('keep narrow what may be broad: other schemes, and other directives', async () => {
    const mixed = numbered(
      150,
      index => `<img src="${index === 7 ? 'http' : 'https'}://images-${index}.example/a">`,
    )
    const { policy } = await headersOf(
      `${mixed}<img src="data:image/png;base64,AAAA"><link rel=stylesheet href="https://styles.example/a.css">`,
    )
    assert.match(policy, /img-src https: http: data:;/)
    assert.match(policy, /style-src [^;]*https:\/\/styles\.example/)
  })

  test('do not allow every connection, frame or form because there are many', async () => {
    for (const text of [
      `<script>${numbered(300, index => `fetch("https://api-${index}.example/");`)}</script>`,
      numbered(300, index => `<iframe src="https://frame-${index}.example/"></iframe>`),
      numbered(300, index => `<form action="https://form-${index}.example/"></form>`),
    ]) {
      const { fallback, policy } = await headersOf(text)
      assert.match(fallback!, /the content policy is too long/)
      assert.ok(policy.length <= TEMPLATE_BOUNDS.policy)
    }
  })

  test('and the page itself are those of the master where a value makes the page too large', async () => {
    const id = await service.createTheme(
      `Headers ${++number}`,
      packageOf({
        [FILES.login]: whole(`<h1>mine</h1>${'<i>@LOGIN_HINT@</i>'.repeat(15_000)}`),
      }),
    )
    const long = encodeURIComponent('<'.repeat(256))
    const answer = await fetch(`${service.url}${LOGIN}?themeId=${id}&login_hint=${long}`)
    assert.equal(answer.status, 200)
    assert.match(await answer.text(), /name="username"/)
    const short = await fetch(`${service.url}${LOGIN}?themeId=${id}&login_hint=a`)
    assert.match(await short.text(), /<h1>mine/)
    const { fallback } = await json<Shown>(await service.call('GET', `${EXPLAIN}?themeId=${id}`))
    assert.equal(fallback, null)
  })
})

describe('half a character', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const CUT = `${'a'.repeat(299)}😀`
  for (const reference of ['registration', 'user_form', 'profile']) {
    test(`is never made of a language that is too long: ${reference}`, async () => {
      const query = `reference=${reference}&ui_locales=${encodeURIComponent(CUT)}`
      const answer = await fetch(`${service.url}/flows/?${query}`, { redirect: 'manual' })
      assert.ok(answer.status < 500, String(answer.status))
    })
  }

  test('is never made of a user name that is too long', async () => {
    const hint = encodeURIComponent(`${'a'.repeat(255)}😀`)
    for (const query of [
      `?login_hint=${hint}`,
      `?runtime=true&login_hint=${hint}&ui_locales=${encodeURIComponent(CUT)}`,
    ]) {
      const answer = await fetch(`${service.url}${LOGIN}${query}`, { redirect: 'manual' })
      assert.ok(answer.status < 500, String(answer.status))
      assert.doesNotMatch(await answer.text(), /\ufffd/)
    }
  })
})
