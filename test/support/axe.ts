import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The minified program does the same as the other, and browsers read it in half of the time. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
/** Lets the documents to come begin axe when it is asked for: to send the program to each would take longer than a run. */
const LATER = `if (window === top) window.beginAxe = () => {${AXE}}`
const BEGUN = `(window.axe ?? window.beginAxe?.(), window.axe !== undefined)`

/** Gives axe to a page that does not have it yet. */
export async function provideAxe(tab: Page): Promise<void> {
  if (await tab.evaluate(BEGUN)) return
  await tab.addInitScript(LATER)
  await tab.evaluate(AXE)
}
