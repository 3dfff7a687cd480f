import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { becomes } from '../support/becomes.ts'
import { PASSWORD } from '../support/people.ts'
import { staged } from './stage.ts'

describe('a second click while the answer is on its way', () => {
  const stage = staged()

  /** Holds the answers to posts back until they are let go; answers with the posts that the service has answered. */
  const held = async (page: Page) => {
    const posts: string[] = []
    const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/*', async route => {
      if (route.request().method() !== 'POST') return await route.continue()
      const response = await route.fetch({ maxRedirects: 0 })
      posts.push(route.request().url())
      await gone
      // A request that the browser has given up needs no answer.
      await route.fulfill({ response }).catch(() => {})
    })
    return { posts, letGo }
  }
  /** Clicks on the first button as a hand does, which waits for nothing. */
  const clicker = async (page: Page) => {
    const { x, y, width, height } = (await page.locator('main button[type=submit]').first().boundingBox())!
    return async () => await page.mouse.click(x + width / 2, y + height / 2)
  }
  const filled = async (page: Page, username: string) => {
    await page.fill('#username', username)
    await page.fill('#password', PASSWORD)
  }

  test('sends nothing more, and the button says that it is busy', async t => {
    const travel = await stage.application({ name: 'Travel' })
    const visitor = await stage.visitor(t)
    const { page } = await visitor.tab()
    await page.goto(travel.login())
    const { posts, letGo } = await held(page)
    await filled(page, await stage.account())
    // By the page itself: what comes from outside waits for the answer.
    const busy = await page.evaluate(`new Promise(done => {
      const button = document.querySelector('main button[type=submit]')
      button.click()
      setTimeout(() => {
        button.click()
        button.form.requestSubmit()
        done(Array.from(document.querySelectorAll('[aria-busy=true]'), ({ localName }) => localName))
      }, 100)
    })`)
    assert.deepEqual(busy, ['form', 'button'])
    letGo()
    await page.waitForURL(`${travel.url}/**`)
    assert.equal(posts.length, 1)
  })

  test('leads to the application without scripts as well', async t => {
    const travel = await stage.application({ name: 'Travel' })
    const visitor = await stage.visitor(t, { javaScriptEnabled: false })
    const { page } = await visitor.tab()
    await page.goto(travel.login())
    const { posts, letGo } = await held(page)
    await filled(page, await stage.account())
    const click = await clicker(page)
    await click()
    while (posts.length < 1) await sleep(10)
    await click()
    while (posts.length < 2) await sleep(10)
    letGo()
    // The second click ends what the first one began, so that no navigation can be waited for.
    while (!page.url().startsWith(travel.url)) await sleep(20)
  })

  test('works again on a page that comes back from the history', async t => {
    const visitor = await stage.visitor(t)
    const { page } = await visitor.tab()
    await page.goto(`${stage.service.url}/idaas/mtfim/sps/idaas/login?runtime=true`)
    await filled(page, 'nobody@example.com')
    await page.locator('main button[type=submit]').first().click()
    await page.waitForSelector('[role=alert]:not(:empty)')
    await page.goBack()
    await becomes(() => page.locator('[aria-busy=true]').count(), 0)
  })
})
