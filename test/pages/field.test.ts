import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { json, packageBytes } from '../support/answers.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { EXPLAIN, FILES, LOGIN, PREVIEW, STATIC, THEMES } from './addresses.ts'
import { type Watched, watched } from './opened.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/field-package/templates')
const files = Object.fromEntries(
  globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))]),
)
const ELSEWHERE = ['banner', 'paper', 'waves'].map(name => `https://images.example/${name}.png`)

describe('a package in the manner of the field', () => {
  let service: TestService
  let browser: Browser
  let id: string

  before(async () => {
    service = await testService('SQLite')
    browser = await launchBrowser()
    const answer = await service.call(
      'POST',
      THEMES,
      packageForm(packageOf(files), { name: 'Harbour & Sons', description: '' }),
    )
    assert.equal(answer.status, 201)
    ;({ id } = await json<{ id: string }>(answer))
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  /** The sign-in page in a browser; the pictures from elsewhere are there, and noted. */
  const opened = async (query = '', locale = 'en-US'): Promise<Watched & { elsewhere: string[] }> => {
    const context = await browser.newContext({ locale })
    const elsewhere: string[] = []
    await context.route('https://images.example/**', async route => {
      elsewhere.push(route.request().url())
      await route.fulfill({ contentType: 'image/png', body: files['common/static/assets/image/dot.png']! })
    })
    const seen = await watched(context)
    await seen.tab.goto(`${service.url}${LOGIN}?runtime=true&themeId=${id}${query}`, { waitUntil: 'load' })
    await within(60_000, async () => (await seen.tab.evaluate('fieldMarks.includes("late.js")')) === true)
    return { ...seen, elsewhere }
  }
  const inPage = async <T>({ tab }: Watched, expression: string) => (await tab.evaluate(expression)) as T

  test('is kept byte for byte', async () => {
    assert.ok(files[FILES.choice]!.length > 55_000)
    assert.deepEqual(pathsOf(await packageBytes(service, id, true)).toSorted(), Object.keys(files).toSorted())
    for (const [path, content] of Object.entries(files)) {
      const answer = await service.call('GET', `${THEMES}/${id}/${path}`)
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content), path)
    }
  })

  test('shows, and its scripts and handlers run', async () => {
    const seen = await opened()
    assert.equal(await seen.tab.title(), 'Come aboard | Harbour & Söhne')
    await seen.tab.click('#username')
    await seen.tab.click('#constant')
    await seen.tab.click('#address')
    await seen.tab.click('#send')
    assert.deepEqual(await inPage<string[]>(seen, 'fieldMarks'), [
      'no timestamp',
      'x.js',
      'end of page',
      'loaded',
      'late.js',
      'focused',
      'constant',
      'address',
      `theme ${id}`,
    ])
    assert.deepEqual(seen.errors, [])
    assert.deepEqual(await seen.violations(), [])
  })

  test('its pictures from elsewhere are asked for, and nothing else leaves the host', async () => {
    const { asked, elsewhere } = await opened()
    assert.deepEqual([...new Set(elsewhere)].sort(), ELSEWHERE)
    for (const address of asked)
      assert.ok(address.startsWith(service.url) || ELSEWHERE.includes(address), address)
  })

  test('its values are the service’s, bare and in strings', async () => {
    const seen = await opened('&login_hint=alex%40example.com')
    const { loginUrl } = (await inPage(seen, 'idSources[0]')) as { loginUrl: string }
    assert.match(loginUrl, /^\/idaas\/mtfim\/sps\/idaas\/login\?runtime=true&flow=[\w.-]+$/)
    const sources = [
      {
        type: 'CLOUDDIRECTORY',
        loginUrl,
        forgotPasswordOptions: { forgotPasswordUrl: `${loginUrl}&operation=forgot_password` },
      },
    ]
    assert.deepEqual(await inPage(seen, 'idSources'), sources)
    assert.deepEqual(await inPage(seen, 'JSON.parse(idSourcesText)'), sources)
    assert.deepEqual(
      await inPage(seen, '[errorMessage, loginHint, wait, helpAddress, price, cost, questions]'),
      ['', 'alex@example.com', '', 'help@harbour.example', '$5', '$7$', []],
    )
    assert.equal(await inPage(seen, 'document.getElementById("signin").action'), service.url + loginUrl)
    assert.equal(await inPage(seen, 'document.getElementById("signin").elements.shown.value'), id)
    assert.equal(
      await inPage(seen, 'document.getElementById("forgot").href'),
      `${service.url}${loginUrl}&operation=forgot_password`,
    )
    assert.equal(await inPage(seen, 'document.getElementById("username").value'), 'alex@example.com')
    assert.equal(await inPage(seen, 'document.querySelectorAll("#questions li").length'), 0)
  })

  test('its labels are read although they are not UTF-8, and quotes in them break nothing', async () => {
    const seen = await opened()
    const text = async (selector: string) => (await seen.tab.locator(selector).innerText()).trim()
    assert.equal(await inPage(seen, 'greeting'), `Welcome to the "Café l'Escale" – it's open`)
    assert.equal(await text('#greeting span'), `Welcome to the "Café l'Escale" – it's open`)
    assert.equal(await text('h1'), 'Come aboard')
    assert.equal(await seen.tab.getAttribute('#banner', 'alt'), 'Ships & "boats"')
    assert.equal(await text('#legal'), `No part = no guarantee for ${id}`)
    assert.match(await text('#field-footer'), /Harbour & Söhne\. Open from 8 to 18, also on Saturdays/)
    assert.match(await text('#field-header'), /Harbour & Söhne/)
    assert.equal(await text('label[for=password]'), 'Password')
  })

  test('what only looks like a macro or a label stays as it is', async () => {
    const seen = await opened()
    const text = async (selector: string) => (await seen.tab.locator(selector).innerText()).trim()
    assert.equal(
      await text('#contact'),
      `Write to first@harbour@second, to help@harbour.example or to sales@harbour.example [see below], from $5 to \${much}.`,
    )
    assert.equal(await text('#missing'), '$FIELD_IN_NO_FILE$ @FIELD_UNKNOWN@')
  })

  test('its styles apply: sheet, style elements and style attributes', async () => {
    const seen = await opened()
    const styled = async (selector: string, property: string) =>
      await inPage(seen, `getComputedStyle(document.querySelector('${selector}')).${property}`)
    assert.equal(await styled('#panel', 'color'), 'rgb(1, 2, 3)')
    assert.equal(await styled('#panel h1', 'color'), 'rgb(18, 52, 86)')
    assert.equal(await styled('#forgot', 'display'), 'block')
    assert.equal(await styled('#greeting span', 'fontWeight'), '700')
    assert.equal(await styled('#field-footer b', 'color'), 'rgb(18, 52, 86)')
    assert.equal(await styled('table.branches', 'borderCollapse'), 'collapse')
    assert.equal(await inPage(seen, 'document.getElementById("dot").naturalWidth'), 1)
    assert.equal(await inPage(seen, 'document.getElementById("banner").naturalWidth'), 1)
  })

  test('the form posts to the address that the service gave', async () => {
    const seen = await opened()
    const { loginUrl } = (await inPage(seen, 'idSources[0]')) as { loginUrl: string }
    await seen.tab.evaluate('document.getElementById("send").onclick = null')
    await seen.tab.fill('#username', 'alex')
    await seen.tab.fill('#password', 'secret')
    const posted = seen.tab.waitForRequest(request => request.method() === 'POST')
    await seen.tab.click('#send')
    const request = await posted
    assert.equal(request.url(), service.url + loginUrl)
    const fields = Object.fromEntries(new URLSearchParams(request.postData()!))
    assert.deepEqual(fields, { operation: 'verify', username: 'alex', password: 'secret', shown: id })
  })

  test('a language that has only some of the labels takes the others from the default', async () => {
    const seen = await opened('', 'de-DE')
    assert.equal(await seen.tab.title(), 'Willkommen an Bord | Harbour & Söhne')
    assert.equal((await seen.tab.locator('#constant').innerText()).trim(), 'Neues aus dem Café')
    assert.equal((await seen.tab.locator('label[for=password]').innerText()).trim(), 'Passwort')
    assert.equal(await seen.tab.getAttribute('#panel', 'data-locale'), 'de')
  })

  const hostile = [
    `';fieldMarks.push('pwned');'`,
    `";fieldMarks.push("pwned");"`,
    '</script><script>fieldMarks.push("pwned")</script>',
    '" autofocus onfocus="fieldMarks.push(\'pwned\')',
    '@ID_SOURCES@ $LOGIN_TITLE$ [RPT questions]',
    '\u2028fieldMarks.push("pwned")//\\',
  ]
  for (const hint of hostile) {
    test(`a suggested user name such as ${JSON.stringify(hint)} is only a text`, async () => {
      const seen = await opened(`&login_hint=${encodeURIComponent(hint)}`)
      assert.equal(await inPage(seen, 'loginHint'), hint)
      assert.equal(await inPage(seen, 'document.getElementById("username").value'), hint)
      assert.deepEqual(await inPage(seen, 'fieldMarks.filter(mark => mark === "pwned")'), [])
      assert.deepEqual(seen.errors, [])
    })
  }

  test('is explained: nothing fell back, and what its author should know is told', async () => {
    const explained = await json<{
      fallback: string | null
      labels: { missing: string[] }
      macros: { unknown: string[] }
      policy: { violations: number; text: string; widened: { directive: string; origin: string }[] }
    }>(await service.call('GET', `${EXPLAIN}?page=login-choice&themeId=${id}`))
    assert.equal(explained.fallback, null)
    assert.deepEqual(explained.labels.missing, ['FIELD_IN_NO_FILE'])
    assert.deepEqual(explained.macros.unknown.toSorted(), ['FIELD_UNKNOWN', 'harbour'])
    assert.deepEqual(
      explained.policy.widened.map(({ directive, origin }) => `${directive} ${origin}`),
      ['img-src https://images.example'],
    )
    assert.equal(explained.policy.violations, 0)
    assert.doesNotMatch(explained.policy.text, /script-src[^;]*'unsafe-inline'/)
  })

  test('its mails are read in the form they are in', async () => {
    const mail = async (page: string) => {
      const answer = await service.call('GET', `${PREVIEW}/${page}?themeId=${id}`)
      const header = (name: string) => decodeURIComponent(answer.headers.get(`tabard-${name}`)!)
      return { sender: header('sender'), subject: header('subject'), html: await answer.text() }
    }
    const code = await mail('mail-one-time-code')
    assert.equal(code.sender, 'Harbour & Sons <no-reply@harbour.example>')
    assert.equal(code.subject, 'Harbour & Söhne: 481516')
    assert.match(code.html, new RegExp(`src="https://[^"/]+${STATIC}/logo\\.png\\?themeId=${id}"`))
    assert.match(code.html, /Questions: help@harbour\.example/)
    const review = await mail('mail-campaign-reviewers')
    assert.equal(review.subject, 'Please review Yearly review')
    assert.match(
      review.html,
      /^<p>12 items until 30 November 2026: <a href="https:\/\/id\.example\.com\/usc">/,
    )
  })
})
