import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { type Browser, launchBrowser } from './browser.ts'
import { addOperator } from './operator.ts'
import { PASSWORD } from './people.ts'
import { type TestService, testService } from './service.ts'

/** Waits until nothing moves: colors of the kit fade, and a changed scheme is seen with the next frame. */
const SETTLED = `(async () => {
  for (let still = 0; still < 3; ) {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect?.getComputedTiming().endTime < 5_000)
    await Promise.allSettled(running.map(({ finished }) => finished))
    still = running.length === 0 ? still + 1 : 0
  }
})()`

/** A browser in which somebody is signed in to the console. */
export interface ConsoleTab {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly tab: Page
  /** The address of a screen. */
  at(path: string): string
  /** Goes to a screen. */
  open(path: string): Promise<void>
  /** Nothing is wrong with what is shown, in light and dark, for axe and for the browser. */
  sound(where: string): Promise<void>
  close(): Promise<void>
}

/** Signs in to the console with an account that is there. */
export async function consoleTab({ url, service }: TestService, userName: string): Promise<ConsoleTab> {
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    // As the browser has it: what is emulated would hold in frames too, whatever they are given.
    colorScheme: null,
  })
  context.setDefaultTimeout(60_000)
  const tab = await context.newPage()
  const problems: string[] = []
  tab.on('pageerror', error => void problems.push(String(error)))
  tab.on('console', message => {
    // Pages in previews do not get the focus, which browsers say.
    const isPreview = message.location().url.includes('/preview/')
    const isExpected =
      /status of 4(?:0[01359]|12|22)/.test(message.text()) ||
      (isPreview && message.text().startsWith('Blocked autofocusing'))
    if (message.type() === 'error' && !isExpected) problems.push(message.text())
  })
  tab.on('request', request => {
    const known = [url, service.consoleUrl].some(origin => request.url().startsWith(origin))
    if (!known && !/^(?:data|blob):/.test(request.url())) problems.push(`asked elsewhere: ${request.url()}`)
  })
  const at = (path: string) => `${service.consoleUrl}${path}`
  await tab.goto(at('/'))
  await tab.fill('[name=username]', userName)
  await tab.fill('[name=password]', PASSWORD)
  await tab.locator('main form button[type=submit]').click()
  await tab.getByRole('navigation').first().waitFor()
  return {
    browser,
    context,
    tab,
    at,
    async open(path) {
      await tab.goto(at(path))
      await tab.getByRole('heading', { level: 1 }).waitFor()
    },
    async sound(where) {
      await accessible(tab, where)
      assert.deepEqual(problems, [], where)
    },
    close: async () => await browser.close(),
  }
}

/** The rules of axe that look at colors: no other can find more in dark than in light. */
const COLORS = { runOnly: ['color-contrast', 'link-in-text-block'] }
const EVERYTHING = process.env.TABARD_TEST_FULL !== undefined

/** Fails where axe finds something, in light or in dark. */
export async function accessible(tab: Page, where: string): Promise<void> {
  if ((await tab.evaluate('typeof axe')) === 'undefined') await tab.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await tab.emulateMedia({ colorScheme })
    await tab.evaluate(SETTLED)
    const rules = colorScheme === 'light' || EVERYTHING ? {} : COLORS
    const options = JSON.stringify({ resultTypes: ['violations'], ...rules })
    const found = await tab.evaluate(`axe.run({ exclude: [['iframe']] }, ${options}).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).slice(0, 2).join()))`)
    assert.deepEqual(found, [], `${where} ${colorScheme}`)
  }
  await tab.emulateMedia({ colorScheme: null })
}

/** Starts a service on SQLite, and signs an administrator in; both end with the tab. */
export async function administratorTab(): Promise<ConsoleTab & { readonly service: TestService }> {
  const service = await testService('SQLite')
  await addOperator(service, 'boss@example.com', 'administrator')
  const desk = await consoleTab(service, 'boss@example.com')
  return {
    ...desk,
    service,
    async close() {
      await desk.close()
      await service.stop()
    },
  }
}
