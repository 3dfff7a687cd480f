import { readFileSync } from 'node:fs'
import { installedDatabase } from '../support/database.ts'
import { startServer, tokenFrom } from '../support/process.ts'
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

/** Starts `tabard serve` on SQLite and a free port. */
export async function childService(environment: Record<string, string> = {}): Promise<ChildService> {
  const database = await installedDatabase('SQLite')
  const given = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
  const server = await startServer({ ...given, ...database.environment, ...environment })
  return {
    url: server.url,
    output: () => server.said.stdout + server.said.stderr,
    residentBytes() {
      const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024
    },
    token: () => tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET),
    async stop() {
      await server.stop()
      await database.remove()
    },
  }
}
