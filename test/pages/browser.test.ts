import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { launchBrowser } from '../support/browser.ts'
import { type TestService, testService } from '../support/service.ts'
import { PREVIEW } from './addresses.ts'
import { watched } from './opened.ts'

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const
const LOCALES = ['default', 'de', 'fr', 'ar']

describe('the pages of the master in a browser', () => {
  let service: TestService
  let browser: Browser
  let authorization: string

  before(async () => {
    service = await testService('SQLite')
    authorization = `Bearer ${await service.token()}`
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await service.stop()
  })

  for (const { id, states } of [...PAGES, ...MAILS]) {
    test(`${id} shows without an error in each state, width and scheme`, async () => {
      const context = await browser.newContext({ extraHTTPHeaders: { authorization } })
      // A mail has no icon, and a browser asks for one.
      await context.route('**/favicon.ico', async route => await route.fulfill({ status: 204 }))
      const seen = await watched(context)
      for (const state of Object.keys(states)) {
        for (const locale of LOCALES) {
          const answer = await seen.tab.goto(`${service.url}${PREVIEW}/${id}?state=${state}&locale=${locale}`)
          assert.equal(answer?.status(), 200)
          for (const width of WIDTHS) {
            await seen.tab.setViewportSize({ width, height: 800 })
            for (const colorScheme of SCHEMES) {
              const at = `${state} ${locale} ${width} ${colorScheme}`
              await seen.tab.emulateMedia({ colorScheme })
              const [needed, given] = (await seen.tab.evaluate(
                '[document.documentElement.scrollWidth, window.innerWidth]',
              )) as [number, number]
              assert.ok(needed <= given, `${at} needs ${needed} of ${given} pixels`)
            }
          }
          assert.deepEqual(await seen.violations(), [], `${state} ${locale}`)
          assert.deepEqual(seen.errors, [], `${state} ${locale}`)
        }
      }
      for (const address of seen.asked) assert.ok(address.startsWith(`${service.url}/`), address)
      await context.close()
    })
  }
})
