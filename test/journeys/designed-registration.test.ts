import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  keepAttribute,
  publishFlow,
  removeAttribute,
  resetFlow,
  resetPassword,
  SIGN_OUT,
  setStatus,
} from '../../src/identity/identity.ts'
import { DESIGNED, OWN } from '../core/user-flows/flows.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { fileForm } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'
import { CHANGE_PASSWORD } from './fresh-proof-checks.ts'
import { officeOf } from './offices.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import { browser, codeIn, linkIn, mailTo, resident, type Stage, signedIn, signIn, stageOf } from './steps.ts'

const JOIN = '/flows/?reference=join'
const NEW = 'calm river at dawn'

for (const engine of usually('SQLite')) {
  describe(`a designed registration on ${engine}`, () => {
    let stage: Stage
    let authorization: string

    before(async () => {
      stage = await stageOf(engine)
      authorization = `Bearer ${(await clientToken(stage.service, ['manageFlows', 'manageAccess'])).token}`
      for (const attribute of OWN) await keepAttribute(stage.store, attribute.name, attribute, BY)
      await publishFlow(stage.store, 'join', DESIGNED, BY)
    })
    after(() => stage.stop())

    const publish = (flow: FlowDocument, reference = 'join') => publishFlow(stage.store, reference, flow, BY)
    const accountOf = (email: string) => stage.store.accounts.named(email)
    const valuesOf = async (email: string) =>
      await stage.store.attributes.valuesOf((await accountOf(email))!.id)
    let count = 0
    const address = () => `designed-${++count}@example.com`
    const YOU = (email: string, plan: string) => ({ email, plan, password: PASSWORD })

    test('goes from step to step as its answers lead, and keeps what was answered', async () => {
      const email = address()
      const person = browser(stage)
      const titles = [(await person.visit(JOIN)).heading]
      titles.push((await person.submit(YOU(email, 'paid'))).heading)
      titles.push((await person.submit({ company: 'Example', seats: '12' })).heading)
      titles.push((await person.submit({ terms: '2' })).heading)
      titles.push(
        (await person.submit({ code: codeIn(await mailTo(stage, email, 'Verify your email address')) }))
          .heading,
      )
      titles.push((await person.submit({})).heading)
      assert.deepEqual(titles, [
        'Join us',
        'Your company',
        'Almost there',
        "Let's verify your email",
        'Your email is verified',
        'Welcome',
      ])
      assert.deepEqual(await valuesOf(email), { company: 'Example', plan: 'paid', seats: 12, terms: '2' })
      assert.equal((await accountOf(email))!.emailVerified, true)
    })

    test('tells what is wrong on the page of its step, and shows again what was typed', async () => {
      const person = browser(stage)
      await person.visit(JOIN)
      const page = await person.submit(YOU('somebody@elsewhere.example', 'paid'))
      assert.equal(page.heading, 'Join us')
      assert.match(page.html, /value="somebody@elsewhere.example"/)
      assert.match(page.html, /<p class="field-error" id="reg-1-error">Please check this entry\.</)
      await person.submit(YOU(address(), 'paid'))
      const company = await person.submit({ company: 'Example', seats: '9999' })
      assert.match(company.html, /From 1 to 500\./)
      assert.ok(!company.html.includes(PASSWORD))
    })

    test('is in the language of the page, where it has texts in it', async () => {
      const page = await browser(stage).visit(`${JOIN}&ui_locales=de`)
      assert.equal(page.heading, 'Mach mit')
      assert.match(page.html, />Bezahlt<\/option>/)
      assert.equal((await browser(stage).visit(`${JOIN}&ui_locales=ar`)).heading, 'Join us')
    })

    test('lets nobody skip a step', async () => {
      const email = address()
      const person = browser(stage)
      await person.visit(JOIN)
      const page = await person.submit({ step: 'terms', terms: '2' })
      assert.equal(page.heading, 'Join us')
      await person.submit({ ...YOU(email, 'free') })
      assert.equal((await person.submit({ step: 'company', company: 'Example' })).heading, 'Almost there')
      assert.equal(await accountOf(email), undefined)
    })

    test('goes back, and forgets answers that do not count any more', async () => {
      const email = address()
      const person = browser(stage)
      await person.visit(JOIN)
      await person.submit(YOU(email, 'paid'))
      await person.submit({ company: 'Example' })
      assert.equal((await person.submit({ operation: 'back' })).heading, 'Your company')
      const first = await person.submit({ operation: 'back' })
      assert.match(first.html, /<option value="paid" selected>/)
      assert.equal(
        (await person.submit({ email, plan: 'free' })).heading,
        'Almost there',
        'the password is kept',
      )
      await person.submit({ terms: '2', birthday: '2000-01-31' })
      await person.submit({ code: codeIn(await mailTo(stage, email, 'Verify your email address')) })
      assert.deepEqual(await valuesOf(email), { birthday: '2000-01-31', plan: 'free', terms: '2' })
    })

    test('is finished in the version in which it was begun', async () => {
      const email = address()
      const person = browser(stage)
      await person.visit(JOIN)
      await person.submit(YOU(email, 'paid'))
      const other = browser(stage)
      await other.visit(JOIN)
      await publish({ ...REGISTRATION_FLOW, steps: [{ ...REGISTRATION_FLOW.steps[0]!, title: 'All new' }] })
      assert.equal((await person.submit({ company: 'Example' })).heading, 'Almost there')
      assert.equal(
        (await other.submit(YOU(address(), 'paid'))).heading,
        'Your company',
        'even from the first page on',
      )
      assert.equal((await browser(stage).visit(JOIN)).heading, 'All new')
      await publish(DESIGNED)
      assert.equal((await person.submit({ terms: '2' })).heading, "Let's verify your email")
    })

    test('is finished without an attribute that was removed in the meantime', async () => {
      await keepAttribute(stage.store, 'badge', { name: 'badge', kind: 'text', label: 'Badge' }, BY)
      const [start] = REGISTRATION_FLOW.steps
      const fields = [...start!.fields, { attribute: 'badge', required: true }]
      await publish({ ...REGISTRATION_FLOW, steps: [{ ...start!, fields }] }, 'badges')
      const person = browser(stage)
      const page = await person.visit('/flows/?reference=badges')
      assert.ok(Object.hasOwn(page.forms[0]!.fields, 'badge'))
      await publish(REGISTRATION_FLOW, 'badges')
      await removeAttribute(stage.store, 'badge', BY)
      const details = newcomer()
      assert.equal((await person.submit({ ...details, badge: '7' })).heading, "Let's verify your email")
      await person.submit({ code: codeIn(await mailTo(stage, details.email, 'Verify your email address')) })
      assert.ok(await accountOf(details.email))
    })

    test('under a reference that does not exist is a page of the theme', async () => {
      for (const reference of ['none', '', '%3Cscript%3E']) {
        const page = await browser(stage).visit(`/flows/?reference=${reference}`)
        assert.equal(page.status, 404)
        assert.equal(page.heading, 'Page not found')
      }
    })

    test('can do without verification, and tells nobody which addresses have an account', async () => {
      await publish({ ...REGISTRATION_FLOW, verification: 'none' }, 'quick')
      const fields = newcomer()
      const first = browser(stage)
      await first.visit('/flows/?reference=quick')
      assert.equal((await first.submit(fields)).heading, 'Your account is created')
      assert.equal((await accountOf(fields.email))!.emailVerified, false)
      const again = browser(stage)
      await again.visit('/flows/?reference=quick')
      assert.equal((await again.submit(fields)).heading, 'Your account is created')
      await mailTo(stage, fields.email, 'You already have an account')
    })

    const call = async (path: string, body: object) =>
      await stage.service.call('POST', `/v1.0/tabard/${path}`, JSON.stringify(body), {
        'content-type': 'application/json',
        authorization,
      })
    const decided = async (email: string, approved: boolean) =>
      (await call(`people/${encodeURIComponent(email)}/approval`, { approved })).status
    const waiting = async (fields = newcomer(), query = '') => {
      const person = browser(stage)
      await person.visit(`/flows/?reference=wait${query}`)
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email)) })
      await person.submit({})
      assert.equal((await accountOf(fields.email))!.status, 'waiting')
      return fields
    }

    test('can wait for an approval, of which everybody is told', async () => {
      await publish({ ...REGISTRATION_FLOW, end: { outcome: 'approval' } }, 'wait')
      const boss = await resident(stage)
      await stage.store.write(tx => tx.accounts.update(boss.id, { administrator: true }))
      const { email } = await waiting()
      const told = await mailTo(stage, email, 'Your registration is being reviewed')
      assert.match(told.text, /as soon as somebody has approved/)
      const asked = await mailTo(stage, boss.userName, `${email} registered and needs your approval`)
      assert.match(asked.text, /\/people/)
      assert.equal((await signIn(browser(stage), { userName: email })).heading, 'Sign in')
      assert.equal(await decided(email, true), 204)
      assert.match((await mailTo(stage, email, 'Your registration was approved')).text, /Sign in/)
      assert.equal((await signIn(browser(stage), { userName: email })).heading, 'You are signed in')
      for (const approved of [true, false]) assert.equal(await decided(email, approved), 400)
    })

    test('attributes that a tenant has added are macros of mails, and escaped there', async () => {
      const path = 'notifications/user_management/profile/default/user_profile_modified_email.xml'
      const mail =
        '<root><Subject><Value>For @ATTRIBUTE.COMPANY@</Value></Subject><Message><Value><p title="@ATTRIBUTE.COMPANY@">@ATTRIBUTE.COMPANY@ has @ATTRIBUTE.SEATS@ seats@ATTRIBUTE.PLAN@.</p>@ATTRS_TABLEROWS@</Value></Message></root>'
      const put = await stage.service.call('PUT', `/v1.0/branding/themes/default/${path}`, fileForm(mail))
      assert.ok(put.ok, await put.text())
      const who = await resident(stage)
      await stage.store.write(tx => tx.attributes.set(who.id, { company: '<b>"R&D"</b>', seats: 3 }))
      const person = await signedIn(stage, who)
      await person.visit('/flows/?reference=profile')
      await person.submit({ given_name: 'Alexa' })
      const { subject, html } = await stage.smtp.next(({ to }) => to === who.userName)
      assert.equal(subject, 'For <b>"R&D"</b>')
      assert.ok(html.includes('&lt;b&gt;&#34;R&amp;D&#34;&lt;/b&gt; has 3 seats.'), html)
      assert.ok(!html.includes('<b>"R'))
      const listed = await stage.service.call('GET', '/v1.0/tabard/pages')
      const { mails } = (await listed.json()) as { mails: { macros: { name: string }[] }[] }
      assert.ok(mails.every(({ macros }) => macros.some(({ name }) => name === 'ATTRIBUTE.COMPANY')))
    })

    test('can be rejected: nothing of it is left, and the person is told in their language', async () => {
      const { email } = await waiting(newcomer(), '&ui_locales=de')
      assert.equal(await decided(email, false), 204)
      const told = await mailTo(stage, email, 'Ihre Registrierung wurde nicht genehmigt')
      assert.match(told.text, /Ihre Angaben wurden gelöscht/)
      assert.equal(await accountOf(email), undefined)
      assert.equal((await browser(stage).visit(REGISTRATION)).status, 200)
    })

    test('a name cannot carry a message to an address that nobody has verified', async () => {
      const end = { outcome: 'approval' } as const
      await publish({ ...REGISTRATION_FLOW, verification: 'none', end }, 'open')
      const fields = newcomer({ given_name: 'Win at www.bad.example' })
      const person = browser(stage)
      await person.visit('/flows/?reference=open')
      await person.submit(fields)
      const { text } = await mailTo(stage, fields.email, 'Your registration is being reviewed')
      assert.doesNotMatch(text, /bad\.example/)
    })

    test('can end signed in, in the browser in which it began only', async () => {
      await publish({ ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } }, 'enter')
      const fields = newcomer()
      const person = browser(stage)
      await person.visit('/flows/?reference=enter')
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      assert.equal((await person.submit({})).heading, 'You are signed in')
      assert.notEqual(person.cookie('tabard-session'), undefined)
    })

    const ENDINGS: [what: string, ending: (person: Person, email: string) => Promise<unknown>][] = [
      [
        'they have signed out in another tab',
        async (person, email) => {
          await signIn(person, { userName: email })
          await person.visit(SIGN_OUT)
          assert.equal((await person.submit({})).heading, 'You are signed out')
        },
      ],
      [
        'they have changed their password elsewhere',
        async (_, email) => {
          const other = browser(stage)
          await signIn(other, { userName: email })
          await other.visit(CHANGE_PASSWORD)
          const fields = { oldpassword: PASSWORD, newpassword: NEW, confirmpassword: NEW }
          assert.match((await other.submit(fields)).html, /Your password was changed\./)
        },
      ],
      [
        'an administrator has reset their password',
        async (_, email) => {
          await using office = await officeOf(stage)
          await resetPassword(office, email)
        },
      ],
      [
        'an administrator has disabled and enabled them',
        async (_, email) => {
          await using office = await officeOf(stage)
          for (const status of ['disabled', 'active'] as const) await setStatus(office, email, status)
        },
      ],
    ]
    for (const [what, ending] of ENDINGS)
      test(`signs nobody in after ${what}`, async () => {
        await publish({ ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } }, 'enter')
        const fields = newcomer()
        const person = browser(stage)
        await person.visit('/flows/?reference=enter')
        await person.submit(fields)
        const code = codeIn(await mailTo(stage, fields.email, 'Verify your email address'))
        const verified = await person.submit({ code })
        assert.equal(verified.heading, 'Your email is verified')
        await ending(person, fields.email)
        person.shown = verified
        assert.equal((await person.submit({})).heading, 'Your account is created')
        assert.equal(person.cookie('tabard-session'), undefined)
      })

    test('can be for invited people only, each under the address that was invited', async () => {
      await publish({ ...REGISTRATION_FLOW, invitationOnly: true }, 'club')
      const at = '/flows/?reference=club'
      for (const odd of [at, `${at}&invitation=`, `${at}&invitation=guessed`]) {
        const page = await browser(stage).visit(odd)
        assert.equal(page.status, 403)
        assert.match(page.html, /You need an invitation/)
      }
      const fields = newcomer()
      const invited = await call('flows/club/invitations', { email: fields.email, locale: 'de' })
      const { link } = (await invited.json()) as { link: string }
      const mail = await mailTo(stage, fields.email, 'Sie sind eingeladen, ein Konto zu erstellen')
      assert.equal(linkIn(mail), link)
      assert.match(mail.text, /läuft in 2 Wochen ab|läuft in 14 Tagen ab/)
      const secret = new URL(link).searchParams.get('invitation')!
      const stranger = browser(stage)
      await stranger.visit(`${at}&invitation=${secret}`)
      assert.match((await stranger.submit(newcomer())).html, /You need an invitation/)
      const person = browser(stage)
      await person.visit(`${at}&invitation=${secret}`)
      await person.submit(fields)
      await person.submit({ code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
      assert.equal((await accountOf(fields.email))!.emailVerified, true)
      assert.equal((await browser(stage).visit(`${at}&invitation=${secret}`)).status, 403, 'it is used up')
      const quiet = newcomer().email
      assert.equal((await call('flows/club/invitations', { email: quiet, mail: false })).status, 201)
      assert.ok((await stage.store.outbox.list(100)).every(({ recipient }) => recipient !== quiet))
    })

    test('replaces the one that every tenant has, at its address, until it is reset', async () => {
      await publish({ ...DESIGNED, steps: [...DESIGNED.steps] }, 'registration')
      assert.equal((await browser(stage).visit(REGISTRATION)).heading, 'Join us')
      await resetFlow(stage.store, 'registration', BY)
      assert.equal((await browser(stage).visit(REGISTRATION)).heading, 'Create an account')
    })
  })
}
