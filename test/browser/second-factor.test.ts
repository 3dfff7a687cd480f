import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { authenticator } from './authenticator.ts'
import { codeIn, type Look, STAGE_ENGINES, staged, type Tab } from './stage.ts'

const ASKED = 'Confirm that it is you'

for (const engine of STAGE_ENGINES) {
  describe(`a second factor on ${engine}`, () => {
    const stage = staged(engine)
    let harbour: Look
    let shop: RelyingParty
    let bank: RelyingParty

    before(async () => {
      harbour = await stage.theme('Harbour', '#0a6e4f')
      shop = await stage.application({ name: 'Shop', themeId: harbour.id })
      bank = await stage.application({ name: 'Bank', themeId: harbour.id, secondFactor: true })
    })

    /** Asks for the page that sets an app up, which wants to know better who it is. */
    const asked = async (tab: Tab, who: string) => {
      await tab.follow('Set up or remove an authenticator app')
      await tab.shows('Two-step verification')
      await tab.press('Continue')
      await tab.shows(ASKED)
      await tab.enterCode(codeIn(await stage.mail(who)))
    }

    /** Sets an app up; answers with it, and with the recovery codes. */
    const enrolled = async (tab: Tab) => {
      await tab.shows('Set up an authenticator app')
      const picture = await tab.page.locator('svg.qr-code').boundingBox()
      assert.ok(picture!.width > 150 && Math.abs(picture!.width - picture!.height) < 1)
      const app = authenticator(await tab.page.locator('code.key').innerText())
      await tab.enterCode('000000' === app.now() ? '111111' : '000000')
      await tab.shows('Set up an authenticator app', { alert: 'The code is incorrect.' })
      await tab.enterCode(app.next())
      await tab.shows('Save your recovery codes')
      const codes = await tab.page.locator('.codes code').allInnerTexts()
      assert.equal(new Set(codes).size, 10)
      await tab.page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await tab.page.getByRole('button', { name: 'Copy codes' }).click()
      await tab.page.getByRole('status').filter({ hasText: 'Codes copied' }).waitFor()
      const copied = String(await tab.page.evaluate('navigator.clipboard.readText()'))
      assert.deepEqual(copied.split('\n'), codes)
      return { app, codes }
    }

    test('a code by mail, with a reference that page and mail share', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(bank.login())
      await tab.signIn(alex)
      await tab.shows(ASKED)
      const mail = await stage.mail(alex)
      const reference = await tab.page.locator('#code-hint strong').first().innerText()
      assert.ok(mail.text.includes(reference), mail.text)
      await becomes(() => tab.page.locator('main').innerText(), /p•••@example\.com/)
      await tab.press('Send a new code')
      assert.match(await tab.alert(), /^Please wait \d+ seconds/)
      await tab.enterCode('12345')
      await tab.shows(ASKED, { alert: 'The code is incorrect.' })
      await stage.waited()
      await tab.press('Send a new code')
      await tab.shows(ASKED)
      await tab.enterCode(codeIn(await stage.mail(alex)))
      await tab.greeted(bank)
      assert.deepEqual(bank.people.at(-1)!.claims.amr, ['pwd', 'mca'])
    })

    test('an app is set up, and asked for from then on; a recovery code is the other way', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      // The pages of an account are in the default theme.
      tab.look = undefined
      await tab.open(`${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`)
      await asked(tab, alex)
      const { app, codes } = await enrolled(tab)
      await tab.press('I have saved the codes')
      await tab.shows('You are signed in')
      assert.equal((await stage.mail(alex)).subject, 'Your profile was changed – Tabard')
      tab.look = harbour
      await tab.open(bank.login())
      await tab.greeted(bank)

      const again = await (await stage.visitor(t)).tab(harbour)
      await again.open(shop.login())
      await again.signIn(alex)
      await again.shows(ASKED)
      await again.enterCode(app.next())
      await again.greeted(shop)

      const lost = await (await stage.visitor(t)).tab(harbour)
      await lost.open(bank.login())
      await lost.signIn(alex)
      await lost.shows(ASKED)
      await lost.press('Use another method')
      await lost.shows('Two-step verification')
      await becomes(() => lost.page.locator('[value=email]').count(), 0)
      await lost.page.check('[value=recovery]')
      await lost.press('Continue')
      await lost.shows(ASKED)
      await lost.enterCode(codes[3]!.toUpperCase().replaceAll('-', ' '))
      await lost.greeted(bank)
      assert.match((await stage.mail(alex)).text, /A recovery code was used\. You have 9 codes left\./)

      const thief = await (await stage.visitor(t)).tab(harbour)
      await thief.open(bank.login())
      await thief.signIn(alex)
      await thief.enterCode(codes[3]!)
      await thief.shows(ASKED, { alert: 'The code is incorrect.' })
    })

    test('who has neither address nor app sets one up on the way in', async t => {
      const alex = await stage.account({ email: 'nobody@example.com' })
      const store = stage.service.service.store.tenant('main')
      const account = await store.accounts.named(alex)
      await store.write(tx => tx.accounts.update(account!.id, { email: null }))
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(bank.login())
      await tab.signIn(alex)
      const { app } = await enrolled(tab)
      await tab.press('I have saved the codes')
      await tab.greeted(bank)
      const again = await (await stage.visitor(t)).tab(harbour)
      await again.open(shop.login())
      await again.signIn(alex)
      await again.shows(ASKED)
      await again.enterCode(app.next())
      await again.greeted(shop)
    })

    test('an app is removed', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      const home = `${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`
      await tab.open(home)
      await tab.shows('Sign in')
      await tab.signIn(alex)
      // The page that greets somebody is the account's, in the default theme.
      tab.look = undefined
      await tab.shows('You are signed in')
      await asked(tab, alex)
      await enrolled(tab)
      await tab.press('I have saved the codes')
      await tab.follow('Set up or remove an authenticator app')
      await tab.shows('Set up an authenticator app')
      await tab.press('Remove the app')
      await tab.shows('You are signed in')
      const again = await (await stage.visitor(t)).tab(harbour)
      await again.open(shop.login())
      await again.signIn(alex)
      await again.greeted(shop)
    })
  })
}
