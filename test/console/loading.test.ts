import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessible } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { administratorTab } from '../support/console-tab.ts'
import { paste } from '../support/paste.ts'

/** Screens with one placeholder or several, and what is announced. */
const SCREENS = [
  ['/', 'Loading'],
  ['/themes', 'Loading themes'],
  ['/themes/default/edit', 'Loading'],
  ['/applications', 'Loading applications'],
] as const

describe('a screen that is still loading', () => {
  let desk: Awaited<ReturnType<typeof administratorTab>>
  let tab: Page
  const arrives = Promise.withResolvers<void>()
  before(async () => {
    desk = await administratorTab()
    tab = desk.tab
    await tab.route('**/v1.0/**', async route => {
      await arrives.promise
      await route.continue()
    })
  })
  after(async () => {
    arrives.resolve()
    await tab?.unrouteAll({ behavior: 'ignoreErrors' })
    await desk?.close()
  })

  const announced = async () =>
    (await tab.getByRole('status').allInnerTexts()).filter(text => text.trim() !== '')

  test('is accessible, and is announced once', async () => {
    for (const [path, text] of SCREENS) {
      await desk.open(path)
      await becomes(announced, [text], `${path} is announced`)
      await accessible(tab, `${path} while it loads`)
    }
    assert.equal(await tab.getByRole('main').getByText('Loading applications').count(), 1)
  })

  test('is not announced any more once it has loaded', async () => {
    arrives.resolve()
    await tab.getByRole('heading', { name: 'No applications yet' }).waitFor()
    await becomes(announced, [])
    await desk.sound('applications')
  })

  test('fetches the code of other screens ahead, unless the browser is set to save data', async () => {
    const other = await desk.context.newPage()
    const fetched = async (page: Page) => {
      const asked: string[] = []
      page.on('request', request => asked.push(request.url()))
      await page.clock.install()
      await page.goto(desk.at('/applications'))
      await page.getByRole('heading', { name: 'No applications yet' }).waitFor()
      await page.clock.runFor(3_000)
      return { isLinterAsked: () => asked.some(url => url.includes('/assets/linter-')) }
    }
    const [ahead, saving] = [await fetched(other), await fetched(tab)]
    await becomes(async () => ahead.isLinterAsked(), true)
    assert.equal(saving.isLinterAsked(), false)
    await other.close()
    await tab.clock.resume()
  })

  const reload = () => tab.getByRole('alert').getByRole('button', { name: 'Reload' })
  const missing = (name: string) =>
    tab.route(`**/assets/${name}-*.js`, async route => await route.fulfill({ status: 404 }))

  test('asks for a reload if its code is missing, as after an upgrade; other screens still work', async () => {
    await missing('editor')
    await desk.go('/themes/default/edit')
    await reload().waitFor()
    await accessible(tab, 'a screen whose code is missing')
    await tab.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Themes' }).click()
    await tab.getByRole('heading', { name: 'Themes', level: 1 }).waitFor()
    await desk.go('/themes/default/edit')
    await tab.unroute('**/assets/editor-*.js')
    await reload().click()
    await tab.getByRole('button', { name: 'Compare with master' }).waitFor()
  })

  test('keeps what was typed if the code of a part is missing', async () => {
    const text = tab.locator('.cm-content:visible').first()
    await text.click()
    await tab.keyboard.press('Control+a')
    await paste(tab, 'typed before the upgrade')
    await missing('sides')
    await tab.getByRole('button', { name: 'Compare with master' }).click()
    await reload().waitFor()
    await tab.getByRole('dialog').getByRole('button', { name: /close/i }).first().click()
    await tab.getByRole('dialog').waitFor({ state: 'hidden' })
    await becomes(async () => await text.innerText(), 'typed before the upgrade')
  })
})
