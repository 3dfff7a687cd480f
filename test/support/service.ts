import { createClient, type TabardClient } from '../../client/client.ts'
import { configFrom } from '../../src/config.ts'
import type { PasswordCost } from '../../src/identity/identity.ts'
import { type Service, type Surroundings, startService } from '../../src/server.ts'
import { type EngineName, installedDatabase, type TestDatabase } from './database.ts'
import { THREADS } from './threads.ts'

export const CLIENT_ID = 'test-client'
export const CLIENT_SECRET = 'test-secret-0123456789abcdef0123456789'

/** The least that Argon2id takes: at the usual cost, hashing would take much of the time of the tests. */
const CHEAP: PasswordCost = { memory: 8, passes: 1, parallelism: 1 }
/** Passwords are hashed as everywhere else, for tests of the hashes and of how long they take. */
export const AT_FULL_COST: Surroundings = { hashing: {} }

type Body = FormData | Uint8Array<ArrayBuffer> | string

const CALM = { delayMs: 0, heap: 0, memory: 0 }

/** A running service, and a client that holds its token. */
export interface TestService {
  readonly url: string
  readonly service: Service
  readonly database: TestDatabase
  /** What it hashes passwords at. */
  readonly hashing: { readonly cost?: PasswordCost }
  /** A call with a token that may do everything, unless the headers say otherwise. */
  call(method: string, path: string, body?: Body, headers?: Record<string, string>): Promise<Response>
  token(id?: string, secret?: string): Promise<string>
  /** Calls of the API through the generated client. */
  readonly client: TabardClient
  /** Creates a theme and answers with its id. */
  createTheme(name: string, archive: Uint8Array<ArrayBuffer>, description?: string): Promise<string>
  stop(): Promise<void>
}

/** Starts the service on a database of its own. */
export async function testService(
  engine: EngineName,
  environment: Record<string, string> = {},
  { hashing = { cost: CHEAP }, ...surroundings }: Surroundings = {},
): Promise<TestService> {
  const database = await installedDatabase(engine)
  const config = configFrom({
    PORT: '0',
    TABARD_CLIENT_ID: CLIENT_ID,
    TABARD_CLIENT_SECRET: CLIENT_SECRET,
    ...database.environment,
    ...environment,
  })
  const service = await startService(config, 'silent', {
    hashing,
    threads: THREADS,
    planMs: 60_000,
    ahead: false,
    // The tests run in the same process, on a machine that may be busy: a service must not refuse work because of that.
    load: () => CALM,
    ...surroundings,
  })
  const url = service.address

  const token = async (id = CLIENT_ID, secret = CLIENT_SECRET): Promise<string> => {
    const body = new URLSearchParams({
      client_id: id,
      client_secret: secret,
      grant_type: 'client_credentials',
    })
    const response = await fetch(`${url}/v1.0/endpoint/default/token`, { method: 'POST', body })
    const { access_token } = (await response.json()) as { access_token: string }
    return access_token
  }
  const mine = await token()

  const call: TestService['call'] = async (method, path, body, headers = {}) =>
    await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${mine}`, ...headers },
      ...(body !== undefined && { body }),
    })

  return {
    url,
    service,
    database,
    hashing,
    call,
    token,
    client: createClient({ url, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }),
    async createTheme(name, archive, description) {
      const response = await call(
        'POST',
        '/v1.0/branding/themes',
        packageForm(archive, { name, description }),
      )
      const { id } = (await response.json()) as { id: string }
      return id
    },
    async stop() {
      const closed = service.close()
      // A test that does not read an answer to its end would be waited for.
      service.app.server.closeAllConnections()
      await closed
      await database.remove()
    },
  }
}

/** The form of a package upload, as the branding REST API expects it. */
export function packageForm(archive?: Uint8Array<ArrayBuffer>, configuration?: object): FormData {
  const form = new FormData()
  if (archive !== undefined) form.set('files', new Blob([archive]), 'theme.zip')
  if (configuration !== undefined) form.set('configuration', JSON.stringify(configuration))
  return form
}

/** The form of a single-file upload. */
export function fileForm(content: string | Uint8Array<ArrayBuffer>, name = 'upload'): FormData {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  return form
}
