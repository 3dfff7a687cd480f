#!/usr/bin/env node
// Plain JavaScript that any Node can read, so that one that is too old can be told so.
const major = Number.parseInt(process.versions.node, 10)
if (major < 24) {
  console.error(
    `Tabard needs Node 24 or newer, and this is ${process.version}: run it through npm (npm start, npm run tabard), which brings one along.`,
  )
  process.exit(1)
}
const { main } = await import('../src/cli/cli.ts')
await main(process.argv)
