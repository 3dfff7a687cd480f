import assert from 'node:assert/strict'
import { signedInOperator } from './operator.ts'
import { addAccount } from './people.ts'
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
  /** A call of the console that answers with JSON. */
  json<T>(method: string, path: string, body?: unknown): Promise<T>
  /** A call of the console that is refused. */
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
  await store.tenant('main').write(tx => tx.accounts.update(id, change))
  const { cookie } = await signedInOperator(service, email)
  assert.notEqual(cookie, '', 'there is a session of the console')
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
