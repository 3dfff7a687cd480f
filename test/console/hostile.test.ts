import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { FILES } from '../pages/addresses.ts'
import { launchBrowser } from '../support/browser.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'

const ADMINISTRATOR = 'boss@example.com'

describe('a hostile theme, in the browser of an administrator who is signed in to the console', () => {
  let service: TestService
  let browser: Browser

  before(async () => {
    service = await testService('SQLite')
    const id = await addAccount(service, { email: ADMINISTRATOR })
    await service.service.store.tenant('main').write(tx => tx.updateAccount(id, { administrator: true }))
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
    await tab.goto(`${consoleUrl}/signin?to=/session`)
    await tab.fill('[name=username]', ADMINISTRATOR)
    await tab.fill('[name=password]', PASSWORD)
    await Promise.all([
      tab.waitForURL(`${consoleUrl}/session`),
      tab.locator('main form button[type=submit]').click(),
    ])
    const cookies = await context.cookies(service.url)
    assert.ok(
      cookies.some(({ name, httpOnly }) => name === 'tabard-console' && httpOnly),
      'cookies are shared by the ports of a host, so that the theme would have the session',
    )

    // It may connect wherever it wants, and does.
    const attack = `<!doctype html><title>Sign in</title><p id="done"></p><script>
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
          cookie: async () => document.cookie,
        }
        const found = {}
        for (const [name, act] of Object.entries(tries)) found[name] = await act().catch(error => 'failed: ' + error.message)
        document.getElementById('done').textContent = JSON.stringify(found)
      })()
    </script>`
    const themeId = await service.createTheme('Hostile', packageOf({ [FILES.login]: attack }))
    await tab.goto(`${service.url}${SIGN_IN}?runtime=true&themeId=${themeId}`)
    await tab.locator('#done', { hasText: '{' }).waitFor()
    const found = JSON.parse((await tab.textContent('#done'))!) as Record<string, string>
    for (const name of ['read', 'json', 'remove']) assert.match(found[name]!, /^failed: /, name)
    for (const name of ['blind', 'write']) assert.match(found[name]!, /^(?:failed: .*|opaque)$/, name)
    assert.doesNotMatch(found.cookie!, /console/)

    const { themes } = await service.service.store.tenant('main').themes({ limit: 100, offset: 0 })
    assert.deepEqual(themes.map(({ name }) => name).sort(), ['Hostile', 'default'])
    await context.close()
  })

  test('does not stand between an administrator and the console', async () => {
    const authorization = `Bearer ${await service.token()}`
    const form = new FormData()
    form.set('file', new Blob(['<h1>Closed</h1>']), 'x')
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
