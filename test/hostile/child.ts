import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { freshDatabase } from '../support/database.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'

/** A service in a process of its own, as an operator starts it. */
export interface ChildService {
  readonly url: string
  /** Everything that it wrote to standard output and standard error. */
  output(): string
  /** Bytes of memory that the process holds at the moment. */
  residentBytes(): number
  token(): Promise<string>
  stop(): Promise<void>
}

const PROGRAM = new URL('../../bin/tabard.mjs', import.meta.url).pathname

/** Starts `tabard serve` on SQLite and a free port. */
export async function childService(environment: Record<string, string> = {}): Promise<ChildService> {
  const database = await freshDatabase('SQLite')
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      ...database.environment,
      ...environment,
    },
  })
  const lines: string[] = []
  child.stdout.on('data', chunk => lines.push(String(chunk)))
  child.stderr.on('data', chunk => lines.push(String(chunk)))
  const output = () => lines.join('')
  const url = await listening(child, output)
  return {
    url,
    output,
    residentBytes() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024
    },
    async token() {
      const body = new URLSearchParams({
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        grant_type: 'client_credentials',
      })
      const response = await fetch(`${url}/v1.0/endpoint/default/token`, { method: 'POST', body })
      return ((await response.json()) as { access_token: string }).access_token
    },
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      await database.remove()
    },
  }
}

async function listening(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const address = /^Listening on (http:\S+?)(?:,|$)/m.exec(output())?.[1]
    if (address !== undefined) return address
    if (child.exitCode !== null) throw new Error(`the service did not start: ${output()}`)
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  }
}
