import { after } from 'node:test'
import type { BrowserContext, Browser as RealBrowser } from 'playwright-core'
import { startBrowser } from './own-browser.ts'

/** What tests do with a browser: everything happens in contexts, which share nothing. */
export type Browser = Pick<RealBrowser, 'newContext' | 'newPage' | 'close'>

/** The browsers of this process by their switches: all files that run in it share them. */
const running = new Map<string, Promise<RealBrowser>>()
after(async () => {
  for (const browser of running.values()) await (await browser).close()
})

/** A browser of this machine, without a window, with further switches. Closing it closes what was opened by it. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  const key = switches.join(' ')
  const launching = running.get(key) ?? startBrowser(switches)
  running.set(key, launching)
  const browser = await launching
  const opened = new Set<BrowserContext>()
  const kept = (context: BrowserContext) => {
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
