import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { authenticator } from '../browser/authenticator.ts'
import { linkIn, mailTo, type Stage, stageOf } from '../journeys/steps.ts'
import { accessible } from '../support/accessible.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { PASSWORD } from '../support/people.ts'
import { enrolledOperator, operatorAt } from './desk.ts'

describe('signing in to the console, in a browser', () => {
  let stage: Stage
  let strict: Stage
  let browser: Browser
  let context: BrowserContext
  let tab: Page
  let url: string

  before(async () => {
    stage = await stageOf('SQLite')
    strict = await stageOf('SQLite', { TABARD_CONSOLE_SECOND_FACTOR: 'true' })
    url = stage.service.service.consoleUrl
    browser = await launchBrowser()
  })
  after(async () => {
    await browser?.close()
    await stage.stop()
    await strict.stop()
  })

  const freshTab = async () => {
    await context?.close()
    context = await browser.newContext({ reducedMotion: 'reduce' })
    tab = await context.newPage()
  }
  const fill = async (username: string, password = PASSWORD) => {
    await tab.getByLabel('Username').fill(username)
    await tab.getByLabel('Password', { exact: true }).fill(password)
    await tab.getByRole('button', { name: 'Sign in' }).click()
  }
  const shows = async (heading: string) =>
    await tab.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor()

  test('with a code of the app; signing out says so, and nobody is back afterwards', async () => {
    await freshTab()
    const who = await enrolledOperator(stage)
    const app = authenticator(who.secret)
    await tab.goto(`${url}/themes`)
    await shows('Sign in')
    await accessible(tab, 'the first page')
    await fill(who.userName, 'not the password')
    await tab.getByRole('alert').waitFor()
    await accessible(tab, 'a wrong password')
    await fill(who.userName)
    await shows('Enter your code')
    await accessible(tab, 'the code')
    await tab.getByText('Use a recovery code instead').click()
    await accessible(tab, 'a recovery code')
    await tab.getByLabel('Code from the app').fill(app.next())
    await tab.getByRole('button', { name: 'Continue', exact: true }).click()
    await shows('Themes')
    assert.equal(new URL(tab.url()).pathname, '/themes')

    await tab.getByRole('button', { name: /^Account menu/ }).click()
    await tab.getByRole('menuitem', { name: 'Sign out' }).click()
    await shows('You are signed out')
    assert.equal(new URL(tab.url()).origin, url)
    await accessible(tab, 'signed out')
    await tab.reload()
    await shows('You are signed out')
    await tab.goto(`${url}/themes`)
    await shows('Sign in')
    await tab.goto(`${url}/signed-out`)
    await tab.getByRole('link', { name: 'Sign in again' }).click()
    await shows('Sign in')
  })

  test('comes back to the same screen after a session has expired, with a second factor too', async () => {
    await freshTab()
    const who = await enrolledOperator(stage)
    const app = authenticator(who.secret)
    await tab.goto(`${url}/applications?x=1`)
    await fill(who.userName)
    await tab.getByLabel('Code from the app').fill(app.next())
    await tab.getByRole('button', { name: 'Continue', exact: true }).click()
    await shows('Applications')
    await stage.store.write(tx => tx.records.removeOwned(who.id))
    // A call of the screen may have opened the dialog already, over the link.
    await tab.locator('a[href="/themes"]').first().dispatchEvent('click')
    const dialog = tab.getByRole('dialog', { name: 'Your session has ended' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await dialog.getByLabel('Code from the app').fill(app.next())
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await shows('Themes')
    await dialog.waitFor({ state: 'hidden' })
    await tab.getByRole('link', { name: 'default' }).waitFor()

    await stage.store.write(tx => tx.records.removeOwned(who.id))
    await tab.goto(`${url}/analytics`)
    await shows('Sign in')
    await tab.getByText('Your session has ended.').waitFor()
  })

  test('by the link of a mail, though it comes from another site', async () => {
    await freshTab()
    const who = await operatorAt(stage)
    await tab.goto(`${url}/signin`)
    await tab.getByRole('link', { name: 'Forgot your password?' }).click()
    await shows('Reset your password')
    await accessible(tab, 'a forgotten password')
    await tab.getByLabel('Username').fill(who.userName)
    await tab.getByRole('button', { name: 'Send the link' }).click()
    await shows('Check your inbox')
    await accessible(tab, 'a link on its way')
    const link = linkIn(await mailTo(stage, who.userName))
    await tab.goto('about:blank')
    await tab.setContent(`<a href="${link}">the link of a mail</a>`)
    await tab.getByText('the link of a mail').click()
    await shows('Choose a new password')
    await tab.getByLabel('New password', { exact: true }).fill('short')
    await tab.getByLabel('Repeat the new password').fill('short')
    await tab.getByRole('button', { name: 'Save and continue' }).click()
    await tab.getByRole('alert').waitFor()
    await accessible(tab, 'a new password')
    await tab.getByLabel('New password', { exact: true }).fill('gentle copper weather')
    await tab.getByLabel('Repeat the new password').fill('gentle copper weather')
    await tab.getByRole('button', { name: 'Save and continue' }).click()
    await tab.getByRole('navigation').first().waitFor()
  })

  test('with an app that is set up on the way', async () => {
    await freshTab()
    const who = await operatorAt(strict)
    await tab.goto(strict.service.service.consoleUrl)
    await fill(who.userName)
    await shows('Set up an authenticator app')
    await accessible(tab, 'setting up an app')
    const picture = await tab.locator('svg.qr-code').boundingBox()
    assert.ok(picture!.width > 150 && Math.abs(picture!.width - picture!.height) < 1)
    const app = authenticator(await tab.locator('code.key').innerText())
    await tab.getByLabel('Code from the app').fill(app.next())
    await tab.getByRole('button', { name: 'Continue' }).click()
    await shows('Save your recovery codes')
    await accessible(tab, 'recovery codes')
    await tab.getByRole('button', { name: 'I have saved the codes' }).click()
    await tab.getByRole('navigation').first().waitFor()
  })

  test('heals where a page at another port has planted cookies of the same name', async () => {
    await freshTab()
    const who = await operatorAt(stage)
    await tab.goto(`${url}/themes`)
    await fill(who.userName)
    await shows('Themes')
    const { host } = new URL(url)
    assert.notEqual(host, new URL(stage.service.url).host)
    await tab.goto(`${stage.service.url}${SIGN_IN}?runtime=true`)
    // As a script of a theme would: for narrower paths than ours has.
    await tab.evaluate(`
      document.cookie = 'tabard-console=planted; path=/session'
      document.cookie = 'tabard-console-step=planted; path=/signin/step'
    `)
    const planted = (await context.cookies(`${url}/session`)).filter(({ name }) => name === 'tabard-console')
    assert.equal(planted.length, 2, JSON.stringify(planted))
    await tab.goto(`${url}/themes`)
    await shows('Themes')
    const left = await context.cookies(`${url}/session`)
    assert.ok(
      left.every(({ value }) => !value.includes('planted')),
      JSON.stringify(left),
    )
  })
})
