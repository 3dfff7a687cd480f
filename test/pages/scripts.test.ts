import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { type TestService, testService } from '../support/service.ts'
import { send } from '../support/wire.ts'
import { FILES } from './addresses.ts'

const SCRIPTED = { [FILES.header]: '<script>document.title = "theme"</script><p onclick="a()">Brand</p>' }

/** The sources of scripts that the sign-in page of a theme allows. */
async function scriptsOf({ url }: TestService, themeId: string, host?: string): Promise<string> {
  const path = `${SIGN_IN}?runtime=true&themeId=${themeId}`
  const { headers } = await send(url, 'GET', path, host === undefined ? {} : { host })
  return /script-src ([^;]*)/.exec(String(headers['content-security-policy']))![1]!
}

describe('scripts of themes over plain HTTP', () => {
  const services: TestService[] = []
  const started = async (environment: Record<string, string>) => {
    const service = await testService('SQLite', environment)
    services.push(service)
    return { service, theme: await service.createTheme('Scripted', packageOf(SCRIPTED)) }
  }
  after(async () => {
    for (const service of services) await service.stop()
  })

  test('run on the machine itself, and nowhere else', async () => {
    const { service, theme } = await started({})
    const { port } = new URL(service.url)
    assert.match(await scriptsOf(service, theme), /^'nonce-/)
    assert.match(await scriptsOf(service, theme, `localhost:${port}`), /^'nonce-/)
    assert.equal(await scriptsOf(service, theme, `192.168.1.4:${port}`), "'none'")
    assert.match(await scriptsOf(service, 'master', `192.168.1.4:${port}`), /^'nonce-/, 'ours run everywhere')
  })

  test('do not run under the name of another machine; the console says so', async () => {
    const { service, theme } = await started({ TABARD_PUBLIC_URL: 'http://id.example.com' })
    assert.equal(await scriptsOf(service, theme, 'id.example.com'), "'none'")
    assert.equal(await scriptsOf(service, theme), "'none'")
    assert.match(await scriptsOf(service, 'default', 'id.example.com'), /^'nonce-/, 'nobody has touched it')
    await addOperator(service, 'boss@example.com', 'administrator')
    const { cookie } = await signedInOperator(service, 'boss@example.com')
    const session = (await (await consoleCall(service, cookie, 'GET', '/session')).json()) as object
    assert.equal((session as { scripts?: boolean }).scripts, false)
  })

  test('run where the operator has accepted the risk, and over TLS', async () => {
    const accepted = await started({
      TABARD_PUBLIC_URL: 'http://id.example.com',
      TABARD_SCRIPTS_OVER_HTTP: 'on',
    })
    assert.match(await scriptsOf(accepted.service, accepted.theme, 'id.example.com'), /^'nonce-/)
    const secure = await started({ TABARD_PUBLIC_URL: 'https://id.example.com' })
    assert.match(await scriptsOf(secure.service, secure.theme, 'id.example.com'), /^'nonce-/)
  })
})

describe('pages of an account', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite')
    for (const [path, text] of Object.entries(SCRIPTED)) {
      const form = new FormData()
      form.set('file', new Blob([text]))
      await service.call('PUT', `/v1.0/branding/themes/default/${path}`, form)
    }
  })
  after(() => service.stop())

  test('have the theme and none of its scripts', async () => {
    const email = 'alex@example.com'
    await addAccount(service, { email })
    const person = new Person(service.url)
    const policy = () => person.shown!.headers.get('content-security-policy')!
    await person.visit(SIGN_IN)
    assert.match(policy(), /script-src 'nonce-/)
    await person.submit({ username: email, password: PASSWORD })
    assert.equal(person.shown!.heading, 'You are signed in')
    assert.match(person.shown!.html, /Brand/)
    assert.match(policy(), /script-src 'none'; worker-src 'none'/)
    assert.doesNotMatch(policy(), /connect-src|sha256/)
    await person.visit('/idaas/mtfim/sps/idaas/logout')
    assert.match(policy(), /script-src 'none'/)
    await person.submit({})
    assert.equal(person.shown!.heading, 'You are signed out')
    assert.equal(person.shown!.headers.get('clear-site-data'), '"storage"')
  })
})
