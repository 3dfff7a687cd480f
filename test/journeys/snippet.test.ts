import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { relyingPartyProgram } from '../../console/src/applications/relying-party.ts'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { addAccount, addApplication, PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { freePort } from '../support/ports.ts'
import { bare } from '../support/process.ts'
import { type TestService, testService } from '../support/service.ts'

const ROOT = join(import.meta.dirname, '../..')
/** The values of the program in the documentation, which readers replace by their own. */
const DOCUMENTED = {
  issuer: 'http://127.0.0.1:8080/v1.0/endpoint/default',
  clientId: '<client id>',
  redirect: 'http://localhost:3000/callback',
  public: false,
}

/** The program that docs/connect.md gives to paste. */
function documented(): string {
  const text = readFileSync(join(ROOT, 'docs/connect.md'), 'utf8')
  return /```js\n(\/\/ npm install openid-client\n.*?)```/s.exec(text)![1]!
}

describe('the program to paste into an application', () => {
  let service: TestService
  let folder: string

  before(async () => {
    service = await testService('SQLite')
    folder = mkdtempSync(join(tmpdir(), 'tabard-snippet-'))
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    await addAccount(service, { userName: 'alex', email: 'alex@example.com' })
  })
  after(async () => {
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  /** Runs a program, signs in to it, and answers with what it shows in the end. */
  const walked = async (text: string, url: string, environment: Record<string, string>) => {
    const file = join(folder, 'app.mjs')
    writeFileSync(file, text)
    const child = spawn(process.execPath, [file], { env: bare(environment), stdio: 'inherit' })
    try {
      const begun = async () => await fetch(`${url}/`, { redirect: 'manual' }).catch(() => undefined)
      let first = await begun()
      for (; first === undefined && child.exitCode === null; first = await begun()) await sleep(50)
      assert.equal(first?.status, 303)
      const [cookie] = first.headers.getSetCookie()[0]!.split(';')
      const person = new Person(service.url)
      await person.visit(first.headers.get('location')!)
      await person.submit({ username: 'alex', password: PASSWORD })
      const last = await fetch(person.left!, { headers: { cookie: cookie! } })
      return {
        status: last.status,
        text: await last.text(),
        again: await fetch(person.left!, { redirect: 'manual' }),
      }
    } finally {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    }
  }

  const registered = async (open: boolean) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    const redirect = `${url}/callback`
    const made = await addApplication(service, { name: 'Pasted', redirects: [redirect], public: open })
    return { url, redirect, ...made }
  }

  test('of the documentation runs over plain HTTP to the end of the sign-in', async () => {
    const { url, redirect, clientId, clientSecret } = await registered(false)
    const text = documented()
      .replaceAll(DOCUMENTED.issuer, `${service.url}${ISSUER_PATH}`)
      .replaceAll(DOCUMENTED.clientId, clientId)
      .replaceAll(DOCUMENTED.redirect, redirect)
    const end = await walked(text, url, { OIDC_CLIENT_SECRET: clientSecret! })
    assert.match(end.text, /^You are signed in\.\n\{[^}]+"email": "alex@example\.com"/)
    assert.equal(end.status, 200)
    assert.equal(end.again.status, 303, 'a callback that nobody has begun begins')
  })

  test('of the console is the same, and runs for an application without a secret', async () => {
    assert.equal(documented(), relyingPartyProgram(DOCUMENTED))
    const { url, redirect, clientId } = await registered(true)
    const issuer = `${service.url}${ISSUER_PATH}`
    const end = await walked(relyingPartyProgram({ issuer, clientId, redirect, public: true }), url, {})
    assert.match(end.text, /^You are signed in\.\n/)
  })
})
