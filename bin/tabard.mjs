#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const at = path => fileURLToPath(new URL(`../${path}`, import.meta.url))
// A package has the program as a bundle. A checkout has its sources, and after npm ci a bundle as well.
const checkout = existsSync(at('src'))

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 6)) {
  const advice = !checkout
    ? 'install Node 24, and run it with that'
    : existsSync(at('node_modules/node/bin/node'))
      ? 'run it through npm (npm start, npm run tabard), which installs it'
      : 'install Node 24, or run npm ci without --omit=dev, which installs it'
  console.error(`Tabard needs Node 24.6 or newer, and this is ${process.version}: ${advice}.`)
  process.exit(1)
}
// What was compiled once is read back at the next start, which is quicker and takes less memory; threads look
// for it by the variable.
process.env.NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE || at('node_modules/.cache/tabard')
module.enableCompileCache()
// The bundle starts faster. As soon as it is not made of the sources that are there now, the sources run instead.
const isBundled =
  !checkout ||
  (existsSync(at('dist/sources.txt')) && (await import('../build/sources.mjs')).isBundleCurrent())
const { main } = await import(isBundled ? '../dist/cli/cli.js' : '../src/cli/cli.ts')
main(process.argv)
