import assert from 'node:assert/strict'
import { mock } from 'node:test'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  FIRST_TENANT,
  keepAttribute,
  removeAttribute,
  setStatus,
} from '../../src/identity/identity.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  alterFlow,
  browser,
  journeyOf,
  letAskAgain,
  mailTo,
  opened,
  post,
  resident,
  type Stage,
} from './steps.ts'

/** What somebody sees of an answer: status, headers, cookies and body, without what differs at every visit. */
async function faceOf(answer: Response, own: string) {
  const plain = (text: string) =>
    text
      .replaceAll(own, 'the name')
      .replaceAll(own.replace('@', '%40'), 'the name')
      .replace(/\b(flow|from)=[\w.-]+/g, '$1=')
      .replace(/nonce(?:="|-)[\w-]+/g, 'nonce')
      .replace(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
  return {
    status: answer.status,
    headers: [...answer.headers.keys()].sort(),
    location: plain(answer.headers.get('location') ?? ''),
    policy: plain(answer.headers.get('content-security-policy') ?? ''),
    cookies: answer.headers.getSetCookie().map(line => line.split('=')[0]),
    body: plain(await answer.text()),
  }
}

/** The faces of a form that is sent and of the page that follows it. */
async function facesOf(person: Person, fields: Record<string, string>, own: string, action?: string) {
  const answer = await post(person, fields, action === undefined ? {} : { action })
  const next = answer.headers.get('location')
  const face = await faceOf(answer, own)
  assert.ok(next, `the form led somewhere: ${answer.status}`)
  return [face, await faceOf(await person.send('GET', next), own)]
}

/** Accounts that exist, that do not, and that are switched off look the same to whoever has no password. */
export async function sameForUnknownUser(stage: Stage): Promise<void> {
  const known = await resident(stage)
  const disabled = await resident(stage)
  await setStatus(await quietOffice(stage.service), disabled.id, 'disabled')
  const tried = async (userName: string, password: string) =>
    await facesOf(await opened(stage), { username: userName, password }, userName)
  const wrong = await tried(known.userName, 'wrong password')
  assert.match(wrong[1]!.body, /The username or the password is incorrect/)
  assert.deepEqual(await tried('nobody-here@example.com', 'wrong password'), wrong)
  assert.deepEqual(await tried(disabled.userName, PASSWORD), wrong)
}

/** It takes as much work to refuse somebody who does not exist: almost all of it is the hash. */
export async function sameWorkForUnknownUser(stage: Stage): Promise<void> {
  const tried = async (userName: string) => {
    const person = await opened(stage)
    const begun = process.cpuUsage()
    await post(person, { username: userName, password: 'wrong password' })
    const { user, system } = process.cpuUsage(begun)
    return user + system
  }
  const { userName } = await resident(stage)
  const times = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY }
  // The time of the processor, of the service and its threads: a busy machine does not change it. The least of each, in turn:
  // what else this process does meanwhile is the same for both.
  for (let time = 0; time < 4; time++) {
    times.known = Math.min(times.known, await tried(userName))
    times.unknown = Math.min(times.unknown, await tried('somebody-else@example.com'))
  }
  assert.ok(times.unknown > times.known / 3, JSON.stringify(times))
}

/** Who has forgotten a password is told nothing that a stranger could not know. */
export async function sameForForgotten(stage: Stage): Promise<void> {
  const known = await resident(stage)
  const mute = await resident(stage, { email: undefined, userName: 'without-mail' })
  const disabled = await resident(stage)
  await setStatus(await quietOffice(stage.service), disabled.id, 'disabled')
  const asked = async (userName: string) => {
    const person = await opened(stage)
    await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
    return await facesOf(person, { username: userName }, userName)
  }
  const sent = await asked(known.userName)
  assert.match(sent[1]!.body, /If there is an account with this username, a link is on its way/)
  for (const userName of ['nobody-here@example.com', mute.userName, disabled.userName])
    assert.deepEqual(await asked(userName), sent)
  await mailTo(stage, known.userName, 'Reset your password')
  // Not even how often somebody may ask tells them apart.
  const unknown = 'nobody-there@example.com'
  assert.deepEqual(await asked(unknown), sent)
  for (let time = 1; time < 5; time++)
    for (const userName of [known.userName, unknown]) assert.deepEqual(await asked(userName), sent)
  const refused = await asked(known.userName)
  assert.match(refused[1]!.body, /Too many attempts\. Please wait \d+ minutes/)
  const others = await asked(unknown)
  assert.deepEqual(others.map(withoutTimes), refused.map(withoutTimes))
  assert.deepEqual(
    stage.smtp.mails.filter(({ to }) => to === disabled.userName || to.startsWith('nobody-here')),
    [],
  )
}

/** The mail for a forgotten password reads the values of attributes, whether or not there is an account. */
export async function sameReadsForForgotten(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  await keepAttribute(stage.store, 'team', { name: 'team', kind: 'text', label: 'Team' }, BY)
  const { store } = stage.service.service
  const tenant = store.tenant.bind(store)
  let reads = 0
  const counting = mock.method(store, 'tenant', (id: string) => {
    const own = tenant(id)
    const { attributes } = own
    const valuesOf: typeof attributes.valuesOf = async account => {
      reads += 1
      return await attributes.valuesOf(account)
    }
    return Object.defineProperty(own, 'attributes', {
      value: Object.setPrototypeOf({ valuesOf }, attributes),
    })
  })
  const asked = async (name: string) => {
    const person = await opened(stage, '&operation=forgot_password')
    reads = 0
    await post(person, { username: name })
    return reads
  }
  try {
    const known = await asked(userName)
    assert.ok(known > 0)
    assert.equal(await asked('nobody-anywhere@example.com'), known)
  } finally {
    counting.mock.restore()
    await removeAttribute(stage.store, 'team', BY)
  }
}

function withoutTimes<Face extends { readonly body: string }>(face: Face): Face {
  return { ...face, body: face.body.replace(/\d+ minutes/, '') }
}

/** Registering an address that has an account looks the same, and leads nowhere; its owner is told. */
export async function sameForTakenAddress(stage: Stage): Promise<void> {
  const owner = await resident(stage, { givenName: 'Olga' })
  const registered = async (email: string) => {
    const person = browser(stage)
    await person.visit('/flows/?reference=registration')
    const fields = { given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD }
    const verify = await facesOf(person, { ...fields, operation: 'submit' }, email)
    await person.visit(person.steps.at(-1)!.url)
    const wrong = await facesOf(person, { code: '000000', operation: 'verify' }, email)
    const soon = await facesOf(person, { operation: 'resend' }, email)
    await letAskAgain(stage, person)
    const again = await facesOf(person, { operation: 'resend' }, email)
    const steps = [...verify, ...wrong, ...soon, ...again]
    for (const { body } of steps) assert.doesNotMatch(body, /Olga|already/)
    return { person, steps: steps.map(step => ({ ...step, body: step.body.replace(/\d+ seconds/, '') })) }
  }
  const fresh = await registered(`fresh-${owner.userName}`)
  const taken = await registered(owner.userName)
  assert.deepEqual(taken.steps, fresh.steps)

  const mail = await mailTo(stage, owner.userName, 'You already have an account')
  assert.match(mail.text, /^Hello Olga,$/m)
  assert.doesNotMatch(mail.text, /\b\d{6}\b|verify=/)
  await mailTo(stage, `fresh-${owner.userName}`, 'Verify your email address')
  assert.ok(
    !stage.smtp.mails.some(({ to, subject }) => to === owner.userName && subject.startsWith('Verify')),
  )

  // What a code would be compared with is no code at all; and even if one was right, nothing would come of it.
  const before = await stage.store.accounts.get(owner.id)
  const { person } = taken
  assert.match((await person.submit({ code: '123456' })).html, /The code is incorrect\./)
  const seals = new Seals(new TenantKeys(stage.service.service.store, Date.now), Date.now)
  const { id } = await journeyOf(stage, person)
  const codeHash = await seals.mac(FIRST_TENANT, 'registration', id, '123456')
  await alterFlow(stage, person, ({ challenge }) => ({ challenge: { ...challenge, codeHash, wrong: 0 } }))
  assert.equal((await person.submit({ code: '123456' })).heading, "Let's verify your email")
  assert.deepEqual(await stage.store.accounts.get(owner.id), before)
}
