import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { FILES } from '../pages/addresses.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab, consoleTab } from '../support/console-tab.ts'
import { addOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'

const REMOTE = readFileSync(`master/templates/${FILES.login}`, 'utf8').replace(
  '</head>',
  '<script src="https://cdn.example.com/a.js" defer></script>\n</head>',
)

describe('the settings of the linter, in the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let id: string

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    id = await desk.service.createTheme('Harbour', packageOf({ [FILES.login]: REMOTE }))
  })
  after(() => desk?.close())

  const level = (rule: string, on = tab) => on.getByRole('combobox', { name: `Level of ${rule}` })
  const rules = (on = tab) => on.getByRole('list', { name: 'Rules of the linter' })
  const saved = async () => {
    await tab.getByRole('button', { name: 'Save changes' }).click()
    await tab.getByText('Changes are saved.').first().waitFor()
    await desk.dismiss()
  }

  test('an origin of scripts is allowed, and themes are checked with that', async () => {
    await desk.open(`/themes/${id}?tab=problems`)
    await tab.getByText('https://cdn.example.com').first().waitFor()
    await tab.getByRole('link', { name: 'Rules and their levels' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Linter' }).waitFor()
    await tab.getByRole('textbox', { name: 'Origin 1' }).fill('https://cdn.example.com/scripts')
    await tab.getByRole('button', { name: 'Save changes' }).click()
    await tab.getByRole('alert').getByText('is not an origin such as https://cdn.example.com').waitFor()
    await desk.sound('an address that is no origin')
    await tab.getByRole('textbox', { name: 'Origin 1' }).fill(' https://cdn.example.com/ ')
    await saved()
    await desk.open('/linter')
    await tab.getByRole('button', { name: 'Remove https://cdn.example.com' }).waitFor()
    await desk.go(`/themes/${id}?tab=problems`)
    await tab.getByRole('heading', { name: 'No problems' }).waitFor()
  })

  test('rules are found, set to another level and back to their own', async () => {
    await desk.go('/linter')
    await tab.getByRole('searchbox', { name: 'Search rules' }).fill('asset/')
    await rules().getByText('html/lang').waitFor({ state: 'detached' })
    await level('asset/size').selectOption('off')
    await level('asset/missing').selectOption('warning')
    let saves = 0
    const count = (request: Request) => {
      if (request.method() === 'PUT') saves += 1
    }
    tab.on('request', count)
    await tab.getByRole('searchbox', { name: 'Search rules' }).press('Enter')
    await saved()
    tab.off('request', count)
    assert.equal(saves, 1, 'a search saves nothing')
    await desk.open('/linter')
    await tab.getByRole('switch', { name: 'Only changed rules (2)' }).click()
    await becomes(() => rules().getByRole('listitem').count(), 2)
    await becomes(() => level('asset/size').inputValue(), 'off')
    await level('asset/size').selectOption('')
    await level('asset/missing').selectOption('')
    await tab.getByText('All rules have their default level.').waitFor()
    await saved()
    await desk.open('/linter')
    await tab.getByText('Only changed rules (0)').waitFor()
    await tab.getByRole('searchbox', { name: 'Search rules' }).fill('package/symlink')
    await rules().getByText('Fatal: the service rejects such a theme').waitFor()
    await becomes(() => level('package/symlink').count(), 0)
  })

  test('what somebody else has changed meanwhile stays', async () => {
    await desk.open('/linter')
    await level('asset/size').selectOption('off')
    const other = await desk.context.newPage()
    await other.goto(desk.at('/linter'))
    await level('html/lang', other).selectOption('error')
    await other.getByRole('button', { name: 'Save changes' }).click()
    await other.getByText('Changes are saved.').first().waitFor()
    await other.close()
    await saved()
    await tab.getByText('Only changed rules (2)').waitFor()
    await level('html/lang').selectOption('')
    await level('asset/size').selectOption('')
    await saved()
  })

  test('what is changed during a save stays, and is saved next', async () => {
    const allowed = tab.getByRole('switch', { name: 'Allow a tag manager on the registration page' })
    const held = Promise.withResolvers<void>()
    await tab.route('**/v1.0/tabard/lint/settings', async route => {
      if (route.request().method() === 'PUT') await held.promise
      await route.continue()
    })
    await allowed.click()
    await level('html/lang').selectOption('off')
    await tab.getByRole('button', { name: 'Save changes' }).click()
    await allowed.click()
    await level('html/lang').selectOption('')
    held.resolve()
    await tab.getByText('Changes are saved.').waitFor()
    await desk.dismiss()
    const shown = async () => [await allowed.isChecked(), await level('html/lang').inputValue()]
    await becomes(shown, [false, ''])
    await saved()
    await desk.open('/linter')
    await becomes(shown, [false, ''])
    await tab.unroute('**/v1.0/tabard/lint/settings')
  })

  test('every rule is listed on any screen, and changes are not left without a question', async () => {
    await tab.setViewportSize({ width: 390, height: 844 })
    await level('html/lang').waitFor()
    await desk.fits('the linter', [390, 820, 1440])
    await level('html/lang').selectOption('off')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Themes' }).click()
    await tab.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
  })

  test('a developer reads the settings, and cannot change them', async () => {
    await addOperator(desk.service, 'dev@example.com', 'themeDeveloper')
    const developer = await consoleTab(desk.service, 'dev@example.com')
    try {
      await developer.open('/linter')
      await developer.tab.getByText('Only administrators can change these settings.').waitFor()
      await becomes(() => level('html/lang', developer.tab).isDisabled(), true)
      await becomes(() => developer.tab.getByRole('button', { name: 'Add origin' }).count(), 0)
      await developer.sound('the linter for a developer')
    } finally {
      await developer.close()
    }
  })
})
