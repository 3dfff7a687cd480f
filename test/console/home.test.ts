import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessible } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication } from '../support/people.ts'

describe('home', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
  })
  after(() => desk?.close())

  test('on the first day it shows the sign-in page and the three things to begin with', async () => {
    await tab.goto(desk.at('/'))
    await tab.getByRole('heading', { level: 1, name: 'Welcome to Tabard' }).waitFor()
    await tab.frameLocator('iframe').getByText('Forgot your password?').waitFor()
    await desk.sound('the first day')
    await becomes(() => tab.getByRole('button', { name: /^Try the sign-in/ }).isEnabled(), true)

    await tab.getByRole('link', { name: /^Change colors/ }).click()
    await tab.getByRole('heading', { level: 1, name: 'Colors and logo' }).waitFor()
    assert.equal(new URL(tab.url()).pathname, '/themes/default/brand')

    await tab.getByRole('link', { name: 'Home' }).click()
    await tab.getByRole('link', { name: /^Upload a package/ }).click()
    const dialog = tab.getByRole('dialog', { name: 'Create theme' })
    await dialog.waitFor()
    await becomes(() => dialog.getByRole('radio', { name: 'Package' }).isChecked(), true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await becomes(async () => new URL(tab.url()).search, '')
  })

  test('the sign-in is tried the whole way in and out, with a password that is seen before it is needed', async () => {
    await tab.goto(desk.at('/'))
    await desk.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await tab.getByRole('button', { name: /^Try the sign-in/ }).click()
    const account = tab.getByRole('dialog', { name: 'Try the sign-in' })
    await account.locator('code').nth(1).waitFor()
    const [userName, password] = (await account.locator('code').allInnerTexts()) as [string, string]
    await desk.sound('before the sign-in opens')
    const opened = desk.context.waitForEvent('page')
    await account.getByRole('link', { name: 'Copy password and open' }).click()
    const journey = await opened
    await journey.getByLabel('Username').waitFor()
    await becomes(() => tab.evaluate('navigator.clipboard.readText()'), password)
    await becomes(() => tab.getByRole('status').locator('code').allInnerTexts(), [userName, password])
    await becomes(() => journey.getByLabel('Username').inputValue(), userName)
    await desk.sound('with a test account')
    await journey.getByLabel('Password', { exact: true }).fill(password)
    await journey.getByRole('button', { name: 'Sign in' }).click()
    await journey.getByRole('heading', { level: 1, name: /signed in to the demo/ }).waitFor()
    await becomes(async () => new URL(journey.url()).search, '', 'the code does not stay in the address')
    await journey.getByRole('cell', { name: 'Demo Person' }).waitFor()
    await accessible(journey, 'the demo application')
    await journey.getByRole('link', { name: 'Sign out of the demo' }).click()
    await journey.getByRole('button', { name: 'Sign out' }).click()
    await journey.getByRole('heading', { level: 1, name: /signed out/i }).waitFor()
    await journey.close()
    await tab.reload()
    await tab.getByRole('heading', { level: 1, name: 'Welcome to Tabard' }).waitFor()
  })

  test('later it shows what was changed last, and what applications show', async () => {
    const themeId = await desk.service.createTheme(
      'Harbour',
      packageOf({ 'common/page_style.css': ':root{}' }),
    )
    await addApplication(desk.service, {
      name: 'Shop',
      redirects: ['https://shop.example/callback'],
      themeId,
    })
    await tab.goto(desk.at('/'))
    await tab.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    const themes = tab.getByRole('region', { name: 'Recently changed themes' })
    await becomes(() => themes.getByRole('listitem').first().getByRole('link').innerText(), 'Harbour')
    const applications = tab.getByRole('region', { name: 'Applications' })
    await becomes(
      () => applications.getByRole('listitem').getByRole('link').allInnerTexts(),
      ['Shop', 'Harbour'],
    )
    for (const name of ['Port 10', 'Port 2', 'Port 1']) await addApplication(desk.service, { name })
    await tab.goto(desk.at('/'))
    await becomes(
      () => applications.getByRole('link', { name: /^Port/ }).allInnerTexts(),
      ['Port 1', 'Port 2', 'Port 10'],
    )
    await desk.sound('later')
    await tab.setViewportSize({ width: 820, height: 1180 })
    for (const path of ['/', '/themes/default/brand']) {
      await tab.goto(desk.at(path))
      await tab.getByRole('heading', { level: 2 }).first().waitFor()
      await desk.isNarrow(path)
    }
  })
})
