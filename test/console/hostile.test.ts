import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'

const ADMINISTRATOR = 'boss@example.com'
const HEADER = 'common/page_components/page_header.html'

describe('a hostile theme, in the browser of an administrator who is signed in to the console', () => {
  let service: TestService
  let browser: Browser

  before(async () => {
    service = await testService('SQLite')
    const id = await addAccount(service, { email: ADMINISTRATOR })
    await service.service.store.tenant('main').write(tx => tx.accounts.update(id, { administrator: true }))
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  test('can neither read nor change anything of the console', async () => {
    const { consoleUrl } = service.service
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto(consoleUrl)
    await tab.fill('[name=username]', ADMINISTRATOR)
    await tab.fill('[name=password]', PASSWORD)
    await tab.locator('main form button[type=submit]').click()
    await tab.getByRole('navigation').first().waitFor()
    // Signed in at the pages, too: what a script there can do with that session must not reach the console.
    await tab.goto(`${service.url}${SIGN_IN}?runtime=true`)
    await tab.fill('[name=username]', ADMINISTRATOR)
    await tab.fill('[name=password]', PASSWORD)
    await tab.locator('main form button[type=submit]').click()
    await tab.getByRole('heading', { name: 'You are signed in' }).waitFor()
    const cookies = await context.cookies(service.url)
    assert.ok(
      cookies.some(({ name, httpOnly }) => name === 'tabard-console' && httpOnly),
      'cookies are shared by the ports of a host, so that the theme would have the session',
    )

    // It may connect wherever it wants, and does.
    const attack = `<p id="done"></p><script>
      (async () => {
        const at = '${consoleUrl}'
        const tries = {
          read: () => fetch(at + '/v1.0/tabard/themes', { credentials: 'include' }).then(answer => answer.text()),
          blind: () => fetch(at + '/v1.0/tabard/themes', { credentials: 'include', mode: 'no-cors' }).then(answer => answer.type),
          write: () => fetch(at + '/v1.0/tabard/themes', { method: 'POST', credentials: 'include', mode: 'no-cors',
            body: '{"name":"Owned"}', headers: { 'content-type': 'text/plain' } }).then(answer => answer.type),
          json: () => fetch(at + '/v1.0/tabard/themes', { method: 'POST', credentials: 'include',
            body: '{"name":"Owned"}', headers: { 'content-type': 'application/json' } }).then(answer => answer.text()),
          remove: () => fetch(at + '/v1.0/branding/reset', { method: 'DELETE', credentials: 'include' }).then(answer => answer.text()),
          page: () => fetch(at + '/signin', { credentials: 'include' }).then(answer => answer.text()),
          code: () => fetch('/v1.0/endpoint/default/authorize?client_id=tabard-console&response_type=code&scope=openid'
            + '&response_mode=form_post&code_challenge_method=S256&code_challenge=' + 'a'.repeat(43)
            + '&redirect_uri=' + encodeURIComponent(at + '/callback')).then(answer => answer.status),
          signIn: () => fetch(at + '/signin', { method: 'POST', credentials: 'include', mode: 'no-cors',
            body: new URLSearchParams({ username: 'x', password: 'y' }) }).then(answer => answer.type),
          signOut: () => fetch(at + '/signout', { method: 'POST', credentials: 'include', mode: 'no-cors' }).then(answer => answer.type),
          cookie: async () => document.cookie,
        }
        const found = {}
        for (const [name, act] of Object.entries(tries)) found[name] = await act().catch(error => 'failed: ' + error.message)
        document.getElementById('done').textContent = JSON.stringify(found)
      })()
    </script>`
    const themeId = await service.createTheme('Hostile', packageOf({ [HEADER]: attack }))
    // Scripts of a theme run there also for somebody who is signed in.
    const page = `${SIGN_IN}?runtime=true&operation=forgot_password&themeId=${themeId}`
    await tab.goto(`${service.url}${page}`)
    await tab.locator('#done', { hasText: '{' }).waitFor()
    const found = JSON.parse((await tab.textContent('#done'))!) as Record<string, string>
    for (const name of ['read', 'json', 'remove', 'page']) assert.match(found[name]!, /^failed: /, name)
    for (const name of ['blind', 'write', 'signIn', 'signOut'])
      assert.match(found[name]!, /^(?:failed: .*|opaque)$/, name)
    assert.notEqual(String(found.code), '200', 'there is no code for the console')
    assert.doesNotMatch(found.cookie!, /console/)

    const { themes } = await service.service.store.tenant('main').themes.list({ limit: 100, offset: 0 })
    assert.deepEqual(themes.map(({ name }) => name).sort(), ['Hostile', 'default'])
    await tab.goto(consoleUrl)
    await tab.getByRole('navigation').first().waitFor()
    await context.close()
  })

  test('does not stand between an administrator and the console', async () => {
    const authorization = `Bearer ${await service.token()}`
    const form = new FormData()
    form.set('file', new Blob([whole('<h1>Closed</h1>')]), 'x')
    const put = await fetch(`${service.url}/v1.0/branding/themes/default/${FILES.login}`, {
      method: 'PUT',
      headers: { authorization },
      body: form,
    })
    assert.equal(put.status, 204)
    const context = await browser.newContext()
    const tab = await context.newPage()
    await tab.goto(`${service.url}${SIGN_IN}?runtime=true`)
    assert.equal(await tab.textContent('h1'), 'Closed')
    await tab.goto(`${service.service.consoleUrl}/signin?to=/session`)
    assert.equal(await tab.textContent('h1'), 'Sign in')
    await context.close()
  })
})
