import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { codeIn, type Look, linkIn, staged, type Tab } from './stage.ts'

const PASSWORD = 'seven green bottles'

describe('making an account on the way into an application', () => {
  const stage = staged()
  let harbour: Look
  let shop: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    shop = await stage.application({ name: 'Shop', themeId: harbour.id })
  })

  const begun = async (tab: Tab, email: string) => {
    await tab.open(shop.login())
    await tab.shows('Sign in')
    await tab.follow('Create an account')
    await tab.shows('Create an account')
    await tab.send({ given_name: 'Kim', family_name: 'Stone', email, password: PASSWORD })
    await tab.shows("Let's verify your email")
  }
  const ended = async (tab: Tab, email: string) => {
    await tab.press('Continue')
    await tab.shows('Your account is created')
    await tab.follow('Sign in')
    await tab.shows('Sign in')
    await tab.signIn(email, PASSWORD)
    await tab.greeted(shop, 'Kim Stone')
    assert.equal(shop.people.at(-1)!.claims.email_verified, true)
  }

  test('with the code of the mail', async t => {
    const tab = await (await stage.visitor(t)).tab(harbour)
    await begun(tab, 'kim1@example.com')
    const mail = await stage.mail('kim1@example.com')
    await tab.send({ code: '000000' === codeIn(mail) ? '000001' : '000000' })
    await tab.shows("Let's verify your email", { alert: 'The code is incorrect.' })
    await tab.send({ code: codeIn(mail) })
    await tab.shows('Your email is verified')
    await ended(tab, 'kim1@example.com')
    assert.equal((await stage.mail('kim1@example.com')).subject, 'Your account is ready – Tabard')
  })

  test('with the link of the mail, in the same browser', async t => {
    const visitor = await stage.visitor(t)
    const [tab, second] = [await visitor.tab(harbour), await visitor.tab(harbour)]
    await begun(tab, 'kim2@example.com')
    await second.open(linkIn(await stage.mail('kim2@example.com'), 'verify'))
    await second.shows('Your email is verified')
    await ended(second, 'kim2@example.com')
    await tab.page.reload()
    await tab.shows('Your account is created')
    await tab.follow('Sign in')
    await tab.shows('You are signed in')
  })

  test('with the link of a second mail', async t => {
    const tab = await (await stage.visitor(t)).tab(harbour)
    await begun(tab, 'kim5@example.com')
    const first = await stage.mail('kim5@example.com')
    await stage.waited()
    await tab.press('Send a new code')
    await tab.shows("Let's verify your email")
    await becomes(() => tab.page.locator('.notice').innerText(), 'A new code is on its way.')
    await tab.send({ code: codeIn(first) })
    await tab.shows("Let's verify your email", { alert: 'The code is incorrect.' })
    await tab.open(linkIn(await stage.mail('kim5@example.com'), 'verify'))
    await tab.shows('Your email is verified')
    await ended(tab, 'kim5@example.com')
  })

  test('with the link of the mail, on another device', async t => {
    const tab = await (await stage.visitor(t)).tab(harbour)
    await begun(tab, 'kim3@example.com')
    const phone = await (await stage.visitor(t, { viewport: { width: 360, height: 740 } })).tab(harbour)
    await phone.open(linkIn(await stage.mail('kim3@example.com'), 'verify'))
    await phone.shows("Let's verify your email")
    await phone.send({ password: 'another password' })
    await phone.shows("Let's verify your email", { alert: 'This is not the password that was chosen.' })
    await phone.send({ password: PASSWORD })
    await phone.shows('Your email is verified')
    await phone.press('Continue')
    await phone.shows('Your account is created')
    await phone.follow('Sign in')
    await phone.shows('Sign in')
    await phone.signIn('kim3@example.com', PASSWORD)
    await phone.shows('You are signed in')

    await tab.page.reload()
    await tab.shows('Your email is verified')
    await ended(tab, 'kim3@example.com')
  })

  test('what is wrong is told at its field, and nothing has to be typed twice', async t => {
    const tab = await (await stage.visitor(t, { viewport: { width: 360, height: 740 } })).tab(harbour)
    await tab.open(shop.login())
    await tab.follow('Create an account')
    await tab.page.evaluate('for (const form of document.forms) form.noValidate = true')
    await tab.send({ given_name: 'Kim', age: 'old', email: 'kim', password: 'short' })
    await tab.shows('Create an account', { alert: 'Please check the marked fields.' })
    await becomes(() => tab.page.inputValue('[name=given_name]'), 'Kim')
    const problems = await tab.page.locator('.field-error:not(:empty)').allInnerTexts()
    assert.deepEqual(problems, [
      'Please fill in this field.',
      'Please enter your age in years.',
      'Please enter an email address, such as alex@example.com.',
      'The password needs at least 15 characters.',
    ])
    await tab.send({ family_name: 'Stone', age: '', email: 'kim4@example.com', password: PASSWORD })
    await tab.shows("Let's verify your email")
  })

  test('an address that has an account looks the same, and its owner is told', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await begun(tab, alex)
    const mail = await stage.mail(alex)
    assert.equal(mail.subject, 'You already have an account – Tabard')
    await tab.press('Send a new code')
    assert.match(await tab.alert(), /^Please wait \d+ seconds before you ask for another code\.$/)
    await tab.follow('Use another address')
    await tab.shows('Create an account')
    await tab.follow('I already have an account')
    await tab.shows('Sign in')
    await tab.signIn(alex)
    await tab.greeted(shop)
  })
})
