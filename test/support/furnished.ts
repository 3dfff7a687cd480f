import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { recoveryCodeKey } from '../../src/identity/factors/totp.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import type { EngineName } from './database.ts'
import { packageOf } from './packages.ts'
import { addAccount, addApplication, PASSWORD } from './people.ts'
import { Person } from './person.ts'
import { packageForm, type TestService, testService } from './service.ts'
import { TENANT } from './store.ts'

export const KIM = 'kim@example.com'
export const ALEX = 'alex@example.com'
export const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
export const RECOVERY_CODE = 'abcd-efgh-jkmn'
export const CALLBACK = 'https://app.example.com/callback'
const LOGIN = '/idaas/mtfim/sps/idaas/login?runtime=true'

/** An installation with something of everything in it. */
export interface Furnished {
  readonly service: TestService
  readonly themeId: string
  readonly token: string
  readonly application: { readonly id: string; readonly secret: string }
  /** The session of somebody who is signed in. */
  readonly session: string
}

/** A service with themes and their history, people with their factors, an application, a mail and tokens. */
export async function furnishedService(
  engine: EngineName,
  environment: Record<string, string> = {},
): Promise<Furnished> {
  const service = await testService(engine, environment)
  const main = service.service.store.tenant(TENANT)
  const files = (text: string) => ({
    'common/page_style.css': `/* ${text} */`,
    'common/note.txt': `ü ${text}`,
  })
  const themeId = await service.createTheme('Brand 🎈', packageOf(files('first')), "it's ours")
  for (const text of ['second', 'third']) {
    const body = packageForm(packageOf(files(text)))
    assert.equal((await service.call('PUT', `/v1.0/branding/themes/${themeId}`, body)).status, 201)
  }
  await addAccount(service, { email: KIM })
  const alex = await addAccount(service, { email: ALEX, givenName: 'Ålex' })
  const mail = { event: 'greeting', recipient: KIM, sender: '', subject: 'Hi', html: '<p>Hi', text: 'Hi' }
  await main.write(async tx => {
    await tx.factors.setAuthenticator(alex, { secret: TOTP, usedStep: 0 })
    await tx.factors.setRecoveryCodes(alex, [secretHash(recoveryCodeKey(RECOVERY_CODE))])
    await tx.outbox.queue({ ...mail, id: 'mail-1' })
  })
  const made = await addApplication(service, {
    name: 'Travel',
    themeId,
    redirects: [CALLBACK],
    secondFactor: true,
  })
  return {
    service,
    themeId,
    token: await service.token(),
    application: { id: made.id, secret: made.clientSecret! },
    session: await signedInWith(service.url, KIM),
  }
}

/** The cookies of somebody who signs in with PASSWORD. */
export async function signedInWith(url: string, username: string): Promise<string> {
  const person = new Person(url)
  await person.visit(LOGIN)
  assert.equal((await person.submit({ username, password: PASSWORD })).heading, 'You are signed in')
  return person.cookies()
}

/** Whether the cookies of a browser hold a session. */
export async function isSession(url: string, cookie: string): Promise<boolean> {
  const person = new Person(url, { cookie })
  return (await person.visit(LOGIN)).heading === 'You are signed in'
}

/** What a service has of its themes: the list, each package, each history. */
export async function themesOn(url: string, token: string): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers })
    assert.equal(response.status, 200, path)
    return response
  }
  const list = (await (await get('/v1.0/tabard/themes')).json()) as { themes: { id: string }[] }
  const seen: Record<string, unknown> = { list }
  for (const { id } of list.themes) {
    const archive = await get(`/v1.0/branding/themes/${id}`)
    seen[id] = {
      tag: archive.headers.get('etag'),
      archive: hash('sha256', Buffer.from(await archive.arrayBuffer())),
      revisions: await (await get(`/v1.0/tabard/themes/${id}/revisions`)).json(),
    }
  }
  return seen
}
