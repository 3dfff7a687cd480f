import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, type TestContext, test } from 'node:test'
import { REGISTRATION } from '../analytics/pages.ts'
import { becomes } from '../support/becomes.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { packageForm } from '../support/service.ts'
import { type Authenticator, authenticator } from './authenticator.ts'
import { codeIn, linkIn, staged, type Tab } from './stage.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/field-scripts-package/templates')
const SIGN_IN = 'authentication/login/cloud_directory/user_login/default/cloud_directory_login.html'
const CODE = 'authentication/mfa/otp_auth/default/otp_submit.html'
const HOME = '/idaas/mtfim/sps/idaas/login?runtime=true'
const NEXT = 'seven green bottles'
const WRONG = 'The username or the password is incorrect.'

const SCRIPTS = [
  ...['common', 'macotp_login', 'totp_login', 'combinedmfa_selection', 'change_password'].map(inService),
  ...['basicldapuser_login', 'forgot_password', 'proper_errors_all_error'].map(inService),
  '/idaas/mtfim/static/lsp.js',
  '/profile/static/registration.js',
]
const FUNCTIONS = [
  ...['goBack', 'openHelpModal', 'closeHelpModal', 'submitOtp', 'regenerateOtp', 'validateAndSubmit'],
  ...['validateUsername', 'toggleErrorDetails'],
]
const ODD = `<input id="action"><div id="methods"></div><p id="errorMessage"></p><p id="idSources"></p>
  <p id="help-modal-container"></p><p id="submit-otp-form"></p><p id="combined-form"></p><p id="details-section"></p>
  <p id="ci-otp-timer"></p><p id="forgot-password-link"></p><p id="show-pwd-btn"></p><input name="username" value="x">`

function inService(name: string): string {
  return `/authsvc/mtfim/sps/static/${name}.js`
}

const { [SIGN_IN]: signInPage, ...rest } = Object.fromEntries(
  globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))]),
)

describe('pages made for IBM Security Verify, with the scripts of the service', () => {
  const stage = staged()
  let bank: RelyingParty
  let shop: RelyingParty

  before(async () => {
    // As the default theme it is that of the pages of an account too.
    const everything = packageOf({ ...rest, [SIGN_IN]: signInPage! })
    const answer = await stage.service.call('PUT', '/v1.0/branding/themes/default', packageForm(everything))
    assert.ok(answer.ok, await answer.text())
    const choosing = await stage.service.createTheme('Larch', packageOf(rest))
    bank = await stage.application({ name: 'Bank', secondFactor: true })
    shop = await stage.application({ name: 'Shop', themeId: choosing })
  })

  const opened = async (t: TestContext, address: string): Promise<Tab> => {
    const tab = await (await stage.visitor(t)).tab()
    await tab.open(address)
    return tab
  }
  /** Looks at a page of the package: it has its own header, and fits. */
  const seen = async (tab: Tab) => {
    assert.equal(await tab.page.evaluate('document.getElementById("larch-logo").naturalWidth'), 150)
    assert.ok(await tab.page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await tab.visitor.picture(tab.page)
  }
  const text = async (tab: Tab, selector: string) => (await tab.page.locator(selector).innerText()).trim()
  const shown = async (tab: Tab, selector: string) => await tab.page.locator(selector).isVisible()
  const signIn = async (tab: Tab, username: string, password = PASSWORD) => {
    await tab.page.fill('[name=username]', username)
    await tab.page.fill('[name=password]', password)
    await tab.moved(() => tab.page.click('.login-main [type=submit]'))
  }
  const enterCode = async (tab: Tab, code: string) => {
    await tab.page.fill('#otp-input', code)
    await tab.moved(() => tab.page.getByRole('button').click())
  }

  test('a wrong password is told, the right one signs in', async t => {
    const alex = await stage.account()
    const tab = await opened(t, `${stage.service.url}${HOME}`)
    await seen(tab)
    assert.equal(await shown(tab, '#login-failed-text'), false)
    await signIn(tab, alex, 'not it')
    assert.equal(await text(tab, '#login-failed-text'), WRONG)
    await becomes(() => tab.page.inputValue('[name=username]'), alex)
    await seen(tab)
    await signIn(tab, alex)
    await tab.shows('You are signed in')
  })

  test('a choice of identity sources with one of them is a form', async t => {
    const alex = await stage.account()
    const tab = await opened(t, shop.login())
    await seen(tab)
    for (const id of ['forgot-username-link', 'alternate-options-dropdown', 'alternate-signin-toggle'])
      assert.equal(await shown(tab, `#${id}`), false, id)
    await tab.page.fill('#password-input', 'not it')
    await tab.page.getByRole('button', { name: 'Show password' }).click()
    await becomes(() => tab.page.getAttribute('#password-input', 'type'), 'text')
    await tab.page.getByRole('button', { name: 'Show password' }).click()
    await signIn(tab, alex, 'not it')
    assert.equal(await text(tab, '#login-failed-text'), WRONG)
    await seen(tab)
    await signIn(tab, alex)
    await tab.greeted(shop)
  })

  test('a forgotten password is replaced', async t => {
    const alex = await stage.account()
    const tab = await opened(t, shop.login())
    await tab.moved(() => tab.page.click('#forgot-password-link'))
    await seen(tab)
    await tab.page.click('[type=submit]')
    assert.equal(await text(tab, '#username-error'), 'Please enter your username.')
    await tab.page.fill('[name=username]', alex)
    await tab.moved(() => tab.page.click('[type=submit]'))
    assert.match(await text(tab, '.cs-content'), /a link is on its way|If there is an account/)
    await seen(tab)

    // No script of a theme runs on the page that a link of a mail opens.
    await tab.open(linkIn(await stage.mail(alex), 'recover'))
    await seen(tab)
    await tab.page.fill('#newpassword', NEXT)
    await tab.page.fill('#confirmpassword', NEXT)
    await tab.moved(() => tab.page.click('[type=submit]'))
    await tab.shows('All done')
  })

  test('a temporary password is replaced at the first sign-in', async t => {
    const alex = await stage.account({ temporary: true })
    const tab = await opened(t, shop.login())
    await signIn(tab, alex)
    const fill = async (password: string, again = password) => {
      await tab.page.fill('#newpassword', password)
      await tab.page.fill('#confirmpassword', again)
    }
    await fill(NEXT, '')
    await tab.page.click('[type=submit]')
    assert.equal(await tab.page.evaluate('document.activeElement.id'), 'confirmpassword')
    await fill('short')
    await tab.moved(() => tab.page.click('[type=submit]'))
    assert.match(await text(tab, '[role=alert]'), /^The password needs at least \d+ characters\.$/)
    await seen(tab)
    await fill(NEXT)
    await tab.moved(() => tab.page.press('#confirmpassword', 'Enter'))
    await tab.greeted(shop)
  })

  test('a password is changed on demand', async t => {
    const alex = await stage.account()
    const tab = await opened(t, `${stage.service.url}${HOME}`)
    await signIn(tab, alex)
    await tab.follow('Change your password')
    await seen(tab)
    await tab.page.click('[name=changepassword]')
    assert.equal(await text(tab, '#password-error-text'), 'Please enter your current password.')
    assert.equal(await tab.page.evaluate('document.activeElement.id'), 'oldpassword')
    const send = async (old: string) => {
      await tab.page.fill('#oldpassword', old)
      await tab.page.fill('#newpassword', NEXT)
      await tab.page.fill('#confirmpassword', NEXT)
    }
    await send('not it')
    await tab.moved(() => tab.page.click('[name=changepassword]'))
    assert.equal(await text(tab, '#password-error-text'), 'The current password is incorrect.')
    await seen(tab)
    await send(PASSWORD)
    // The form has several fields and no button that sends it.
    await tab.moved(() => tab.page.press('#confirmpassword', 'Enter'))
    await tab.shows('You are signed in')
  })

  test('a code is entered, and sent again', async t => {
    const alex = await stage.account()
    const tab = await opened(t, bank.login())
    await signIn(tab, alex)
    const first = codeIn(await stage.mail(alex))
    assert.equal(await text(tab, '#cs-enter-otp-message'), 'Enter the code that we sent to p•••@example.com')
    assert.match(await text(tab, '#ci-otp-timer'), /^[4-5]:\d\d$/)
    assert.equal(await shown(tab, '.use-another-method'), false)
    await seen(tab)
    await tab.page.getByRole('button').click()
    assert.equal(await tab.page.evaluate('document.activeElement.id'), 'otp-input')
    await enterCode(tab, first === '000000' ? '111111' : '000000')
    assert.equal(await text(tab, '#cs-error-message'), 'The code is incorrect.')
    await seen(tab)
    await stage.waited()
    await tab.moved(() => tab.page.click('#cs-resend-link a'))
    const second = codeIn(await stage.mail(alex))
    await tab.page.fill('#otp-input', second)
    await tab.moved(() => tab.page.press('#otp-input', 'Enter'))
    await tab.greeted(bank)
  })

  test('another code is sent where the form for it stands inside another one, and is dropped by the browser', async t => {
    const page = rest[CODE]!.toString()
    const [again] = /<form id="regenerate-otp-form".*<\/form>/.exec(page)!
    const nested = page.replace(again, '').replace('</form>', `${again}</form>`)
    const themeId = await stage.service.createTheme('Nested', packageOf({ ...rest, [CODE]: nested }))
    const nest = await stage.application({ name: 'Nest', secondFactor: true, themeId })
    const alex = await stage.account()
    const tab = await opened(t, nest.login())
    await signIn(tab, alex)
    const first = codeIn(await stage.mail(alex))
    await becomes(() => tab.page.locator('#regenerate-otp-form').count(), 0)
    await enterCode(tab, first === '000000' ? '111111' : '000000')
    assert.equal(await text(tab, '#cs-error-message'), 'The code is incorrect.')
    await stage.waited()
    await tab.moved(() => tab.page.click('#cs-resend-link a'))
    await enterCode(tab, codeIn(await stage.mail(alex)))
    await tab.greeted(nest)
  })

  test('a code that expires gives way to another, whatever the clock of the browser says', async t => {
    const alex = await stage.account()
    const visitor = await stage.visitor(t)
    const tab = await visitor.tab()
    await tab.page.clock.install({ time: Date.now() + 3_600_000 })
    await tab.open(bank.login())
    await signIn(tab, alex)
    await stage.mail(alex)
    assert.ok(await shown(tab, '#otp-input'))
    assert.match(await text(tab, '#ci-otp-timer'), /^[4-5]:\d\d$/)
    await tab.page.clock.runFor(6 * 60_000)
    assert.equal(await shown(tab, '#otp-input'), false)
    assert.equal(
      await text(tab, '#ci-time-expired-container'),
      'This code is no longer valid. Please ask for a new one.',
    )
    assert.equal(await tab.page.evaluate('document.activeElement.textContent'), 'Send a new code')
    await seen(tab)
    await stage.waited()
    await tab.moved(() => tab.page.click('#cs-resend-link a'))
    await enterCode(tab, codeIn(await stage.mail(alex)))
    await tab.greeted(bank)
  })

  /** Sets an app up on the pages of the account. */
  const enrolled = async (tab: Tab, who: string): Promise<Authenticator> => {
    await tab.follow('Set up or remove an authenticator app')
    await tab.moved(() => tab.page.locator('.method-action').click())
    await enterCode(tab, codeIn(await stage.mail(who)))
    await tab.shows('Set up an authenticator app')
    const app = authenticator(await tab.page.locator('code.key').innerText())
    await tab.enterCode(app.next())
    await tab.press('I have saved the codes')
    return app
  }

  test('a method is chosen, by keyboard too', async t => {
    const alex = await stage.account()
    const tab = await opened(t, `${stage.service.url}${HOME}`)
    await signIn(tab, alex)
    const app = await enrolled(tab, alex)
    await stage.mail(alex)

    const again = await opened(t, bank.login())
    await signIn(again, alex)
    await again.moved(() => again.page.getByRole('link', { name: 'Use another method' }).click())
    await becomes(() => again.page.locator('.method-name').allInnerTexts(), ['Authenticator app'])
    await becomes(() => again.page.locator('.method-action').count(), 2)
    await seen(again)
    await again.page.getByRole('link', { name: 'Get help' }).click()
    await becomes(() => again.page.getByRole('dialog').isVisible(), true)
    await seen(again)
    await again.page.keyboard.press('Escape')
    await becomes(() => again.page.getByRole('dialog').isVisible(), false)
    await again.page.getByRole('button', { name: 'Enter a code from my app' }).focus()
    await again.moved(() => again.page.keyboard.press('Enter'))
    await seen(again)
    await enterCode(again, app.now() === '000000' ? '111111' : '000000')
    assert.equal(await text(again, '#otp-error-message'), 'The code is incorrect.')
    await becomes(() => again.page.getByText('The code is incorrect.').count(), 1)
    await seen(again)
    await enterCode(again, app.next())
    await again.greeted(bank)
  })

  test('an error shows its details when somebody asks for them', async t => {
    const alex = await stage.account()
    const tab = await opened(t, bank.login())
    await signIn(tab, alex)
    const store = stage.service.service.store.tenant('main')
    const account = await store.accounts.named(alex)
    await store.write(tx => tx.accounts.update(account!.id, { status: 'disabled' }))
    await tab.page.reload()
    assert.notEqual(await text(tab, '#error-message'), '')
    const details = tab.page.getByRole('button', { name: 'Show details' })
    await becomes(() => details.getAttribute('aria-expanded'), 'false')
    assert.equal(await shown(tab, '#details-section'), false)
    await seen(tab)
    await details.click()
    assert.ok(await shown(tab, '#timestamp-label'))
    await seen(tab)
    await tab.page.getByRole('button', { name: 'Hide details' }).click()
    assert.equal(await shown(tab, '#details-section'), false)
  })

  test('a registration is there without waiting', async t => {
    const tab = await opened(t, `${stage.service.url}${REGISTRATION}`)
    assert.equal(await shown(tab, '#loader'), false)
    await seen(tab)
    const given = { given_name: 'Kim', family_name: 'Stone', email: 'kim@example.com', password: NEXT }
    for (const [name, value] of Object.entries(given)) await tab.page.fill(`[name="${name}"]`, value)
    await tab.moved(() => tab.page.click('.registration form [type=submit]'))
    await tab.page.fill('[name=code]', codeIn(await stage.mail('kim@example.com')))
    await seen(tab)
    await tab.moved(() => tab.page.click('.registration form [type=submit]'))
    assert.equal(await tab.heading(), 'Your email is verified')
  })

  test('no script fails on a page that lacks its parts, or has elements called like its variables', async t => {
    const tab = await (await stage.visitor(t, { forgiven: /^no title/ })).tab()
    for (const body of ['', ODD]) {
      for (const path of SCRIPTS) {
        await tab.page.goto('about:blank')
        await tab.page.evaluate(`document.body.innerHTML = ${JSON.stringify(body)}`)
        const content = await (await fetch(`${stage.service.url}${path}`)).text()
        await tab.page.addScriptTag({ content })
        await tab.page.evaluate(
          `for (const name of ${JSON.stringify(FUNCTIONS)}) if (typeof window[name] === 'function') window[name]()`,
        )
        assert.equal(tab.page.url(), 'about:blank', path)
      }
    }
  })
})
