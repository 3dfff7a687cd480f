import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import { DESIGNER_AT_COMMAND_LINE, publishFlow, SIGN_OUT } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { type Sourced, sourced, through } from './source-steps.ts'
import {
  application,
  assertSentBack,
  browser,
  codeIn,
  eventsOf,
  isSignedIn,
  linkIn,
  mailTo,
  resident,
  type Stage,
  stageOf,
} from './steps.ts'

let people = 0

for (const engine of usually('SQLite')) {
  describe(`registering from an identity source on ${engine}`, () => {
    let stage: Stage
    let main: Sourced
    let who: { sub: string; email: string; email_verified: boolean; given_name: string }

    before(async () => {
      stage = await stageOf(engine)
      main = await sourced(stage, 'openid', { name: 'Partners', creates: true, signsOut: true })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })
    beforeEach(() => {
      people += 1
      const email = `came-${people}@example.com`
      who = { sub: `came-${people}`, email, email_verified: true, given_name: 'Ina' }
    })

    const made = async (email = who.email) => {
      const account = await stage.store.accounts.named(email)
      assert.ok(account, `${email} has an account`)
      const links = await stage.store.identitySources.linksOf(account.id)
      return { account, links: links.map(({ subject, origin }) => [subject, origin]) }
    }
    const published = async (reference: string, changes: Partial<FlowDocument>) => {
      const flow = { ...REGISTRATION_FLOW, ...changes }
      await publishFlow(stage.store, reference, flow, DESIGNER_AT_COMMAND_LINE)
      return await application(stage, { registration: reference })
    }

    test('a verified address needs no code and no password: one form, and the application has its person', async () => {
      const app = await application(stage, {})
      const person = browser(stage)
      const page = await through(person, main, who, await person.visit(app.address))
      assert.match(page.heading, /Create an account/)
      assert.match(page.html, /You signed in with Partners/)
      assert.doesNotMatch(page.html, /We will send a code/)
      assert.deepEqual(Object.hasOwn(page.forms[0]!.fields, 'password'), false)
      assert.doesNotMatch(page.html, /type="password"/)
      await person.submit({ family_name: 'Gap' })
      assert.match(person.left ?? 'nowhere', /^https:\/\/app\.example\.com\/callback\?code=/)
      const { account, links } = await made()
      assert.deepEqual([account.emailVerified, account.passwordHash, account.familyName], [true, null, 'Gap'])
      assert.deepEqual(links, [[who.sub, 'created']])
      assert.deepEqual(await eventsOf(stage, account), ['account-registered', 'source-linked', 'signed-in'])
      const again = browser(stage)
      await through(again, main, who)
      assert.ok(await isSignedIn(again))
      // The session knows its source.
      await person.visit(SIGN_OUT)
      const left = await person.submit({})
      assert.match(left.headers.get('refresh') ?? '', /\/end-session\?/)
    })

    test('values that break a rule of the registration make no account by themselves', async () => {
      const [start] = REGISTRATION_FLOW.steps
      const fields = start!.fields.map(field =>
        field.attribute === 'email' ? { ...field, rule: { domains: ['staff.example'] } } : field,
      )
      const app = await published('ruled', { steps: [{ ...start!, fields }] })
      const person = browser(stage)
      const page = await through(
        person,
        main,
        { ...who, family_name: 'Full' } as typeof who,
        await person.visit(app.address),
      )
      assert.match(page.url, /reference=ruled/)
      const again = await person.submit({})
      assert.match(again.heading, /Create an account/)
      assert.equal(await stage.store.accounts.named(who.email), undefined)
    })

    test('values that break a rule are checked, even if the form of a later step is sent first', async () => {
      const app = await published('ruled-steps', {
        steps: [
          {
            id: 'you',
            title: 'You',
            fields: [
              { attribute: 'email', required: true, rule: { domains: ['staff.example'] } },
              { attribute: 'password', required: true },
            ],
          },
          { id: 'reach', title: 'Reach', fields: [{ attribute: 'mobile_number' }] },
        ],
      })
      const person = browser(stage)
      const page = await through(person, main, who, await person.visit(app.address))
      assert.equal(page.heading, 'You')
      const skipped = await person.submit({ step: 'reach' })
      assert.equal(skipped.heading, 'You')
      assert.match(skipped.html, /Please check this entry/)
      assert.equal(person.left, undefined)
      assert.equal(await stage.store.accounts.named(who.email), undefined)
    })

    test('an address that the source has not verified is verified here, and then nothing else is asked for', async () => {
      const person = browser(stage)
      const page = await through(person, main, { ...who, email_verified: false })
      assert.equal(page.forms[0]!.fields.email, who.email)
      const sent = await person.submit({ family_name: 'Gap' })
      assert.match(sent.heading, /verify your email/)
      assert.equal(await stage.store.accounts.named(who.email), undefined)
      await person.submit({ code: codeIn(await mailTo(stage, who.email)) })
      assert.ok(await isSignedIn(person))
      const { account, links } = await made()
      assert.deepEqual([account.emailVerified, account.passwordHash], [true, null])
      assert.deepEqual(links, [[who.sub, 'created']])
    })

    test('an address other than the one that the source has verified is verified here', async () => {
      const person = browser(stage)
      await through(person, main, who)
      const other = `other-${who.email}`
      const sent = await person.submit({ family_name: 'Gap', email: other })
      assert.match(sent.heading, /verify your email/)
      assert.equal(await stage.store.accounts.named(other), undefined)
      await person.submit({ code: codeIn(await mailTo(stage, other)) })
      assert.ok(await isSignedIn(person))
      assert.deepEqual((await made(other)).links, [[who.sub, 'created']])
    })

    test('the link of the mail works in the browser that came from the source, and in no other', async () => {
      const person = browser(stage)
      await through(person, main, { ...who, email_verified: false })
      await person.submit({ family_name: 'Gap' })
      const link = linkIn(await mailTo(stage, who.email))
      const other = browser(stage)
      const page = await other.visit(link)
      assert.equal(page.status, 403)
      assert.match(page.html, /in the browser in which you registered/)
      assert.equal(await stage.store.accounts.named(who.email), undefined)
      assert.match((await person.visit(link)).heading, /Your email is verified/)
      await person.submit({})
      assert.ok(await isSignedIn(person))
      assert.ok(!(await isSignedIn(other)))
      assert.deepEqual((await made()).links, [[who.sub, 'created']])
    })

    test('a registration that waits for approval signs nobody in, and its link counts later', async () => {
      const app = await published('reviewed', { end: { outcome: 'approval' } })
      const person = browser(stage)
      await through(person, main, who, await person.visit(app.address))
      const page = await person.submit({ family_name: 'Gap' })
      assert.match(page.heading, /being reviewed/)
      assert.equal(person.left, undefined)
      const { account, links } = await made()
      assert.deepEqual([account.status, links], ['waiting', [[who.sub, 'created']]])
      const again = browser(stage)
      await through(again, main, who)
      assert.ok(!(await isSignedIn(again)))
    })

    test('of several steps, the one for the password is left out', async () => {
      const fields = (...names: string[]) => names.map(attribute => ({ attribute, required: true }))
      const app = await published('stepped', {
        steps: [
          { id: 'name', title: 'Name', fields: fields('given_name', 'family_name') },
          { id: 'secret', title: 'Secret', fields: fields('password') },
          { id: 'reach', title: 'Reach', fields: fields('email') },
        ],
      })
      const person = browser(stage)
      const page = await through(person, main, who, await person.visit(app.address))
      assert.equal(page.heading, 'Name')
      assert.equal((await person.submit({ family_name: 'Gap' })).heading, 'Reach')
      await person.submit({})
      assert.match(person.left ?? 'nowhere', /code=/)
    })

    test('whoever has an account after all proves it, and is linked', async () => {
      const known = await resident(stage)
      const app = await application(stage, {})
      const person = browser(stage)
      const page = await through(person, main, who, await person.visit(app.address))
      const [, back] = /href="([^"]+)"[^>]*>I already have an account/.exec(page.html)!
      const proof = await person.visit(back!.replaceAll('&amp;', '&'))
      assert.match(proof.html, /Sign in to your account once to connect it with Partners/)
      await person.submit({ username: known.userName, password: PASSWORD })
      assertSentBack(person)
      const links = await stage.store.identitySources.linksOf(known.id)
      assert.deepEqual(
        links.map(({ subject, origin }) => [subject, origin]),
        [[who.sub, 'proved']],
      )
    })

    test('nobody is asked for a password that the application does not take', async () => {
      const app = await application(stage, { directory: false })
      const person = browser(stage)
      await person.visit(app.address)
      const there = person.shown!.headers.get('refresh')!.replace('0;url=', '')
      const page = await person.visit(main.provider.grant(there, who).redirect)
      const [, back] = /href="([^"]+)"[^>]*>I already have an account/.exec(page.html)!
      const again = await person.visit(back!.replaceAll('&amp;', '&'))
      assert.doesNotMatch(again.html, /type="password"/)
      assert.match(again.headers.get('refresh') ?? '', /^0;url=/, 'the source is the only way to sign in')
    })

    test('an unverified address gets the same page with an account and without', async () => {
      const known = await resident(stage)
      const page = async (email: string) => {
        const { heading, html } = await through(browser(stage), main, {
          ...who,
          email,
          email_verified: false,
        })
        return [heading, /Create an account/.test(html)]
      }
      assert.deepEqual(await page(known.userName), await page(who.email))
    })
  })
}
