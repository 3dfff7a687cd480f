import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { changeRules, giveAccess } from '../../src/governance/governance.ts'
import { consoleTab } from '../support/console-tab.ts'
import { addOperator } from '../support/operator.ts'
import { addAccount } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import type { Received } from '../support/smtp.ts'
import { mainStore } from '../support/tenants.ts'
import { type Look, staged, type Tab } from './stage.ts'

const DAY = 86_400_000
const BOSS = 'boss@example.com'
const ROBIN = 'robin@example.com'
const SUE = 'sue@example.com'
const DEFAULT_COLOR = '#3450b4'
const REASON = 'Nicht mehr im Team.'
/** A name amid a text keeps its direction. */
const name = (text: string) => `\u2068${text}\u2069`
const REVIEW_OF_SHOP = `Zugriff auf „${name('Shop')}“ prüfen`
const REVIEW_OF_WIKI = `Review access to ${name('Wiki')}`

describe('a campaign over two applications with a theme each', () => {
  let ahead = 0
  let mailsRead = 0
  const stage = staged('SQLite', { now: () => Date.now() + ahead })
  let harbour: Look
  let forest: Look
  let shop: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    forest = await stage.theme('Forest', '#7a1f5c')
    shop = await stage.application({ name: 'Shop', themeId: harbour.id })
    const wiki = await stage.application({ name: 'Wiki', themeId: forest.id })
    await addOperator(stage.service, BOSS, 'administrator')
    await addAccount(stage.service, {
      email: ROBIN,
      givenName: 'Robin',
      familyName: 'Okafor',
      locale: 'de',
    })
    await addAccount(stage.service, { email: SUE })
    await assign(shop, [
      { email: 'anna@example.com', givenName: 'Anna', familyName: 'North', locale: 'fr' },
      { email: 'ben@example.com', givenName: 'Ben', familyName: 'South' },
      { email: 'cleo@example.com', givenName: 'Cleo', familyName: 'South' },
    ])
    await assign(wiki, [{ email: 'dan@example.com' }, { email: 'eve@example.com' }])
  })

  /** Gives an application to these people alone. */
  const assign = async ({ clientId }: RelyingParty, people: Parameters<typeof addAccount>[1][]) => {
    const [store, by] = [mainStore(stage.service), { by: 'test', address: null }]
    await changeRules(store, clientId, { mode: 'assigned', keepRecent: false }, by)
    for (const profile of people) {
      const id = await addAccount(stage.service, profile)
      await giveAccess(store, clientId, { kind: 'account', id }, undefined, by)
    }
  }
  /** Lets days pass, and waits until the jobs that are due then have been done. */
  const pass = async (days: number) => {
    ahead += days * DAY
    const store = mainStore(stage.service)
    for (;;) {
      const jobs = await store.jobs.list()
      const due = jobs.filter(({ kind, dueAt }) => kind.startsWith('campaign') && dueAt <= store.now())
      if (due.length === 0) return stage.service.service.wake()
      for (const { kind, problem } of due) assert.equal(problem, null, `${kind}: ${problem}`)
      stage.service.service.wake()
      await sleep(10)
    }
  }
  /** A mail in the theme of its application and in the language of its reader. */
  const mailed = async (to: string, look: Look, lang: string, subject: RegExp) => {
    const mail = await stage.smtp.next(
      one => one.to === to && one.html.includes(look.color) && subject.test(one.subject),
    )
    assert.match(mail.html, new RegExp(`<html lang="${lang}"`), mail.subject)
    mailsRead += 1
    return mail
  }
  const linkIn = ({ html }: Received) => {
    const [, link] = /href="([^"]*\/access\/reviews\/[^"]*)"/.exec(html) ?? []
    assert.ok(link, html)
    return link.replaceAll('&amp;', '&')
  }
  const shows = async (tab: Tab, look: Look, heading: string, more = {}) => {
    tab.look = look
    await tab.shows(heading, more)
  }
  /** A page that has nothing of the theme of an application. */
  const showsPlain = async (tab: Tab, heading: string) => {
    const { brand, color } = await tab.seen()
    assert.deepEqual([brand, color], [null, DEFAULT_COLOR], heading)
    tab.look = undefined
    await tab.shows(heading)
  }
  const says = async ({ page }: Tab, text: RegExp) => assert.match(await page.innerText('main'), text)
  /** A browser in which somebody opens the link of a mail, and signs in. */
  const opened = async (t: TestContext, mail: Received, who: string, language: 'de' | 'en') => {
    const locale = language === 'de' ? 'de-DE' : 'en-US'
    const tab = await (await stage.visitor(t, { locale, lang: language })).tab()
    await tab.open(linkIn(mail))
    await showsPlain(tab, language === 'de' ? 'Anmelden' : 'Sign in')
    await tab.signIn(who)
    return tab
  }
  /** Presses Tab until the focus is there. */
  const tabTo = async ({ page }: Tab, selector: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
    }
    assert.fail(`the keyboard does not reach ${selector}`)
  }
  /** Decides about the first person of the list, with the keyboard alone. */
  const decideByKeyboard = async (tab: Tab, operation: 'revoke' | 'undo', comment = '') => {
    await tabTo(tab, '[name="item-0"]')
    await tab.page.keyboard.press('Space')
    await tabTo(tab, '[name="comment"]')
    await tab.page.keyboard.type(comment)
    await tabTo(tab, `[value="${operation}"]`)
    await tab.moved(() => tab.page.keyboard.press('Enter'))
  }

  /** Plans the campaign in the console, as an administrator does. */
  const createdInConsole = async () => {
    const desk = await consoleTab(stage.service, BOSS)
    const { tab } = desk
    await desk.open('/campaigns/new')
    await tab.getByRole('textbox', { name: 'Name' }).fill('Yearly review')
    for (const app of ['Shop', 'Wiki']) await tab.getByRole('checkbox', { name: app }).check()
    await tab.getByLabel('Last day').fill(new Date(Date.now() + 28 * DAY).toISOString().slice(0, 10))
    await tab.getByRole('combobox', { name: 'Reviewers' }).fill(ROBIN)
    await tab.getByRole('combobox', { name: 'Supervisors of the campaign' }).fill(SUE)
    await tab.getByRole('radio', { name: 'Lose access' }).check()
    await tab.getByRole('button', { name: 'Preview' }).click()
    await tab.getByRole('heading', { name: '5 items to review' }).waitFor()
    await tab.getByRole('button', { name: 'Create campaign' }).click()
    await tab.getByRole('heading', { level: 1, name: 'Yearly review' }).waitFor()
    await desk.close()
  }
  /** Reads the report in the console, as an auditor does. */
  const reportedInConsole = async () => {
    const desk = await consoleTab(stage.service, BOSS)
    const { tab } = desk
    await desk.open('/campaigns')
    await tab.getByRole('link', { name: 'Yearly review' }).click()
    await tab.getByText('SHA-256 of the report (CSV)').waitFor()
    const shown = await tab.locator('dl').innerText()
    const href = await tab.getByRole('link', { name: 'Download report (CSV)' }).getAttribute('href')
    const csv = (await tab.evaluate(`fetch(${JSON.stringify(href)}).then(answer => answer.text())`)) as string
    assert.ok(shown.includes(createHash('sha256').update(csv).digest('hex')), shown)
    const [report] = await Promise.all([
      desk.context.waitForEvent('page'),
      tab.getByRole('link', { name: 'Open report' }).click(),
    ])
    await report.getByRole('heading', { level: 1, name: 'Yearly review' }).waitFor()
    const row = async (who: string) => await report.getByRole('row').filter({ hasText: who }).innerText()
    assert.match(
      await row('anna@example.com'),
      new RegExp(`Shop[\\s\\S]*revoke[\\s\\S]*${ROBIN}[\\s\\S]*${REASON}`),
    )
    assert.match(await row('ben@example.com'), /Shop[\s\S]*keep[\s\S]*kept/)
    assert.match(await row('dan@example.com'), /Wiki[\s\S]*keep[\s\S]*sue@example\.com[\s\S]*left-revoked/)
    assert.match(await row('eve@example.com'), /Wiki[\s\S]*none[\s\S]*left-revoked/)
    await desk.close()
  }

  test('it goes from the console through mails and reviews to the report, in theme and language throughout', async t => {
    await createdInConsole()
    await pass(0)
    const [toShop, toWiki] = [
      await mailed(ROBIN, harbour, 'de', /^Zugriffsprüfung „Yearly review“: fällig am /),
      await mailed(ROBIN, forest, 'de', /^Zugriffsprüfung „Yearly review“: fällig am /),
    ]
    const overview = await mailed(SUE, harbour, 'en', /^Access review Yearly review has started – Tabard$/)
    await mailed(SUE, forest, 'en', /^Access review Yearly review has started – Tabard$/)

    const reviewing = await opened(t, toShop, ROBIN, 'de')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await decideByKeyboard(reviewing, 'revoke')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await says(reviewing, /1 von 3 entschieden/)
    await decideByKeyboard(reviewing, 'undo')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await says(reviewing, /0 von 3 entschieden/)
    await reviewing.page.fill('[name=search]', 'south')
    await reviewing.press('Filter anwenden')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await reviewing.page.check('[name=everyone]')
    await reviewing.press('Zugriff behalten')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await says(reviewing, /2 von 3 entschieden[\s\S]*Ihre Entscheidungen wurden gespeichert\./)
    await reviewing.open(linkIn(toShop))
    await decideByKeyboard(reviewing, 'revoke', REASON)
    await says(reviewing, new RegExp(`Anna North[\\s\\S]*Verliert Zugriff[\\s\\S]*${REASON}`))
    await reviewing.press('Prüfung abschließen')
    await showsPlain(reviewing, `Prüfung von „${name('Shop')}“ abschließen?`)
    await says(reviewing, /Verlieren Zugriff: 1[\s\S]*Anna North[\s\S]*Behalten Zugriff: 2/)
    await reviewing.press('Prüfung abschließen')
    await shows(reviewing, harbour, REVIEW_OF_SHOP)
    await says(reviewing, /Abgeschlossen/)
    await pass(0)
    const lost = await mailed('anna@example.com', harbour, 'fr', /^Votre accès à Shop a pris fin – Tabard$/)
    assert.ok(lost.text.includes(REASON))
    const anna = await (await stage.visitor(t, { locale: 'fr-FR', lang: 'fr' })).tab(harbour)
    await anna.open(shop.login())
    await anna.shows('Connexion')
    await anna.signIn('anna@example.com')
    await anna.shows('Vous n’avez pas accès', { status: 403 })

    await pass(7)
    await mailed(ROBIN, forest, 'de', /^Erinnerung: Zugriffsprüfung „Yearly review“/)
    await pass(20)
    const overdue = await mailed(
      SUE,
      forest,
      'en',
      /^Overdue: access review Yearly review of Robin Okafor – Tabard$/,
    )
    const standingIn = await opened(t, overdue, SUE, 'en')
    await shows(standingIn, forest, REVIEW_OF_WIKI)
    await standingIn.page.check('[name="item-0"]')
    await standingIn.press('Keep access')
    await shows(standingIn, forest, REVIEW_OF_WIKI)
    await says(standingIn, /1 of 2 decided/)
    await standingIn.open(linkIn(overview))
    await shows(standingIn, harbour, `Reviews of ${name('Shop')}`)
    await says(standingIn, /robin@example\.com[\s\S]*3 of 3 decided[\s\S]*Signed off/)
    const former = await opened(t, toWiki, ROBIN, 'de')
    await shows(former, forest, `Zugriff auf „${name('Wiki')}“ prüfen`)
    await says(former, new RegExp(`an ${name('sue@example\\.com')} weitergegeben`))

    await pass(2)
    await mailed(ROBIN, harbour, 'de', /^Zugriffsprüfung „Yearly review“: Beendet – Tabard$/)
    for (const look of [harbour, forest])
      await mailed(SUE, look, 'en', /^Access review Yearly review: Ended – Tabard$/)
    for (const who of ['dan@example.com', 'eve@example.com'])
      await mailed(who, forest, 'en', /^Your access to Wiki has ended – Tabard$/)
    assert.equal(stage.smtp.mails.length, mailsRead, 'nobody got any other mail')
    const after = await opened(t, overdue, SUE, 'en')
    await shows(after, forest, REVIEW_OF_WIKI)
    await says(after, /Ended/)
    await reportedInConsole()
  })
})
