import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { accessible, DESK, looksAt, PHONE } from './accessible.ts'
import { becomes } from './becomes.ts'
import { type Browser, launchBrowser } from './browser.ts'
import { addOperator, signedInOperator } from './operator.ts'
import { type TestService, testService } from './service.ts'

/** A browser in which somebody is signed in to the console. */
export interface ConsoleTab {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly tab: Page
  /** The address of a screen. */
  at(path: string): string
  /** Goes to a screen. */
  open(path: string): Promise<void>
  /** Opens a screen as a link of the console does, without reloading it, and dismisses the messages of the screen before. */
  go(path: string): Promise<void>
  /** Dismisses all messages in the corner. They also go by themselves. */
  dismiss(): Promise<void>
  /** Nothing is wrong with what is shown, in light and dark, for axe and for the browser. */
  sound(where: string): Promise<void>
  /** Nothing is wider than the window. */
  isNarrow(where: string): Promise<void>
  /** Nothing is wider than the window or wrong with what is shown, on a phone and on a desk or in other widths. */
  fits(where: string, widths?: readonly number[]): Promise<void>
  close(): Promise<void>
}

const SAVES_DATA = `Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) })`

/**
 * Signs in to the console with an account that is there, and shows nothing yet. It takes no browser to sign in: that is
 * tried in test/console/sign-in-browser.test.ts.
 */
export async function consoleTab(running: TestService, userName: string): Promise<ConsoleTab> {
  const { url, service } = running
  const browser = await launchBrowser()
  const context = await browser.newContext({
    viewport: { width: DESK, height: 900 },
    reducedMotion: 'reduce',
    // As the browser has it: what is emulated would hold in frames too, whatever they are given.
    colorScheme: null,
  })
  const tab = await context.newPage()
  // The console fetches the code of all screens ahead, which takes a fifth of the time of loading it.
  await tab.addInitScript(SAVES_DATA)
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
  const open = async (path: string) => {
    await tab.goto(at(path))
    await tab.getByRole('heading', { level: 1 }).waitFor()
  }
  const dismiss = async () => {
    const buttons = tab.getByRole('button', { name: 'Dismiss', exact: true })
    await buttons.evaluateAll(all => {
      for (const one of all) (one as unknown as { click(): void }).click()
    })
    await becomes(() => buttons.count(), 0)
  }
  const { cookie } = await signedInOperator(running, userName)
  const [name = '', value = ''] = cookie.split('=')
  assert.notEqual(value, '', 'there is a session of the console')
  // As the console sets it.
  await context.addCookies([
    { name, value, url: service.consoleUrl, httpOnly: true, sameSite: 'Strict' as const },
  ])
  return {
    browser,
    context,
    tab,
    at,
    open,
    dismiss,
    async go(path) {
      const [here, there] = [new URL(tab.url()), new URL(at(path))]
      if (here.origin !== there.origin || here.pathname === there.pathname) return await open(path)
      await tab.evaluate(`(async () => {
        const left = document.querySelector('h1')
        history.pushState(null, '', ${JSON.stringify(path)})
        while ([null, left].includes(document.querySelector('h1'))) await new Promise(requestAnimationFrame)
      })()`)
      // Otherwise, a message that is waited for could be that of the screen before.
      await dismiss()
    },
    async sound(where) {
      await loaded(tab, where)
      await accessible(tab, where)
      assert.deepEqual(problems, [], where)
    },
    async isNarrow(where) {
      await loaded(tab, where)
      await narrow(tab, where)
    },
    async fits(where, widths = [PHONE, DESK]) {
      await loaded(tab, where)
      for (const width of widths) {
        await tab.setViewportSize({ ...tab.viewportSize()!, width })
        await narrow(tab, `${where} at ${width}`)
        await accessible(tab, `${where} at ${width}`, looksAt(width))
      }
      assert.deepEqual(problems, [], where)
    },
    close: async () => await browser.close(),
  }
}

/** Waits until a screen has everything that it asked for. */
async function loaded(tab: Page, where: string): Promise<void> {
  // Placeholders say what they wait for, except those of pictures, which load when they come into view.
  const waiting = tab.locator('.mantine-Skeleton-root').filter({ hasText: /./ })
  await becomes(() => waiting.count(), 0, `${where} is still loading`)
}

/** Waits until nothing is wider than the window: a screen is laid out anew after the window has changed. */
async function narrow(tab: Page, where: string): Promise<void> {
  const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  await becomes(async () => Number(await tab.evaluate(excess)), 0, `${where} is wider than the window`)
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
