import { existsSync } from 'node:fs'
import { installPackages } from './distribution.ts'

/** Chromium without the parts that only a window needs: the same engine, and nearly twice as quick. */
const SHELL = '/usr/bin/chromium-headless-shell'

const USUAL = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A real Chromium: the one that is named, Debian's, which root can install, or one that is installed. */
export function provideChromium(): string {
  const given = process.env.TABARD_TEST_CHROMIUM
  if (given !== undefined) return given
  if (!existsSync(SHELL)) installPackages('chromium-headless-shell')
  if (installed() === undefined) installPackages('chromium')
  const found = installed()
  if (found !== undefined) return found
  throw new Error(
    'Chromium for the tests is missing: install it (Debian: apt-get install chromium-headless-shell), or set TABARD_TEST_CHROMIUM to its path.',
  )
}

function installed(): string | undefined {
  return USUAL.find(path => existsSync(path))
}
