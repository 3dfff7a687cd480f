import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { bundleProgram } from '../../build/program.ts'

const ROOT = join(import.meta.dirname, '../..')
/** What the program reads beside its code. */
const READ = ['console', 'deploy', 'docs', 'master', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md']

/**
 * The program of this checkout as a package has it, made of a few large files instead of a thousand small ones: a command then
 * takes a third of the processor time. Tests run hundreds of them.
 */
export async function bundledProgram(): Promise<{ readonly program: string; readonly folder: string }> {
  const cache = join(ROOT, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  // Below node_modules, where the other packages are found.
  const folder = mkdtempSync(join(cache, 'tabard-program-'))
  await bundleProgram(join(folder, 'dist'))
  for (const name of READ) symlinkSync(join(ROOT, name), join(folder, name))
  for (const name of ['bin', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  return { program: join(folder, 'bin/tabard.mjs'), folder }
}
