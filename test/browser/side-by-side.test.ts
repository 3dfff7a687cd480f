import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { RelyingParty } from '../support/relying-party.ts'
import { codeIn, type Look, STAGE_ENGINES, staged } from './stage.ts'

for (const engine of STAGE_ENGINES) {
  describe(`two applications side by side in one browser on ${engine}`, () => {
    const stage = staged(engine)
    let looks: [Look, Look]
    let shop: RelyingParty
    let wiki: RelyingParty
    let bank: RelyingParty
    let vault: RelyingParty

    before(async () => {
      looks = [await stage.theme('Harbour', '#0a6e4f'), await stage.theme('Forest', '#7a1f5c')]
      const [{ id: first }, { id: second }] = looks
      shop = await stage.application({ name: 'Shop', themeId: first })
      wiki = await stage.application({ name: 'Wiki', themeId: second })
      bank = await stage.application({ name: 'Bank', themeId: first, secondFactor: true })
      vault = await stage.application({ name: 'Vault', themeId: second, secondFactor: true })
    })

    test('each keeps its theme from step to step, and gets its person back', async t => {
      const alex = await stage.account()
      const visitor = await stage.visitor(t)
      const [left, right] = [await visitor.tab(looks[0]), await visitor.tab(looks[1])]
      await left.open(shop.login())
      await right.open(wiki.login())
      await left.shows('Sign in')
      await right.shows('Sign in')
      await left.signIn(alex, 'wrong')
      await right.signIn(alex, 'wrong too')
      for (const tab of [left, right])
        await tab.shows('Sign in', { alert: 'The username or the password is incorrect.' })
      await left.follow('Forgot your password?')
      await right.follow('Create an account')
      await left.shows('Reset your password')
      await right.shows('Create an account')
      await left.follow('Back to sign-in')
      await right.follow('I already have an account')
      await left.shows('Sign in', { alert: 'The username or the password is incorrect.' })
      await right.shows('Sign in', { alert: 'The username or the password is incorrect.' })
      await left.signIn(alex)
      await right.signIn(alex)
      await left.greeted(shop)
      await right.greeted(wiki)
      assert.equal(shop.people.at(-1)!.claims.sub, wiki.people.at(-1)!.claims.sub)
    })

    test('with a second factor, each has its own code', async t => {
      const alex = await stage.account()
      const visitor = await stage.visitor(t)
      const [left, right] = [await visitor.tab(looks[0]), await visitor.tab(looks[1])]
      await left.open(bank.login())
      await right.open(vault.login())
      await left.signIn(alex)
      await right.signIn(alex)
      await left.shows('Confirm that it is you')
      await right.shows('Confirm that it is you')
      // Mails do not keep their order, so the reference on the page tells which one is its own.
      const mails = [await stage.mail(alex), await stage.mail(alex)]
      const reference = await left.page.locator('#code-hint strong').first().innerText()
      const first = codeIn(mails.find(({ text }) => text.includes(reference))!)
      const second = codeIn(mails.find(({ text }) => !text.includes(reference))!)
      assert.notEqual(first, second)
      await right.enterCode(first)
      await right.shows('Confirm that it is you', { alert: 'The code is incorrect.' })
      await right.enterCode(second)
      await right.greeted(vault)
      await left.enterCode(first)
      await left.greeted(bank)
      assert.deepEqual(bank.people.at(-1)!.claims.amr, ['pwd', 'mca'])
    })

    test('with two accounts, each application gets the one that signed in to it', async t => {
      const alex = await stage.account()
      const robin = await stage.account({ givenName: 'Robin', familyName: 'Reyes' })
      const visitor = await stage.visitor(t)
      const [left, right] = [await visitor.tab(looks[0]), await visitor.tab(looks[1])]
      await left.open(shop.login())
      await right.open(wiki.login())
      await left.signIn(alex)
      await left.greeted(shop)
      await right.shows('Sign in')
      await right.signIn(robin)
      await right.greeted(wiki, 'Robin Reyes')
      assert.equal(shop.people.at(-1)!.claims.preferred_username, alex)
      assert.equal(wiki.people.at(-1)!.claims.preferred_username, robin)

      // Whoever signed in last is the one that the browser has.
      await left.open(shop.login())
      await left.greeted(shop, 'Robin Reyes')
      await right.follow('Log out')
      await right.shows('Do you want to sign out?')
      await right.press('Sign out')
      assert.equal(await right.heading(), 'Goodbye from Wiki')
      await left.open(shop.login())
      await left.shows('Sign in')
    })

    test('with two accounts and a second factor, too', async t => {
      const alex = await stage.account()
      const robin = await stage.account({ givenName: 'Robin', familyName: 'Reyes' })
      const visitor = await stage.visitor(t)
      const [left, right] = [await visitor.tab(looks[0]), await visitor.tab(looks[1])]
      await left.open(bank.login())
      await right.open(vault.login())
      await left.signIn(alex)
      await right.signIn(robin)
      await right.enterCode(codeIn(await stage.mail(robin)))
      await right.greeted(vault, 'Robin Reyes')
      await left.page.reload()
      await left.shows('Confirm that it is you')
      await left.enterCode(codeIn(await stage.mail(alex)))
      await left.greeted(bank)
    })

    test('an application that asks for more than another gets it, and only that', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(looks[0])
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      tab.look = looks[1]
      await tab.open(vault.login())
      await tab.shows('Two-step verification')
      await tab.press('Continue')
      await tab.shows('Confirm that it is you')
      await tab.enterCode(codeIn(await stage.mail(alex)))
      await tab.greeted(vault)
      await tab.open(bank.login())
      await tab.greeted(bank)
    })
  })
}
