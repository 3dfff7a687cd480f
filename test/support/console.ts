import assert from 'node:assert/strict'
import { addAccount, PASSWORD } from './people.ts'
import { Person } from './person.ts'
import type { TestService } from './service.ts'

/** What a refusal says. */
export interface Told {
  readonly status: number
  readonly messageId?: string
  readonly messageDescription?: string
}

/** Somebody who is signed in to the console. */
export interface TestOperator {
  readonly id: string
  readonly cookie: string
  /** A call as the console's own pages make it. */
  call(method: string, path: string, body?: unknown): Promise<Response>
  /** The same, where JSON is answered. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>
  /** The same, where it is refused. */
  refused(method: string, path: string, body?: unknown): Promise<Told>
}

/** Adds an account with a role, and signs in to the console with it. */
export async function operatorOf(
  service: TestService,
  role: 'administrator' | 'developer',
): Promise<TestOperator> {
  const { consoleUrl: url, store } = service.service
  const email = `${role}@example.com`
  const id = await addAccount(service, { email })
  const change = role === 'administrator' ? { administrator: true } : { themeDeveloper: true }
  await store.tenant('main').write(tx => tx.updateAccount(id, change))
  const cookie = await session(service, email)
  const call: TestOperator['call'] = async (method, path, body) =>
    await fetch(`${url}${path}`, {
      method,
      headers: { cookie, origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  return {
    id,
    cookie,
    call,
    async json<T>(method: string, path: string, body?: unknown) {
      const answer = await call(method, path, body)
      assert.ok(answer.ok, `${method} ${path}: ${answer.status}`)
      return (await answer.json()) as T
    },
    async refused(method, path, body) {
      const answer = await call(method, path, body)
      const { messageId, messageDescription } = (await answer.json()) as Told
      return { status: answer.status, messageId: messageId!, messageDescription: messageDescription! }
    },
  }
}

async function session(service: TestService, userName: string): Promise<string> {
  const person = new Person(service.url)
  const begun = await fetch(`${service.service.consoleUrl}/signin`, { redirect: 'manual' })
  const key = begun.headers.getSetCookie()[0]!.split(';')[0]!
  await person.visit(begun.headers.get('location')!)
  await person.submit({ username: userName, password: PASSWORD })
  const back = await fetch(person.left!, { redirect: 'manual', headers: { cookie: key } })
  const cookie = back.headers
    .getSetCookie()
    .map(line => line.split(';')[0]!)
    .find(line => line.startsWith('tabard-console='))
  assert.ok(cookie !== undefined, 'there is a session of the console')
  return cookie
}
