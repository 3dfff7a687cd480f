import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { MAILS, PAGES } from '../../src/core/catalogue/catalogue.ts'
import { launchBrowser } from '../support/browser.ts'
import { type TestService, testService } from '../support/service.ts'
import { PREVIEW } from './addresses.ts'
import { watched } from './opened.ts'

const WIDTHS = [360, 1280]
const SCHEMES = ['light', 'dark'] as const

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

  for (const width of WIDTHS) {
    for (const colorScheme of SCHEMES) {
      // Long words need most room where there is least.
      const locales = width === 360 && colorScheme === 'light' ? ['default', 'de', 'fr'] : ['default']
      describe(`${width} pixels wide, ${colorScheme}`, () => {
        let context: BrowserContext

        before(async () => {
          context = await browser.newContext({
            viewport: { width, height: 800 },
            colorScheme,
            extraHTTPHeaders: { authorization },
          })
          // A mail has no icon, and a browser asks for one.
          await context.route('**/favicon.ico', async route => await route.fulfill({ status: 204 }))
        })
        after(async () => await context?.close())

        for (const { id, states } of [...PAGES, ...MAILS]) {
          test(`${id} shows without an error in each state`, async () => {
            const seen = await watched(context)
            for (const state of Object.keys(states)) {
              for (const locale of locales) {
                const at = `${state} ${locale}`
                const answer = await seen.tab.goto(
                  `${service.url}${PREVIEW}/${id}?state=${state}&locale=${locale}`,
                )
                assert.equal(answer?.status(), 200)
                assert.deepEqual(await seen.violations(), [], at)
                assert.deepEqual(seen.errors, [], at)
                const [needed, given] = (await seen.tab.evaluate(
                  '[document.documentElement.scrollWidth, window.innerWidth]',
                )) as [number, number]
                assert.ok(needed <= given, `${at} needs ${needed} of ${given} pixels`)
              }
            }
            for (const address of seen.asked) assert.ok(address.startsWith(`${service.url}/`), address)
            await seen.tab.close()
          })
        }
      })
    }
  }
})
