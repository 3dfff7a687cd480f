import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const IMPORT = /\b(?:from|import)\s*\(?'([^']+)'/g
/** What reaches beyond the process of a test: databases, browsers and other programs. */
const OUTSIDE = [
  'node:child_process',
  ...['browser.ts', 'database.ts', 'postgres.ts'].map(name => join(import.meta.dirname, name)),
]

const imports = new Map<string, readonly string[]>()

/** Whether a test file needs nothing beside its own process, judged by everything that it imports. */
export function isPure(file: string): boolean {
  const reached = new Set([resolve(file)])
  for (const path of reached) {
    if (OUTSIDE.includes(path)) return false
    for (const next of importsOf(path)) reached.add(next)
  }
  return true
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
