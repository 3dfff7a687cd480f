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

/** A browser of this machine, without a window, started with further switches. Close it when done. */
export async function launchBrowser(switches: readonly string[] = []): Promise<Browser> {
  return await chromium.launch({ executablePath: await chromiumPath(), args: [...QUIET, ...switches] })
}
