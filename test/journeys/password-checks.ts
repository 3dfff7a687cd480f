import assert from 'node:assert/strict'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { addTenant } from '../support/tenants.ts'
import { send } from '../support/wire.ts'
import {
  browser,
  type Ground,
  opened,
  type Resident,
  resident,
  type Stage,
  signedIn,
  signIn,
} from './steps.ts'

/** Opens the page on which somebody who is signed in changes the password. */
export async function changing(stage: Ground, who: Resident): Promise<Person> {
  const person = await signedIn(stage, who)
  await person.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
  assert.equal(person.shown!.heading, 'Change your password')
  return person
}

/** Sends that page. */
export async function changed(person: Person, to: string, current = PASSWORD, again = to): Promise<Shown> {
  return await person.submit({ oldpassword: current, newpassword: to, confirmpassword: again })
}

/** Asks for the link of a forgotten password. */
export async function forgotten(stage: Ground, { userName }: Pick<Resident, 'userName'>): Promise<Person> {
  const person = await opened(stage)
  await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
  assert.equal(person.shown!.heading, 'Reset your password')
  assert.equal((await person.submit({ username: userName })).heading, 'Check your inbox')
  return person
}

/** Somebody who has changed the password to this one signs in with it, and not with the others. */
async function takes(stage: Stage, password: string, same: readonly string[], others: readonly string[]) {
  const who = await resident(stage)
  const page = await changed(await changing(stage, who), password)
  assert.match(page.html, /Your password was changed\./)
  for (const text of [password, ...same])
    assert.equal((await signIn(browser(stage), who, text)).heading, 'You are signed in')
  for (const text of others)
    assert.equal(
      (await signIn(browser(stage), who, text)).alert,
      'The username or the password is incorrect.',
    )
}

/** Long passwords are taken, and all of their characters count. */
export async function longPassword(stage: Stage): Promise<void> {
  const sixtyFour = 'Seven quiet lamps over the water, and one more behind the hill. '
  assert.equal(sixtyFour.length, 64)
  await takes(stage, sixtyFour, [], [sixtyFour.slice(0, -1)])
}

/** The same characters are the same password, however a keyboard makes them. */
export async function sameCharacters(stage: Stage): Promise<void> {
  await takes(
    stage,
    'Ａmélie und ﬁve',
    ['Am\u00e9lie und five', 'Ame\u0301lie und five'],
    ['Amelie und five'],
  )
}

/** A NUL ends nothing. */
export async function nulCounts(stage: Stage): Promise<void> {
  await takes(stage, 'lamps over\0water', [], ['lamps over', 'lamps over\0', 'lamps over\0hills'])
}

/** The name of the tenant is one of the first words that others would try. */
export async function tenantNameAsPassword(stage: Stage): Promise<void> {
  await addTenant(stage.service, 'Contoso Books', 'books.example')
  const asked = async (method: string, path: string, cookie = '', fields = {}) => {
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    const headers = { host: 'books.example', accept: 'text/html', cookie, ...type }
    const answer = await send(stage.service.url, method, path, headers, String(new URLSearchParams(fields)))
    return { ...answer, html: answer.body.toString() }
  }
  const first = await asked('GET', '/flows/?reference=registration')
  const cookie = first.headers['set-cookie']![0]!.split(';')[0]!
  const action = /<form method="post" action="([^"]+)"/.exec(first.html)![1]!.replaceAll('&amp;', '&')
  for (const password of ['Contoso Books 2026', 'contosobookscontoso1']) {
    const fields = { given_name: 'Ann', family_name: 'Lee', email: 'ann@example.com', password }
    const { headers } = await asked('POST', action, cookie, fields)
    const { html } = await asked('GET', headers.location!, cookie)
    assert.match(
      html,
      /The password is too close to your name, your email address or the name of this service/,
    )
  }
}
