import assert from 'node:assert/strict'
import { after, before, describe, mock, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import * as oidc from 'openid-client'
import { linkAccount, removeSource, updateTenant } from '../../src/identity/identity.ts'
import { sourceHandle } from '../../src/identity/sessions/sessions.ts'
import { assertError, party } from '../conformance/party.ts'
import { operatorOf } from '../support/console.ts'
import { usually } from '../support/database.ts'
import type { Person } from '../support/person.ts'
import { first, type Sourced, sourced, through } from './source-steps.ts'
import {
  alter,
  application,
  assertSentBack,
  browser,
  eventsOf,
  isSignedIn,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const REGISTER_SHOWN = /class="apart" data-show="block"/
const UNCHANGED = {
  name: undefined,
  host: undefined,
  publicUrl: undefined,
  consoleUrl: undefined,
  locale: undefined,
  factors: undefined,
  ticksScopes: undefined,
  directory: undefined,
}

/** Makes every write fail that records this event, until the answer is called. */
function withoutAudit({ service }: Stage, event: string): () => void {
  const { store } = service.service
  const tenant = store.tenant.bind(store)
  const failing = mock.method(store, 'tenant', (id: string) => {
    const own = tenant(id)
    const write = own.write.bind(own)
    own.write = (work, quiet) =>
      write(async tx => {
        const { audit } = tx
        const record: typeof audit.record = async entry => {
          if (entry.event === event) throw new Error('The entry cannot be written.')
          await audit.record(entry)
        }
        const value = Object.setPrototypeOf({ record }, audit)
        return await work(Object.defineProperty(tx, 'audit', { value }))
      }, quiet)
    return own
  })
  return () => failing.mock.restore()
}

for (const engine of usually('PostgreSQL')) {
  describe(`sessions and the sources of applications on ${engine}`, () => {
    let stage: Stage
    let main: Sourced
    let who: Resident

    /** What happens once, right after the session of the provider has been read. */
    let meanwhile: (() => Promise<unknown>) | undefined

    before(async () => {
      stage = await stageOf(engine)
      const { store } = stage.service.service
      const tenant = store.tenant.bind(store)
      store.tenant = id => {
        const own = tenant(id)
        const { records } = own
        const get: typeof records.get = async (kind, idHash) => {
          const found = await records.get(kind, idHash)
          const now = kind === 'Session' ? meanwhile : undefined
          if (now !== undefined) meanwhile = undefined
          await now?.()
          return found
        }
        return Object.defineProperty(own, 'records', { value: { ...records, get } })
      }
      main = await sourced(stage, 'openid', { name: 'Partners' })
      who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'member' })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })

    const isAtSource = ({ shown }: Person) => /\/authorize\?/.test(shown!.headers.get('refresh') ?? '')

    test('a password does not open an application that offers sources only', async () => {
      const app = await application(stage, { sources: [main.source.id], directory: false })
      const person = await signedIn(stage, who)
      await person.visit(`${app.address}&prompt=none`)
      assert.match(person.left ?? '', /error=login_required/)
      await person.visit(app.address)
      assert.ok(isAtSource(person))
      const there = person.shown!.headers.get('refresh')!.replace('0;url=', '')
      await person.visit(main.provider.grant(there, { sub: 'member' }).redirect)
      assertSentBack(person)
      await person.visit(app.address)
      assertSentBack(person)
    })

    test('a source does not open an application that does not offer it', async () => {
      const person = browser(stage)
      await through(person, main, { sub: 'member' })
      const all = await application(stage)
      await person.visit(all.address)
      assertSentBack(person)
      const own = await application(stage, { sources: [] })
      const page = await person.visit(own.address)
      assert.equal(person.left, undefined)
      assert.match(page.html, /type="password"/)
    })

    test('a tenant that switches its directory off or on is followed at once', async () => {
      const app = await application(stage)
      const { store } = stage.service.service
      const [tenant] = await store.tenants()
      const person = await signedIn(stage, who)
      await person.visit(app.address)
      assertSentBack(person)
      const switched = async (directory: boolean) =>
        await updateTenant(store, tenant!, { ...UNCHANGED, directory }, stage.service.service)
      await switched(false)
      await person.visit(app.address)
      assert.ok(isAtSource(person))
      const console = await operatorOf(stage.service, 'administrator')
      assert.equal((await console.call('GET', '/session')).status, 200, 'nobody is locked out of the console')
      await switched(true)
      await person.visit(app.address)
      assertSentBack(person)
    })

    /** A refresh token of an account. */
    const token = async (owner: string) => {
      const record = { kind: 'RefreshToken', idHash: owner, owner, payload: '{}', expiresAt: null }
      await stage.store.records.keep(record)
      return async () => (await stage.store.records.get(record.kind, record.idHash)) !== undefined
    }

    test('whoever removes a link stays signed in, and everything else of the account ends', async () => {
      const ada = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: ada.id, subject: 'ada' })
      const [person, other, stranger] = [
        await signedIn(stage, ada),
        browser(stage),
        await signedIn(stage, await resident(stage)),
      ]
      await through(other, main, { sub: 'ada' })
      const holds = await token(ada.id)
      const before = person.cookie('tabard-session')
      assert.deepEqual([await isSignedIn(other), await holds()], [true, true])
      await person.visit('/sources')
      assert.match((await person.submit({}, { form: 0 })).html, /No account is connected yet/)
      assert.notEqual(person.cookie('tabard-session'), before)
      assert.deepEqual(
        [await isSignedIn(person), await isSignedIn(other), await holds(), await isSignedIn(stranger)],
        [true, false, false, true],
      )
      assert.equal((await eventsOf(stage, ada)).at(-1), 'source-unlinked')
    })

    test('everybody who is linked with a source that is removed is signed out, and nobody else', async () => {
      const other = await sourced(stage, 'openid', { name: 'Former' })
      await other.provider.stop()
      const ada = await resident(stage)
      await linkAccount(stage.store, { source: 'Former', account: ada.id, subject: 'ada' })
      const [person, stranger] = [await signedIn(stage, ada), await signedIn(stage, who)]
      const [holds, strangerHolds] = [await token(ada.id), await token(who.id)]
      await removeSource(stage.store, 'Former')
      assert.deepEqual(
        [await isSignedIn(person), await holds(), await isSignedIn(stranger), await strangerHolds()],
        [false, false, true, true],
      )
      assert.deepEqual(await stage.store.identitySources.linksOf(ada.id), [])
    })

    test('a link that is not there ends nothing', async () => {
      const ada = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: ada.id, subject: 'former' })
      const [person, other] = [await signedIn(stage, ada), await signedIn(stage, ada)]
      await person.visit('/sources')
      await stage.store.write(tx => tx.identitySources.unlink(ada.id, main.source.id, 'former'))
      await person.submit({}, { form: 0 })
      assert.deepEqual([await isSignedIn(person), await isSignedIn(other)], [true, true])
    })

    test('without the directory, nobody is asked to prove an account or to choose a password', async () => {
      const app = await application(stage, { directory: false })
      const person = browser(stage)
      await person.visit(app.address)
      const there = person.shown!.headers.get('refresh')!.replace('0;url=', '')
      const page = await person.visit(main.provider.grant(there, { sub: 'stranger' }).redirect)
      assert.equal(page.status, 403)
      assert.match(page.alert, /You have no account here yet/)
      assert.match((await first(browser(stage))).html, REGISTER_SHOWN)
      const other = await sourced(stage, 'openid', { name: 'Second' })
      const choice = await browser(stage).visit(app.address)
      assert.match(choice.html, /Continue with Second/)
      assert.doesNotMatch(choice.html, REGISTER_SHOWN)
      await stage.store.write(tx => tx.identitySources.remove(other.source.id))
      await other.provider.stop()
    })

    /** Sends a logout token; answers with the status. */
    const tell = async (token: string) =>
      (
        await fetch(`${stage.service.url}/sources/${main.source.id}/logout`, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: token }),
        })
      ).status

    test('a session that the source ends takes the tokens of its applications along, and no others', async () => {
      const [app, another] = [await party(stage), await party(stage)]
      const came = async (sid: string) => {
        const person = browser(stage)
        await through(person, main, { sub: 'member', sid })
        return person
      }
      const [ended, other] = [await came('session to end'), await came('another session')]
      const tokens = [await app.tokens(ended), await another.tokens(ended), await app.tokens(ended)]
      const others = await app.tokens(other)
      for (const held of [...tokens, others])
        assert.ok(await oidc.fetchUserInfo(app.config, held.access_token, who.id))
      assert.equal(await tell(await main.provider.logoutToken({ sid: 'session to end' })), 200)
      for (const [at, held] of [app, another, app].map((at, index) => [at, tokens[index]!] as const)) {
        await assertError(oidc.refreshTokenGrant(at.config, held.refresh_token!), 'invalid_grant')
        await assert.rejects(oidc.fetchUserInfo(at.config, held.access_token, who.id), { status: 401 })
      }
      assert.ok(await oidc.fetchUserInfo(app.config, others.access_token, who.id))
      assert.ok((await oidc.refreshTokenGrant(app.config, others.refresh_token!)).access_token)
    })

    test('all tokens of a session at the source end with it, also after the browser has lost its cookie', async () => {
      const app = await party(stage)
      const person = browser(stage)
      await through(person, main, { sub: 'member', sid: 'session of many' })
      const tokens = []
      for (let time = 0; time < 3; time++) {
        tokens.push(await app.tokens(person))
        for (const name of ['tabard-provider', 'tabard-provider.sig']) person.setCookie(name, 'gone')
      }
      assert.equal(await tell(await main.provider.logoutToken({ sid: 'session of many' })), 200)
      for (const held of tokens)
        await assertError(oidc.refreshTokenGrant(app.config, held.refresh_token!), 'invalid_grant')
    })

    test('tokens that may be used offline end with all sessions of the person, but not with one', async () => {
      const app = await party(stage)
      const person = browser(stage)
      await through(person, main, { sub: 'member', sid: 'session with consent' })
      const asked = app.ask({ scope: 'openid offline_access', prompt: 'consent' })
      await person.visit(asked.address.href)
      await person.submit({ dscope1: 'offline_access' }, { button: 'Allow' })
      const held = await app.redeem(person, asked)
      assert.equal(held.scope, 'openid offline_access')
      assert.equal(await tell(await main.provider.logoutToken({ sid: 'session with consent' })), 200)
      assert.equal(await isSignedIn(person), false)
      const renewed = await oidc.refreshTokenGrant(app.config, held.refresh_token!)
      assert.equal(await tell(await main.provider.logoutToken({ sub: 'member' })), 200)
      await assertError(oidc.refreshTokenGrant(app.config, renewed.refresh_token!), 'invalid_grant')
    })

    test('tokens end with the session at the source, also if that is told while the application asks again', async () => {
      const app = await party(stage)
      const person = browser(stage)
      await through(person, main, { sub: 'member', sid: 'session that ends now' })
      const held = await app.tokens(person)
      const token = await main.provider.logoutToken({ sid: 'session that ends now' })
      meanwhile = () => tell(token)
      await person.visit(app.ask({ prompt: 'none' }).address.href)
      assert.equal(meanwhile, undefined)
      assert.match(person.left ?? '', /error=login_required/)
      await assertError(oidc.refreshTokenGrant(app.config, held.refresh_token!), 'invalid_grant')
    })

    test('tokens of a later sign-in from the same session at the source end with it too', async () => {
      const app = await party(stage)
      const person = browser(stage)
      const sid = 'session for two'
      await through(person, main, { sub: 'member', sid })
      await app.tokens(person)
      // As if the first sign-in had been long ago.
      const handle = sourceHandle({ id: main.source.id, subject: 'member', sid })!
      await alter(stage, 'SourceProvided', handle, () => ({ expiresAt: Date.now() + 1_000 }))
      const asked = app.ask({ prompt: 'login' })
      await through(person, main, { sub: 'member', sid }, await person.visit(asked.address.href))
      const held = await app.redeem(person, asked)
      await setTimeout(1_001)
      assert.equal(await tell(await main.provider.logoutToken({ sid })), 200)
      await assertError(oidc.refreshTokenGrant(app.config, held.refresh_token!), 'invalid_grant')
    })

    test('a sign-out that failed here takes effect when the source repeats it', async () => {
      for (const claims of [{ sub: 'member' }, { sid: 'session to repeat' }]) {
        const person = browser(stage)
        await through(person, main, { sub: 'member', sid: 'session to repeat' })
        assert.ok(await isSignedIn(person))
        const token = await main.provider.logoutToken(claims)
        const restore = withoutAudit(stage, 'source-session-ended')
        assert.equal(await tell(token), 500)
        restore()
        assert.ok(await isSignedIn(person), 'nothing has happened')
        assert.equal(await tell(token), 200)
        assert.ok(!(await isSignedIn(person)))
        assert.equal(await tell(token), 400, 'a token counts once')
      }
    })
  })
}
