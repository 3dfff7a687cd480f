#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const major = Number.parseInt(process.versions.node, 10)
if (major < 24) {
  console.error(
    `Tabard needs Node 24 or newer, and this is ${process.version}: run it through npm (npm start, npm run tabard), which brings one along.`,
  )
  process.exit(1)
}
// What was compiled once is read back at the next start, which is quicker and takes less memory; threads look
// for it by the variable.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/tabard', import.meta.url))
module.enableCompileCache()
const { main } = await import('../src/cli/cli.ts')
await main(process.argv)
