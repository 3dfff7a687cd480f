import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const IMPORT = /\b(?:from|import)\s*\(?'([^']+)'/g
const inSupport = (name: string) => join(import.meta.dirname, name)
const BROWSERS = ['browser.ts', 'own-browser.ts'].map(inSupport)
/** What reaches beyond the process of a test: databases, browsers and other programs. */
const OUTSIDE = ['node:child_process', ...['database.ts', 'postgres.ts'].map(inSupport), ...BROWSERS]

/** What opens the console, besides the tests of it. */
const CONSOLES = ['console-tab.ts', '../attacks/world.ts'].map(inSupport)
const CONSOLE_TESTS = inSupport('../console')

const imports = new Map<string, readonly string[]>()

/** Whether a test file needs nothing beside its own process. */
export function isPure(file: string): boolean {
  return !reaches(file, OUTSIDE)
}

/** Whether a test file needs a browser. */
export function needsBrowser(file: string): boolean {
  return reaches(file, BROWSERS)
}

/** Whether a test file shows the console in a browser, for which the console has to be built. */
export function needsConsole(file: string): boolean {
  return needsBrowser(file) && (dirname(resolve(file)) === CONSOLE_TESTS || reaches(file, CONSOLES))
}

/** Whether a file imports one of these modules, directly or by others. */
function reaches(file: string, modules: readonly string[]): boolean {
  const reached = new Set([resolve(file)])
  for (const path of reached) {
    if (modules.includes(path)) return true
    for (const next of importsOf(path)) reached.add(next)
  }
  return false
}

/** What a file of the project imports: other files by their path, and everything else by its name. */
function importsOf(path: string): readonly string[] {
  // A file that is missing is the matter of the test that imports it.
  if (!path.endsWith('.ts') || !existsSync(path)) return []
  const known = imports.get(path)
  if (known !== undefined) return known
  const names = [...readFileSync(path, 'utf8').matchAll(IMPORT)].map(([, name]) => name!)
  const found = names.map(name => (name.startsWith('.') ? resolve(dirname(path), name) : name))
  imports.set(path, found)
  return found
}
