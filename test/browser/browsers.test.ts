import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { RelyingParty } from '../support/relying-party.ts'
import { authenticator } from './authenticator.ts'
import { codeIn, type Look, linkIn, staged, type Tab } from './stage.ts'

const ASKED = 'Confirm that it is you'
const WRONG = 'The username or the password is incorrect.'
const KIM = { given_name: 'Kim', family_name: 'Stone', password: 'seven green bottles' }

describe('going back, reloading and opening twice', () => {
  const stage = staged()
  let harbour: Look
  let bank: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    bank = await stage.application({ name: 'Bank', themeId: harbour.id, secondFactor: true })
  })

  /** The page after a step: it can be reloaded, and one can go back from it to a page that makes sense, and on. */
  const stands = async (
    tab: Tab,
    heading: string,
    { back, alert = '' }: { back: string; alert?: string },
  ) => {
    const here = async () => {
      if (tab.page.url().startsWith(bank.url)) assert.equal(await tab.heading(), heading)
      else await tab.shows(heading, { alert })
    }
    await here()
    await tab.page.reload()
    await here()
    await tab.page.goBack()
    assert.equal(await tab.heading(), back)
    assert.equal(tab.status, 200)
    await tab.page.goForward()
    await here()
  }

  test('each page of a journey stands', async t => {
    const email = 'kim1@example.com'
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(`${bank.url}/bye`)
    await tab.open(bank.login())
    await stands(tab, 'Sign in', { back: 'Goodbye from Bank' })
    await tab.signIn(email, 'wrong')
    await stands(tab, 'Sign in', { back: 'Sign in', alert: WRONG })
    await tab.follow('Forgot your password?')
    await stands(tab, 'Reset your password', { back: 'Sign in' })
    await tab.send({ username: email })
    await stands(tab, 'Check your inbox', { back: 'Reset your password' })
    await tab.follow('Back to sign-in')
    await tab.follow('Create an account')
    await stands(tab, 'Create an account', { back: 'Sign in' })
    await tab.send({ ...KIM, email })
    await stands(tab, "Let's verify your email", { back: 'Create an account' })
    await tab.send({ code: codeIn(await stage.mail(email)) })
    await stands(tab, 'Your email is verified', { back: 'Your email is verified' })
    assert.equal((await stage.mail(email)).subject, 'Your account is ready – Tabard')
    await tab.press('Continue')
    await stands(tab, 'Your account is created', { back: 'Your account is created' })
    await tab.follow('Sign in')
    await tab.signIn(email, KIM.password)
    await stands(tab, ASKED, { back: ASKED })
    await tab.enterCode('000')
    await stands(tab, ASKED, { back: ASKED, alert: 'The code is incorrect.' })
    await tab.enterCode(codeIn(await stage.mail(email)))
    await stands(tab, 'Hello Kim Stone', { back: 'You are signed in' })
    await tab.follow('Log out')
    await stands(tab, 'Do you want to sign out?', { back: 'Hello Kim Stone' })
    await tab.press('Sign out')
    await stands(tab, 'Goodbye from Bank', { back: 'Goodbye from Bank' })
  })

  test('a password that is due stands', async t => {
    const alex = await stage.account({ temporary: true })
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(bank.login())
    await tab.signIn(alex)
    await stands(tab, 'Choose a new password', { back: 'Choose a new password' })
    await tab.send({ newpassword: KIM.password, confirmpassword: KIM.password })
    await stands(tab, ASKED, { back: ASKED })
  })

  test('who signs in in one of two tabs is told so in the other', async t => {
    const alex = await stage.account()
    const visitor = await stage.visitor(t)
    const [tab, twin] = [await visitor.tab(harbour), await visitor.tab(harbour)]
    await tab.open(bank.login())
    await twin.open(tab.page.url())
    await twin.shows('Sign in')
    await tab.signIn(alex)
    await tab.shows(ASKED)
    // The other tab still asks for the password: sending it leads to where the journey stands.
    await twin.signIn(alex)
    await twin.shows(ASKED)
    await tab.enterCode(codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
    const people = bank.people.length
    await twin.enterCode('123456')
    await twin.shows('We could not sign you in', {
      status: 403,
      alert: 'This page is too old or was already used. Please start again.',
    })
    // It leads to the application, for which nobody has to sign in again.
    await twin.follow('Try again')
    await twin.greeted(bank)
    assert.equal(bank.people.length, people + 1)
  })

  test('who finishes a registration in one of two tabs can go on in the other', async t => {
    const email = 'kim2@example.com'
    const visitor = await stage.visitor(t)
    const [tab, twin] = [await visitor.tab(harbour), await visitor.tab(harbour)]
    await tab.open(bank.login())
    await tab.follow('Create an account')
    await tab.send({ ...KIM, email })
    await twin.open(tab.page.url())
    await twin.shows("Let's verify your email")
    const mail = await stage.mail(email)
    await tab.send({ code: codeIn(mail) })
    await tab.shows('Your email is verified')
    await tab.press('Continue')
    await tab.shows('Your account is created')
    await twin.send({ code: codeIn(mail) })
    await twin.shows('Your account is created')
    await twin.open(linkIn(mail, 'verify'))
    await twin.shows('Your account is created')
  })

  test('who signs out in one of two tabs is told so in the other', async t => {
    const alex = await stage.account()
    const visitor = await stage.visitor(t)
    const [tab, twin] = [await visitor.tab(harbour), await visitor.tab(harbour)]
    await tab.open(bank.login())
    await tab.signIn(alex)
    await tab.enterCode(codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
    const home = `${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`
    await twin.open(home)
    // The page that greets somebody is the account's, in the default theme.
    twin.look = undefined
    await twin.shows('You are signed in')
    await tab.follow('Log out')
    const asked = await visitor.tab(harbour)
    await asked.open(tab.page.url())
    await asked.shows('Do you want to sign out?')
    await tab.press('Sign out')
    await asked.press('Sign out')
    assert.ok(asked.status < 500, String(asked.status))
    assert.match(await asked.heading(), /\w/)
    await twin.follow('Change your password')
    await twin.shows('Sign in')
    twin.look = harbour
    await twin.open(home)
    await twin.shows('Sign in')
  })
})

describe('a browser without scripts', () => {
  const stage = staged()
  let harbour: Look
  let bank: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    bank = await stage.application({ name: 'Bank', themeId: harbour.id, secondFactor: true })
  })

  test('makes an account, signs in with two factors, and signs out', async t => {
    const email = 'kim@example.com'
    const tab = await (await stage.visitor(t, { javaScriptEnabled: false })).tab(harbour)
    await tab.open(bank.login())
    await tab.shows('Sign in')
    await tab.follow('Create an account')
    await tab.send({ ...KIM, email })
    await tab.shows("Let's verify your email")
    await tab.send({ code: codeIn(await stage.mail(email)) })
    await tab.shows('Your email is verified')
    assert.equal((await stage.mail(email)).subject, 'Your account is ready – Tabard')
    await tab.press('Continue')
    await tab.follow('Sign in')
    await tab.signIn(email, 'wrong')
    await tab.shows('Sign in', { alert: 'The username or the password is incorrect.' })
    await tab.signIn(email, KIM.password)
    await tab.shows(ASKED)
    await tab.enterCode(codeIn(await stage.mail(email)))
    await tab.greeted(bank, 'Kim Stone')
    await tab.follow('Log out')
    await tab.shows('Do you want to sign out?')
    await tab.press('Sign out')
    assert.equal(await tab.heading(), 'Goodbye from Bank')
  })

  test('sets an app up, and chooses between factors', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t, { javaScriptEnabled: false })).tab(harbour)
    await tab.open(`${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`)
    await tab.signIn(alex)
    // The page that greets somebody is the account's, in the default theme.
    tab.look = undefined
    await tab.follow('Set up or remove an authenticator app')
    await tab.shows('Two-step verification')
    await tab.press('Continue')
    await tab.enterCode(codeIn(await stage.mail(alex)))
    const app = authenticator(await tab.page.locator('code.key').innerText())
    await tab.enterCode(app.next())
    await tab.shows('Save your recovery codes')
    await tab.press('I have saved the codes')
    await tab.shows('You are signed in')
    await tab.press('Sign out')
    await tab.shows('You are signed out')
    tab.look = harbour
    await tab.open(bank.login())
    await tab.signIn(alex)
    await tab.shows('Confirm that it is you')
    await tab.press('Use another method')
    await tab.shows('Two-step verification')
    await tab.press('Continue')
    await tab.enterCode(app.next())
    await tab.greeted(bank)
  })
})
