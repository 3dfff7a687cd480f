import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type EngineName,
  freshDatabase,
  installedDatabase,
  type TestDatabase,
} from '../test/support/database.ts'
import { packageForm } from '../test/support/service.ts'
import { send } from '../test/support/wire.ts'
import { TINY } from './measure.ts'
import { pinServer } from './pin.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly pid: number
  stop(): Promise<void>
}

/** A service in a process of its own, the header that opens it, and ways to fill it. */
export interface ServiceProcess extends ServerProcess {
  readonly headers: { authorization: string }
  /** The settings that it runs with. */
  readonly environment: Record<string, string>
  /** Replaces files of the default theme by those of a package. */
  customize(archive: Uint8Array<ArrayBuffer>): Promise<void>
  /** Creates a theme and answers with its id. */
  createTheme(name: string, archive: Uint8Array<ArrayBuffer>): Promise<string>
}

const START_MS = 60_000

/** As `npm start` has it. */
export const FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1']

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'quiet lamp over water' }

export const CLIENT_ID = 'bench-client'
export const CLIENT_SECRET = 'bench-secret-0123456789abcdef0123456789'

/** Runs a script until it says where it listens. Its log goes to a file, as that of a service does. */
export async function startProcess(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-log-'))
  const log = join(folder, 'log')
  const out = openSync(log, 'a')
  const child = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', out, out],
    env: { ...process.env, ...environment },
  })
  closeSync(out)
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`${script} ended by itself, with ${signal ?? code}`)
  })
  const deadline = performance.now() + START_MS
  let url = addressIn(log)
  for (; url === undefined; url = addressIn(log)) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill()
      throw new Error(`${script} does not listen: ${readFileSync(log, 'utf8')}`)
    }
    await sleep(10)
  }
  pinServer(child.pid!)
  return {
    url,
    pid: child.pid!,
    async stop() {
      stopping = true
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

/** Headers that Node's HTTP server writes by itself. */
const OF_NODE = ['connection', 'date', 'keep-alive', 'transfer-encoding']

/** Node's HTTP server alone, with the headers and bytes that a service answers with. */
export async function startAlone(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const { origin, pathname, search } = new URL(url)
  const answer = await send(origin, 'GET', `${pathname}${search}`, headers)
  const own = Object.entries(answer.headers).filter(([name]) => !OF_NODE.includes(name))
  const given = own.flatMap(([name, value]) => [name, String(value)])
  return await startProcess('alone.ts', [JSON.stringify(given), answer.body.toString('base64')])
}

function addressIn(log: string): string | undefined {
  return /^Listening on (http:\S+)$/m.exec(readFileSync(log, 'utf8'))?.[1]
}

/** Runs the service, on a fresh database unless one is given; where nothing is measured, on a copy of one that is installed. */
export async function startServiceProcess(
  engine: EngineName,
  more: Record<string, string> = {},
  given?: TestDatabase,
): Promise<ServiceProcess> {
  const database = given ?? (await (TINY ? installedDatabase : freshDatabase)(engine))
  const environment = {
    PORT: '0',
    DATABASE_URL: '',
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    TABARD_ADMIN_EMAIL: ADMINISTRATOR.email,
    TABARD_ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...database.environment,
    ...more,
  }
  const server = await startProcess('../bin/tabard.mjs', ['serve'], environment)
  const stop = async () => {
    await server.stop()
    if (given === undefined) await database.remove()
  }
  try {
    const headers = { authorization: `Bearer ${await tokenFrom(server.url)}` }
    const upload = async (method: string, path: string, body: FormData) => {
      const response = await fetch(`${server.url}/v1.0/branding/themes${path}`, { method, headers, body })
      if (!response.ok) throw new Error(`the package was refused: ${await response.text()}`)
      return response
    }
    return {
      ...server,
      headers,
      environment,
      stop,
      async customize(archive) {
        await upload('PUT', '/default', packageForm(archive))
      },
      async createTheme(name, archive) {
        const { id } = (await (await upload('POST', '', packageForm(archive, { name }))).json()) as {
          id: string
        }
        return id
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function tokenFrom(url: string): Promise<string> {
  const response = await fetch(`${url}/v1.0/endpoint/default/token`, {
    method: 'POST',
    body: new URLSearchParams({
      client_id: CLIENT_ID,
      client_secret: CLIENT_SECRET,
      grant_type: 'client_credentials',
    }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return access_token
}
