import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { addAccount, PASSWORD } from './people.ts'
import { type TestService, testService } from './service.ts'

const ADMINISTRATOR = 'boss@example.com'

/** A tab of the console in which an administrator has signed in. */
export interface ConsoleTab {
  readonly service: TestService
  readonly browser: Browser
  readonly tab: Page
  at(path: string): string
  /** Fails where axe finds something in one of the color schemes, or the page has complained. */
  sound(where: string): Promise<void>
  close(): Promise<void>
}

/** Starts a service on SQLite and a browser, and signs in. */
export async function consoleTab(): Promise<ConsoleTab> {
  const service = await testService('SQLite')
  const id = await addAccount(service, { email: ADMINISTRATOR })
  await service.service.store.tenant('main').write(tx => tx.updateAccount(id, { administrator: true }))
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // Frames have schemes of their own.
    colorScheme: null,
  })
  context.setDefaultTimeout(10_000)
  const tab = await context.newPage()
  const problems: string[] = []
  await tab.addInitScript({ content: axe.source })
  tab.on('pageerror', error => void problems.push(String(error)))
  tab.on('console', message => {
    if (message.type() === 'error' && !/status of 4(?:0[135]|12)/.test(message.text()))
      problems.push(message.text())
  })
  const at = (path: string) => `${service.service.consoleUrl}${path}`
  await tab.goto(at('/'))
  await tab.fill('[name=username]', ADMINISTRATOR)
  await tab.fill('[name=password]', PASSWORD)
  await tab.locator('main form button[type=submit]').click()
  await tab.getByRole('navigation').first().waitFor()
  return {
    service,
    browser,
    tab,
    at,
    async sound(where) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await tab.emulateMedia({ colorScheme })
        // Colors of the kit fade.
        await tab.waitForTimeout(300)
        const found =
          await tab.evaluate(`axe.run({ exclude: [['iframe']], resultTypes: ['violations'] }).then(({ violations }) =>
          violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).slice(0, 2).join()))`)
        assert.deepEqual(found, [], `${where} ${colorScheme}`)
      }
      await tab.emulateMedia({ colorScheme: null })
      assert.deepEqual(problems, [], where)
    },
    async close() {
      await browser.close()
      await service.stop()
    },
  }
}
