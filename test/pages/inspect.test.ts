import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json, refusal } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { type TestService, testService } from '../support/service.ts'
import { FILES, PREVIEW, whole } from './addresses.ts'

const LOGOUT = 'authentication/logout/default/logout_success.html'

for (const engine of usually('SQLite')) {
  describe(`framed previews on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const kept = async (page: string, body: unknown, query = '') => {
      const answer = await service.call('POST', `${PREVIEW}/${page}${query}`, JSON.stringify(body), {
        'content-type': 'application/json',
      })
      assert.equal(answer.status, 201)
      return await json<{ id: string; url: string }>(answer)
    }
    const framed = async (path: string) => await fetch(service.url + path)
    const scriptSource = (answer: Response) =>
      /script-src ([^;]*)/.exec(answer.headers.get('content-security-policy')!)![1]!

    test('a framed page holds no script of ours unless it is inspected', async () => {
      const preview = await kept('login', { files: { [FILES.login]: whole('<!doctype html><p>quiet</p>') } })
      const answer = await framed(preview.url)
      assert.equal(scriptSource(answer), "'none'")
      assert.doesNotMatch(await answer.text(), /<script/)
      const token = await service.call('GET', `${PREVIEW}/login?inspect=`)
      assert.doesNotMatch(await token.text(), /postMessage/)
    })

    test('an inspected page runs our script first, and its policy lets in nothing more', async () => {
      const preview = await kept(
        'login',
        { files: { [FILES.login]: whole('<!-- a --> <!DOCTYPE html>\n<html lang="@LANG@"><p>Ça</p>') } },
        '?locale=fr&inspect=',
      )
      assert.match(preview.url, /[?&]inspect=/)
      const answer = await framed(preview.url)
      const [, nonce] = /^'nonce-([\w-]+)'$/.exec(scriptSource(answer))!
      const policy = answer.headers.get('content-security-policy')!
      const plain = (await framed(preview.url.replace('inspect=', ''))).headers.get(
        'content-security-policy',
      )!
      assert.equal(policy.replace(/script-src [^;]*/, ''), plain.replace(/script-src [^;]*/, ''))
      const page = await answer.text()
      assert.ok(page.startsWith(`<!-- a --> <!DOCTYPE html><script nonce="${nonce}">`))
      assert.match(page, /<\/script>\n<html data-tabard-n="0" lang="fr"><p data-tabard-n="1">Ça<\/p><form/)
      const [, to] = /const origin = ("[^"]+")/.exec(page)!
      assert.match(policy, new RegExp(`frame-ancestors ${JSON.parse(to!)}(?:;|$)`))
    })

    test('an inspected page with scripts of its own keeps them, and one without a doctype stays as it is', async () => {
      const script = '<script>document.title = 1</script>'
      const preview = await kept('login', { files: { [FILES.login]: whole(script) } }, '?inspect=1')
      const answer = await framed(preview.url)
      const [, nonce] = /^'nonce-([\w-]+)' 'strict-dynamic'$/.exec(scriptSource(answer))!
      const page = await answer.text()
      assert.ok(page.startsWith(`<script nonce="${nonce}">`))
      assert.equal(page.split(`nonce="${nonce}"`).length, 3)
    })

    test('a prologue without an end does not stop the service', async () => {
      for (const prologue of [
        '<!-- --> '.repeat(2_000),
        '<!--'.repeat(20_000),
        '<!doctype '.repeat(20_000),
      ]) {
        const preview = await kept('logout', { files: { [LOGOUT]: prologue } }, '?inspect=')
        assert.equal((await framed(preview.url)).status, 200)
      }
    })

    test('a page is shown in another direction than its language has', async () => {
      const preview = await kept('login', {}, '?locale=fr&direction=rtl')
      assert.match(await (await framed(preview.url)).text(), /<html[^>]* lang="fr" dir="rtl">/)
      const arabic = `/preview/${preview.id}/login?locale=ar`
      assert.match(await (await framed(arabic)).text(), /<html[^>]* lang="ar" dir="rtl">/)
      assert.match(await (await framed(`${arabic}&direction=ltr`)).text(), /<html[^>]* lang="ar" dir="ltr">/)
      for (const direction of ['', 'auto', 'RTL', 'rtl"><script>', '__proto__']) {
        const answer = await framed(`${arabic}&direction=${encodeURIComponent(direction)}`)
        assert.deepEqual(await refusal(answer), [400, 'TABRD0107E'], direction)
      }
    })

    test('a container watches a page with the titles of its language, and asks no tag manager', async () => {
      const path = 'user_flows/registration/default/registration.html'
      const manager = 'https://www.googletagmanager.com/gtm.js?id=GTM-AB12CD3'
      const files = { [path]: `<!doctype html><script src="${manager}"></script>@REGISTRATION_FORM@` }
      const { url } = await kept('registration', files, '?locale=de')
      const plain = await (await framed(`${url}&container=after`)).text()
      assert.ok(!plain.includes(manager))
      assert.ok(plain.includes('"Create an account"') && !plain.includes('"Konto erstellen"'))
      assert.ok((await (await framed(`${url}&container=before&titles`)).text()).includes('"Konto erstellen"'))
      for (const container of ['', 'never', '__proto__'])
        assert.deepEqual(await refusal(await framed(`${url}&container=${container}`)), [400, 'TABRD0107E'])
    })

    test('a framed page is told of errors in scripts of the service', async () => {
      const preview = await kept('login', {})
      assert.match(
        await (await framed(preview.url)).text(),
        /<script [^>]*crossorigin="anonymous"[^>]* src="\/template\/v1\.0\/static\/js\/show-password\.js/,
      )
      assert.doesNotMatch(await (await service.call('GET', `${PREVIEW}/login`)).text(), /crossorigin/)
    })
  })
}
