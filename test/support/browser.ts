import { after } from 'node:test'
import type { BrowserContext, Browser as RealBrowser } from 'playwright-core'
import { startBrowser } from './own-browser.ts'

/** What tests do with a browser: everything happens in contexts, which share nothing. */
export type Browser = Pick<RealBrowser, 'newContext' | 'newPage' | 'close'>

/**
 * No test looks at pixels, and painting them takes nearly half of the time of a page. Style, layout, frames, scripts and
 * input work without it. Chromium obeys the last of two such switches, so Playwright's own settings are repeated.
 */
const UNPAINTED =
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4,acceleratedCompositingEnabled=false'
const { TABARD_TEST_PROVISIONS: tests, TABARD_SHOTS: pictures } = process.env
const SWITCHES = tests === undefined || pictures !== undefined ? [] : [UNPAINTED]

/** For whatever a test waits for in a browser. */
const PATIENCE_MS = 60_000

/** The browsers of this process by their switches: all files that run in it share them. */
const running = new Map<string, Promise<RealBrowser>>()
after(async () => {
  for (const browser of running.values()) await (await browser).close()
})

/** A browser of this machine, without a window, with further switches. Closing it closes what was opened by it. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const key = switches.join(' ')
  const launching = running.get(key) ?? startBrowser([...SWITCHES, ...switches])
  running.set(key, launching)
  const browser = await launching
  const opened = new Set<BrowserContext>()
  const kept = (context: BrowserContext) => {
    context.setDefaultTimeout(PATIENCE_MS)
    opened.add(context)
    context.once('close', () => opened.delete(context))
  }
  return {
    async newContext(options) {
      const context = await browser.newContext(options)
      kept(context)
      return context
    },
    async newPage(options) {
      const page = await browser.newPage(options)
      kept(page.context())
      return page
    },
    close: async () => void (await Promise.all([...opened].map(context => context.close()))),
  }
}
