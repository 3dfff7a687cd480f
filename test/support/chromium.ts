import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const USUAL = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** A real Chromium: the one that is named, one that is installed, or Debian's, which root can install. */
export function provideChromium(): string {
  const given = process.env.TABARD_TEST_CHROMIUM
  if (given !== undefined) return given
  const found = USUAL.find(path => existsSync(path))
  if (found !== undefined) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Chromium for the tests is missing: installing the package of the distribution.')
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    if (existsSync(USUAL[0]!)) return USUAL[0]!
  }
  throw new Error(
    'Chromium for the tests is missing: install it (Debian: apt-get install chromium), or set TABARD_TEST_CHROMIUM to its path.',
  )
}
