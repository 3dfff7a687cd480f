import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/** What the environment says about browsers. */
export interface BrowserVariables {
  /** Paths that somebody has set, with the names of their variables, in the order in which they count. */
  readonly named: readonly { readonly variable: string; readonly path: string }[]
  readonly path: string
  /** Where Playwright keeps its browsers, where that is not the usual place. */
  readonly playwright: string | undefined
  /** What a browser needs of the environment to run. */
  readonly needed: Readonly<Record<string, string>>
}

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome.exe',
]
const APPLICATIONS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
/** Where the program is in a folder of Playwright's; the name of the folder in it differs by system. */
const PROGRAMS = [
  'headless_shell',
  'chrome-headless-shell',
  'chrome-headless-shell.exe',
  'chrome',
  'chrome.exe',
  'Chromium.app/Contents/MacOS/Chromium',
]

/** An installed Chromium. If a variable names one, only that one is used, even if it does not exist. */
export function findChromium({ named, path, playwright }: BrowserVariables): string | undefined {
  const [first] = named
  if (first !== undefined) return isProgram(first.path) ? first.path : undefined
  const folders = path.split(delimiter).filter(folder => folder !== '')
  const usual = folders.flatMap(folder => NAMES.map(name => join(folder, name)))
  return [...usual, ...APPLICATIONS].find(isProgram) ?? ofPlaywright(playwright)
}

function ofPlaywright(given: string | undefined): string | undefined {
  const home = homedir()
  const caches = given
    ? [given]
    : ['.cache', 'Library/Caches', 'AppData/Local'].map(cache => join(home, cache, 'ms-playwright'))
  const programs = caches.flatMap(cache =>
    foldersIn(cache)
      .filter(name => name.startsWith('chromium'))
      // The newest first.
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .flatMap(name => foldersIn(join(cache, name)).map(inner => join(cache, name, inner)))
      .flatMap(folder => PROGRAMS.map(program => join(folder, program))),
  )
  return programs.find(isProgram)
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
