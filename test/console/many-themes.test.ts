import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { type ConsoleTab, consoleTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

const NUMBER = 1200

describe('more themes than the service lists at once', () => {
  let service: TestService
  let operator: TestOperator
  let desk: ConsoleTab
  let id: string

  before(async () => {
    service = await testService('SQLite', { TABARD_LIMIT_THEMES: '1500' })
    operator = await operatorOf(service, 'administrator')
    id = await service.createTheme('Pattern', packageOf({}))
    const copy = `printf('00000000-0000-4000-8000-%012d', n)`
    const copies = `with recursive copy(n) as (select 1 union all select n + 1 from copy where n < ${NUMBER})`
    await executed(
      service.database,
      `insert into themes ${copies}
         select tenant, ${copy}, 'Copy ' || n, 'copy ' || n, description, head, created_at, updated_at
         from themes, copy where id = '${id}';
       insert into revisions ${copies}
         select tenant, ${copy}, revision, at, author, cause, master, changes, message
         from revisions, copy where theme = '${id}'`,
    )
    desk = await consoleTab(service, 'administrator@example.com')
  })
  after(async () => {
    await desk?.close()
    await service.stop()
  })

  const option = (name: string) => desk.tab.getByRole('option', { name, exact: true })
  const options = () => desk.tab.getByRole('option').count()

  test('all of them are counted and found', async () => {
    await desk.open('/themes')
    await desk.tab.getByText(`${NUMBER + 2} themes`).waitFor()
    await desk.tab.getByRole('searchbox', { name: 'Filter themes' }).fill('Pattern')
    await desk.tab.getByText('One theme', { exact: true }).waitFor()
  })

  test('those of an application and of an API client have their names', async () => {
    await addApplication(service, { name: 'Shop', themeId: id })
    await desk.go('/applications')
    await desk.tab.getByRole('row', { name: /Shop/ }).getByText('Pattern').waitFor()
    const client = { name: 'CI', entitlements: ['readTemplates'], themes: [id] }
    await operator.json('POST', '/v1.0/tabard/clients', client)
    await desk.go('/clients')
    await desk.tab.getByText('Only Pattern').waitFor()
  })

  test('choices of a theme show a hundred at a time, and find the others', async () => {
    for (const path of ['/applications/new', '/flows/registration', '/clients/test-client', '/themes']) {
      await desk.go(path)
      if (path === '/themes') {
        await desk.tab.getByRole('button', { name: 'Create theme' }).click()
        await desk.tab.getByRole('radio', { name: 'Duplicate of a theme' }).check()
      }
      const choice = desk.tab.getByRole('combobox', { name: /^Theme/ })
      await choice.click()
      await becomes(options, 100)
      await choice.fill('Pattern')
      await becomes(options, 1)
      await option('Pattern').click()
    }
  })

  test('the list of API clients stays readable when one is limited to many of them', async () => {
    const { tab } = desk
    const long = 'W'.repeat(120)
    await executed(
      service.database,
      `update themes set name = '${long}', name_key = 'w' where name = 'Copy 2'`,
    )
    const themes = Array.from(
      { length: 30 },
      (_, index) => `00000000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
    )
    await operator.json('POST', '/v1.0/tabard/clients', {
      name: 'Nightly backup',
      entitlements: ['readTemplates'],
      themes,
    })
    await desk.go('/clients')
    await tab.getByText(`Only Copy 1, ${long}, Copy 3 and 27 more`).waitFor()
    await desk.fits('a client with many themes')
    const [list, name] = [tab.getByRole('table'), tab.getByRole('link', { name: 'Nightly backup' })]
    const [{ x, width }, { height }] = [(await list.boundingBox())!, (await name.boundingBox())!]
    assert.ok(x + width <= 1440, 'all columns are in view')
    assert.ok(height < 30, 'the name is on one line')
  })

  test('an API client is limited to some of them, which are found by their names', async () => {
    const { tab } = desk
    const boxes = () => tab.getByRole('dialog').getByRole('checkbox').count()
    await desk.go('/clients')
    await tab.getByRole('button', { name: 'Create API client' }).click()
    await tab.getByRole('switch', { name: 'Limit to some themes' }).click()
    await becomes(boxes, 100)
    await tab.getByText(`And ${NUMBER + 2 - 100} more. Search for their names.`).waitFor()
    const search = tab.getByRole('searchbox', { name: 'Search themes' })
    await search.fill('copy 77')
    await tab.getByRole('checkbox', { name: 'Copy 77', exact: true }).check()
    await search.fill('Pattern')
    await becomes(boxes, 1)
    await tab.getByRole('checkbox', { name: 'Pattern' }).check()
    await tab.getByText('Chosen: Copy 77, Pattern').waitFor()
    await search.fill('nothing')
    await desk.sound('themes for a client')
    await tab.getByText('Nothing has “nothing” in its name.').waitFor()
    await tab.getByRole('textbox', { name: 'Name' }).fill('Two brands')
    await tab.getByRole('button', { name: 'Create API client' }).last().click()
    await tab.getByRole('heading', { level: 1, name: 'Two brands' }).waitFor()
    await desk.go('/clients')
    await tab.getByText('Only Copy 77, Pattern', { exact: true }).waitFor()
  })
})
