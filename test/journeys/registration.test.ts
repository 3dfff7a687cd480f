import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { DESIGNER_AT_COMMAND_LINE, FIRST_TENANT, invite, SIGN_IN } from '../../src/identity/identity.ts'
import { fixture } from '../hostile/assertions.ts'
import { ENGINES, usually } from '../support/database.ts'
import { PASSWORD, quietOffice } from '../support/people.ts'
import { clientToken } from '../support/tenants.ts'
import {
  fieldOn,
  hostileName,
  newcomer,
  REGISTRATION,
  refusesAddress,
  refusesName,
  registering,
  verifying,
} from './registration-checks.ts'
import { themeOf } from './sign-in-checks.ts'
import { sourced, through } from './source-steps.ts'
import {
  alter,
  application,
  assertRefused,
  assertSentBack,
  browser,
  codeIn,
  eventsOf,
  expireCode,
  letAskAgain,
  linkIn,
  mailTo,
  otherThan,
  post,
  type Stage,
  sealsOf,
  signIn,
  stageOf,
} from './steps.ts'

const FIELDS = ['given_name', 'family_name', 'age', 'mobile_number', 'email', 'password']
const VERIFY = "Let's verify your email"
const { mail: rows } = fixture<{ mail: { field: string; value: string; expect: string }[] }>('requests.json')

for (const engine of ENGINES) {
  describe(`a registration on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(() => stage.stop())
    afterEach(() => stage.startClock())

    const accountOf = (email: string) => stage.store.accounts.named(email)
    const codeProblem = (html: string) => /id="reg-code-error"[^>]*>([^<]*)</.exec(html)![1]

    test('goes from the form by a code to an account', async () => {
      const fields = newcomer({ age: ' 42 ', mobile_number: '+1 (555) 010-9999' })
      const person = browser(stage)
      const titles = [(await person.visit(REGISTRATION)).heading]
      const verify = await person.submit(fields)
      titles.push(verify.heading)
      assert.match(verify.html, new RegExp(`We sent a code to ${fields.email}\\.`))
      assert.match(verify.html, /<input id="reg-code"[^>]* autocomplete="one-time-code"/)
      assert.equal(await accountOf(fields.email), undefined)
      const mail = await mailTo(stage, fields.email, 'Verify your email address')
      assert.match(mail.text, /^Hello Alex,$/m)
      assert.ok(!verify.html.includes(codeIn(mail)))
      titles.push((await person.submit({ code: codeIn(mail) })).heading)
      titles.push((await person.submit({})).heading)
      assert.deepEqual(titles, [
        'Create an account',
        VERIFY,
        'Your email is verified',
        'Your account is created',
      ])
      const account = (await accountOf(fields.email))!
      assert.deepEqual(
        [account.givenName, account.familyName, account.age, account.mobileNumber, account.emailVerified],
        ['Alex', 'Moreau', 42, '+15550109999', true],
      )
      assert.deepEqual([account.administrator, account.status], [false, 'active'])
      assert.match((await mailTo(stage, fields.email, 'Your account is ready')).text, /^Hello Alex,$/m)
      assert.deepEqual(await eventsOf(stage, account), ['account-registered'])
      // The page gives the session to nobody: one signs in.
      assert.equal(person.cookie('tabard-session'), undefined)
      assert.equal((await signIn(person, { userName: fields.email })).heading, 'You are signed in')
    })

    test('goes by the link of the mail too, in another browser', async () => {
      const fields = newcomer()
      const { person, mail } = await verifying(stage, fields)
      const link = linkIn(mail)
      assert.ok(link.startsWith(`${stage.service.url}${REGISTRATION}&verify=`))
      // Programs follow links: looking does nothing.
      await fetch(link, { method: 'HEAD' })
      await fetch(link)
      assert.equal(await accountOf(fields.email), undefined)
      const elsewhere = browser(stage)
      const confirm = await elsewhere.visit(link)
      assert.equal(confirm.heading, VERIFY)
      assert.match(confirm.html, new RegExp(`enter the password that you chose for ${fields.email}`))
      // Whoever did not choose the password did not register, even if the mail is theirs.
      const wrong = await elsewhere.submit({ password: 'wrong password' })
      assert.equal(wrong.alert, 'This is not the password that was chosen.')
      assert.equal(await accountOf(fields.email), undefined)
      assert.equal((await elsewhere.submit({ password: PASSWORD })).heading, 'Your email is verified')
      assert.ok(await accountOf(fields.email))
      assert.equal((await elsewhere.submit({})).heading, 'Your account is created')
      assert.equal((await person.visit(person.shown!.url)).heading, 'Your email is verified')
      await mailTo(stage, fields.email, 'Your account is ready')
    })

    test('a link is used once, however many have opened it', async () => {
      const fields = newcomer()
      const { mail } = await verifying(stage, fields)
      const people = [browser(stage), browser(stage), browser(stage)]
      for (const person of people) await person.visit(linkIn(mail))
      const pages = await Promise.all(people.map(person => person.submit({ password: PASSWORD })))
      const done = pages.filter(({ heading }) => heading === 'Your email is verified')
      assert.equal(done.length, 1)
      assert.deepEqual(await eventsOf(stage, (await accountOf(fields.email))!), ['account-registered'])
    })

    test('a link that is too old is refused, also in the middle', async () => {
      const fields = newcomer()
      const { mail } = await verifying(stage, fields)
      const person = browser(stage)
      await person.visit(linkIn(mail))
      const secret = new URL(linkIn(mail)).searchParams.get('verify')!
      await alter(stage, 'VerifyLink', secret, () => ({ expiresAt: Date.now() }))
      assert.equal((await person.submit({ password: PASSWORD })).status, 403)
      assert.equal((await browser(stage).visit(linkIn(mail))).status, 403)
      for (const made of ['', 'nonsense', '\0', 'é'])
        await assertRefused(
          await person.send('GET', `${REGISTRATION}&verify=${encodeURIComponent(made)}`),
          'This link no longer works',
        )
      assert.equal(await accountOf(fields.email), undefined)
    })

    test('asking for a code too soon does not give guesses back', async () => {
      const fields = newcomer()
      stage.stopClock()
      const { person, code } = await verifying(stage, fields)
      for (let guess = 0; guess < 20; guess++)
        await Promise.all([
          post(person, { code: otherThan(code), operation: 'verify' }),
          post(person, { operation: 'resend' }),
          post(person, { operation: 'resend' }),
        ])
      assert.equal((await person.submit({ code })).heading, VERIFY)
      assert.equal(await accountOf(fields.email), undefined)
    })

    test('a new code is sent when it is time, and the old one is worth nothing', async () => {
      const fields = newcomer()
      stage.stopClock()
      const { person, code } = await verifying(stage, fields)
      const soon = await person.submit({}, { button: 'Send a new code' })
      assert.match(
        codeProblem(soon.html)!,
        /^Please wait (?:2\d|30) seconds before you ask for another code\.$/,
      )
      await letAskAgain(stage, person)
      const page = await person.submit({}, { button: 'Send a new code' })
      assert.match(page.html, /<p class="notice" role="status">A new code is on its way\.<\/p>/)
      const again = codeIn(await mailTo(stage, fields.email, 'Verify your email address'))
      assert.equal(codeProblem((await person.submit({ code })).html), 'The code is incorrect.')
      assert.equal((await person.submit({ code: again })).heading, 'Your email is verified')
    })

    test('a code that is too old is refused', async () => {
      const { person, code } = await verifying(stage, newcomer())
      await expireCode(stage, person)
      assert.equal(
        codeProblem((await person.submit({ code })).html),
        'The code is no longer valid. Please ask for a new one.',
      )
    })

    test('a second click does not lose or skip a page', async () => {
      const fields = newcomer()
      const { person, code } = await verifying(stage, fields)
      const form = person.shown!.forms[0]!
      const sent = { ...form.fields, operation: 'verify', code }
      await Promise.all([1, 2, 3].map(() => person.send('POST', form.action, sent)))
      await person.send('POST', form.action, sent)
      assert.equal((await person.visit(form.action)).heading, 'Your email is verified')
      assert.deepEqual(await eventsOf(stage, (await accountOf(fields.email))!), ['account-registered'])
    })

    test('of two for the same address one makes the account, and both see the same', async () => {
      const fields = newcomer()
      const one = await verifying(stage, fields)
      const two = await verifying(stage, {
        ...fields,
        given_name: 'Second',
        password: 'a lantern in the fog',
      })
      assert.equal((await one.person.submit({ code: one.code })).heading, 'Your email is verified')
      assert.equal((await two.person.submit({ code: two.code })).heading, 'Your email is verified')
      assert.equal((await accountOf(fields.email))!.givenName, 'Alex')
      assert.equal((await signIn(browser(stage), { userName: fields.email })).heading, 'You are signed in')
    })

    // What follows is about pages and forms, whatever the database.
    if (!usually('SQLite').includes(engine)) return

    test('goes by the link without a password in the browser where it began', async () => {
      const fields = newcomer()
      const { person, mail } = await verifying(stage, fields)
      assert.equal((await person.visit(linkIn(mail))).heading, 'Your email is verified')
      assert.equal((await person.visit(linkIn(mail))).heading, 'Your email is verified')
      assert.equal((await person.submit({})).heading, 'Your account is created')
      assert.deepEqual(await eventsOf(stage, (await accountOf(fields.email))!), ['account-registered'])
    })

    test('leads back to the sign-in that it was begun from, and so to the application', async () => {
      const fields = newcomer()
      const { address } = await application(stage, {
        themeId: await themeOf(stage, 'Harbour'),
      })
      const person = browser(stage)
      await person.visit(address)
      const [, link] = /<a href="(\/flows\/[^"]+)"/.exec(person.shown!.html)!
      await person.visit(link!.replaceAll('&amp;', '&'))
      await person.submit(fields)
      const mail = await mailTo(stage, fields.email, 'Verify your email address')
      await person.submit({ code: codeIn(mail) })
      const created = await person.submit({})
      assert.match(created.html, /theme Harbour/)
      const [, back] = /<a class="button" href="([^"]+)"/.exec(created.html)!
      await person.visit(back!.replaceAll('&amp;', '&'))
      await person.submit({ username: fields.email, password: PASSWORD })
      assertSentBack(person)
    })

    test('its six fields are told apart by scripts, and nothing else is', async () => {
      const { html } = await browser(stage).visit(REGISTRATION)
      const attributes = [...html.matchAll(/data-user-attribute="([^"]*)"/g)].map(([, text]) => text!)
      assert.deepEqual(attributes, FIELDS)
      for (const field of FIELDS) {
        assert.deepEqual(
          attributes.filter(text => text.includes(field)),
          [field],
        )
        assert.match(fieldOn({ html } as never, field).input, new RegExp(`data-user-attribute="${field}"`))
      }
      assert.equal(html.match(/id="title"/g)!.length, 1)
    })

    test('says what is wrong beside each field, and keeps what was typed but the password', async () => {
      const given = {
        given_name: 'Eve\nBcc: x',
        family_name: ' ',
        age: '151',
        mobile_number: '12 34',
        email: 'eve@example',
        password: 'short',
      }
      const { shown } = await registering(stage, given)
      const page = shown!
      assert.equal(page.status, 200)
      assert.equal(page.heading, 'Create an account')
      assert.equal(page.alert, 'Please check the marked fields.')
      const problems = {
        given_name: 'Please enter a name on one line, with at most 128 characters.',
        family_name: 'Please fill in this field.',
        age: 'Please enter your age in years.',
        mobile_number: 'Please enter a phone number, such as +1\u00a0555\u00a0010\u00a09999.',
        email: 'Please enter an email address, such as alex@example.com.',
        password: 'The password needs at least 15 characters.',
      }
      for (const [name, problem] of Object.entries(problems)) {
        const field = fieldOn(page, name)
        assert.equal(field.problem, problem)
        assert.match(field.input, /aria-invalid="true"/)
        assert.match(field.input, /aria-describedby="[^"]*reg-\d-error[^"]*"/)
      }
      const { given_name, family_name, age, mobile_number, email, password } = page.forms[0]!.fields
      assert.deepEqual(
        { given_name, family_name, age, mobile_number, email, password },
        { ...given, password: '' },
      )
      assert.equal(page.html.match(/autofocus/g)!.length, 1)
      assert.doesNotMatch(page.html, /value="short"/)
    })

    test('its mistakes can be put right, one by one', async () => {
      const fields = newcomer({ password: 'Password123' })
      const person = await registering(stage, { ...fields, given_name: '' })
      assert.equal(fieldOn(person.shown!, 'given_name').problem, 'Please fill in this field.')
      await person.submit({ given_name: 'Ann', password: 'ann moreau ann moreau' })
      assert.equal(fieldOn(person.shown!, 'given_name').problem, '')
      assert.match(fieldOn(person.shown!, 'password').problem, /^The password is too close to your name/)
      assert.equal((await person.submit({ password: PASSWORD })).heading, VERIFY)
    })

    for (const { value } of rows.filter(row => row.field === 'email' && row.expect.startsWith('400')))
      test(`refuses ${JSON.stringify(value).slice(0, 60)} beside the field`, () =>
        refusesAddress(stage, value))

    test('a hostile name is a text in its mails', async () => {
      await hostileName(stage, '<img src=http://evil.example/t.gif>')
      await hostileName(stage, '=HYPERLINK("http://evil")')
      await hostileName(stage, '@OTP@ $EMAIL_GREETING$ [RPT x]')
      await refusesName(stage, 'Eve\r\nBcc: victim@example.com')
      await refusesName(stage, 'Eve\u2028Bcc: victim@example.com')
    })

    test('a wrong code is told beside the field, and after five of them a new one is needed', async () => {
      const fields = newcomer()
      const { person, code } = await verifying(stage, fields)
      assert.equal(codeProblem((await person.submit({ code: '' })).html), 'Please enter the code.')
      for (const wrong of [otherThan(code), 'abc', '12345', '1234567'])
        assert.equal(codeProblem((await person.submit({ code: wrong })).html), 'The code is incorrect.')
      const tries = 'Too many wrong codes. Please ask for a new one.'
      assert.equal(codeProblem((await person.submit({ code: otherThan(code) })).html), tries)
      const page = await person.submit({ code })
      assert.equal(codeProblem(page.html), tries)
      assert.match(page.html, /<input id="reg-code"[^>]* aria-invalid="true"/)
      await letAskAgain(stage, person)
      await person.submit({}, { button: 'Send a new code' })
      const again = codeIn(await mailTo(stage, fields.email, 'Verify your email address'))
      assert.equal((await person.submit({ code: again })).heading, 'Your email is verified')
    })

    test('the code of another registration is refused', async () => {
      const [one, two] = [await verifying(stage, newcomer()), await verifying(stage, newcomer())]
      assert.equal(codeProblem((await one.person.submit({ code: two.code })).html), 'The code is incorrect.')
    })

    test('the language that it is read in is the language of the account', async () => {
      for (const [asked, kept] of [
        ['de', 'de'],
        ['fr-CA de', 'fr'],
        ['\0', null],
        ['<b>', null],
        ['x'.repeat(5_000), null],
      ] as const) {
        const fields = newcomer()
        const person = await registering(stage, fields, `&ui_locales=${encodeURIComponent(asked)}`)
        const mail = await stage.smtp.next(({ to }) => to === fields.email)
        await person.submit({ code: codeIn(mail) })
        assert.equal((await accountOf(fields.email))?.locale, kept, JSON.stringify(asked.slice(0, 20)))
      }
    })

    test('a wrapper that has nothing but the form still has the title', async () => {
      const theme = await themeOf(stage, 'Bare', {
        'user_flows/registration/default/registration.html': '@REGISTRATION_FORM@',
      })
      const fields = newcomer()
      const person = browser(stage)
      const first = await person.visit(`${REGISTRATION}&themeId=${theme}`)
      assert.match(first.html, /^<h1 id="title">Create an account<\/h1>/)
      assert.match(
        (await person.submit(fields)).html,
        /^<svg class="emblem[^\n]*\n<h1 id="title">Let's verify your email<\/h1>/,
      )
      const mail = await mailTo(stage, fields.email, 'Verify your email address')
      const verified = await person.submit({ code: codeIn(mail) })
      assert.match(verified.html, /^<svg class="emblem[^\n]*\n<h1 id="title">Your email is verified<\/h1>/)
      assert.match(
        (await person.submit({})).html,
        /^<svg class="emblem[^\n]*\n<h1 id="title">Your account is created<\/h1>/,
      )
    })

    test('a form from elsewhere is refused', async () => {
      const person = browser(stage)
      await person.visit(REGISTRATION)
      const { action } = person.shown!.forms[0]!
      const fields = newcomer()
      await assertRefused(await person.send('POST', REGISTRATION, fields))
      await assertRefused(await browser(stage).send('POST', action, fields))
      await assertRefused(await person.send('POST', action, fields, { 'sec-fetch-site': 'cross-site' }))
      assert.ok(!(await stage.store.outbox.list(1_000)).some(({ recipient }) => recipient === fields.email))
    })

    test('there is no other flow', async () => {
      for (const address of ['/flows/', '/flows', '/flows/?reference=other', '/flows/x']) {
        const page = await browser(stage).visit(address)
        assert.deepEqual([page.status, page.heading], [404, 'Page not found'])
      }
    })
  })

  if (!usually('SQLite').includes(engine)) continue

  describe(`a registration that is switched off on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine, { TABARD_REGISTRATION: 'off' })
    })
    after(() => stage.stop())

    test('is a page of the theme that leads nowhere, and no link', async () => {
      const theme = await themeOf(stage, 'Closed')
      const person = browser(stage)
      const page = await person.visit(`${REGISTRATION}&themeId=${theme}`)
      assert.deepEqual([page.status, page.heading], [404, 'Page not found'])
      assert.match(page.html, /There is nothing at this address\./)
      assert.match(page.html, /theme Closed/)
      assert.equal((await person.send('POST', REGISTRATION, newcomer())).status, 404)
      const { html } = await person.visit(`${SIGN_IN}?runtime=true`)
      assert.match(html, /<p class="apart" data-show="none">New here\? <a [^>]*>Create an account<\/a>/)
    })

    test('is open to invited people, each under the address that was invited', async () => {
      const fields = newcomer()
      const asked = { reference: 'registration', email: fields.email, mail: false }
      const { link } = await invite(await quietOffice(stage.service), asked, DESIGNER_AT_COMMAND_LINE)
      const { token } = await clientToken(stage.service, ['manageFlows'])
      const flow = await fetch(`${stage.service.url}/v1.0/tabard/flows/registration`, {
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(((await flow.json()) as { invitationOnly: boolean }).invitationOnly, true)
      for (const odd of ['invitation=guessed', 'flow=guessed', 'verify=guessed', 'from=guessed']) {
        const page = await browser(stage).visit(`${REGISTRATION}&${odd}`)
        assert.equal(page.status, 403, odd)
        // Nobody is led to a registration that they cannot begin.
        assert.doesNotMatch(page.html, /href="[^"]*reference=registration/, odd)
      }
      const address = link.slice(stage.service.url.length)
      const stranger = browser(stage)
      await stranger.visit(address)
      assert.match((await stranger.submit(newcomer())).html, /You need an invitation/)
      const person = browser(stage)
      assert.equal((await person.visit(address)).heading, 'Create an account')
      await person.submit(fields)
      const mail = linkIn(await mailTo(stage, fields.email, 'Verify your email address'))
      const elsewhere = browser(stage)
      await elsewhere.visit(mail.slice(stage.service.url.length))
      await elsewhere.submit({ password: fields.password! })
      assert.equal((await stage.store.accounts.named(fields.email))?.emailVerified, true)
      assert.equal((await browser(stage).visit(address)).status, 403, 'it is used up')
    })

    test('is open to people from a source that creates accounts', async () => {
      const source = await sourced(stage, 'openid', { name: 'Staff', creates: true })
      const who = { sub: 'whole', email: 'whole@example.com', email_verified: true, given_name: 'Wim' }
      try {
        await through(browser(stage), source, { ...who, family_name: 'Whole' })
        assert.ok(await stage.store.accounts.named('whole@example.com'))
        const person = browser(stage)
        const page = await through(person, source, { ...who, sub: 'part', email: 'part@example.com' })
        assert.equal(page.heading, 'Create an account')
        await person.submit({ family_name: 'Part' })
        assert.ok(await stage.store.accounts.named('part@example.com'))
      } finally {
        await source.provider.stop()
      }
    })

    test('ends for people who began before it was switched off', async () => {
      const person = browser(stage)
      await person.visit(SIGN_IN)
      const seals = sealsOf(stage)
      const journey = seals.journey({ kind: 'registration', flow: 'registration@1' })
      const flow = await seals.sealed(FIRST_TENANT, person.cookie('tabard-browser')!, journey)
      const page = await person.visit(`${REGISTRATION}&flow=${flow}`)
      assert.deepEqual([page.status, page.forms.length], [403, 0])
      const fields = newcomer()
      assert.equal((await person.send('POST', `${REGISTRATION}&flow=${flow}`, fields)).status, 403)
      assert.ok(!(await stage.store.outbox.list(1_000)).some(({ recipient }) => recipient === fields.email))
    })
  })
}
