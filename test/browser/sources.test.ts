import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createSource, linkAccount, SIGN_IN, updateSource } from '../../src/identity/identity.ts'
import type { IdentitySource } from '../../src/store/store.ts'
import { type Sourced, sourced } from '../journeys/source-steps.ts'
import { addAccount, addApplication, PASSWORD } from '../support/people.ts'
import { freePort } from '../support/ports.ts'
import { type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'
import { staged } from './stage.ts'

describe('signing in through identity sources in a browser', () => {
  const stage = staged()
  let other: TestService
  let second: IdentitySource
  let apple: Sourced

  before(async () => {
    // Another host than the service's, because cookies do not tell ports apart.
    const port = await freePort()
    other = await testService('SQLite', { PORT: String(port), TABARD_PUBLIC_URL: `http://localhost:${port}` })
    const store = mainStore(stage.service)
    const issuer = `http://localhost:${port}/v1.0/endpoint/default`
    const made = await createSource(store, {
      name: 'Second instance',
      issuer,
      clientId: 'later',
      secret: 'later',
      creates: true,
      signsOut: true,
    })
    const app = await addApplication(other, {
      name: 'First instance',
      redirects: [`${stage.service.service.publicUrl}/sources/${made.id}/callback`],
      logoutRedirects: [`${stage.service.service.publicUrl}/sources/${made.id}/signed-out`],
    })
    second = await updateSource(store, made.id, { clientId: app.id, secret: app.clientSecret! })
    apple = await sourced({ store }, 'apple', { name: 'Orchard' })
  })
  after(async () => {
    await apple.provider.stop()
    await other.stop()
  })

  test('two applications with different themes, through a second instance of this service', async t => {
    const [blue, red] = [await stage.theme('Blue', '#1d4ed8'), await stage.theme('Red', '#b91c1c')]
    const there = await addAccount(other, { email: 'alex@there.example' })
    const here = await addAccount(stage.service, {
      email: 'alex@here.example',
      givenName: 'Alex',
      familyName: 'Moreau',
    })
    await linkAccount(mainStore(stage.service), { source: second.id, account: here, subject: there })
    for (const look of [blue, red]) {
      const app = await stage.application({ name: look.brand, themeId: look.id })
      const tab = await (await stage.visitor(t, { elsewhere: [new URL(second.issuer).origin] })).tab(look)
      await tab.open(app.login())
      await tab.page.click('text=Continue with Second instance')
      await tab.page.waitForURL(/localhost/)
      await tab.page.fill('[name=username]', 'alex@there.example')
      await tab.page.fill('[name=password]', PASSWORD)
      await tab.page.locator('main form button[type=submit]').first().click()
      await tab.page.waitForURL(`${app.url}/home*`)
      await tab.greeted(app)
      const { claims } = app.people.at(-1)!
      assert.deepEqual([claims.acr, claims.amr], ['urn:tabard:acr:source', ['fed']])
      await tab.page.click('#logout')
      await tab.press('Sign out')
      await tab.page.waitForURL(/localhost.*logout/)
      await tab.page.locator('main form button[type=submit]').first().click()
      await tab.page.waitForURL(`${app.url}/bye*`)
    }
  })

  test('an answer that Apple posts from its own site finds the cookie of the browser', async t => {
    const account = await addAccount(stage.service, { email: 'orchard@here.example' })
    await linkAccount(mainStore(stage.service), { source: apple.source.id, account, subject: 'apple' })
    apple.provider.person = { sub: 'apple', email_verified: 'true' }
    const tab = await (await stage.visitor(t, { elsewhere: [apple.provider.origin] })).tab()
    await tab.open(`${stage.service.url}${SIGN_IN}?runtime=true`)
    await tab.page.click('text=Continue with Orchard')
    await tab.page.click('text=Allow')
    await tab.page.waitForURL(/idaas\/login/)
    assert.match(await tab.page.content(), /orchard@here\.example/)
  })
})
