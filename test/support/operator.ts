import assert from 'node:assert/strict'
import { addAccount, PASSWORD } from './people.ts'
import { Person } from './person.ts'
import type { TestService } from './service.ts'

/** Adds somebody with a part in the console. */
export async function addOperator(
  service: TestService,
  email: string,
  role: 'administrator' | 'themeDeveloper',
): Promise<string> {
  const id = await addAccount(service, { email })
  await service.service.store.tenant('main').write(tx => tx.updateAccount(id, { [role]: true }))
  return id
}

/** Signs in at the pages, and comes back with the session of the console. */
export async function signedInOperator(service: TestService, userName: string, to = '/themes?x=1') {
  const url = service.service.consoleUrl
  const person = new Person(service.url)
  const begun = await fetch(`${url}/signin?to=${to}`, { redirect: 'manual' })
  const key = begun.headers.getSetCookie()[0]!.split(';')[0]!
  await person.visit(begun.headers.get('location')!)
  assert.match(person.shown!.html, /themeId=master/, 'the console wears no theme')
  await person.submit({ username: userName, password: PASSWORD })
  const back = await fetch(person.left!, { redirect: 'manual', headers: { cookie: key } })
  const cookie = back.headers
    .getSetCookie()
    .map(line => line.split(';')[0]!)
    .find(line => line.startsWith('tabard-console='))
  return { back, cookie: cookie ?? '', key, left: person.left!, person }
}

/** A call with the session of the console, from its own pages unless the headers say otherwise. */
export async function consoleCall(
  service: TestService,
  cookie: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { origin: service.service.consoleUrl },
): Promise<Response> {
  return await fetch(`${service.service.consoleUrl}${path}`, {
    method,
    headers: { cookie, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
