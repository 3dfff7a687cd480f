import { navigate } from './navigate.ts'
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
  await service.service.store.tenant('main').write(tx => tx.accounts.update(id, { [role]: true }))
  return id
}

/** Somebody at the pages on which people sign in to the console. */
export function consolePerson({ service }: Pick<TestService, 'service'>): Person {
  return new Person(service.consoleUrl, {}, navigate)
}

/** Signs in to the console with PASSWORD; `cookie` is empty where that does not suffice. */
export async function signedInOperator(service: TestService, userName: string, to = '/themes?x=1') {
  const person = consolePerson(service)
  await person.visit(`/signin?to=${encodeURIComponent(to)}`)
  await person.submit({ username: userName, password: PASSWORD })
  const session = person.cookie('tabard-console')
  return { person, cookie: session === undefined ? '' : `tabard-console=${session}` }
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
