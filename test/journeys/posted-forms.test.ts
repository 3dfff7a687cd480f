import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { REGISTRATION } from './registration-checks.ts'
import {
  assertRefused,
  browser,
  opened,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  stageOf,
} from './steps.ts'

const HOME = `${SIGN_IN}?runtime=true`
const FORGOTTEN = 'authentication/login/cloud_directory/password/forgot_password/default/forgot_password.html'
const UNDIRECTED =
  '<h1>Undirected</h1><form method="post"><input name="username" value="@LOGIN_HINT@"><input type="password" name="password"><button>Go</button></form><p role="alert">@ERROR_MESSAGE@</p>'

describe('forms as pages made for IBM Security Verify post them', () => {
  let stage: Stage

  before(async () => {
    stage = await stageOf('SQLite')
  })
  after(async () => await stage.stop())

  const themed = async (name: string, files: Record<string, string>) =>
    `&themeId=${await stage.service.createTheme(name, packageOf(files))}`

  test('a page whose form has no action is at an address that takes it', async () => {
    const { userName } = await resident(stage)
    const person = await opened(
      stage,
      `${await themed('Undirected', { [FILES.login]: UNDIRECTED })}&login_hint=${userName}`,
    )
    assert.equal(person.shown!.heading, 'Undirected')
    assert.match(person.shown!.url, /[?&]flow=/)
    assert.equal(person.shown!.forms[0]!.fields.username, userName)
    const wrong = await person.submit({ password: 'not it' })
    assert.deepEqual(
      [wrong.heading, wrong.alert],
      ['Undirected', 'The username or the password is incorrect.'],
    )
    assert.equal((await person.submit({ password: PASSWORD })).heading, 'You are signed in')
  })

  test('so is a page for a forgotten password', async () => {
    const form = '<h1>Lost</h1><form method="post" action=""><input name="username"></form>@ERROR_MESSAGE@'
    const query = await themed('Forgetful', { [FORGOTTEN]: form })
    const person = await opened(stage, `${query}&operation=forgot_password`)
    assert.equal(person.shown!.heading, 'Lost')
    assert.match((await person.submit({ username: 'nobody' })).heading, /Check your inbox/)
  })

  test('any other page is answered at once', async () => {
    const query = await themed('Directed', { [FILES.login]: whole('<h1>Directed</h1>') })
    const person = await opened(stage, query)
    assert.deepEqual(
      person.steps.map(({ status }) => status),
      [200],
    )
    assert.equal((await browser(stage).send('GET', HOME)).status, 200)
  })

  test('of a field that is sent twice the first counts', async () => {
    const { userName } = await resident(stage)
    const person = await opened(stage)
    const { action } = person.shown!.forms[0]!
    const name = encodeURIComponent(userName)
    const password = encodeURIComponent(PASSWORD)
    const body = `operation=verify&operation=restart&username=${name}&username=x&password=${password}&password=y`
    assert.ok(sessionSet(await person.sendBody(action, body)))
  })

  const ORIGINS: [why: string, headers: Record<string, string>, taken: boolean][] = [
    ['no origin', {}, true],
    ['a foreign origin', { origin: 'https://evil.example' }, false],
    ['the origin of a sandbox', { origin: 'null' }, false],
    ['a neighbour', { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site' }, false],
    [
      'the same origin behind a proxy',
      { origin: 'https://proxy.example', 'sec-fetch-site': 'same-origin' },
      true,
    ],
  ]
  for (const [why, headers, taken] of ORIGINS) {
    test(`a form is ${taken ? 'taken' : 'refused'}: ${why}`, async () => {
      const who = await resident(stage)
      const first = await opened(stage)
      const { action } = first.shown!.forms[0]!
      const fields = { username: who.userName, password: PASSWORD }
      const answer = await first.send('POST', action, fields, headers)
      if (taken) return assert.ok(sessionSet(answer))
      await assertRefused(answer)
      const person = await signedIn(stage, who)
      const forms = [
        person.shown!.forms[0]!,
        (await person.visit(`${SIGN_OUT}?runtime=true`)).forms[0]!,
        (await person.visit(`${HOME}&operation=change_password`)).forms[0]!,
        (await person.visit('/flows/?reference=profile')).forms[0]!,
        (await browser(stage).visit(REGISTRATION)).forms[0]!,
      ]
      for (const form of forms)
        await assertRefused(await person.send('POST', form.action, form.fields, headers))
    })
  }

  test('the origin of the service is its own', async () => {
    const { userName } = await resident(stage)
    const person = await opened(stage)
    const { action } = person.shown!.forms[0]!
    const fields = { username: userName, password: PASSWORD }
    assert.ok(sessionSet(await person.send('POST', action, fields, { origin: stage.service.url })))
  })
})
