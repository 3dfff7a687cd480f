import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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

const PATIENCE = ['-o', 'Acquire::Retries=1', '-o', 'Acquire::http::Timeout=15']

/** A real Chromium: the one that is named, Debian's, which root can install, or one that is installed. */
export function provideChromium(): string {
  const given = process.env.TABARD_TEST_CHROMIUM
  if (given !== undefined) return given
  if (!existsSync(SHELL)) install('chromium-headless-shell')
  if (installed() === undefined) install('chromium')
  const found = installed()
  if (found !== undefined) return found
  throw new Error(
    'Chromium for the tests is missing: install it (Debian: apt-get install chromium-headless-shell), or set TABARD_TEST_CHROMIUM to its path.',
  )
}

function installed(): string | undefined {
  return USUAL.find(path => existsSync(path))
}

/** Installs a package of the distribution; where that cannot be, the tests go on with what there is. */
function install(name: string): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.error(`Chromium for the tests: installing the package ${name} of the distribution.`)
  const apt = (...words: string[]) =>
    execFileSync('apt-get', [...PATIENCE, '-y', '-qq', ...words], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    apt('update')
    apt('install', '--no-install-recommends', name)
  } catch {
    console.error(`The package ${name} could not be installed.`)
  }
}
