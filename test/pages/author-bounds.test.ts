import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { TEMPLATE_BOUNDS } from '../../src/core/template/template.ts'
import { json, refusal } from '../support/answers.ts'
import { packageOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { send } from '../support/wire.ts'
import { page as compiled } from '../template/pages.ts'
import { EXPLAIN, FILES, LOGIN, wholeFiles } from './addresses.ts'

const MAIL = 'notifications/user_management/profile/default/account_deleted_email.xml'

function numbered(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join('')
}

interface Shown {
  readonly fallback: string | null
  readonly fallbacks: number
  readonly problems: readonly { what: string; name: string; file: string; line: number }[]
}

describe('what authors write has bounds, and they are told which', () => {
  let service: TestService
  let number = 0

  before(async () => {
    service = await testService('SQLite')
  })
  after(() => service.stop())

  const theme = async (files: Record<string, string>) =>
    await service.createTheme(`Author bounds ${++number}`, packageOf(wholeFiles(files)))
  const explained = async (id: string, entry = 'login') =>
    await json<Shown>(await service.call('GET', `${EXPLAIN}?themeId=${id}&page=${entry}`))
  const post = async (files: Record<string, string>, entry = 'login') =>
    await service.call('POST', `/v1.0/tabard/preview/${entry}`, JSON.stringify({ files: wholeFiles(files) }))
  const previewed = async (files: Record<string, string>, entry = 'login') =>
    await json<Shown>(await post(files, entry))
  const planOf = async (files: Record<string, string>) =>
    await service.call('POST', '/v1.0/tabard/themes/default/plan', packageForm(packageOf(wholeFiles(files))))

  for (const [what, files, entry, bound, file, line] of [
    [
      'labels',
      { [FILES.labels]: numbered(11_000, index => `$A${index}$=\n`) },
      'login',
      'labels',
      FILES.labels,
      undefined,
    ],
    [
      'long labels',
      { [FILES.labels]: numbered(20, index => `$A${index}$=${randomBytes(30_000).toString('hex')}\n`) },
      'login',
      'labelTexts',
      FILES.labels,
      undefined,
    ],
    [
      'style sheets',
      { [FILES.login]: `\n${numbered(100_000, index => `template/v1.0/static/${index}.css\n`)}` },
      'login',
      'sheets',
      FILES.login,
      2 + TEMPLATE_BOUNDS.sheets,
    ],
    [
      'a subject',
      {
        [MAIL]: `<root><Subject><Value><![CDATA[${'x'.repeat(100_000)}]]></Value></Subject><Message><Value><![CDATA[<p>x]]></Value></Message></root>`,
      },
      'mail-account-deleted',
      'subject',
      MAIL,
      1,
    ],
  ] as const) {
    test(`${what}: the master shows, and preview, plan and explanation name the bound`, async () => {
      const told = ({ problems }: Shown) =>
        problems.some(
          one =>
            one.what === 'over a bound' &&
            one.name === bound &&
            one.file === file &&
            (line === undefined ? one.line > 1 : one.line === line),
        )
      const preview = await previewed(files, entry)
      assert.ok(preview.fallback !== null && told(preview), JSON.stringify(preview.problems))
      const id = await theme(files)
      assert.ok(told(await explained(id, entry)))
      const answer = await fetch(`${service.url}${LOGIN}?themeId=${id}`)
      assert.match(await answer.text(), /name="username"/)
      const { unusable } = await json<{ unusable: { page: string }[] }>(await planOf(files))
      assert.ok(unusable.some(({ page }) => page === entry))
    })
  }

  test('languages: what would add too many is refused', async () => {
    const codes = Array.from({ length: 120 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
    )
    const files = (count: number) =>
      Object.fromEntries(
        codes
          .slice(0, count)
          .map(code => [`common/labels/${code}/template_labels.properties`, '$LOGIN_TITLE$=x']),
      )
    const form = packageForm(packageOf(files(120)), { name: 'Many languages' })
    assert.deepEqual(await refusal(await service.call('POST', '/v1.0/branding/themes', form)), [
      413,
      'TABRD0406E',
    ])
    assert.deepEqual(await refusal(await post(files(120))), [413, 'TABRD0406E'])
    assert.deepEqual(await refusal(await planOf(files(120))), [413, 'TABRD0406E'])
    assert.equal((await post(files(50))).status, 201)
  })

  test('lines are told in files of many lines', async () => {
    const text = `${'\n'.repeat(1_000_000)}<p>@NOBODY_KNOWS@</p>`
    const { problems } = await previewed({ [FILES.login]: text })
    assert.deepEqual(
      problems.map(({ name, line }) => [name, line]),
      [['NOBODY_KNOWS', 1_000_001]],
    )
  })

  test('a subject is short in the header of a preview', async () => {
    const { id } = await json<{ id: string }>(
      await post(
        {
          [MAIL]: `<root><Subject><Value><![CDATA[${'ü'.repeat(400)}]]></Value></Subject><Message><Value><![CDATA[<p>x]]></Value></Message></root>`,
        },
        'mail-account-deleted',
      ),
    )
    const answer = await service.call('GET', `/v1.0/tabard/preview/mail-account-deleted?themeId=${id}`)
    assert.equal(decodeURIComponent(answer.headers.get('tabard-subject')!), 'ü'.repeat(200))
  })

  test('what authors look at is not counted as shown to people', async () => {
    const id = await theme({ [FILES.login]: '<b>'.repeat(1_000) })
    await (await service.call('GET', `/v1.0/tabard/preview/login?themeId=${id}`)).text()
    assert.equal((await explained(id)).fallbacks, 0)
    await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
    assert.equal((await explained(id)).fallbacks, 1)
  })

  test('a page whose policy fits when it is compiled is shown under another host too', async () => {
    const handlers = (count: number) => numbered(count, index => `<p onclick="f(${index})">`)
    const text = (count: number) =>
      `<h1>mine</h1><form method="post" action="@ACTION@"><input name="username"><input name="password"></form>${handlers(count)}`
    let count = 30
    const fits = (of: number) => {
      try {
        return page(text(of)) !== undefined
      } catch {
        return false
      }
    }
    const page = (of: string) => compiled(of, { policed: true })
    while (fits(count + 1)) count += 1
    const id = await theme({ [FILES.login]: text(count) })
    const { body } = await send(service.url, 'GET', `${LOGIN}?themeId=${id}`, {
      host: 'another.sign-in.application.example.com',
    })
    assert.match(body.toString(), /<h1>mine/)
  })

  test('a form between scripts stays where scripts do not run', async () => {
    const id = await theme({
      [FILES.login]:
        '<h1>mine</h1><script>a()</script ><form method="post" action="@ACTION@"><input name="username"><input type="password" name="password"><button>Go</button></form><script>b()</script>',
    })
    const { body } = await send(service.url, 'GET', `${LOGIN}?themeId=${id}`, { host: 'plain.example' })
    const text = body.toString()
    assert.match(text, /<h1>mine<\/h1><form/)
    assert.doesNotMatch(text, /<script/)
  })
})
