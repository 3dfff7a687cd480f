import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN } from '../../src/identity/identity.ts'
import { openStore } from '../../src/store/store.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { executed, TENANT } from '../support/store.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import {
  alter,
  browser,
  codeIn,
  forgetTries,
  linkIn,
  mailTo,
  post,
  type Resident,
  resident,
  type Stage,
  sessionSet,
  stageOf,
} from './steps.ts'

const ELSEWHERE = '198.51.100.7'
const SENT = 'Check your inbox'
const WAIT = /Too many attempts\. Please wait \d+ (?:seconds|minutes) and try again\./
const TRUSTED = { TABARD_TRUSTED_PROXIES: 'loopback' }

/** A browser without a past, in a network. */
function at(stage: Stage, address: string): Person {
  return browser(stage, { 'x-forwarded-for': address })
}

/** Gives a password on a device that nobody knows; what comes of it. */
async function tried(
  stage: Stage,
  { userName }: Pick<Resident, 'userName'>,
  password: string,
  address: string,
): Promise<'signed in' | 'wrong' | { wait: number }> {
  const person = at(stage, address)
  await person.visit(`${SIGN_IN}?runtime=true`)
  const answer = await post(person, { username: userName, password })
  if (sessionSet(answer) !== undefined) return 'signed in'
  const wait = /&wait=(\d+)$/.exec(answer.headers.get('location')!)?.[1]
  return wait === undefined ? 'wrong' : { wait: Number(wait) }
}

/** Asks for a link for a forgotten password. */
async function forgotten(stage: Stage, userName: string, address: string, device?: string): Promise<Person> {
  const person = at(stage, address)
  if (device !== undefined) person.setCookie('tabard-device', device)
  await person.visit(`${SIGN_IN}?runtime=true`)
  await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
  await person.submit({ username: userName })
  return person
}

async function registers(stage: Stage, email: string, address: string): Promise<Person> {
  const person = at(stage, address)
  await person.visit(REGISTRATION)
  await person.submit(newcomer({ email }))
  return person
}

/** Makes every count as high as this, as many tries would. */
async function count(stage: Stage, failures: number): Promise<void> {
  await executed(stage.service.database, `update tries set failures = ${failures}`)
}

for (const engine of usually('PostgreSQL')) {
  describe(`what strangers do elsewhere, on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, TRUSTED)
    })
    after(() => stage.stop())
    // Waits of seconds would end between two tries on a busy machine.
    beforeEach(() => stage.stopClock())
    afterEach(() => stage.startClock())

    test('keeps nobody from recovering a password: registrations have a counter of their own', async () => {
      const { userName } = await resident(stage)
      for (let time = 0; time < 6; time++) await registers(stage, userName, '203.0.113.9')
      for (const address of [ELSEWHERE, '203.0.113.9']) {
        const owner = await forgotten(stage, userName, address)
        assert.equal(owner.shown!.heading, SENT)
        await mailTo(stage, userName, 'Reset your password')
      }
    })

    test('keeps nobody from recovering a password: a network that has not asked yet is let through', async () => {
      const { userName } = await resident(stage)
      for (let time = 0; time < 5; time++) await forgotten(stage, userName, '203.0.113.9')
      const stranger = await forgotten(stage, userName, '203.0.113.9')
      assert.equal(stranger.shown!.heading, 'Reset your password')
      assert.match(stranger.shown!.alert, WAIT)
      for (let network = 0; network < 20; network++) await forgotten(stage, userName, `203.0.${network}.9`)
      for (let mails = 0; mails < 25; mails++) await mailTo(stage, userName, 'Reset your password')
      // Now that many networks have asked, each has one mail an hour.
      const second = await forgotten(stage, userName, '203.0.113.9')
      assert.match(second.shown!.alert, WAIT)
      assert.equal((await forgotten(stage, userName, ELSEWHERE)).shown!.heading, SENT)
      const link = linkIn(await mailTo(stage, userName, 'Reset your password'))
      assert.match((await forgotten(stage, userName, ELSEWHERE)).shown!.alert, WAIT)
      const owner = at(stage, ELSEWHERE)
      await owner.visit(link)
      await owner.submit({ newpassword: 'seven lamps at sea', confirmpassword: 'seven lamps at sea' })
      assert.equal(await tried(stage, { userName }, 'seven lamps at sea', ELSEWHERE), 'signed in')
    })

    test('keeps nobody from registering', async () => {
      const { email } = newcomer()
      for (let time = 0; time < 6; time++) await registers(stage, email, '203.0.113.9')
      for (let time = 0; time < 6; time++) await forgotten(stage, email, '203.0.113.9')
      for (let mails = 0; mails < 5; mails++) await mailTo(stage, email)
      const owner = await registers(stage, email, ELSEWHERE)
      assert.equal(owner.shown!.heading, "Let's verify your email")
      await owner.submit({ code: codeIn(await mailTo(stage, email)) })
      assert.doesNotMatch(owner.shown!.html, /The code is incorrect/)
      assert.notEqual(owner.shown!.heading, "Let's verify your email")
    })

    test('keeps nobody off a new device, however often and from however many networks of a /48', async () => {
      const who = await resident(stage)
      const outcomes = []
      for (let network = 0; network < 40; network++)
        outcomes.push(await tried(stage, who, 'wrong password', `2001:db8:5:${network.toString(16)}00::1`))
      const judged = outcomes.filter(outcome => outcome === 'wrong').length
      assert.ok(judged >= 30 && judged < 40, `${judged} of 40 were judged`)
      for (let poll = 0; poll < 20; poll++)
        await tried(stage, who, 'wrong password', `2001:db8:5:ff${poll.toString(16).padStart(2, '0')}::1`)
      assert.equal(await tried(stage, who, PASSWORD, ELSEWHERE), 'signed in')
      assert.equal(await tried(stage, who, PASSWORD, '2001:db8:6::1'), 'signed in')
      await forgetTries(stage)
    })

    test('leaves fewer free tries to each network, but always the first', async () => {
      const who = await resident(stage)
      assert.equal(await tried(stage, who, 'wrong password', '203.0.113.20'), 'wrong')
      await count(stage, 50)
      const outcomes = []
      for (let time = 0; time < 4; time++)
        outcomes.push(await tried(stage, who, 'wrong password', '198.51.100.20'))
      assert.deepEqual(outcomes.slice(0, 2), ['wrong', 'wrong'])
      assert.notEqual(outcomes[3], 'wrong')
      assert.equal(await tried(stage, who, PASSWORD, '192.0.2.20'), 'signed in')
      await forgetTries(stage)
    })

    test('does not tell which address belongs to a user name', async () => {
      const email = 'secret.boss@example.com'
      await resident(stage, { email, userName: 'boss' })
      for (let time = 0; time < 6; time++) await forgotten(stage, 'boss', '203.0.113.30')
      assert.match((await forgotten(stage, 'boss', '203.0.113.30')).shown!.alert, WAIT)
      assert.equal((await registers(stage, email, '203.0.113.30')).shown!.heading, "Let's verify your email")
      assert.equal((await forgotten(stage, email, '203.0.113.30')).shown!.heading, SENT)
    })
  })

  describe(`networks, on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, TRUSTED)
    })
    after(() => stage.stop())
    // Waits of seconds would end between two tries on a busy machine.
    beforeEach(() => stage.stopClock())
    afterEach(() => stage.startClock())

    test('that poll wait longer, alone', async () => {
      const who = await resident(stage)
      for (let time = 0; time < 5; time++) await tried(stage, who, 'wrong password', '203.0.113.40')
      const waits = []
      for (let poll = 0; poll < 16; poll++) {
        const outcome = await tried(stage, who, 'wrong password', '203.0.113.40')
        waits.push(typeof outcome === 'object' ? outcome.wait : 0)
      }
      assert.ok(waits.at(-1)! > 600 && waits.at(-1)! <= 900, `waits of ${waits.join(', ')} seconds`)
      assert.equal(await tried(stage, who, PASSWORD, '203.0.113.41'), 'signed in')
    })

    test('that try many names are slowed down, with all of their /48', async () => {
      assert.equal(await tried(stage, { userName: 'sprayed-1' }, 'x', '2001:db8:50::1'), 'wrong')
      await count(stage, 599)
      assert.equal(await tried(stage, { userName: 'sprayed-2' }, 'x', '2001:db8:50:100::1'), 'wrong')
      assert.equal(
        typeof (await tried(stage, { userName: 'sprayed-3' }, 'x', '2001:db8:50:200::1')),
        'object',
      )
      assert.equal(await tried(stage, { userName: 'sprayed-3' }, 'x', '2001:db8:51::1'), 'wrong')
      await forgetTries(stage)
    })

    test('in which somebody has signed in before are counted apart, for that person', async () => {
      const [owner, another] = [await resident(stage), await resident(stage)]
      const home = '2001:db8:60:1::1'
      assert.equal(await tried(stage, owner, PASSWORD, home), 'signed in')
      for (const name of [owner, another])
        assert.equal(await tried(stage, name, 'wrong password', '2001:db8:60:2::1'), 'wrong')
      await count(stage, 599)
      for (const name of [owner, another]) await tried(stage, name, 'wrong password', '2001:db8:60:300::1')
      assert.equal(typeof (await tried(stage, another, PASSWORD, home)), 'object')
      assert.equal(await tried(stage, owner, PASSWORD, home), 'signed in')
      await forgetTries(stage)
    })

    test('in which somebody has signed in before have few tries for that person, too', async () => {
      const owner = await resident(stage)
      assert.equal(await tried(stage, owner, PASSWORD, '203.0.113.60'), 'signed in')
      const outcomes = []
      for (let time = 0; time < 7; time++)
        outcomes.push(await tried(stage, owner, 'wrong password', '203.0.113.60'))
      assert.equal(typeof outcomes.at(-1), 'object')
      assert.equal(await tried(stage, owner, PASSWORD, '203.0.113.61'), 'signed in')
    })
  })

  describe(`recovery mails in a network that strangers have exhausted, on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, TRUSTED)
    })
    after(() => stage.stop())

    test('are left to whoever has signed in there before, and to devices that are known', async () => {
      const { userName } = await resident(stage)
      const home = at(stage, '198.51.100.90')
      await home.visit(`${SIGN_IN}?runtime=true`)
      assert.equal((await home.submit({ username: userName, password: PASSWORD })).status, 200)
      const device = home.cookie('tabard-device')!
      await forgotten(stage, userName, '198.51.100.91')
      await count(stage, 599)
      await forgotten(stage, userName, '198.51.100.92')
      assert.match((await forgotten(stage, userName, '198.51.100.93')).shown!.alert, WAIT)
      assert.equal((await forgotten(stage, userName, '198.51.100.90')).shown!.heading, SENT)
      assert.equal((await forgotten(stage, userName, '198.51.100.94', device)).shown!.heading, SENT)
      // Each has five an hour, as everybody else.
      for (let time = 1; time < 5; time++) await forgotten(stage, userName, '198.51.100.94', device)
      assert.match((await forgotten(stage, userName, '198.51.100.94', device)).shown!.alert, WAIT)
    })
  })

  describe(`a link for a forgotten password, on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, TRUSTED)
    })
    after(() => stage.stop())

    const asked = async (userName: string, address: string) => {
      await forgotten(stage, userName, address)
      return linkIn(await mailTo(stage, userName, 'Reset your password'))
    }

    test('is sent again while it lives, and is used once', async () => {
      const { userName } = await resident(stage)
      const link = await asked(userName, ELSEWHERE)
      assert.equal(await asked(userName, '203.0.113.70'), link)
      const fields = { newpassword: 'seven lamps at sea', confirmpassword: 'seven lamps at sea' }
      const owner = at(stage, ELSEWHERE)
      assert.equal((await owner.visit(link)).status, 200)
      await owner.submit(fields)
      assert.equal(await tried(stage, { userName }, fields.newpassword, ELSEWHERE), 'signed in')
      assert.equal((await at(stage, ELSEWHERE).visit(link)).status, 403)
      assert.notEqual(await asked(userName, ELSEWHERE), link)
    })

    test('is a new one when little of its time is left, and the one before stays good', async () => {
      const { userName } = await resident(stage)
      const link = await asked(userName, ELSEWHERE)
      const secret = new URL(link).searchParams.get('recover')!
      await alter(stage, 'Recovery', secret, ({ expiresAt }) => ({ expiresAt: expiresAt! - 16 * 60_000 }))
      assert.notEqual(await asked(userName, ELSEWHERE), link)
      assert.equal((await at(stage, ELSEWHERE).visit(link)).status, 200)
    })

    test('belongs to what it was asked for', async () => {
      const { userName } = await resident(stage)
      const link = await asked(userName, ELSEWHERE)
      const german = at(stage, ELSEWHERE)
      await german.visit(`${SIGN_IN}?runtime=true&ui_locales=de&operation=forgot_password`)
      await german.submit({ username: userName })
      assert.notEqual(linkIn(await mailTo(stage, userName)), link)
    })
  })

  test(`refused tries are recorded in sums, and names as keyed hashes, on ${engine}`, async () => {
    const stage = await stageOf(engine, { ...TRUSTED, TABARD_FAILED_TRIES: '1' })
    const { database, service } = stage.service
    try {
      const who = await resident(stage)
      const failed = () => stage.store.audit.list({ limit: 100, event: 'sign-in-failed' })
      for (const userName of ['Ghost', 'ghost', 'phantom'])
        await tried(stage, { userName }, 'x', '203.0.113.80:4711')
      const [phantom, ghost, other] = (await failed()).map(({ details }) => details.nameHash)
      assert.match(ghost!, /^[\w-]{22}$/)
      assert.equal(ghost, other)
      assert.notEqual(ghost, phantom)
      for (const address of ['[2001:db8::80]:443', 'unknown', 'x'.repeat(300)])
        await tried(stage, who, 'x', address)
      const addresses = (await failed()).map(({ address }) => address).reverse()
      assert.deepEqual(addresses.slice(0, 4), [...Array(3).fill('203.0.113.80'), '2001:db8::80'])
      for (const address of addresses.slice(4)) assert.match(address!, /^(?:::ffff:)?127\.0\.0\.1$/)

      for (let time = 0; time < 30; time++) await tried(stage, who, 'wrong password', '203.0.113.81')
      for (let time = 0; time < 8; time++) await forgotten(stage, 'ghost', '203.0.113.81')
      // However many names they try, there is an end to the entries.
      for (let name = 0; name < 70; name++) {
        const body = new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: `client-${name}`,
          client_secret: 'wrong',
        })
        const headers = { 'x-forwarded-for': '203.0.113.82' }
        await fetch(`${stage.service.url}${ISSUER_PATH}/token`, { method: 'POST', headers, body })
      }
      await service.close()
      const store = await openStore(database)
      try {
        const entries = await store.tenant(TENANT).audit.list({ limit: 1_000, event: 'tries-throttled' })
        // The newest first: the sum of a kind stands before its first entry, which has no times.
        const of = (what: string) => entries.filter(({ details }) => details.what === what)
        const passwords = of('password').map(({ details }) => Number(details.times ?? 1))
        assert.deepEqual([passwords.length, passwords[1]], [2, 1])
        assert.ok(passwords[0]! >= 19, `${passwords[0]} more refused passwords`)
        assert.deepEqual(
          of('recovery').map(({ address, details }) => [address, details.times, details.nameHash === ghost]),
          [
            ['203.0.113.81', '2', true],
            ['203.0.113.81', undefined, true],
          ],
        )
        const clients = of('client')
        assert.equal(new Set(entries.map(({ details }) => `${details.what} ${details.nameHash}`)).size, 51)
        assert.equal(entries.length, 54, '51 kinds, and sums of the passwords, the recoveries and the others')
        assert.deepEqual(
          of('others').map(({ details, address }) => [details.times, address]),
          [
            [String(59 - clients.length), '203.0.113.82'],
            [undefined, null],
          ],
        )
        for (const { details } of entries) assert.doesNotMatch(JSON.stringify(details), /example|ghost/i)
      } finally {
        await store.close()
      }
    } finally {
      await stage.smtp.stop()
      await database.remove()
    }
  })
}
