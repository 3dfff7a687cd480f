import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FIRST_TENANT, rotateSealKey, SIGN_IN } from '../../src/identity/identity.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { Seals } from '../../src/identity/tenancy/seals.ts'
import { becomes } from '../support/becomes.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { secretOn } from './fresh-proof-checks.ts'
import {
  appCode,
  application,
  assertSentBack,
  browser,
  opened,
  post,
  resident,
  type Stage,
  stageOf,
} from './steps.ts'

const DAY = 24 * 3_600_000

for (const engine of ENGINES) {
  describe(`the key that seals on ${engine}`, () => {
    let stage: Stage
    let demanding: Awaited<ReturnType<typeof application>>
    /** How far the clock is ahead: a new key is used three seconds after it was made. */
    let ahead = 0
    const now = () => Date.now() + ahead

    before(async () => {
      stage = await stageOf(engine, {}, { now })
      demanding = await application(stage, { secondFactor: true })
      await opened(stage)
    })
    after(() => stage.stop())

    /** Rotates the key, and lets the time pass until the new one is in use. */
    const rotated = async () => {
      const before = await sealsAt().mac(FIRST_TENANT, 'now')
      await rotateSealKey(stage.store, now(), false)
      ahead += 3_000
      assert.notEqual(await sealsAt().mac(FIRST_TENANT, 'now'), before)
    }
    const sealsAt = (at = now) => new Seals(new TenantKeys(stage.service.service.store, at), at)

    test('can be rotated while people sign in', async () => {
      const who = await resident(stage)
      const plain = await application(stage)
      const person = browser(stage)
      await person.visit(plain.address)
      await rotated()
      await person.submit({ username: who.userName, password: PASSWORD })
      assertSentBack(person)
    })

    test('can be rotated while somebody sets up an app: its secret stays the one that was shown', async () => {
      const who = await resident(stage, { email: undefined, userName: `mute ${engine}` })
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: who.userName, password: PASSWORD })
      const secret = secretOn(person.shown!)
      await rotated()
      assert.equal(secretOn(await person.visit(person.shown!.url)), secret)
      await person.submit({ 'otp.user.otp': appCode(secret) })
      const kept = await stage.store.factors.authenticator(who.id)
      assert.equal(kept?.secret, secret.replaceAll(' ', ''))
    })

    test('of before opens what it sealed for 30 days, and seals nothing more', async () => {
      const before = await sealsAt().device(FIRST_TENANT, 'somebody')
      const [mac, texts] = [await sealsAt().mac(FIRST_TENANT, 'a', 'b'), ['a', 'b']] as const
      await rotated()
      assert.notEqual(await sealsAt().mac(FIRST_TENANT, ...texts), mac)
      const since = await sealsAt().device(FIRST_TENANT, 'somebody')
      for (const [days, device, isKnown] of [
        [0, before, true],
        [29, before, true],
        [31, before, false],
        [31, since, true],
      ] as const) {
        const seals = sealsAt(() => now() + days * DAY)
        assert.equal(
          (await seals.deviceOf(FIRST_TENANT, 'somebody', device)) !== undefined,
          isKnown,
          `${days}`,
        )
      }
      assert.equal(await sealsAt().isMac(FIRST_TENANT, mac, ...texts), true)
      assert.equal(await sealsAt().isMac(FIRST_TENANT, mac, 'a', 'c'), false)
    })

    test('is used three seconds after it was made, when all nodes know it', async () => {
      await rotated()
      const mac = await sealsAt().mac(FIRST_TENANT, 'now')
      const made = now()
      await rotateSealKey(stage.store, made, false)
      assert.equal(await sealsAt(() => made + 2_999).mac(FIRST_TENANT, 'now'), mac)
      assert.notEqual(await sealsAt(() => made + 3_000).mac(FIRST_TENANT, 'now'), mac)
    })

    test('is replaced at once in a running service when it has leaked', async () => {
      const person = await opened(stage)
      const fields = { username: 'nobody', password: PASSWORD }
      assert.notEqual((await post(person, fields)).status, 403)
      const line = new CommandLine(stage.service.database)
      const { kid } = await line.json(['keys', 'rotate', '--seal', '--at-once'])
      // The service hears of it from the database.
      await becomes(async () => (await post(person, fields)).status, 403)
      assert.equal((await person.visit(`${SIGN_IN}?runtime=true`)).heading, 'Sign in')
      assert.notEqual((await post(person, fields)).status, 403)
      assert.deepEqual(
        (await stage.store.keys.list('seal')).map(({ id }) => id),
        [kid],
      )
      // The clock of the command is behind, so that its entry is not the newest one.
      const entries = await stage.store.audit.list({ limit: 100, event: 'seal-key-rotated' })
      const entry = entries.find(({ details }) => details.kid === kid)
      assert.deepEqual(entry!.details, { kid, atOnce: 'true' })
      await line.refused(['keys', 'rotate', '--at-once'], 2, /--seal/)
    })
  })
}
