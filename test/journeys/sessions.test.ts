import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { ENGINES } from '../support/database.ts'
import { holds, isKnownToApplication } from './sign-in-checks.ts'
import { alter, application, browser, isSignedIn, resident, type Stage, signedIn, stageOf } from './steps.ts'

for (const engine of ENGINES) {
  describe(`a session on ${engine}`, () => {
    let stage: Stage
    const MINUTE = 60_000

    before(async () => {
      stage = await stageOf(engine, { TABARD_SESSION_IDLE_MINUTES: '5', TABARD_SESSION_HOURS: '1' })
    })
    after(() => stage.stop())

    /** Somebody whose session began and was last used so long ago. */
    const aged = async ({ started, seen }: { started: number; seen: number }) => {
      const person = await signedIn(stage, await resident(stage))
      await alter(stage, 'SignIn', person.cookie('tabard-session')!, ({ payload }) => ({
        payload: JSON.stringify({
          ...JSON.parse(payload),
          startedAt: Date.now() - started,
          seenAt: Date.now() - seen,
        }),
      }))
      return person
    }

    test('holds in the browser where it began, and nowhere else', async () => {
      const { address } = await application(stage)
      const owner = await signedIn(stage, await resident(stage))
      const session = owner.cookie('tabard-session')!
      const planted = browser(stage)
      planted.setCookie('tabard-session', session)
      assert.equal(await isSignedIn(planted), false)
      assert.equal(await isKnownToApplication(planted, address), false)
      // Somebody else's, over one's own: at worst it signs out.
      const victim = await signedIn(stage, await resident(stage))
      const own = victim.cookie('tabard-session')!
      victim.setCookie('tabard-session', session)
      assert.equal(await isSignedIn(victim), false)
      await victim.visit(address)
      assert.equal(victim.shown!.heading, 'Sign in')
      victim.setCookie('tabard-session', own)
      assert.equal(await isSignedIn(victim), true)
      assert.equal(await isSignedIn(owner), true)
    })

    test('of an older version, which is bound to no browser, has ended', async () => {
      const person = await signedIn(stage, await resident(stage))
      await alter(stage, 'SignIn', person.cookie('tabard-session')!, ({ payload }) => {
        const { startedAt, seenAt } = JSON.parse(payload)
        return { payload: JSON.stringify({ proofs: ['pwd'], startedAt, seenAt }) }
      })
      assert.equal(await isSignedIn(person), false)
    })

    test('ends when it was not used for the time that is set', async () => {
      assert.equal(await isSignedIn(await aged({ started: 6 * MINUTE, seen: 4 * MINUTE })), true)
      assert.equal(await isSignedIn(await aged({ started: 6 * MINUTE, seen: 5 * MINUTE })), false)
    })

    test('goes on while it is used', async () => {
      const person = await aged({ started: 6 * MINUTE, seen: 4 * MINUTE })
      const session = person.cookie('tabard-session')!
      await isSignedIn(person)
      await alter(stage, 'SignIn', session, ({ payload, expiresAt }) => {
        const { seenAt } = JSON.parse(payload) as { seenAt: number }
        assert.ok(seenAt > Date.now() - MINUTE)
        assert.ok(expiresAt! > Date.now() + 4 * MINUTE)
        return {}
      })
    })

    test('ends after the longest time, however much it is used', async () => {
      assert.equal(await isSignedIn(await aged({ started: 59 * MINUTE, seen: 0 })), true)
      const person = await aged({ started: 60 * MINUTE, seen: 0 })
      assert.equal(await isSignedIn(person), false)
      const { address } = await application(stage)
      assert.equal(await isKnownToApplication(person, address), false)
    })

    test('is not outlasted by the session of the provider, however often applications ask', async () => {
      const { address } = await application(stage)
      const person = await aged({ started: 58 * MINUTE, seen: 0 })
      assert.equal(await isKnownToApplication(person, address), true)
      const end = async () => {
        let at = 0
        await alter(stage, 'Session', person.cookie('tabard-provider')!, ({ expiresAt }) => {
          at = expiresAt!
          return {}
        })
        return at
      }
      const first = await end()
      assert.ok(first <= Date.now() + 2 * MINUTE, `it lasts ${first - Date.now()} ms`)
      await alter(stage, 'SignIn', person.cookie('tabard-session')!, ({ payload }) => ({
        payload: JSON.stringify({ ...JSON.parse(payload), startedAt: Date.now() - 61 * MINUTE }),
      }))
      await alter(stage, 'Session', person.cookie('tabard-provider')!, ({ payload }) => ({
        payload: JSON.stringify({ ...JSON.parse(payload), exp: Math.floor(Date.now() / 1000) + 60 }),
      }))
      assert.equal(await isKnownToApplication(person, address), false)
      assert.ok((await end()) <= Date.now() + MINUTE)
    })

    test('ends through an application, although the session of the provider had only seconds left', async () => {
      const { id, address } = await application(stage)
      const person = await signedIn(stage, await resident(stage))
      assert.equal(await isKnownToApplication(person, address), true)
      const session = person.cookie('tabard-session')!
      const provided = person.cookie('tabard-provider')!
      let end = Date.now() + 5_000
      await alter(stage, 'Session', provided, ({ payload }) => ({
        payload: JSON.stringify({ ...JSON.parse(payload), exp: Math.floor(end / 1000) }),
        expiresAt: end,
      }))
      const page = await person.visit(`${ISSUER_PATH}/logout?client_id=${id}`)
      await alter(stage, 'Session', provided, ({ expiresAt }) => {
        end = expiresAt!
        return {}
      })
      assert.ok(end > Date.now() + MINUTE, `${page.heading}: it lasts ${end - Date.now()} ms`)
      await person.submit({}, { button: 'Sign out' })
      assert.equal(await holds(stage, person, session), false)
    })
  })
}
