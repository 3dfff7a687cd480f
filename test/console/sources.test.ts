import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { operatorOf } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { SourceProvider } from '../support/source-provider.ts'
import { mainStore } from '../support/tenants.ts'

describe('identity sources in the console', () => {
  let service: TestService
  let console: ConsoleTab
  let provider: SourceProvider

  before(async () => {
    service = await testService('SQLite')
    await operatorOf(service, 'administrator')
    provider = await SourceProvider.start()
    console = await consoleTab(service, 'administrator@example.com')
  })
  after(async () => {
    await console?.close()
    await provider.stop()
    await service.stop()
  })

  const button = (name: string) => console.tab.getByRole('button', { name, exact: true })
  const field = (name: string) => console.tab.getByRole('textbox', { name })
  const only = async () => (await mainStore(service).identitySources.list())[0]!

  test('one is added by its discovery address, and its secret is never shown again', async () => {
    const { tab, open, sound } = console
    await open('/sources')
    await tab.getByText('No identity sources yet').waitFor()
    await sound('no sources')
    await button('Add identity source').click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await tab.getByRole('option', { name: 'Another OpenID Connect provider' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Partners')
    await dialog
      .getByRole('textbox', { name: 'Issuer or discovery address' })
      .fill(`${provider.issuer}/.well-known/openid-configuration`)
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill(provider.clientId)
    await dialog.getByLabel('Client secret').fill(provider.settings.secret)
    await sound('add dialog')
    await dialog.getByRole('button', { name: 'Add identity source' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Partners' }).waitFor()
    await sound('a source')
    assert.ok(!(await tab.content()).includes(provider.settings.secret))
    assert.equal((await only()).issuer, provider.issuer)
  })

  test('settings are changed, with names by language', async () => {
    const { tab } = console
    await field('Name in other languages').fill('de=Partner')
    await field('Trusted domains').fill('example.com')
    await tab.getByRole('switch', { name: 'Make accounts at the first visit' }).click()
    await button('Save changes').click()
    await tab.getByText('Changes are saved.').waitFor()
    const { names, trustedDomains, creates } = await only()
    assert.deepEqual([names, trustedDomains, creates], [{ de: 'Partner' }, ['example.com'], true])
  })

  test('a mapping is tried on a sample', async () => {
    const { tab } = console
    await field('Claims').fill('givenName=name.first')
    await field('Sample of what the source tells').fill('{"sub":"1","name":{"first":"Zoe"}}')
    await tab.getByRole('row', { name: 'givenName Zoe' }).waitFor()
    await button('Discard changes').click()
  })

  test('a test shows each step, and comes back with what an account would get', async () => {
    const { tab, open, sound } = console
    await button('Test').click()
    const link = tab.getByRole('link', { name: 'Sign in at Partners' })
    await link.waitFor()
    await tab.getByText('discovery').waitFor()
    await sound('a test that was begun')
    const { redirect } = provider.grant((await link.getAttribute('href'))!)
    const answer = await fetch(redirect, { redirect: 'manual' })
    const [, address] = /^0;url=(.+)$/.exec(answer.headers.get('refresh')!)!
    await open(new URL(address!).pathname + new URL(address!).search)
    await tab.getByText('The test succeeded').waitFor()
    await tab.getByRole('row', { name: 'email ada@example.com' }).waitFor()
    await sound('a test that succeeded')
  })

  test('an application offers some of them', async () => {
    const { tab, open, sound } = console
    const { id } = await addApplication(service, { name: 'Shop', redirects: [] })
    await open(`/applications/${id}?tab=sign-in`)
    await tab.getByRole('switch', { name: 'Offer all identity sources' }).click()
    await tab.getByRole('checkbox', { name: 'Partners' }).uncheck()
    await sound('the sources of an application')
    await button('Save changes').click()
    await becomes(async () => (await mainStore(service).applications.get(id))?.sources?.length, 0)
  })

  test('one is removed after a question', async () => {
    const { tab, open } = console
    await open(`/sources/${(await only()).id}`)
    await button('Remove identity source').click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove identity source' }).click()
    await tab.getByText('No identity sources yet').waitFor()
    assert.deepEqual(await mainStore(service).identitySources.list(), [])
  })
})
