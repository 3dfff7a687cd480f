import { type Browser, chromium } from 'playwright-core'
import { chromiumPath } from './provisions.ts'

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser of this machine that nobody else uses, without a window, started with further switches. */
export async function startBrowser(switches: readonly string[] = []): Promise<Browser> {
  const executablePath = await chromiumPath()
  return await chromium.launch({ executablePath, args: [...QUIET, ...switches], timeout: 120_000 })
}
