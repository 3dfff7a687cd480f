import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { operatorOf } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { addAccount, addApplication } from '../support/people.ts'
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
    await field('Name in other languages').fill('de=Partner = Freunde')
    await tab.getByLabel('New client secret').fill(`${provider.settings.secret} `)
    await field('Trusted domains').fill('example.com')
    await tab.getByRole('switch', { name: 'Create accounts at the first sign-in' }).click()
    const saving = tab.waitForRequest(request => request.method() === 'PUT')
    await button('Save changes').click()
    assert.equal((await saving).postDataJSON().secret, provider.settings.secret)
    await tab.getByText('Changes are saved.').waitFor()
    const { names, trustedDomains, creates } = await only()
    assert.deepEqual([names, trustedDomains, creates], [{ de: 'Partner = Freunde' }, ['example.com'], true])
  })

  test('what is changed during a save stays, and is saved next', async () => {
    const { tab } = console
    const held = Promise.withResolvers<void>()
    await tab.route('**/v1.0/tabard/sources/*', async route => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await field('Trusted domains').fill('example.org')
    await button('Save changes').click()
    await field('Name in other languages').fill('de=Partner\nfr=Partenaires')
    held.resolve()
    await becomes(async () => (await only()).trustedDomains, ['example.org'])
    await button('Save changes').click()
    await becomes(async () => (await only()).names, { de: 'Partner', fr: 'Partenaires' })
    await becomes(() => button('Save changes').isDisabled(), true)
    await becomes(() => field('Name in other languages').inputValue(), 'de=Partner\nfr=Partenaires')
    await tab.unroute('**/v1.0/tabard/sources/*')
  })

  test('an icon is chosen, seen on light and dark, and removed', async () => {
    const { tab, sound } = console
    const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) =>
      await tab.locator('input[type=file]').setInputFiles(file)
    await choose({ name: 'icon.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await tab.getByText('Choose an SVG, PNG, WebP, JPEG or GIF file.').waitFor()
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(13_000) }
    await choose(large)
    await tab.getByText('This file is too large.').waitFor()
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>'
    await choose({ name: 'icon.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
    for (const scheme of ['light', 'dark'])
      await tab.getByRole('img', { name: `Icon on a ${scheme} page` }).waitFor()
    await sound('an icon')
    await button('Save changes').click()
    const icon = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
    await becomes(async () => (await only()).icon, icon)
    await button('Remove icon').click()
    await button('Save changes').click()
    await becomes(async () => (await only()).icon, null)
  })

  test('an administrator adds and removes links of a person', async () => {
    const { tab, go, sound } = console
    const id = await addAccount(service, { email: 'linked@example.com' })
    const links = async () =>
      (await mainStore(service).identitySources.linksOf(id)).map(({ subject, origin }) => [subject, origin])
    await go('/people')
    await tab.route('**/v1.0/tabard/sources', route => route.fulfill({ status: 409 }), { times: 1 })
    await tab.getByRole('button', { name: 'Linked accounts of linked@example.com' }).click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByText('No account at an identity source is linked.').waitFor()
    await dialog.getByRole('textbox', { name: 'ID of the person at the source' }).fill('subject-1')
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await dialog.getByText('subject-1').waitFor()
    assert.deepEqual(await links(), [['subject-1', 'given']])
    await sound('the links of a person')
    await dialog.getByRole('textbox', { name: 'ID of the person at the source' }).fill('subject-1')
    await dialog.getByRole('button', { name: 'Add link' }).click()
    await dialog.getByText('The link was not added').waitFor()
    await dialog.getByRole('button', { name: 'Remove the link with Partners' }).click()
    await dialog.getByRole('button', { name: 'Remove link', exact: true }).click()
    await dialog.getByText('No account at an identity source is linked.').waitFor()
    assert.deepEqual(await links(), [])
    await go(`/sources/${(await only()).id}`)
  })

  test('a mapping is tried on a sample', async () => {
    const { tab } = console
    await tab.getByRole('textbox', { name: 'Claims', exact: true }).fill('givenName=name.first')
    await field('Sample claims').fill('{"sub":"1","name":{"first":"Zoe"}}')
    await tab.getByRole('row', { name: 'givenName Zoe' }).waitFor()
    await button('Discard changes').click()
  })

  test('a test shows each step, and comes back with what an account would get', async () => {
    const { tab, open, sound } = console
    await button('Test sign-in').click()
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
    await field('Trusted domains').fill('example.net')
    await button('Save changes').click()
    await tab.getByText('The test succeeded').waitFor({ state: 'detached' })
  })

  test('an application offers some of them', async () => {
    const { tab, go, sound } = console
    const { id } = await addApplication(service, { name: 'Shop', redirects: [] })
    await go(`/applications/${id}?tab=sign-in`)
    await tab.getByRole('switch', { name: 'Offer all identity sources' }).click()
    await tab.getByRole('checkbox', { name: 'Partners' }).uncheck()
    await tab.getByText('People sign in with username and password only.').waitFor()
    await tab.getByRole('switch', { name: 'Offer username and password' }).click()
    await tab.getByRole('alert').getByText('Nobody can sign in.').waitFor()
    await sound('the sources of an application')
    await tab.getByRole('switch', { name: 'Offer username and password' }).click()
    await button('Save changes').click()
    await becomes(async () => (await mainStore(service).applications.get(id))?.sources?.length, 0)
  })

  test('one is removed after a question', async () => {
    const { tab, go } = console
    await go(`/sources/${(await only()).id}`)
    await button('Remove identity source').click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Remove identity source' }).click()
    await tab.getByText('No identity sources yet').waitFor()
    assert.deepEqual(await mainStore(service).identitySources.list(), [])
  })

  test('one is added with a private key', async () => {
    const { tab, sound } = console
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await button('Add identity source').first().click()
    const dialog = tab.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Kind' }).click()
    await tab.getByRole('option', { name: 'Another OpenID Connect provider' }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Keyed')
    await dialog.getByRole('textbox', { name: 'Issuer or discovery address' }).fill(provider.issuer)
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill(provider.clientId)
    await dialog.getByRole('combobox', { name: 'How Tabard authenticates to the source' }).click()
    await tab.getByRole('option', { name: 'With a private key' }).click()
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await dialog.getByRole('textbox', { name: 'Private key' }).fill(pem)
    await sound('add dialog with a key')
    await dialog.getByRole('button', { name: 'Add identity source' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Keyed' }).waitFor()
    await field('New private key').waitFor()
    assert.equal((await only()).authentication, 'key')
  })
})
