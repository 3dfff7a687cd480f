import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type EngineName, freshDatabase } from '../test/support/database.ts'
import { packageForm } from '../test/support/service.ts'

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

/** As `npm start` has it. */
const FLAGS = ['--max-semi-space-size=2', '--v8-pool-size=1']

export const ADMINISTRATOR = { email: 'admin@example.com', password: 'quiet lamp over water' }

const CLIENT_ID = 'bench-client'
const CLIENT_SECRET = 'bench-secret-0123456789abcdef0123456789'

/** Runs a script until it says where it listens. */
export async function startProcess(
  script: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const child = spawn(process.execPath, [...FLAGS, join(import.meta.dirname, script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  let stopping = false
  child.once('exit', (code, signal) => {
    if (!stopping) console.error(`${script} ended by itself, with ${signal ?? code}`)
  })
  const url = await addressOf(child)
  return {
    url,
    pid: child.pid!,
    async stop() {
      stopping = true
      child.kill()
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  for await (const line of createInterface(child.stdout!)) {
    const [, url] = /^Listening on (http:\S+)/.exec(line) ?? []
    if (url !== undefined) return url
  }
  throw new Error('the server ended before it listened')
}

/** Runs the service on a fresh database. */
export async function startServiceProcess(
  engine: EngineName,
  more: Record<string, string> = {},
): Promise<ServiceProcess> {
  const database = await freshDatabase(engine)
  const environment = {
    PORT: '0',
    DATABASE_URL: '',
    TABARD_LOG_LEVEL: 'silent',
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
    await database.remove()
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
