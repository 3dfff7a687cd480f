import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  linkAccount,
  publishFlow,
  unlinkAccount,
  updateSource,
} from '../../src/identity/identity.ts'
import { REGISTRATION } from '../analytics/pages.ts'
import { type Sourced, sourced, through } from '../journeys/source-steps.ts'
import {
  application,
  browser,
  isSignedIn,
  linkIn,
  mailTo,
  post,
  resident,
  type Stage,
  stageOf,
} from '../journeys/steps.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { executed } from '../support/store.ts'

let people = 0

for (const engine of ENGINES) {
  describe(`attacks on registrations from identity sources on ${engine}`, () => {
    let stage: Stage
    let main: Sourced
    let who: { sub: string; email: string; email_verified: boolean; given_name: string }

    before(async () => {
      stage = await stageOf(engine)
      main = await sourced(stage, 'openid', { name: 'Partners', creates: true })
    })
    after(async () => {
      await main.provider.stop()
      await stage.stop()
    })
    beforeEach(() => {
      people += 1
      const email = `attacked-${people}@example.com`
      who = { sub: `attacked-${people}`, email, email_verified: true, given_name: 'Ina' }
    })

    /** A browser in which somebody has planted the cookie that flows are bound to. */
    const planted = (by: Person) => {
      const victim = browser(stage)
      victim.setCookie('tabard-browser', by.cookie('tabard-browser')!)
      return victim
    }
    const nobody = async (...emails: string[]) => {
      for (const email of [who.email, ...emails])
        assert.equal(await stage.store.accounts.named(email), undefined, email)
      assert.equal(await stage.store.identitySources.linked(main.source.id, who.sub), undefined)
    }

    test('nobody else can fill in the form, not even in a browser with the same cookie', async () => {
      const attacker = browser(stage)
      const page = await through(attacker, main, who)
      const victim = `victim-${who.email}`
      for (const other of [browser(stage), planted(attacker)]) {
        const seen = await other.visit(page.url)
        assert.equal(seen.status, 403)
        assert.doesNotMatch(seen.html, new RegExp(who.email))
        const { action, fields } = page.forms[0]!
        const answer = await other.send('POST', action, { ...fields, family_name: 'Gap', email: victim })
        assert.equal(answer.status, 403)
        assert.ok(!(await isSignedIn(other)))
      }
      await nobody(victim)
    })

    test('nobody else can be made to prove their account for a link, not even with the same cookie', async () => {
      const victim = await resident(stage)
      const attacker = browser(stage)
      const page = await through(attacker, main, { ...who, email: victim.userName })
      assert.match(page.heading, /Connect your account/)
      for (const other of [browser(stage), planted(attacker)]) {
        assert.equal((await other.visit(page.url)).status, 403)
        const answer = await other.send('POST', page.forms[0]!.action, { username: victim.userName })
        assert.equal(answer.status, 403)
      }
      assert.deepEqual(await stage.store.identitySources.linksOf(victim.id), [])
    })

    test('somebody at a source is linked once, however often they register at a time', async () => {
      const [one, other] = [browser(stage), browser(stage)]
      await through(one, main, who)
      await through(other, main, who)
      await one.submit({ family_name: 'Gap' })
      assert.ok(await isSignedIn(one))
      // The address has an account by now: its owner gets a mail, and the page is that of everybody.
      const page = await other.submit({ family_name: 'Gap' })
      assert.match(page.heading, /verify your email/)
      assert.ok(!(await isSignedIn(other)))
      const account = await stage.store.accounts.named(who.email)
      assert.equal((await stage.store.identitySources.linksOf(account!.id)).length, 1)
    })

    test('an account is never made without its link', async () => {
      const [one, other] = [browser(stage), browser(stage)]
      await through(one, main, who)
      await through(other, main, { ...who, email: `later-${who.email}` })
      await one.submit({ family_name: 'Gap' })
      const page = await other.submit({ family_name: 'Gap' })
      assert.equal(page.status, 403)
      assert.equal(await stage.store.accounts.named(`later-${who.email}`), undefined)
      assert.ok(!(await isSignedIn(other)))
    })

    test('a form that is sent twice makes one account', async () => {
      const person = browser(stage)
      await through(person, main, who)
      const answers = await Promise.all([1, 2].map(() => post(person, { family_name: 'Gap' })))
      assert.ok(answers.every(({ status }) => status < 500))
      const account = await stage.store.accounts.named(who.email)
      assert.equal((await stage.store.identitySources.linksOf(account!.id)).length, 1)
    })

    const expireArrivals = () =>
      executed(stage.service.database, `update short_lived set expires_at = 1 where kind = 'SourceArrival'`)

    test('a registration that ends signed in counts as no password for somebody from a source', async () => {
      await publishFlow(stage.store, 'enter', { ...REGISTRATION_FLOW, end: { outcome: 'signed_in' } }, BY)
      const app = await application(stage, { registration: 'enter' })
      const person = browser(stage)
      await through(person, main, { ...who, email_verified: false }, await person.visit(app.address))
      await person.submit({ family_name: 'Gap' })
      const page = await person.visit(linkIn(await mailTo(stage, who.email)))
      assert.match(page.heading, /Your email is verified/)
      await expireArrivals()
      await person.submit({})
      assert.equal(person.left, undefined)
      assert.ok(!(await isSignedIn(person)))
      await through(person, main, who)
      assert.ok(await isSignedIn(person))
    })

    test('what a source said expires, and counts no more once the source was changed or disabled', async () => {
      const ends: [string, () => Promise<unknown>][] = [
        ['expired', expireArrivals],
        ['changed', () => updateSource(stage.store, main.source.id, { allowedDomains: ['other.example'] })],
        ['disabled', () => updateSource(stage.store, main.source.id, { enabled: false })],
      ]
      for (const [what, end] of ends) {
        const person = browser(stage)
        await through(person, main, who)
        await end()
        const page = await person.submit({ family_name: 'Gap' })
        assert.equal(page.status, 403, what)
        assert.ok(!(await isSignedIn(person)), what)
        await nobody()
        await updateSource(stage.store, main.source.id, { enabled: true, allowedDomains: [] })
      }
    })

    test('only what a source verified counts as verified', async () => {
      for (const email_verified of [false, 'yes', 1, undefined]) {
        const person = browser(stage)
        await through(person, main, { ...who, email_verified } as typeof who)
        const page = await person.submit({ family_name: 'Gap' })
        assert.match(page.heading, /verify your email/, String(email_verified))
        await nobody()
      }
    })

    test('everybody else has to choose a password, and nobody gets one by the form of a source', async () => {
      const plain = browser(stage)
      await plain.visit(REGISTRATION)
      const page = await plain.submit({ given_name: 'Ina', family_name: 'Gap', email: who.email })
      assert.match(page.html, /type="password"/)
      assert.match(page.heading, /Create an account/)
      await nobody()
      const person = browser(stage)
      await through(person, main, who)
      await person.submit({ family_name: 'Gap', password: PASSWORD })
      assert.equal((await stage.store.accounts.named(who.email))?.passwordHash, null)
    })

    test('an account by which a source claims an address is not shared with the owner of the address', async () => {
      const trusted = await sourced(stage, 'openid', { name: 'Trusted', trustedDomains: ['example.com'] })
      try {
        const hostile = browser(stage)
        await through(hostile, main, who)
        await hostile.submit({ family_name: 'Gap' })
        const account = await stage.store.accounts.named(who.email)
        const owner = browser(stage)
        const page = await through(owner, trusted, { ...who, sub: 'owner' })
        assert.match(page.heading, /Connect your account/)
        assert.ok(!(await isSignedIn(owner)))
        assert.equal((await stage.store.identitySources.linksOf(account!.id)).length, 1)
        // Where the source is trusted for the domain as well, both are the same person's.
        await updateSource(stage.store, main.source.id, { trustedDomains: ['example.com'] })
        await through(owner, trusted, { ...who, sub: 'owner' })
        assert.ok(await isSignedIn(owner))
      } finally {
        await updateSource(stage.store, main.source.id, { trustedDomains: [] })
        await stage.store.write(tx => tx.identitySources.remove(trusted.source.id))
        await trusted.provider.stop()
      }
    })

    test('nor is it once its holder has linked another source and removed the link that made it', async () => {
      const trusted = await sourced(stage, 'openid', { name: 'Trusted', trustedDomains: ['example.com'] })
      try {
        const hostile = browser(stage)
        const auth_time = Math.floor(Date.now() / 1000)
        await through(hostile, main, { ...who, family_name: 'Gap', auth_time } as typeof who)
        const account = (await stage.store.accounts.named(who.email))!
        const links = async () =>
          (await stage.store.identitySources.linksOf(account.id)).map(({ subject, origin }) => [
            subject,
            origin,
          ])
        const own = { ...who, sub: 'holder', email: `holder-${who.email}` }
        await through(hostile, trusted, own, await hostile.visit('/sources'))
        await hostile.visit('/sources')
        await hostile.submit({}, { form: 0 })
        assert.deepEqual(await links(), [['holder', 'proved']])
        const owner = browser(stage)
        const page = await through(owner, trusted, { ...who, sub: 'owner' })
        assert.match(page.heading, /Connect your account/)
        assert.ok(!(await isSignedIn(owner)))
        // An administrator's link says whose account it is, and nothing about the address.
        await linkAccount(stage.store, { source: 'Trusted', account: account.id, subject: 'given' })
        await stage.store.write(tx => tx.identitySources.unlink(account.id, trusted.source.id, 'holder'))
        await through(owner, trusted, { ...who, sub: 'owner' })
        assert.ok(!(await isSignedIn(owner)))
        assert.deepEqual(await links(), [['given', 'given']])
        // Nobody can sign in to an account without links, so the owner of the address shares it with nobody.
        await unlinkAccount(stage.store, { source: 'Trusted', account: account.id, subject: 'given' })
        await through(owner, trusted, { ...who, sub: 'owner' })
        assert.ok(await isSignedIn(owner))
        assert.deepEqual(await links(), [['owner', 'trusted']])
      } finally {
        await stage.store.write(tx => tx.identitySources.remove(trusted.source.id))
        await trusted.provider.stop()
      }
    })

    test('an account that a trusted source made stays open to its owner, also with other links', async () => {
      const trustedDomains = ['example.com']
      const trusted = await sourced(stage, 'openid', { name: 'Trusted', trustedDomains, creates: true })
      const second = await sourced(stage, 'openid', { name: 'Second', trustedDomains })
      try {
        const person = browser(stage)
        const auth_time = Math.floor(Date.now() / 1000)
        await through(person, trusted, { ...who, family_name: 'Gap', auth_time } as typeof who)
        const page = await person.visit('/sources')
        await through(person, second, { ...who, sub: 'second', email: `second-${who.email}` }, page)
        const again = browser(stage)
        await through(again, second, { ...who, sub: 'owner' })
        assert.ok(await isSignedIn(again))
      } finally {
        for (const { source, provider } of [trusted, second]) {
          await stage.store.write(tx => tx.identitySources.remove(source.id))
          await provider.stop()
        }
      }
    })
  })
}
