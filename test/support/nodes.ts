import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { installedDatabase, type TestDatabase } from './database.ts'
import { type Server, startServer, tokenFrom } from './process.ts'
import { CLIENT_ID, CLIENT_SECRET } from './service.ts'
import { startSmtp, type TestSmtp } from './smtp.ts'
import { TENANT } from './store.ts'

type Body = FormData | string

/** Two servers in processes of their own on one PostgreSQL, and an address that leads to each in turn. */
export interface Nodes {
  readonly one: Server
  readonly two: Server
  /** What they were started with. */
  readonly environment: Record<string, string>
  readonly balancer: Balancer
  /** As a service has it, at the address of both. */
  readonly service: {
    readonly url: string
    readonly database: TestDatabase
    readonly service: { readonly store: Store; readonly publicUrl: string }
  }
  readonly smtp: TestSmtp
  readonly store: TenantStore
  /** A call at one of them, with a token that may do everything. */
  call(node: Server, method: string, path: string, body?: Body): Promise<Response>
  stop(): Promise<void>
}

/** Starts both at the same moment; on a database of their own unless one is given. */
export async function startNodes(given?: TestDatabase): Promise<Nodes> {
  const database = given ?? (await installedDatabase('PostgreSQL'))
  const smtp = await startSmtp()
  const balancer = await startBalancer()
  const environment = {
    ...database.environment,
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    TABARD_PUBLIC_URL: balancer.url,
    TABARD_SMTP_URL: smtp.url,
  }
  const [one, two] = await Promise.all([startServer(environment), startServer(environment)])
  balancer.lead([one, two])
  const store = await openStore(database)
  const authorization = `Bearer ${await tokenFrom(one.url, CLIENT_ID, CLIENT_SECRET)}`
  return {
    one,
    two,
    environment,
    balancer,
    service: { url: balancer.url, database, service: { store, publicUrl: balancer.url } },
    smtp,
    store: store.tenant(TENANT),
    call: async (node, method, path, body) =>
      await fetch(`${node.url}${path}`, {
        method,
        headers: { authorization },
        ...(body !== undefined && { body }),
      }),
    async stop() {
      await Promise.all([one.stop(), two.stop(), balancer.stop()])
      await store.close()
      await smtp.stop()
      await database.remove()
    },
  }
}

/** The whole of a PostgreSQL as a database for a test. */
export function databaseAt(url: string): TestDatabase {
  const data = mkdtempSync(join(tmpdir(), 'tabard-test-'))
  return {
    database: url,
    data,
    environment: { TABARD_DATA: data, DATABASE_URL: url },
    remove: async () => rmSync(data, { recursive: true, force: true }),
  }
}
