import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { provideChromium } from './chromium.ts'
import { startPostgres, type TestPostgres } from './postgres.ts'

type Provision = 'postgres' | 'chromium'

/** Where the processes of the tests ask for what they need beside Node. */
export interface Provisions {
  readonly environment: Record<string, string>
  stop(): Promise<void>
}

/** Starts PostgreSQL and installs Chromium for all test processes, each when the first of them asks for it. */
export async function openProvisions(): Promise<Provisions> {
  let postgres: Promise<TestPostgres> | undefined
  const provide: Record<Provision, () => Promise<string>> = {
    async postgres() {
      postgres ??= startPostgres()
      return (await postgres).url
    },
    chromium: async () => provideChromium(),
  }
  const server = createServer(async ({ url = '' }, response) => {
    try {
      response.end(await provide[url.slice(1) as Provision]())
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
      await (await postgres?.catch(() => undefined))?.stop()
    },
  }
}

/** The address of a PostgreSQL whose user may create databases. */
export async function postgresAddress(): Promise<string> {
  return process.env.TABARD_TEST_DATABASE ?? (await asked('postgres'))
}

/** The path of a Chromium. */
export async function chromiumPath(): Promise<string> {
  if (process.env.TABARD_TEST_PROVISIONS === undefined) return provideChromium()
  return process.env.TABARD_TEST_CHROMIUM ?? (await asked('chromium'))
}

async function asked(what: Provision): Promise<string> {
  const { TABARD_TEST_PROVISIONS: server } = process.env
  if (server === undefined) throw new Error('Run the tests with npm test, which starts what they need.')
  const answer = await fetch(`${server}/${what}`, { headers: { connection: 'close' } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}
