import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { provideChromium } from './chromium.ts'
import { providePrograms } from './distribution.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

/**
 * `terminals`: tmux, and the shells that complete commands. `program`: the command line in a few files, which starts
 * quickly. `migrated-…`: a database with the schema alone.
 * `installed-…`: one in which the master and the first tenant with its signing key are there as well. A copy takes a fraction
 * of the time that a service needs to make them.
 */
type Provision =
  | 'postgres'
  | 'chromium'
  | 'terminals'
  | 'program'
  | `${'migrated' | 'installed'}-${'sqlite' | 'postgres'}`

/** Where the processes of the tests ask for what they need beside Node. */
export interface Provisions {
  readonly environment: Record<string, string>
  stop(): Promise<void>
}

/** Makes each thing that tests need when the first of their processes asks for it. */
export async function openProvisions(): Promise<Provisions> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-provisions-'))
  const templates: string[] = []
  let postgres: Promise<TestPostgres> | undefined
  let bundle: { readonly program: string; readonly folder: string } | undefined
  const started = async () => {
    postgres ??= startPostgres()
    return (await postgres).url
  }
  /** A database from which others are copied. */
  const template = async (fill: (environment: Record<string, string>) => Promise<void>) => {
    const server = await started()
    const name = `tabard_template_${randomUUID().replaceAll('-', '')}`
    await administer(server, `create database ${name} template template0 encoding 'UTF8'`)
    templates.push(name)
    await fill({ TABARD_DATA: folder, DATABASE_URL: databaseOf(server, name) })
    return name
  }
  const file = async (name: string, fill: (environment: Record<string, string>) => Promise<void>) => {
    const data = join(folder, name)
    await fill({ TABARD_DATA: data })
    return join(data, 'tabard.db')
  }
  const make: Record<Provision, () => Promise<string>> = {
    postgres: started,
    chromium: async () => provideChromium(),
    async terminals() {
      providePrograms('tmux', 'zsh', 'fish')
      return ''
    },
    async program() {
      const [{ bundledProgram }, { warmUp }] = await Promise.all([
        import('./bundle.ts'),
        import('./warm-up.ts'),
      ])
      bundle = await bundledProgram()
      await warmUp(bundle.program)
      return bundle.program
    },
    'migrated-sqlite': () => file('migrated', migrate),
    'migrated-postgres': () => template(migrate),
    'installed-sqlite': () => file('installed', install),
    'installed-postgres': () => template(install),
  }
  const made = new Map<string, Promise<string>>()
  const server = createServer(async ({ url = '' }, response) => {
    const what = url.slice(1) as Provision
    const making = made.get(what) ?? make[what]()
    made.set(what, making)
    try {
      response.end(await making)
    } catch (error) {
      response.writeHead(500).end((error as Error).message)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    environment: { TABARD_TEST_PROVISIONS: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.allSettled(made.values())
      // A server of our own goes as a whole.
      if (process.env.TABARD_TEST_DATABASE !== undefined)
        for (const name of templates) await administer(await started(), `drop database if exists ${name}`)
      await (await postgres?.catch(() => undefined))?.stop()
      for (const each of [folder, bundle?.folder])
        if (each !== undefined) rmSync(each, { recursive: true, force: true })
    },
  }
}

/** Makes the schema in an empty database. */
async function migrate(environment: Record<string, string>): Promise<void> {
  const { configFrom } = await import('../../src/config.ts')
  const { openStore } = await import('../../src/store/store.ts')
  await (await openStore(configFrom(environment))).close()
}

/** Makes what the first start of a service and the first sign-in would make in an empty database. */
async function install(environment: Record<string, string>): Promise<void> {
  const { configFrom } = await import('../../src/config.ts')
  const { openInstallation } = await import('../../src/installation.ts')
  const { FIRST_TENANT, rotateSigningKey } = await import('../../src/identity/identity.ts')
  const { store } = await openInstallation(configFrom(environment))
  await rotateSigningKey(store.tenant(FIRST_TENANT), store.now())
  await store.close()
}

/** The address of a PostgreSQL whose user may create databases. */
export async function postgresAddress(): Promise<string> {
  return process.env.TABARD_TEST_DATABASE ?? (await provided('postgres'))
}

/** The path of a Chromium. */
export async function chromiumPath(): Promise<string> {
  if (process.env.TABARD_TEST_PROVISIONS === undefined) return provideChromium()
  return process.env.TABARD_TEST_CHROMIUM ?? (await provided('chromium'))
}

/** Asks the run of the tests for something. */
export async function provided(what: Provision): Promise<string> {
  const { TABARD_TEST_PROVISIONS: server } = process.env
  if (server === undefined) throw new Error('Run the tests with npm test, which starts what they need.')
  const answer = await fetch(`${server}/${what}`, { headers: { connection: 'close' } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** The address of a database on a server. */
export function databaseOf(server: string, name: string): string {
  return Object.assign(new URL(server), { pathname: `/${name}` }).href
}

/** Runs a statement on the server itself. */
export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
