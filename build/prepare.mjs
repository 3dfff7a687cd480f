// Builds the console and bundles the program after an install. Plain JavaScript that any Node can read: without the
// development dependencies the Node of the system runs it, and that may be an old one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
const vite = at('node_modules/vite/bin/vite.js')

/** Runs a script to its end, and tells its exit code. */
function run(...words) {
  const { status } = spawnSync(process.execPath, words, { stdio: 'inherit' })
  return status === null ? 1 : status
}

if (existsSync(vite)) {
  // A package that is made has both already, the console before its bill of materials is written.
  if (process.env.npm_command !== 'pack')
    process.exitCode = run(vite, 'build', at('console'), '--logLevel', 'warn') || run(at('build/program.ts'))
} else if (!existsSync(at('console/dist/index.html'))) {
  console.warn(
    'The console is not built, because what builds it is a development dependency: the service runs without it until npm ci has run without --omit=dev, or console/dist has come from elsewhere.',
  )
}
