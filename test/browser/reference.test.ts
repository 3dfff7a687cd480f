import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { accessible } from '../support/accessible.ts'
import { becomes } from '../support/becomes.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { type TestService, testService } from '../support/service.ts'

describe('the page with the calls', () => {
  let service: TestService
  let browser: Browser
  let page: Page
  const requested: string[] = []
  const problems: string[] = []

  before(async () => {
    service = await testService('SQLite')
    browser = await launchBrowser()
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    page.on('request', request => void requested.push(request.url()))
    page.on('console', message => void problems.push(message.text()))
    await page.goto(`${service.url}/docs/calls`)
  })
  after(async () => {
    await browser?.close()
    await service?.stop()
  })

  test('leads to a call', async () => {
    const calls = page.getByRole('navigation', { name: 'Calls' })
    await calls.getByRole('link', { name: 'Create a theme from a package' }).click()
    const heading = page.getByRole('heading', { name: 'Create a theme from a package' })
    await becomes(async () => (await heading.boundingBox())!.y < 150, true)
  })

  test('fits on a telephone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await becomes(() => page.evaluate('document.documentElement.scrollWidth'), 390)
  })

  test('is accessible in light and dark', async () => {
    await page.setViewportSize({ width: 1440, height: 900 })
    // Calls and schemas are made alike: the first of each group tell for all, and axe takes its time.
    await page.evaluate(`for (const one of document.querySelectorAll('section > section:nth-of-type(n + 3)'))
      one.remove()`)
    await accessible(page, 'the page with the calls')
  })

  test('asks nobody for anything', () => {
    assert.deepEqual(problems, [])
    const elsewhere = requested.filter(url => !url.startsWith(`${service.url}/`))
    assert.deepEqual(elsewhere, [])
  })
})
