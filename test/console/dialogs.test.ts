import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { createSource } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { mainStore } from '../support/tenants.ts'

describe('a dialog of the console', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  let shop: string

  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    ;({ id: shop } = await addApplication(desk.service, { name: 'Shop' }))
    await createSource(mainStore(desk.service), { preset: 'google', clientId: 'tabard', secret: 'x' })
    await addAccount(desk.service, { userName: 'ada' })
  })
  after(() => desk?.close())

  const dialog = () => tab.getByRole('dialog')
  const button = (name: string | RegExp, on: Page | Locator = tab) =>
    on.getByRole('button', { name, exact: true })
  const isOpen = async () => (await dialog().count()) > 0
  /** Escape and a click beside the dialog, after a list of suggestions is closed. */
  const stays = async () => {
    for (const leave of [
      () => tab.keyboard.press('Escape'),
      () => tab.keyboard.press('Escape'),
      () => tab.mouse.click(5, 5),
    ]) {
      await leave()
      await tab.evaluate('new Promise(done => setTimeout(done, 250))')
      assert.ok(await isOpen())
    }
  }
  const closes = async (leave: () => Promise<void> = () => tab.keyboard.press('Escape')) => {
    await leave()
    await becomes(isOpen, false)
  }

  test('closes at once if nothing was entered, and stays if something was', async () => {
    await desk.open('/groups')
    const name = dialog().getByRole('textbox')
    for (const leave of [undefined, () => tab.mouse.click(5, 5)]) {
      await button('Create group').first().click()
      await name.waitFor()
      await closes(leave)
    }
    await button('Create group').first().click()
    await name.fill('A name after some thought')
    await stays()
    await becomes(() => name.inputValue(), 'A name after some thought')
    await desk.sound('a dialog with input')
    await name.fill('')
    await closes()
    await button('Create group').first().click()
    await name.fill('Another name')
    await closes(() => button('Close', dialog()).click())
  })

  for (const [path, action, field] of [
    ['/clients', 'Create API client', 'Name'],
    ['/flows', 'Create flow', 'Reference'],
    ['/themes/default/edit', /^New file/, 'Path in the theme'],
    ['/applications/shop?tab=access', 'Give access', 'Account or group'],
    ['/requests?tab=deputies', 'Add deputy', 'Deputy'],
    ['/people', 'Linked accounts of ada', 'ID of the person at the source'],
    ['/people', 'Change supervisor of ada', 'Supervisor'],
  ] as const)
    test(`keeps what was typed: ${action}`, async () => {
      await desk.go(path.replace('shop', shop))
      await button(action).first().click()
      await dialog().getByLabel(field).first().fill('common/static/typed.css')
      await stays()
      await closes(() => button('Close', dialog()).click())
    })

  test('closes once what was entered is stored', async () => {
    await desk.go('/people')
    await button('Linked accounts of ada').click()
    await dialog().getByRole('combobox', { name: 'Identity source' }).selectOption({ index: 0 })
    await dialog().getByLabel('ID of the person at the source').fill('4711')
    await button('Add link', dialog()).click()
    await button('Remove the link with Google', dialog()).waitFor()
    await closes()
  })

  test('keeps a chosen option, and a chosen switch', async () => {
    await desk.go('/sources')
    await button('Add identity source').first().click()
    await dialog().getByRole('combobox', { name: 'Kind' }).click()
    await tab.getByRole('option', { name: 'GitHub' }).click()
    await stays()
    await closes(() => button('Cancel', dialog()).click())
    await desk.go('/flows')
    await button('Create flow').click()
    await dialog().getByRole('radio').last().check()
    await stays()
    await closes(() => button('Cancel', dialog()).click())
  })

  test('keeps a chosen file', async () => {
    await desk.go('/themes/default')
    await tab
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await tab.getByRole('menuitem', { name: /^Upload/ }).click()
    const buffer = Buffer.from(packageOf({ 'common/page_style.css': 'b{}' }))
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'plum.zip', mimeType: 'application/zip', buffer })
    await button('Apply package', dialog()).waitFor()
    await stays()
    await button('Remove file', dialog()).click()
    await closes()
  })
})
