import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { operatorOf } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { lend } from '../support/lend.ts'
import { packageOf } from '../support/packages.ts'
import { CLIENT_ID, packageForm, type TestService, testService } from '../support/service.ts'
import { executed, masterOf, within } from '../support/store.ts'

describe('API clients in the console', () => {
  let service: TestService
  let console: ConsoleTab
  let folder: string
  let first: string

  before(async () => {
    service = await testService('SQLite')
    await operatorOf(service, 'administrator')
    console = await consoleTab(service, 'administrator@example.com')
    folder = await mkdtemp(join(tmpdir(), 'tabard-commands-'))
  })
  after(async () => {
    await console?.close()
    await service.stop()
    await rm(folder, { recursive: true })
  })

  const button = (name: string | RegExp) => console.tab.getByRole('button', { name })
  const field = (name: string) => console.tab.getByRole('textbox', { name })
  const secretShown = async () => await field('Client secret').inputValue()
  const dialog = () => console.tab.getByRole('dialog')
  /** What a shell says to lines that are pasted, with what is typed after the first one. */
  const pasted = async (lines: readonly string[], typed: string) =>
    await new Promise<string>((resolve, reject) => {
      const shell = execFile('bash', ['-c', lines.join('\n')], { cwd: folder }, (error, stdout, stderr) =>
        error ? reject(error) : resolve(stdout + stderr),
      )
      shell.stdin!.end(typed)
    })

  test('one is made, and its secret is shown this once', async () => {
    const { tab, open, sound } = console
    await open('/clients')
    await tab.getByRole('link', { name: 'First client' }).waitFor()
    await sound('clients')
    await button('Create API client').click()
    await sound('create dialog')
    await field('Name').fill('Build server')
    await tab.getByRole('radio', { name: 'Only read themes' }).check()
    await dialog().getByRole('button', { name: 'Create API client' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Build server' }).waitFor()
    const secret = await secretShown()
    first = secret
    assert.match(secret, /^[\w-]{43}$/)
    const id = await field('Client ID').inputValue()
    assert.equal(tab.url(), `${service.service.consoleUrl}/clients/${id}`)
    assert.ok(await service.token(id, secret))
    await becomes(() => tab.getByRole('region', { name: 'Command: replace one file' }).count(), 0)
    await sound('client with a secret')
    await tab.reload()
    await tab.getByRole('heading', { level: 1, name: 'Build server' }).waitFor()
    await becomes(() => field('Client secret').count(), 0)
    assert.ok(!(await tab.content()).includes(secret))
  })

  test('what it may do is changed, and a new secret ends the one before', async () => {
    const { tab } = console
    const id = await field('Client ID').inputValue()
    await tab.getByRole('radio', { name: 'Read and change themes' }).check()
    await tab.getByRole('switch', { name: 'Answer with status 204 when a theme is replaced' }).click()
    const client = `**/v1.0/tabard/clients/${id}`
    await tab.route(client, route =>
      route.request().method() === 'GET' ? route.fulfill({ status: 409, json: {} }) : route.continue(),
    )
    await button('Save changes').click()
    await tab.getByText('Changes are saved.').waitFor()
    const alert = tab.getByRole('alert').filter({ hasText: 'This may be out of date' })
    await alert.waitFor()
    await console.sound('a client that could not be loaded again')
    await tab.unroute(client)
    await alert.getByRole('button', { name: 'Try again' }).click()
    await alert.waitFor({ state: 'hidden' })
    await becomes(() => tab.getByRole('radio', { name: 'Read and change themes' }).isChecked(), true)
    const kept = await service.service.store.tenant('main').clients.get(id)
    assert.deepEqual([kept?.entitlements, kept?.replaceStatus], [['manageTemplates'], 204])
    await button('Rotate secret').click()
    await dialog().getByText('stop working at once').waitFor()
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    assert.ok(await service.token(id, await secretShown()))
    assert.equal(await service.token(id, first), undefined)
  })

  test('the commands to paste work in a shell, with the secret from nowhere but the keyboard', async () => {
    const { tab } = console
    const secret = await secretShown()
    const lines = await tab.getByRole('region', { name: /^Command: / }).allInnerTexts()
    assert.equal(lines.length, 6)
    assert.ok(!lines.some(line => line.includes(secret)))
    await writeFile(join(folder, 'page_style.css'), ':root { --color-brand: #b3123f }')
    const said = await pasted(lines, `${secret}\n`)
    assert.match(said, /"name":"default"/)
    assert.equal((await readFile(join(folder, 'theme.zip'))).subarray(0, 2).toString(), 'PK')
    const sheet = await service.call('GET', '/v1.0/branding/themes/default/common/page_style.css')
    assert.equal(await sheet.text(), ':root { --color-brand: #b3123f }')
    const id = await field('Client ID').inputValue()
    const clients = () => service.service.store.tenant('main').clients.list()
    await within(60_000, async () => (await clients()).find(client => client.id === id)?.lastUsedAt !== null)
  })

  test('it is deleted after a look at when it was used', async () => {
    const { tab, go, sound } = console
    await go('/clients')
    const row = tab.getByRole('row', { name: /Build server/ })
    await row.getByText('just now').waitFor()
    await becomes(() => row.innerText(), /Read and change themes[\s\S]*\s204\s/)
    await row.getByRole('link').click()
    await button('Delete API client').click()
    await dialog().getByText('It was last used just now.').waitFor()
    await sound('delete dialog')
    await dialog().getByRole('button', { name: 'Delete API client' }).click()
    await tab.getByRole('heading', { level: 1, name: 'API clients' }).waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('a client whose tool has just taken 201 for a failure is shown, and a button changes the answer', async () => {
    const { tab, go, sound } = console
    const replaced = async () => {
      const form = packageForm(packageOf({ 'common/page_style.css': 'p {}' }))
      const headers = { 'user-agent': 'Go-http-client/1.1' }
      return (await service.call('PUT', '/v1.0/branding/themes/default', form, headers)).status
    }
    const kept = async () =>
      (await service.service.store.tenant('main').clients.list()).find(({ id }) => id === CLIENT_ID)!
    assert.equal(await replaced(), 201)
    await within(60_000, async () => (await kept()).misreadAt !== null)
    await go('/groups')
    await go('/clients')
    const row = tab.getByRole('row', { name: /First client/ })
    await row.getByText('201 (its tool reports it as a failure)').waitFor()
    await row.getByRole('link').click()
    await tab.getByText('Its tool reports a failure').waitFor()
    await sound('client whose tool takes 201 for a failure')
    await button('Answer with 204').click()
    await tab.getByText('Its tool reports a failure').waitFor({ state: 'detached' })
    assert.equal((await kept()).replaceStatus, 204)
    assert.equal(await replaced(), 204)
  })

  test('a client is limited to themes, which the list tells', async () => {
    const { tab, go, sound } = console
    const id = await service.createTheme('Agency', packageOf({}))
    await go('/clients')
    await button('Create API client').click()
    await field('Name').fill('Agency tool')
    await tab.getByRole('switch', { name: 'Limit to some themes' }).click()
    await tab.getByRole('checkbox', { name: 'Agency' }).check()
    await sound('limited client')
    await dialog().getByRole('button', { name: 'Create API client' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Agency tool' }).waitFor()
    const client = await field('Client ID').inputValue()
    const kept = async () => (await service.service.store.tenant('main').clients.get(client))?.themes
    assert.deepEqual(await kept(), [id])
    await tab.getByRole('checkbox', { name: 'Default theme' }).check()
    await button('Save changes').click()
    await tab.getByText('Changes are saved.').waitFor()
    assert.deepEqual(await kept(), [id, 'default'])
    await go('/clients')
    await tab
      .getByRole('row', { name: /Agency tool/ })
      .getByText('Only Agency, Default theme')
      .waitFor()
    await tab.getByRole('link', { name: 'Agency tool' }).click()
    await tab.getByRole('radio', { name: 'No access to themes' }).check()
    await tab.getByRole('switch', { name: 'Manage access to applications' }).click()
    await button('Save changes').click()
    await button('Save changes').waitFor({ state: 'detached' })
    assert.equal(await kept(), null)
  })

  test('an outdated file is shown with both originals, and marked as current', async () => {
    const { tab, go, sound } = console
    const path = 'common/page_style.css'
    const { store } = service.service
    await store.keepMaster('an-earlier-one', masterOf({ [path]: 'the sheet of an earlier version\n' }))
    const id = await service.createTheme('Outdated', packageOf({ [path]: 'a{}' }))
    const base = hash('sha256', 'the sheet of an earlier version\n')
    await executed(service.database, `update theme_files set base = '${base}' where theme = '${id}'`)
    await go(`/themes/${id}?tab=files`)
    await tab.getByText('One customized file is outdated').waitFor()
    await tab.getByRole('link', { name: path }).click()
    await button('Show the changes').click()
    await tab.getByText('the sheet of an earlier version').waitFor()
    await sound('outdated file')
    await button('Mark as current').click()
    await tab.getByText('The file was marked as current.').waitFor()
    await tab.getByText('One customized file is outdated').waitFor({ state: 'detached' })
  })

  test('a developer is told whose they are', async () => {
    await operatorOf(service, 'developer')
    const { tab, open, go, sound } = console
    await lend(console, service, 'developer@example.com', async () => {
      await open('/')
      await becomes(
        () => tab.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts(),
        ['Home', 'Themes', 'Applications', 'Analytics', 'Linter'],
      )
      for (const [path, title] of [
        ['/clients', 'API clients are for administrators'],
        ['/clients/test-client', 'API clients are for administrators'],
        ['/outbox', 'The outbox is for administrators'],
      ] as const) {
        await go(path)
        await tab.getByRole('heading', { level: 1, name: title }).waitFor()
      }
      await sound('for administrators')
    })
  })
})
