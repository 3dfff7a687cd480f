import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN, SIGN_OUT, setStatus } from '../../src/identity/identity.ts'
import { FILES } from '../pages/addresses.ts'
import { ENGINES, usually } from '../support/database.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import {
  cookiesOf,
  flowOfAnother,
  flowUsedTwice,
  fromAnotherSite,
  holds,
  hostileThemeId,
  hostileUserName,
  ignoresTarget,
  isKnownToApplication,
  keptToItself,
  securedCookies,
  seeOther,
  sessionIsNew,
  signsOut,
  themeIdTwice,
  themeOf,
  withoutFlow,
} from './sign-in-checks.ts'
import {
  application,
  assertRefused,
  assertSentBack,
  browser,
  eventsOf,
  flowOf,
  isSignedIn,
  opened,
  post,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
  stateOf,
} from './steps.ts'

const WRONG = 'The username or the password is incorrect.'

for (const engine of ENGINES) {
  describe(`signing in on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())

    test('the right password leads to a page that says who is signed in', async () => {
      const who = await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
      const person = browser(stage)
      const page = await signIn(person, who)
      assert.equal(page.status, 200)
      assert.equal(page.heading, 'You are signed in')
      assert.match(page.html, /<strong dir="auto">Alex Moreau<\/strong>/)
      assert.equal(new URL(page.url).search, '?runtime=true')
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'signed-in'])
      assert.equal(await isSignedIn(person), true)
    })

    test('a user name is known whatever its case, and with blanks around it', async () => {
      const { userName } = await resident(stage)
      const person = browser(stage)
      assert.equal(
        (await signIn(person, { userName: `  ${userName.toUpperCase()} ` })).heading,
        'You are signed in',
      )
    })

    test('every form is answered with a 303', () => seeOther(stage))
    test('the session is a new one after each sign-in, and the one before is dead', () => sessionIsNew(stage))
    test('the form of a sign-in that is done is refused', () => flowUsedTwice(stage))
    test('a flow that has ended stays ended, whatever a slower request still keeps of it', async () => {
      const who = await resident(stage)
      const person = await opened(stage)
      const form = person.shown!.forms[0]!
      const { userName } = who
      await person.submit({ username: userName, password: 'wrong password' })
      const stale = await stateOf(stage, person)
      await person.submit({ username: userName, password: PASSWORD })
      await stage.store.write(tx => tx.records.keep(stale))
      await assertRefused(await person.send('POST', form.action, { username: userName, password: 'wrong' }))
      assert.equal((await person.visit(form.action)).heading, 'You are signed in')
    })

    test('whoever comes from an application goes back to it, signed in for the next one too', async () => {
      const who = await resident(stage)
      const { address } = await application(stage)
      const person = browser(stage)
      await person.visit(address)
      assert.equal(person.shown!.heading, 'Sign in')
      await person.submit({ username: who.userName, password: PASSWORD })
      assertSentBack(person)
      const another = await application(stage)
      await person.visit(another.address)
      assertSentBack(person)
    })

    test('signing out asks first, and then the session is dead', () => signsOut(stage))

    test('signing out ends what applications know', async () => {
      const who = await resident(stage)
      const { address } = await application(stage)
      const person = browser(stage)
      await person.visit(address)
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal(await isKnownToApplication(person, address), true)
      await person.visit(SIGN_OUT)
      await person.submit({})
      assert.equal(await isKnownToApplication(person, address), false)
    })

    test('a disabled account cannot sign in, and its session and flows end at once', async () => {
      const who = await resident(stage)
      const { address } = await application(stage)
      const person = await signedIn(stage, who)
      await person.visit(address)
      assertSentBack(person)
      const changing = await signedIn(stage, who)
      await changing.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
      assert.equal(changing.shown!.heading, 'Change your password')
      await setStatus(await quietOffice(stage.service), who.id, 'disabled')
      assert.equal(await holds(stage, person, person.cookie('tabard-session')!), false)
      assert.equal(await isKnownToApplication(person, address), false)
      await assertRefused(
        await post(changing, { oldpassword: PASSWORD, newpassword: 'another one entirely' }),
      )
      assert.equal((await signIn(browser(stage), who)).alert, WRONG)
      await setStatus(await quietOffice(stage.service), who.id, 'active')
      assert.equal((await signIn(browser(stage), who)).heading, 'You are signed in')
    })

    // What follows is about pages and forms, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('a wrong password is told on the page, which keeps the user name and not the password', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      const page = await signIn(person, who, 'wrong password')
      assert.equal(page.alert, WRONG)
      assert.equal(page.status, 200)
      assert.equal(page.forms[0]!.fields.username, who.userName)
      assert.doesNotMatch(page.html, /wrong password/)
      assert.equal(person.cookie('tabard-session'), undefined)
      assert.deepEqual(await eventsOf(stage, who), ['account-created', 'sign-in-failed'])
      assert.equal((await person.submit({ password: PASSWORD })).heading, 'You are signed in')
    })

    test('a form that is not filled in is told apart', async () => {
      const { userName } = await resident(stage)
      const person = await opened(stage)
      for (const fields of [
        { username: '', password: '' },
        { username: '  ', password: PASSWORD },
        { username: userName, password: '' },
      ])
        assert.equal((await person.submit(fields)).alert, 'Please enter your username and your password.')
    })

    test('a form without a flow is refused', () => withoutFlow(stage))
    test('a form with the flow of another browser is refused', () => flowOfAnother(stage))
    test('a form from another site is refused', () => fromAnotherSite(stage))

    test('a flow that was cut or altered is refused, as a form and as a page', async () => {
      const { userName } = await resident(stage)
      const person = await opened(stage)
      const flow = flowOf(person.shown!)
      const other = flowOf((await opened(stage)).shown!)
      const changed = (at: number) =>
        flow.slice(0, at) + (flow.at(at) === '3' ? '4' : '3') + flow.slice(at + 1)
      const tails = [16, 22, 32].flatMap(length =>
        ['é', '\0', '0'].map(end => flow.slice(0, -length) + end.repeat(length)),
      )
      for (const broken of [
        flow.slice(0, -1),
        flow.slice(1),
        flow.slice(0, flow.length / 2),
        `${flow}0`,
        `0${flow}`,
        flow.toUpperCase(),
        flow.slice(0, -20) + other.slice(-20),
        other.slice(0, -20) + flow.slice(-20),
        ...[0, 10, 45, 50, flow.length - 33, flow.length - 1].map(changed),
        ...tails,
      ]) {
        const action = `${SIGN_IN}?runtime=true&flow=${encodeURIComponent(broken)}`
        await assertRefused(await post(person, { username: userName, password: PASSWORD }, { action }))
        await assertRefused(await person.send('GET', action))
      }
      assert.equal((await post(person, { username: userName, password: PASSWORD })).status, 303)
    })

    test('a flow is good for its own kind of page only', async () => {
      const person = await signedIn(stage, await resident(stage))
      const signOut = flowOf(person.shown!)
      await person.visit('/flows/?reference=registration')
      const registration = flowOf(person.shown!)
      await person.submit({ given_name: 'Alex' })
      const fresh = await opened(stage)
      await fresh.submit({ username: 'nobody', password: 'wrong password' })
      for (const [who, method, address] of [
        [fresh, 'GET', `/flows/?reference=registration&flow=${flowOf(fresh.shown!)}`],
        [fresh, 'POST', `/flows/?reference=registration&flow=${flowOf(fresh.shown!)}`],
        [fresh, 'POST', `${SIGN_OUT}?flow=${flowOf(fresh.shown!)}`],
        [person, 'GET', `${SIGN_IN}?flow=${registration}`],
        [person, 'POST', `${SIGN_IN}?flow=${registration}`],
        [person, 'POST', `/flows/?reference=registration&flow=${signOut}`],
      ] as const)
        assert.equal((await who.send(method, address)).status, 403, `${method} ${address.slice(0, 40)}`)
      assert.equal(await isSignedIn(person), true)
    })

    test('a registration that waits for its code cannot go on as a sign-in', async () => {
      const person = browser(stage)
      await person.visit('/flows/?reference=registration')
      const fields = { given_name: 'Ann', family_name: 'Lee', email: `ann-${engine}@example.com` }
      await person.submit({ ...fields, password: PASSWORD })
      const address = `${SIGN_IN}?runtime=true&flow=${flowOf(person.shown!)}`
      await assertRefused(await person.send('GET', address))
      await assertRefused(await person.send('POST', address, { 'otp.user.otp': '123456' }))
    })

    test('a page that adds a theme to the address of its form signs in all the same', async () => {
      const who = await resident(stage)
      const form = (action: string) =>
        `<form method="post" action="${action}"><input name="username"><input name="password"><button>Go</button></form>@ERROR_MESSAGE@`
      for (const action of ['@ACTION@&themeId=@THEME_ID@', '@ACTION@&amp;themeId=@THEME_ID@']) {
        const theme = await themeOf(stage, 'Adding', { [FILES.login]: form(action) })
        const person = await opened(stage, `&themeId=${theme}`)
        assert.ok(person.shown!.forms[0]!.action.endsWith(`&themeId=${theme}`))
        const wrong = await person.submit({ username: who.userName, password: 'wrong password' })
        assert.match(wrong.html, /The username or the password is incorrect\./)
        const right = await person.submit({ username: who.userName, password: PASSWORD })
        assert.equal(right.heading, 'You are signed in')
        assert.doesNotMatch(right.html, /theme Adding/, 'no address forces a theme on the page of an account')
      }
    })

    test('its cookies are kept from scripts and other sites', async () => {
      const first = await browser(stage).send('GET', `${SIGN_IN}?runtime=true`)
      const { userName } = await resident(stage)
      const done = await post(await opened(stage), { username: userName, password: PASSWORD })
      assert.deepEqual(cookiesOf(first), ['tabard-browser; HttpOnly; Path=/; SameSite=Lax'])
      assert.deepEqual(cookiesOf(done), [
        'tabard-device; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax',
        'tabard-session; HttpOnly; Path=/; SameSite=Lax',
      ])
    })

    test('a cookie that cannot be one of ours is as good as none', async () => {
      for (const value of [
        'x',
        'é'.repeat(22),
        '"',
        '%00',
        'a'.repeat(4_000),
        `${'a'.repeat(22)}.${'ÿ'.repeat(22)}`,
      ]) {
        const person = browser(stage)
        for (const name of ['browser', 'session', 'device', 'provider'])
          person.setCookie(`tabard-${name}`, Buffer.from(value).toString('latin1'))
        assert.equal((await signIn(person, await resident(stage), 'wrong password')).alert, WRONG)
      }
    })

    test('its pages are in nobody’s frame and in no cache', () => keptToItself(stage))

    test('it leads where it leads, whatever an address says', () => ignoresTarget(stage, '//evil.example'))
    test('a user name that is shown again is only a text', () => hostileUserName(stage))
    test('a theme that does not exist is not repeated anywhere', () => hostileThemeId(stage))
    test('of two themes the first one counts', () => themeIdTwice(stage))

    test('a notice that there is not is not shown', async () => {
      const person = await signedIn(stage, await resident(stage))
      for (const notice of ['nonsense', 'constructor', '__proto__', '<b>', '']) {
        const page = await person.visit(`${SIGN_IN}?runtime=true&notice=${encodeURIComponent(notice)}`)
        assert.equal(page.heading, 'You are signed in')
        assert.match(page.html, /<p class="notice" role="status"><\/p>/)
      }
    })

    test('what is no form gets a page that says so', async () => {
      const person = await opened(stage)
      const { action } = person.shown!.forms[0]!
      const send = async (body: string, type = 'application/x-www-form-urlencoded') => {
        const headers = { accept: 'text/html', cookie: person.cookies(), 'content-type': type }
        const answer = await fetch(new URL(action, stage.service.url), { method: 'POST', headers, body })
        assert.match(answer.headers.get('content-type')!, /^text\/html/)
        return answer.status
      }
      assert.equal(await send('{}', 'application/json'), 415)
      assert.equal(await send('username=%ff&password=x'), 400)
      assert.equal(await send(`username=${'x'.repeat(70_000)}`), 413)
    })

    test('HEAD is answered as GET is, without a body', async () => {
      const person = await signedIn(stage, await resident(stage))
      // The connection is the client's affair.
      const names = ({ headers }: Response) =>
        [...headers.keys()].filter(name => name !== 'keep-alive').sort()
      for (const address of [
        SIGN_IN,
        `${SIGN_IN}?runtime=true`,
        SIGN_OUT,
        '/flows/?reference=registration',
      ]) {
        const headers = { accept: 'text/html', cookie: person.cookies() }
        const [head, get] = await Promise.all(
          ['HEAD', 'GET'].map(method => fetch(stage.service.url + address, { method, headers })),
        )
        assert.deepEqual([head!.status, names(head!)], [get!.status, names(get!)])
        assert.equal(await head!.text(), '')
      }
      assert.equal(await isSignedIn(person), true)
    })

    test('nobody can sign somebody else out', async () => {
      const person = await signedIn(stage, await resident(stage))
      const attacker = await signedIn(stage, await resident(stage))
      const { action } = person.shown!.forms[0]!
      await assertRefused(await person.send('POST', SIGN_OUT))
      await assertRefused(await person.send('POST', `${SIGN_OUT}?flow=nonsense`))
      await assertRefused(await person.send('POST', attacker.shown!.forms[0]!.action))
      await assertRefused(await person.send('POST', action, {}, { 'sec-fetch-site': 'cross-site' }))
      await person.visit(SIGN_OUT)
      assert.equal(await isSignedIn(person), true)
    })

    test('signing out without being signed in is no mistake', async () => {
      assert.equal((await browser(stage).visit(SIGN_OUT)).heading, 'You are signed out')
    })
  })

  if (!usually('SQLite').includes(engine)) continue

  describe(`signing in behind https on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, { TABARD_PUBLIC_URL: 'https://id.example.com' })
    })
    after(() => stage.stop())

    test('every cookie is for this host and for TLS alone', () => securedCookies(stage))

    test('a cookie without the prefix, which a neighbour could set, counts for nothing', async () => {
      const person = await opened(stage)
      const { userName } = await resident(stage)
      const session = sessionSet(await post(person, { username: userName, password: PASSWORD }))!
      assert.equal(await holds(stage, person, session, '__Host-Http-tabard-session'), true)
      assert.equal(await holds(stage, person, session, 'tabard-session'), false)
    })
  })
}
