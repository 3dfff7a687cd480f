import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { changeRules } from '../../src/governance/governance.ts'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { becomes } from '../support/becomes.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import type { Received } from '../support/smtp.ts'
import { type Look, STAGE_ENGINES, staged, type Tab } from './stage.ts'

const NO_ACCESS = 'You don’t have access'
const DEFAULT_COLOR = '#3450b4'
/** A name amid a text keeps its direction. */
const name = (text: string) => `\u2068${text}\u2069`

for (const engine of STAGE_ENGINES) {
  describe(`asking for access to two applications with a theme each, on ${engine}`, () => {
    const stage = staged(engine)
    let harbour: Look
    let forest: Look
    let shop: RelyingParty
    let wiki: RelyingParty
    let robin: string

    before(async () => {
      harbour = await stage.theme('Harbour', '#0a6e4f')
      forest = await stage.theme('Forest', '#7a1f5c')
      shop = await stage.application({ name: 'Shop', themeId: harbour.id })
      wiki = await stage.application({ name: 'Wiki', themeId: forest.id })
      robin = await stage.account({ givenName: 'Robin', familyName: 'Okafor', locale: 'de' })
      const store = stage.service.service.store.tenant(FIRST_TENANT)
      for (const { clientId } of [shop, wiki]) {
        const settings = { mode: 'request', keepRecent: false, approvers: [robin] } as const
        await changeRules(store, clientId, settings, { by: 'test', address: null })
      }
    })

    const linkIn = ({ html }: Received) => {
      const [, link] = /href="([^"]*\/access\/requests\/[^"]*)"/.exec(html) ?? []
      assert.ok(link, html)
      return link.replaceAll('&amp;', '&')
    }
    /** A mail to somebody about an application, in a theme and a language. */
    const mailed = async (to: string, look: Look, subject: RegExp) => {
      const mail = await stage.smtp.next(one => one.to === to && subject.test(one.subject))
      assert.ok(mail.html.includes(look.color), `${mail.subject} has ${look.color}`)
      return mail
    }
    /** A page that wears no theme of an application. */
    const showsPlain = async (tab: Tab, heading: string) => {
      const { brand, color } = await tab.seen()
      assert.deepEqual([brand, color], [null, DEFAULT_COLOR], heading)
      tab.look = undefined
      await tab.shows(heading)
    }
    const shows = async (tab: Tab, look: Look, heading: string, more = {}) => {
      tab.look = look
      await tab.shows(heading, more)
    }

    test('each page and mail is in the theme of its application and in the language of its reader', async t => {
      const alex = await stage.account()
      const asking = await stage.visitor(t, { lang: 'en' })
      const [left, right] = [await asking.tab(), await asking.tab()]
      await left.open(shop.login())
      await left.signIn(alex)
      await right.open(wiki.login())
      for (const [tab, look, app] of [
        [left, harbour, 'Shop'],
        [right, forest, 'Wiki'],
      ] as const) {
        await shows(tab, look, NO_ACCESS, { status: 403 })
        await tab.press('Request access')
        await shows(tab, look, `Request access to ${name(app)}`)
        await tab.send({ justification: '' })
        await shows(tab, look, `Request access to ${name(app)}`, { alert: 'Please give a reason.' })
        await tab.send({ justification: `I work with ${app}.` })
        await shows(tab, look, `Access to ${name(app)}`)
      }

      const deciding = await stage.visitor(t, { locale: 'de-DE', lang: 'de' })
      const tab = await deciding.tab()
      const first = await mailed(robin, harbour, /bittet um Zugriff auf „Shop“/)
      const second = await mailed(robin, forest, /bittet um Zugriff auf „Wiki“/)
      await tab.open(linkIn(first))
      await showsPlain(tab, 'Anmelden')
      await tab.signIn(robin)
      await shows(tab, harbour, `Zugriff auf „${name('Shop')}“`)
      await tab.page.fill('[name=comment]', 'Gern.')
      await tab.press('Genehmigen')
      await showsPlain(tab, `${name('Alex Moreau')} Zugriff auf „${name('Shop')}“ geben?`)
      await tab.press('Zugriff geben')
      await shows(tab, harbour, `Zugriff auf „${name('Shop')}“`)
      await becomes(() => tab.page.innerText('main'), /Genehmigt/)
      await tab.open(linkIn(second))
      await shows(tab, forest, `Zugriff auf „${name('Wiki')}“`)
      await tab.press('Ablehnen')
      await shows(tab, forest, `Zugriff auf „${name('Wiki')}“`, { alert: 'Bitte schreiben Sie hier etwas.' })
      await tab.page.fill('[name=comment]', 'Nein.')
      await tab.press('Ablehnen')
      await becomes(() => tab.page.innerText('main'), /Abgelehnt/)
      await tab.follow('Ihre Anwendungen')
      await showsPlain(tab, 'Ihre Anwendungen')

      await mailed(alex, harbour, /Shop/)
      await mailed(alex, forest, /Wiki/)
      await left.open(shop.login())
      await left.greeted(shop)
      await right.open(wiki.login())
      await shows(right, forest, NO_ACCESS, { status: 403 })
      await right.open(`${stage.service.url}/apps`)
      await showsPlain(right, 'Your applications')
      await becomes(() => right.page.innerText('main'), /Shop[\s\S]*Your requests[\s\S]*Rejected/)
    })
  })
}
