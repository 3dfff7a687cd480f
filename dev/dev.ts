// Runs the service and the console on sample data, and takes up what changes in the sources: npm run dev
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { SIGN_IN } from '../src/identity/identity.ts'
import { freePort } from '../test/support/ports.ts'
import { bare } from '../test/support/process.ts'
import { type DevConsole, startConsole } from './console.ts'
import { CLIENT, makeSamples, SOMEBODY } from './samples.ts'
import { runService } from './service.ts'
import { ADMINISTRATOR, PASSWORD } from './session.ts'

const HELP = `npm run dev [-- options] [NAME=value …]

  --fresh       remove the data of earlier runs first
  --temporary   use data of its own, and remove it at the end
  NAME=value    a setting of the service, such as TABARD_REGISTRATION=off

PORT is the port of the pages (default 8080, 0 takes free ports); the console has the next one.
`
const ROOT = join(import.meta.dirname, '..')
const KEPT = join(ROOT, 'node_modules/.cache/tabard-dev')
/** Changes within this time restart the service once. */
const QUIET_MS = 100
/** How often it looks whether npm is still there. */
const ORPHANED_MS = 500

const { values: options, positionals: settings } = parseArgs({
  allowPositionals: true,
  options: {
    fresh: { type: 'boolean', default: false },
    temporary: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  console.log(HELP)
  process.exit(0)
}

const folder = options.temporary ? mkdtempSync(join(tmpdir(), 'tabard-dev-')) : KEPT
/** Is there when the sample data is complete. */
const complete = join(folder, 'complete')
if (options.fresh || !existsSync(complete)) rmSync(folder, { recursive: true, force: true })
const port = Number(process.env.PORT ?? 8080) || (await freePort())
const pages = `http://127.0.0.1:${port}`
const consolePort = process.env.PORT === '0' ? await freePort() : port + 1
const inner = await freePort()
const place = { target: `http://127.0.0.1:${inner}`, origin: `http://127.0.0.1:${consolePort}` }
// Nothing of the shell's environment: it may name a real database or mail server.
const environment = bare({
  TABARD_LOG_FORMAT: 'pretty',
  ...Object.fromEntries(settings.map(setting => setting.split(/=(.*)/s, 2))),
  HOST: '127.0.0.1',
  PORT: String(port),
  TABARD_CONSOLE_PORT: String(inner),
  TABARD_CONSOLE_URL: place.origin,
  TABARD_DATA: folder,
  DATABASE_URL: '',
  TABARD_ADMIN_EMAIL: ADMINISTRATOR,
  TABARD_ADMIN_PASSWORD: PASSWORD,
  TABARD_CLIENT_ID: CLIENT.clientId,
  TABARD_CLIENT_SECRET: CLIENT.clientSecret,
})
const service = runService(environment)
let front: DevConsole | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
// npm passes a signal on to its shell, which ends and leaves this process behind.
const shell = process.ppid
if (process.env.npm_lifecycle_event === 'dev')
  setInterval(() => process.ppid !== shell && void stop(0), ORPHANED_MS).unref()

try {
  front = await startConsole({
    ...place,
    port: consolePort,
    cache: join(folder, 'vite'),
    isUp: service.isUp,
  })
  if (!(await service.isUp())) await stop(1)
  if (!existsSync(complete)) {
    console.log('Making the sample data…')
    await makeSamples(pages, place, environment)
    writeFileSync(complete, '')
  }
} catch (error) {
  console.error((error as NodeJS.ErrnoException).code === 'EADDRINUSE' ? inUse() : error)
  await stop(1)
}
let changed: NodeJS.Timeout | undefined
for (const source of ['src', 'master/templates'])
  front!.watch(join(ROOT, source), file => {
    clearTimeout(changed)
    changed = setTimeout(async () => {
      console.log(`${relative(ROOT, file)} has changed; the service is restarted.`)
      service.restart()
      console.log((await service.isUp()) ? 'The service runs again.' : 'The service does not run.')
    }, QUIET_MS)
  })
console.log(`
Console   ${place.origin}/
          Your browser is signed in as ${ADMINISTRATOR} when you open it.
Pages     ${pages}${SIGN_IN}
          Sign in as ${SOMEBODY} with the password "${PASSWORD}".
API       ${pages}/docs
          The API client is ${CLIENT.clientId}, its secret ${CLIENT.clientSecret}.
Data      ${options.temporary ? `${folder}, until the end of this run` : `${relative(ROOT, folder)}, kept for the next run; --fresh makes it anew`}
`)

function inUse(): string {
  return `The console cannot listen on port ${consolePort}, because it is in use. Choose other ports: PORT=9000 npm run dev`
}

/** Ends everything. */
async function stop(code: number): Promise<never> {
  await Promise.all([front?.close(), service.stop()])
  if (options.temporary) rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
