import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessible } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { type TestService, testService } from '../support/service.ts'

describe('the guides in a browser', () => {
  let service: TestService
  let browser: Browser
  let page: Page
  const requested: string[] = []
  const problems: string[] = []

  before(async () => {
    service = await testService('SQLite')
    browser = await launchBrowser()
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    await context.grantPermissions(['clipboard-read'])
    page = await context.newPage()
    page.on('request', request => void requested.push(request.url()))
    page.on('console', message => void problems.push(message.text()))
    page.on('pageerror', error => void problems.push(error.message))
    await page.goto(`${service.url}/docs/brand`)
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  test('the search leads to a setting by the keyboard alone', async () => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/docs/search.json', async route => {
      await asked
      await route.continue()
    })
    await page.keyboard.press('/')
    await page.keyboard.type('backup restore')
    await becomes(() => page.getByRole('status').innerText(), 'Searching…')
    answer()
    const results = page.locator('search a')
    await results.first().waitFor()
    await becomes(() => page.getByRole('status').innerText(), /\d+ results?/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/backup/)
    await becomes(() => page.locator('main').innerText(), /[Bb]ackup/)
  })

  test('what is typed into the search stays text', async () => {
    await page.getByRole('searchbox').fill('<img src=x onerror=alert(1)> theme')
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('searchbox').fill('theme')
    await page.locator('search mark').first().waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('#found').isVisible(), false)
  })

  test('an example is copied as it is', async () => {
    await page.goto(`${service.url}/docs/connect`)
    const example = page.locator('figure').first()
    await example.getByRole('button', { name: 'Copy' }).click()
    await example.getByRole('button', { name: 'Copied' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(`${service.url}/healthz`)
    const field = await page.context().newPage()
    await field.setContent('<textarea></textarea>')
    await field.locator('textarea').focus()
    await field.keyboard.press('Control+V')
    const text = (await example.locator('pre').textContent())!
    await becomes(() => field.locator('textarea').inputValue(), text)
    await field.close()
    await other.close()
  })

  test('fits on a telephone, with the guides in a menu', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await becomes(() => page.evaluate('document.documentElement.scrollWidth'), 390)
    const guides = page.getByRole('navigation', { name: 'Guides' })
    await becomes(() => guides.isVisible(), false)
    await page.getByRole('button', { name: 'Menu' }).click()
    await guides.getByRole('link', { name: 'A brand in five minutes' }).click()
    await page.waitForURL(/\/docs\/brand$/)
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('is accessible in light and dark', async () => {
    await accessible(page, 'a guide')
  })

  test('asks nobody else for anything', () => {
    assert.deepEqual(problems, [])
    assert.deepEqual(
      requested.filter(url => !url.startsWith(`${service.url}/docs`)),
      [],
    )
  })

  test('scripts of the page have no origin, so that they reach no session', async () => {
    assert.equal(await page.evaluate('self.origin'), 'null')
    assert.equal(
      await page.evaluate(`fetch('/v1.0/tabard/limits').then(() => 'read', () => 'refused')`),
      'refused',
    )
  })
})
