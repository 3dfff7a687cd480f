// Runs every test. Brings up what the tests need beforehand, and takes it down afterwards.
import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideChromium } from './support/chromium.ts'
import { startPostgres } from './support/postgres.ts'

const wanted = process.argv.slice(2)
const files = wanted.length > 0 ? wanted : globSync('test/**/*.test.ts').sort()
const chromium = provideChromium()
const postgres = await startPostgres()
const child = spawn(process.execPath, ['--test', '--test-concurrency=2', '--test-timeout=120000', ...files], {
  stdio: 'inherit',
  // What was compiled by one process of the tests is there for the next one.
  env: {
    NODE_COMPILE_CACHE: join(tmpdir(), 'node-compile-cache'),
    ...process.env,
    TABARD_TEST_DATABASE: postgres.url,
    TABARD_TEST_CHROMIUM: chromium,
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', async code => {
  await postgres.stop()
  process.exit(code ?? 1)
})
