import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'

const OWN = '/v1.0/tabard'

interface Kept {
  readonly id: string
  readonly [setting: string]: unknown
}

describe('settings that somebody else changes while a form is open', () => {
  let service: TestService
  let other: TestOperator
  let desk: ConsoleTab

  before(async () => {
    service = await testService('SQLite')
    other = await operatorOf(service, 'administrator')
    desk = await consoleTab(service, 'administrator@example.com')
  })
  after(async () => {
    await desk?.close()
    await service.stop()
  })

  const button = (name: string) => desk.tab.getByRole('button', { name, exact: true })
  const field = (name: string) => desk.tab.getByRole('textbox', { name, exact: true })
  const alert = (text: string) => desk.tab.getByRole('alert').filter({ hasText: text })
  const saved = async () => {
    await button('Save changes').click()
    await desk.tab.getByText('Changes are saved.').first().waitFor()
    await desk.dismiss()
  }
  /** Waits until a form has the version that is there now. */
  const open = async (path: string, resource: string) => {
    const loaded = desk.tab.waitForResponse(answer => answer.url().endsWith(resource))
    await desk.open(path)
    await loaded
  }

  test('addresses of an application are those that both left, and the form shows them', async () => {
    const redirects = ['https://shop.example/old', 'https://shop.example/kept']
    const { id } = await other.json<Kept>('POST', `${OWN}/applications`, { name: 'Shop', redirects })
    const path = `${OWN}/applications/${id}`
    await open(`/applications/${id}?tab=sign-in`, path)
    await button('Add redirect URI').click()
    await field('Redirect URI 3').fill('https://shop.example/mine')
    await desk.tab.getByRole('switch', { name: 'Ask for consent' }).click()
    await other.json('PUT', path, {
      name: 'Market',
      redirects: ['https://shop.example/kept', 'https://shop.example/theirs'],
    })
    await saved()
    const expected = ['kept', 'theirs', 'mine'].map(one => `https://shop.example/${one}`)
    assert.partialDeepStrictEqual(await other.json('GET', path), {
      name: 'Market',
      redirects: expected,
      consent: true,
    })
    await desk.tab.getByRole('heading', { level: 1, name: 'Market' }).waitFor()
    const shown = desk.tab.getByRole('group', { name: 'Redirect URIs', exact: true }).getByRole('textbox')
    await becomes(() => shown.evaluateAll(all => all.map(one => (one as { value?: string }).value)), expected)
    await button('Save changes').waitFor({ state: 'detached' })
  })

  test('a text that both changed is kept in the form, and saved only if it is saved again', async () => {
    const { id } = await other.json<Kept>('POST', `${OWN}/applications`, { name: 'Clinic' })
    const path = `${OWN}/applications/${id}`
    const description = async () => (await other.json<Kept>('GET', path)).description
    await open(`/applications/${id}`, path)
    await field('Description').fill('mine')
    await other.json('PUT', path, { name: 'Hospital', description: 'theirs' })
    await button('Save changes').click()
    await alert('Somebody else changed the description after you opened this page.').waitFor()
    await desk.fits('settings that somebody else has changed')
    assert.equal(await description(), 'theirs')
    assert.equal(await field('Description').inputValue(), 'mine')
    assert.equal(await field('Name').inputValue(), 'Hospital')
    await saved()
    assert.equal(await description(), 'mine')
    await field('Description').fill('mine again')
    await other.json('PUT', path, { description: 'theirs again' })
    await button('Save changes').click()
    await alert('Somebody else changed the description').waitFor()
    await button('Discard changes').click()
    await becomes(() => field('Description').inputValue(), 'theirs again')
    await button('Save changes').waitFor({ state: 'detached' })
  })

  test('an API client keeps the themes and rights that both gave it', async () => {
    const [mine, theirs] = [
      await service.createTheme('Mine', packageOf({})),
      await service.createTheme('Theirs', packageOf({})),
    ]
    const client = { name: 'Build', entitlements: ['manageTemplates'], themes: ['default'] }
    const { clientId } = await other.json<Kept>('POST', `${OWN}/clients`, client)
    const path = `${OWN}/clients/${clientId}`
    await open(`/clients/${clientId}`, path)
    await desk.tab.getByRole('checkbox', { name: 'Mine' }).check()
    await other.call('PUT', path, { entitlements: ['readTemplates'], themes: ['default', theirs] })
    await saved()
    assert.partialDeepStrictEqual(await other.json('GET', path), {
      entitlements: ['readTemplates'],
      themes: ['default', theirs, mine],
    })
    await becomes(() => desk.tab.getByRole('radio', { name: 'Only read themes' }).isChecked(), true)
    await becomes(() => desk.tab.getByRole('checkbox', { name: 'Theirs' }).isChecked(), true)
    await field('Name').fill('Publisher')
    await other.call('PUT', path, { name: 'Deployer' })
    await button('Save changes').click()
    await alert('Somebody else changed the name').waitFor()
    await saved()
    assert.partialDeepStrictEqual(await other.json('GET', path), { name: 'Publisher' })
  })

  test('an identity source keeps the domains and names that both gave it', async () => {
    const source = { preset: 'google', clientId: 'tabard', secret: 'x', trustedDomains: ['old.example'] }
    const { id } = await other.json<Kept>('POST', `${OWN}/sources`, source)
    const path = `${OWN}/sources/${id}`
    await open(`/sources/${id}`, path)
    await field('Trusted domains').fill('old.example\nmine.example')
    await field('Name in other languages').fill('de=Partner')
    await other.json('PUT', path, { trustedDomains: ['theirs.example'], names: { fr: 'Partenaires' } })
    await saved()
    assert.partialDeepStrictEqual(await other.json('GET', path), {
      trustedDomains: ['theirs.example', 'mine.example'],
      names: { fr: 'Partenaires', de: 'Partner' },
    })
    await becomes(() => field('Trusted domains').inputValue(), 'theirs.example\nmine.example')
    await field('Name in other languages').fill('fr=Partenaires\nde=Freunde')
    await other.json('PUT', path, { names: { fr: 'Associés', de: 'Verbündete' } })
    await button('Save changes').click()
    await alert('Somebody else changed the name in the language de after').waitFor()
    await becomes(() => field('Name in other languages').inputValue(), 'de=Freunde\nfr=Associés')
    await saved()
    assert.partialDeepStrictEqual(await other.json('GET', path), { names: { fr: 'Associés', de: 'Freunde' } })
  })

  test('an identity source is not opened to everybody by two who each remove a domain', async () => {
    const allowedDomains = ['a.example', 'b.example']
    const source = { preset: 'google', name: 'Clinic', clientId: 'tabard', secret: 'x', allowedDomains }
    const { id } = await other.json<Kept>('POST', `${OWN}/sources`, source)
    const path = `${OWN}/sources/${id}`
    const domains = async () => (await other.json<Kept>('GET', path)).allowedDomains
    await open(`/sources/${id}`, path)
    await field('Allowed domains').fill('a.example')
    await other.json('PUT', path, { allowedDomains: ['b.example'] })
    await button('Save changes').click()
    await alert('Somebody else changed the allowed domains after you opened this page.').waitFor()
    assert.deepEqual(await domains(), ['b.example'])
    await saved()
    assert.deepEqual(await domains(), ['a.example'])
  })

  test('an application keeps a way to sign in if each of two turns another one off', async () => {
    const source = { preset: 'google', name: 'Ward', clientId: 'tabard', secret: 'x' }
    const ward = await other.json<Kept>('POST', `${OWN}/sources`, source)
    const application = { name: 'Ward', sources: [ward.id] }
    const { id } = await other.json<Kept>('POST', `${OWN}/applications`, application)
    const path = `${OWN}/applications/${id}`
    const ways = async () => {
      const { sources, directory } = await other.json<Kept>('GET', path)
      return { sources, directory }
    }
    await open(`/applications/${id}?tab=sign-in`, path)
    await desk.tab.getByRole('switch', { name: 'Offer username and password' }).click()
    await other.json('PUT', path, { sources: [] })
    await button('Save changes').click()
    await alert('Somebody else changed the identity sources after you opened this page.').waitFor()
    assert.deepEqual(await ways(), { sources: [], directory: true })
    await saved()
    assert.deepEqual(await ways(), { sources: [ward.id], directory: false })
    await desk.tab.getByRole('switch', { name: 'Offer username and password' }).click()
    await saved()
    await desk.tab.getByRole('checkbox', { name: 'Ward' }).uncheck()
    await other.json('PUT', path, { directory: false })
    await button('Save changes').click()
    await alert('Somebody else changed whether username and password are offered after').waitFor()
    assert.deepEqual(await ways(), { sources: [ward.id], directory: false })
    await saved()
    assert.deepEqual(await ways(), { sources: [], directory: true })
  })

  test('the linter keeps the origins that both allowed, and asks about a level that both set', async () => {
    const path = `${OWN}/lint/settings`
    const level = (rule: string) => desk.tab.getByRole('combobox', { name: `Level of ${rule}` })
    await open('/linter', path)
    await field('Origin 1').fill('https://mine.example')
    await level('asset/size').selectOption('off')
    await other.json('PUT', path, {
      scriptOrigins: ['https://theirs.example'],
      rules: { 'html/lang': 'error', 'asset/size': 'error' },
    })
    await button('Save changes').click()
    await alert('Somebody else changed the level of asset/size after').waitFor()
    await becomes(() => level('html/lang').inputValue(), 'error')
    assert.partialDeepStrictEqual(await other.json('GET', path), { rules: { 'asset/size': 'error' } })
    await saved()
    assert.deepEqual(await other.json('GET', path), {
      rules: { 'asset/size': 'off', 'html/lang': 'error' },
      scriptOrigins: ['https://theirs.example', 'https://mine.example'],
      tagManager: false,
    })
  })
})
