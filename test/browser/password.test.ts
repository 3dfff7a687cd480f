import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { becomes } from '../support/becomes.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { type Look, linkIn, staged } from './stage.ts'

const NEXT = 'seven green bottles'
const RECOVERY_MAIL =
  'authentication/login/cloud_directory/password/forgot_password/default/password_recovery_email.xml'

describe('passwords on the way into an application', () => {
  const stage = staged()
  let harbour: Look
  let shop: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f', {
      [RECOVERY_MAIL]: `<root><Email id="default"><Sender><Value>Harbour &lt;no-reply@harbour.example&gt;</Value></Sender>
        <Subject><Value>Harbour: $EMAIL_SUBJECT_PASSWORD_RESET$</Value></Subject><Message><Value><![CDATA[<html><body>
        <img src="https://@TENANT@/template/v1.0/static/logo.svg?themeId=@THEME_ID@" alt="Harbour">
        <p>@USER_FRIENDLY_NAME@, <a href="@PASSWORD_RECOVERY_LINK@">go on</a> until @EXPIRY@</p></body></html>]]></Value></Message></Email></root>`,
    })
    shop = await stage.application({ name: 'Shop', themeId: harbour.id })
  })

  test('a forgotten one is replaced in the application’s theme, mail included', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(shop.login())
    await tab.follow('Forgot your password?')
    await tab.shows('Reset your password')
    await tab.send({ username: alex })
    await tab.shows('Check your inbox')

    const mail = await stage.mail(alex)
    assert.deepEqual(
      [mail.from, mail.subject],
      ['Harbour <no-reply@harbour.example>', 'Harbour: Reset your password'],
    )
    const logo = new RegExp(
      `src="https://([^"]*/template/v1\\.0/static/logo\\.svg\\?themeId=${harbour.id})"`,
    ).exec(mail.html)
    assert.equal((await fetch(`http://${logo?.[1]}`)).status, 200)

    await tab.open(linkIn(mail, 'recover'))
    await tab.shows('Choose a new password')
    await tab.send({ newpassword: 'short', confirmpassword: 'short' })
    await tab.shows('Choose a new password', { alert: 'The password needs at least 15 characters.' })
    await tab.send({ newpassword: NEXT, confirmpassword: NEXT })
    await tab.shows('All done')
    await tab.follow('Continue')
    await tab.shows('Sign in')
    // The application still waits for whoever began there.
    await tab.signIn(alex, NEXT)
    await tab.greeted(shop)
    await tab.open(linkIn(mail, 'recover'))
    await tab.shows('This link no longer works', {
      status: 403,
      alert: 'This link is too old or was already used. Please ask for a new one.',
    })
  })

  test('who remembers after all goes back, and signs in to the application', async t => {
    const alex = await stage.account()
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(shop.login())
    await tab.follow('Forgot your password?')
    await tab.send({ username: alex })
    await tab.shows('Check your inbox')
    await tab.follow('Back to sign-in')
    await tab.shows('Sign in')
    await tab.signIn(alex)
    await tab.greeted(shop)
  })

  test('a temporary one is replaced at the first sign-in', async t => {
    const alex = await stage.account({ temporary: true })
    const tab = await (await stage.visitor(t)).tab(harbour)
    await tab.open(shop.login())
    await tab.signIn(alex)
    await tab.shows('Choose a new password')
    await tab.send({ newpassword: NEXT, confirmpassword: 'seven green bottels' })
    await tab.shows('Choose a new password', { alert: 'The two new passwords are not the same.' })
    await tab.send({ newpassword: NEXT, confirmpassword: NEXT })
    await tab.greeted(shop)
    assert.equal((await stage.mail(alex)).subject, 'Your password was changed – Tabard')
  })

  test('it is changed on demand, and other browsers are signed out', async t => {
    const alex = await stage.account()
    const [tab, other] = [
      await (await stage.visitor(t)).tab(harbour),
      await (await stage.visitor(t)).tab(harbour),
    ]
    for (const each of [tab, other]) {
      await each.open(shop.login())
      await each.signIn(alex)
      await each.greeted(shop)
    }
    const home = `${stage.service.url}/idaas/mtfim/sps/idaas/login?themeId=${harbour.id}`
    await tab.open(home)
    // The pages of an account are in the default theme.
    tab.look = undefined
    await tab.shows('You are signed in')
    await tab.follow('Change your password')
    await tab.shows('Change your password')
    await tab.send({ oldpassword: 'not it', newpassword: NEXT, confirmpassword: NEXT })
    await tab.shows('Change your password', { alert: 'The current password is incorrect.' })
    await tab.send({ oldpassword: 'quiet lamp over water', newpassword: NEXT, confirmpassword: NEXT })
    await tab.shows('You are signed in')
    await becomes(() => tab.page.locator('.notice').innerText(), 'Your password was changed.')
    tab.look = harbour
    await tab.open(shop.login())
    await tab.greeted(shop)
    await other.open(shop.login())
    await other.shows('Sign in')

    tab.look = undefined
    await tab.open(home)
    await tab.press('Sign out')
    await tab.shows('You are signed out')
    tab.look = harbour
    await tab.open(shop.login())
    await tab.shows('Sign in')
  })
})
