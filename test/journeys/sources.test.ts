import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE,
  ISSUER_PATH,
  linkAccount,
  publishFlow,
  removeSource,
  SIGN_IN,
  SIGN_OUT,
  setStatus,
  updateSource,
} from '../../src/identity/identity.ts'
import { FILES } from '../pages/addresses.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import { executed } from '../support/store.ts'
import { holds } from './sign-in-checks.ts'
import { buttonOf, first, pressed, type Sourced, sourced, through } from './source-steps.ts'
import {
  application,
  assertSentBack,
  browser,
  codeIn,
  enrolledResident,
  eventsOf,
  isSignedIn,
  mailTo,
  resident,
  type Stage,
  signIn,
  stageOf,
} from './steps.ts'

const verified = async (stage: Stage, id: string) =>
  await stage.store.write(tx => tx.accounts.update(id, { emailVerified: true }))

for (const engine of usually('SQLite')) {
  describe(`signing in through an identity source on ${engine}`, () => {
    let stage: Stage
    let main: Sourced

    before(async () => {
      stage = await stageOf(engine)
      main = await sourced(stage, 'openid', { name: 'Partners', creates: true, signsOut: true })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })

    test('the page offers it with its name in the language of the page', async () => {
      await updateSource(stage.store, main.source.id, { names: { de: 'Partner' } })
      const person = browser(stage)
      const page = await person.visit(`${SIGN_IN}?ui_locales=de`)
      assert.match(page.html, /Weiter mit Partner/)
      assert.match(page.html, /source-openid\.svg/)
      assert.match((await first(browser(stage))).html, /Continue with Partners/)
    })

    test('a page whose form has no action is at an address that takes it', async () => {
      const choice =
        '<h1>Undirected</h1><form method="post"><input name="username"><input type="password" name="password"><button>Go</button></form>@ERROR_MESSAGE@[RPT idSources]<a href="@ID_SOURCE_URL@">@ID_SOURCE_NAME@</a>[ERPT idSources]'
      // The login page has an action: what counts is the page that is shown.
      const login = choice.replace('<form ', '<form action="@ACTION@" ')
      const files = { [FILES.choice]: choice, [FILES.login]: login }
      const theme = await stage.service.createTheme('Undirected', packageOf(files))
      const who = await resident(stage)
      const person = browser(stage)
      const page = await person.visit(`${SIGN_IN}?runtime=true&themeId=${theme}`)
      assert.equal(page.heading, 'Undirected')
      const signedIn = await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal(signedIn.heading, 'You are signed in')
    })

    test('somebody who is linked is signed in', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'linked' })
      const person = browser(stage)
      const page = await through(person, main, { sub: 'linked' })
      assert.match(page.html, new RegExp(who.userName))
      assert.ok(await isSignedIn(person))
      const [link] = await stage.store.identitySources.linksOf(who.id)
      assert.notEqual(link!.usedAt, null)
    })

    test('the source is asked with state, nonce, PKCE, language and hint', async () => {
      const person = browser(stage)
      await person.visit(`${SIGN_IN}?ui_locales=fr&login_hint=ada%40example.com`)
      const asked = new URL(await pressed(person, main)).searchParams
      assert.deepEqual([asked.get('ui_locales'), asked.get('login_hint')], ['fr', 'ada@example.com'])
      assert.equal(asked.get('code_challenge_method'), 'S256')
      assert.match(asked.get('state')!, /^[\w-]{43}$/)
      assert.match(asked.get('nonce')!, /^[\w-]{43}$/)
      assert.equal(asked.get('redirect_uri'), `${stage.service.url}/sources/${main.source.id}/callback`)
    })

    test('an account is made at the first visit, and found at the second', async () => {
      const who = {
        sub: 'first-visit',
        email: 'first@example.com',
        email_verified: true,
        given_name: 'Fay',
        family_name: 'First',
      }
      const person = browser(stage)
      assert.match((await through(person, main, who)).html, /first@example\.com/)
      const account = await stage.store.accounts.named('first@example.com')
      assert.deepEqual(
        [account?.givenName, account?.emailVerified, account?.passwordHash],
        ['Fay', true, null],
      )
      assert.ok(await isSignedIn(person))
      const again = browser(stage)
      await through(again, main, { ...who, email: 'moved@example.com' })
      assert.ok(await isSignedIn(again))
      assert.equal((await stage.store.identitySources.linksOf(account!.id)).length, 1)
      assert.deepEqual(await eventsOf(stage, account!), [
        'account-registered',
        'source-linked',
        'signed-in',
        'signed-in',
      ])
    })

    test('missing attributes lead through the registration, and the account is linked', async () => {
      const person = browser(stage)
      const who = {
        sub: 'incomplete',
        email: 'incomplete@example.com',
        email_verified: false,
        given_name: 'Ina',
      }
      const page = await through(person, main, who)
      assert.match(page.heading, /Create an account/)
      assert.equal(page.forms[0]!.fields.given_name, 'Ina')
      const sent = await person.submit({ family_name: 'Gap' })
      assert.match(sent.heading, /verify your email/)
      const code = codeIn(await mailTo(stage, 'incomplete@example.com'))
      await person.submit({ code })
      const account = await stage.store.accounts.named('incomplete@example.com')
      const links = await stage.store.identitySources.linksOf(account!.id)
      assert.deepEqual(
        links.map(({ subject, origin }) => [subject, origin]),
        [['incomplete', 'created']],
      )
      const again = browser(stage)
      await through(again, main, who)
      assert.ok(await isSignedIn(again))
    })

    test('the registration of the application decides what is missing, also where names and address are told', async () => {
      const [start] = REGISTRATION_FLOW.steps
      const fields = start!.fields.map(field =>
        field.attribute === 'mobile_number' ? { ...field, required: true } : field,
      )
      const flow = { ...REGISTRATION_FLOW, steps: [{ ...start!, fields }] }
      await publishFlow(stage.store, 'staff', flow, DESIGNER_AT_COMMAND_LINE)
      const app = await application(stage, { registration: 'staff' })
      const who = {
        sub: 'staff',
        email: 'staff@example.com',
        email_verified: true,
        given_name: 'Sam',
        family_name: 'Staff',
      }
      const person = browser(stage)
      const page = await through(person, main, who, await person.visit(app.address))
      assert.match(page.url, /reference=staff/)
      assert.deepEqual(
        [page.forms[0]!.fields.email, page.forms[0]!.fields.family_name],
        ['staff@example.com', 'Staff'],
      )
      assert.equal(await stage.store.accounts.named('staff@example.com'), undefined)
      const other = browser(stage)
      await through(other, main, { ...who, phone_number: '+1 555 010 9999' }, await other.visit(app.address))
      const account = await stage.store.accounts.named('staff@example.com')
      assert.equal(account?.mobileNumber, '+15550109999')
      assert.match(other.left!, /code=/)
    })

    test('a registration that takes an invitation makes no account at a source, and says so', async () => {
      const flow = { ...REGISTRATION_FLOW, invitationOnly: true }
      await publishFlow(stage.store, 'guests', flow, DESIGNER_AT_COMMAND_LINE)
      const app = await application(stage, { registration: 'guests' })
      const guest = { sub: 'guest', email: 'guest@example.com', email_verified: true }
      for (const who of [guest, { ...guest, given_name: 'Gil', family_name: 'Guest' }]) {
        const person = browser(stage)
        const page = await through(person, main, who, await person.visit(app.address))
        assert.equal(page.status, 403)
        assert.match(page.alert, /invitation/)
        assert.equal(await stage.store.accounts.named(guest.email), undefined)
      }
    })

    test('a disabled account ends at a page that says so, with a reference and a way back', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'gone' })
      await setStatus(await quietOffice(stage.service), who.id, 'disabled')
      const person = browser(stage)
      const page = await through(person, main, {
        sub: 'gone',
        email: 'gone@example.com',
        email_verified: true,
      })
      assert.equal(page.status, 403)
      assert.match(page.alert, /Your account is disabled/)
      assert.match(page.html, /gone@example\.com/)
      assert.ok(!(await isSignedIn(person)))
    })

    test('whoever cancels, or is refused there, sees a page with a way back', async () => {
      for (const [error, text] of [
        ['access_denied', /You canceled/],
        ['login_required', /could not sign you in/],
      ] as const) {
        const person = browser(stage)
        await first(person)
        const state = new URL(await pressed(person, main)).searchParams.get('state')
        const query = new URLSearchParams({ error, state: state!, iss: main.provider.issuer })
        const page = await person.visit(`/sources/${main.source.id}/callback?${query}`)
        assert.equal(page.status, 403)
        assert.match(page.alert, text)
        assert.match(page.html, /Try again/)
      }
    })

    test('the source that was last used is first', async () => {
      const other = await sourced(stage, 'openid', { name: 'Zebra' })
      try {
        const who = await resident(stage)
        await linkAccount(stage.store, { source: 'Zebra', account: who.id, subject: 'zoe' })
        const person = browser(stage)
        const order = (html: string) => html.indexOf('Zebra') < html.indexOf('Partners')
        assert.equal(order((await first(person)).html), false)
        await through(person, other, { sub: 'zoe' })
        await person.visit(SIGN_OUT)
        await person.submit({})
        assert.equal(order((await first(person)).html), true)
        assert.equal(order((await first(browser(stage))).html), false)
      } finally {
        await stage.store.write(tx => tx.identitySources.remove(other.source.id))
        await other.provider.stop()
      }
    })

    test('an address in a routed domain leads to the source, with the address as a hint', async () => {
      await updateSource(stage.store, main.source.id, { routedDomains: ['routed.example'] })
      const person = browser(stage)
      await first(person)
      const page = await person.submit({ username: 'ada@Routed.example', password: 'whatever it is' })
      assert.equal(page.status, 200)
      const refresh = page.headers.get('refresh')!
      assert.ok(refresh.startsWith(`0;url=${main.provider.origin}/authorize?`), refresh)
      assert.match(refresh, /login_hint=ada%40Routed\.example/)
      assert.doesNotMatch(JSON.stringify(main.provider.asked), /whatever/)
    })

    test('an application without the directory leads to its only source, and takes no password', async () => {
      const app = await application(stage, { sources: [main.source.id], directory: false })
      const who = await resident(stage)
      const person = browser(stage)
      await person.visit(app.address)
      assert.match(person.shown!.headers.get('refresh') ?? '', /\/authorize\?/)
      const other = await sourced(stage, 'openid', { name: 'Second' })
      try {
        const both = await application(stage, { directory: false })
        const second = browser(stage)
        const page = await second.visit(both.address)
        assert.match(page.html, /<form[^>]*data-show="none"/)
        assert.match(page.html, /<h2 data-show="none">/)
        const refused = await second.submit({ username: who.userName, password: PASSWORD })
        assert.match(refused.alert, /choose one of the sign-in services/)
        assert.ok(!(await isSignedIn(second)))
      } finally {
        await stage.store.write(tx => tx.identitySources.remove(other.source.id))
        await other.provider.stop()
      }
    })

    test('an application offers the sources that it names', async () => {
      const none = await application(stage, { sources: [] })
      const page = await browser(stage).visit(none.address)
      assert.doesNotMatch(page.html, /\/sources\//)
      const button = buttonOf(await first(browser(stage)), main.source)
      assert.match(button, /flow=/)
    })

    test('an app that somebody has set up is asked for, and a factor of the source counts where it is trusted', async () => {
      const who = await enrolledResident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'factor' })
      const claims = { sub: 'factor', amr: ['pwd', 'mfa'], acr: 'urn:there:high' }
      const person = browser(stage)
      const asked = await through(person, main, claims)
      assert.ok(!(await isSignedIn(person)))
      assert.match(asked.html, /otp/)
      await updateSource(stage.store, main.source.id, { factorAmr: ['mfa'] })
      const trusted = browser(stage)
      await through(trusted, main, claims)
      assert.ok(await isSignedIn(trusted))
      const without = browser(stage)
      await through(without, main, { ...claims, amr: ['pwd'] })
      assert.ok(!(await isSignedIn(without)))
      await updateSource(stage.store, main.source.id, { factorAmr: [], factorAcr: ['urn:there:high'] })
      const byAcr = browser(stage)
      await through(byAcr, main, { ...claims, amr: undefined })
      assert.ok(await isSignedIn(byAcr))
    })

    /** Where a page leads on to. */
    const addressIn = ({ headers }: Shown) => new URL(headers.get('refresh')!.replace('0;url=', ''))

    test('signing out leads through the source and back', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'leaver' })
      const person = browser(stage)
      await through(person, main, { sub: 'leaver' })
      await person.visit(SIGN_OUT)
      const left = await person.submit({})
      const address = addressIn(left)
      assert.equal(`${address.origin}${address.pathname}`, `${main.provider.origin}/end-session`)
      assert.notEqual(address.searchParams.get('id_token_hint'), null)
      assert.ok(!(await isSignedIn(person)))
      const back = `${address.searchParams.get('post_logout_redirect_uri')}?state=${address.searchParams.get('state')}`
      assert.match((await person.visit(back)).heading, /signed out/i)
    })

    test('signing out through an application leads through the source too, and back to the application', async () => {
      const bye = 'https://app.example.com/bye'
      const app = await application(stage, { logoutRedirects: [bye] })
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'app leaver' })
      const state = 'kept & é'.repeat(200)
      const ENDS: [asked: Record<string, string>, end: (person: Person) => void][] = [
        [
          { client_id: app.id, post_logout_redirect_uri: bye, state },
          ({ shown }) => {
            const { origin, pathname, searchParams } = addressIn(shown!)
            assert.equal(`${origin}${pathname}`, bye)
            assert.deepEqual(Object.fromEntries(searchParams), { state })
          },
        ],
        [
          { client_id: app.id, ui_locales: 'de' },
          ({ shown }) => assert.equal(shown!.heading, 'Sie sind abgemeldet'),
        ],
      ]
      for (const [asked, assertEnd] of ENDS) {
        const person = browser(stage)
        await through(person, main, { sub: 'app leaver' })
        await person.visit(app.address)
        assertSentBack(person)
        const session = person.cookie('tabard-session')!
        assert.ok(await holds(stage, person, session))
        await person.visit(`${ISSUER_PATH}/logout?${new URLSearchParams(asked)}`)
        const left = await person.submit({})
        assert.equal(left.status, 200)
        assert.ok(!(await holds(stage, person, session)))
        const address = addressIn(left)
        assert.equal(`${address.origin}${address.pathname}`, `${main.provider.origin}/end-session`)
        assert.notEqual(address.searchParams.get('id_token_hint'), null)
        const back = `${address.searchParams.get('post_logout_redirect_uri')}?state=${address.searchParams.get('state')}`
        assert.ok(back.length < 500, 'a long state of an application does not make the address too long')
        const stranger = browser(stage)
        await stranger.visit(back)
        assert.equal(
          stranger.shown!.headers.get('refresh'),
          null,
          'only the browser that signed out is led on',
        )
        await person.visit(back)
        assertEnd(person)
        await person.visit(app.address)
        assert.equal(person.left, undefined, 'the application asks to sign in again')
      }
    })

    test('a second click on signing out leads to the source too', async () => {
      const bye = 'https://app.example.com/bye'
      const app = await application(stage, { logoutRedirects: [bye] })
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'double leaver' })
      const query = new URLSearchParams({ client_id: app.id, post_logout_redirect_uri: bye })
      for (const question of [SIGN_OUT, `${ISSUER_PATH}/logout?${query}`]) {
        const person = browser(stage)
        await through(person, main, { sub: 'double leaver' })
        await person.visit(app.address)
        const [form] = (await person.visit(question)).forms
        const cookies = ['tabard-session', 'tabard-provider', 'tabard-provider.sig'] as const
        const before = cookies.map(name => [name, person.cookie(name)] as const)
        const fields = { ...form!.fields, logout: 'yes' }
        const first = await person.send('POST', form!.action, fields)
        const there = first.headers.get('refresh')!
        assert.match(there, /\/end-session\?/)
        const second = await person.send('POST', form!.action, fields)
        assert.deepEqual([second.status, second.headers.get('refresh')], [200, there])
        // The browser may not have seen the first answer yet.
        for (const [name, value] of before) if (value !== undefined) person.setCookie(name, value)
        const third = await person.send('POST', form!.action, fields)
        assert.deepEqual([third.status, third.headers.get('refresh')], [200, there])
        const thief = browser(stage)
        const elsewhere = await thief.send('POST', form!.action, fields)
        assert.equal(elsewhere.headers.get('refresh'), null)
        await executed(
          stage.service.database,
          `update short_lived set expires_at = ${Date.now() - 1} where kind = 'SignedOutBy'`,
        )
        const late = await person.send('POST', form!.action, fields)
        assert.equal(late.headers.get('refresh'), null)
      }
    })

    test('a source that cannot sign out, or should not, is left alone', async t => {
      const bye = 'https://app.example.com/bye'
      const app = await application(stage, { logoutRedirects: [bye] })
      const SOURCES = [
        { name: 'Mute', wish: { signsOut: true }, metadata: { end_session_endpoint: undefined } },
        { name: 'Staying', wish: {}, metadata: {} },
      ]
      for (const { name, wish, metadata } of SOURCES) {
        const other = await sourced(stage, 'openid', { name, ...wish })
        t.after(() => other.provider.stop())
        other.provider.metadata = metadata
        const who = await resident(stage)
        await linkAccount(stage.store, { source: name, account: who.id, subject: name })
        const person = browser(stage)
        await through(person, other, { sub: name })
        const session = person.cookie('tabard-session')!
        await person.visit(app.address)
        const query = { client_id: app.id, post_logout_redirect_uri: bye }
        await person.visit(`${ISSUER_PATH}/logout?${new URLSearchParams(query)}`)
        await person.submit({})
        assert.equal(person.left, bye, name)
        assert.ok(!(await holds(stage, person, session)))
        await through(person, other, { sub: name })
        await person.visit(SIGN_OUT)
        const out = await person.submit({})
        assert.deepEqual([out.heading, out.headers.get('refresh')], ['You are signed out', null], name)
        await removeSource(stage.store, name)
      }
    })

    test('people are signed out, and told so, where the way to the source cannot be found', async t => {
      const app = await application(stage, { logoutRedirects: ['https://app.example.com/bye'] })
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'lost' })
      const query = { client_id: app.id, post_logout_redirect_uri: 'https://app.example.com/bye' }
      const { store } = stage.service.service
      const tenant = store.tenant.bind(store)
      for (const address of [SIGN_OUT, `${ISSUER_PATH}/logout?${new URLSearchParams(query)}`]) {
        const person = browser(stage)
        await through(person, main, { sub: 'lost' })
        await person.visit(address)
        const failing = t.mock.method(store, 'tenant', (id: string) => {
          const own = tenant(id)
          const get = async () => {
            throw new Error('The source cannot be read.')
          }
          return Object.defineProperty(own, 'identitySources', { value: { ...own.identitySources, get } })
        })
        const page = await person.submit({})
        failing.mock.restore()
        if (address === SIGN_OUT) assert.match(page.heading, /signed out/)
        else assert.equal(person.left, query.post_logout_redirect_uri)
        assert.equal(person.cookie('tabard-session'), undefined)
        assert.ok(!(await isSignedIn(person)))
      }
    })

    test('a source can end the sessions that came from it', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'told' })
      const [one, other, own] = [browser(stage), browser(stage), browser(stage)]
      await through(one, main, { sub: 'told', sid: 'session one' })
      await through(other, main, { sub: 'told', sid: 'session two' })
      await signIn(own, who)
      const tell = async (token: string) =>
        await fetch(`${stage.service.url}/sources/${main.source.id}/logout`, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: token }),
        })
      const isIn = async (person: typeof one) => (await person.visit(SIGN_IN)).html.includes(who.userName)
      const token = await main.provider.logoutToken({ sid: 'session one' })
      assert.equal((await tell(token)).status, 200)
      assert.deepEqual([await isIn(one), await isIn(other), await isIn(own)], [false, true, true])
      assert.equal((await tell(token)).status, 400, 'a token counts once')
      for (const bad of [
        'no token',
        await main.provider.logoutToken({ sub: 'told', aud: 'another' }),
        await main.provider.logoutToken({ sub: 'told', nonce: 'x' }),
        await main.provider.logoutToken({ sub: 'told', events: {} }),
        await main.provider.logoutToken({ sub: 'told', iat: Math.floor(Date.now() / 1000) - 3600 }),
      ])
        assert.equal((await tell(bad)).status, 400)
      assert.equal(await isIn(other), true)
      assert.equal((await tell(await main.provider.logoutToken({ sub: 'told' }))).status, 200)
      assert.equal(await isIn(other), false)
    })

    test('new keys of the source are followed at once', async () => {
      const who = await resident(stage)
      await linkAccount(stage.store, { source: 'Partners', account: who.id, subject: 'rolled' })
      await through(browser(stage), main, { sub: 'rolled' })
      await new Promise(resolve => setTimeout(resolve, 1_100))
      await main.provider.rotate()
      const person = browser(stage)
      await through(person, main, { sub: 'rolled' })
      assert.ok(await isSignedIn(person))
    })

    test('a link by a trusted address needs an address that is verified on both sides', async () => {
      await updateSource(stage.store, main.source.id, { trustedDomains: ['trusted.example'] })
      const safe = await resident(stage, { email: 'safe@trusted.example' })
      await verified(stage, safe.id)
      const open = await resident(stage, { email: 'open@trusted.example' })
      const person = browser(stage)
      await through(person, main, { sub: 'safe', email: 'Safe@trusted.example', email_verified: true })
      assert.ok(await isSignedIn(person))
      for (const [sub, email, email_verified] of [
        ['a', 'safe@trusted.example', false],
        ['b', 'open@trusted.example', true],
        ['c', 'safe@trusted.example.evil.example', true],
      ] as const) {
        const stranger = browser(stage)
        await through(stranger, main, { sub, email, email_verified })
        assert.ok(!(await isSignedIn(stranger)), email)
      }
      assert.equal((await stage.store.identitySources.linksOf(open.id)).length, 0)
    })

    test('an account is linked once it is proved, and by nobody else', async () => {
      const who = await resident(stage, { email: 'prove@example.com' })
      const claims = { sub: 'prover', email: 'prove@example.com', email_verified: true }
      const person = browser(stage)
      const page = await through(person, main, claims)
      assert.match(page.heading, /Connect your account/)
      assert.match(page.html, /You signed in with Partners/)
      const proof = await person.submit({ username: who.userName })
      assert.match(proof.html, /Sign in to your account once to connect it with Partners/)
      const wrong = await person.submit({ password: 'not the password at all' })
      assert.match(wrong.alert, /incorrect/)
      assert.equal((await stage.store.identitySources.linksOf(who.id)).length, 0)
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.ok(await isSignedIn(person))
      const again = browser(stage)
      await through(again, main, claims)
      assert.ok(await isSignedIn(again))
    })
  })
}
