import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { labelsOf } from '../../src/core/labels.ts'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { EVERYTHING } from '../support/everything.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { authenticator } from './authenticator.ts'
import { codeIn, type Look, linkIn, staged, type Tab, type VisitorOptions } from './stage.ts'

const LABELS = join(import.meta.dirname, '../../master/templates/common/labels')
const PASSWORD = 'seven green bottles'

/** The words of a language as somebody reads them. */
function wordsOf(language: string): (label: string) => string {
  const labels = labelsOf(readFileSync(join(LABELS, language, 'template_labels.properties'), 'utf8'))
  return label => {
    const text = labels.get(label)?.text
    assert.ok(text !== undefined, `${label} is there in ${language}`)
    return text.replaceAll('&shy;', '\u00ad').replace(/<[^>]+>/g, '')
  }
}

describe('languages', () => {
  const stage = staged()
  let harbour: Look
  let shop: RelyingParty
  let bank: RelyingParty

  before(async () => {
    harbour = await stage.theme('Harbour', '#0a6e4f')
    shop = await stage.application({ name: 'Shop', themeId: harbour.id })
    bank = await stage.application({ name: 'Bank', themeId: harbour.id, secondFactor: true })
  })

  const manners: {
    name: string
    language: string
    options: VisitorOptions
    asked: Record<string, string>
  }[] = [
    { name: 'German by the browser', language: 'de', options: { locale: 'de-AT' }, asked: {} },
    { name: 'German by the application', language: 'de', options: {}, asked: { ui_locales: 'de-CH fr' } },
    {
      name: 'Arabic, from right to left, on a small screen',
      language: 'ar',
      options: { locale: 'ar-EG', dir: 'rtl', viewport: { width: 360, height: 740 } },
      asked: {},
    },
  ]

  for (const [index, { name, language, options, asked }] of manners.entries()) {
    const word = wordsOf(language)
    const inTab = async (t: Parameters<typeof stage.visitor>[0]): Promise<Tab> =>
      await (await stage.visitor(t, { ...options, lang: language })).tab(harbour)

    test(`${name}: an account is made, and signs in with two factors`, async t => {
      const email = `kim${index}@example.com`
      const tab = await inTab(t)
      await tab.open(bank.login(asked))
      await tab.shows(word('LOGIN_TITLE'))
      await tab.signIn(email, 'wrong')
      await tab.shows(word('LOGIN_TITLE'), { alert: word('SIGNIN_WRONG') })
      await tab.follow(word('SIGNIN_REGISTER'))
      await tab.shows(word('REG_TITLE_START'))
      const given = { given_name: 'Kim', family_name: 'Stone', email }
      await tab.send({ ...given, password: `${email} again` })
      await tab.shows(word('REG_TITLE_START'), { alert: word('REG_PROBLEMS') })
      await tab.send({ password: PASSWORD })
      await tab.shows(word('REG_TITLE_VERIFY'))
      const mail = await stage.mail(email)
      assert.equal(mail.subject, `${word('EMAIL_SUBJECT_VERIFY')} – Tabard`)
      assert.match(mail.html, new RegExp(`<html[^>]* lang="${language}"`))
      if (options.dir !== undefined) assert.match(mail.html, new RegExp(`<html[^>]* dir="${options.dir}"`))
      await tab.send({ code: codeIn(mail) === '000000' ? '000001' : '000000' })
      await tab.shows(word('REG_TITLE_VERIFY'), { alert: word('CODE_WRONG') })
      await tab.send({ code: codeIn(mail) })
      await tab.shows(word('REG_TITLE_VERIFIED'))
      assert.equal((await stage.mail(email)).subject, `${word('EMAIL_SUBJECT_ACCOUNT_REGISTERED')} – Tabard`)
      await tab.press(word('REG_CONTINUE'))
      await tab.shows(word('REG_TITLE_CREATED'))
      await tab.follow(word('REG_SIGN_IN'))
      await tab.signIn(email, PASSWORD)
      await tab.shows(word('OTP_SUBMISSION'))
      const code = await stage.mail(email)
      assert.match(code.html, new RegExp(`<html[^>]* lang="${language}"`))
      await tab.enterCode('000')
      await tab.shows(word('OTP_SUBMISSION'), { alert: word('CODE_WRONG') })
      await tab.enterCode(codeIn(code))
      await tab.greeted(bank, 'Kim Stone')
      const logout = await tab.page.getAttribute('#logout', 'href')
      await tab.open(`${bank.url}${logout}&stay=1&${new URLSearchParams(asked)}`)
      await tab.shows(word('LOGOUT_CONFIRM_HEADER'))
      await tab.press(word('LOGOUT_CONFIRM_BUTTON'))
      await tab.shows(word('LOGOUT_OK_SIGNOUT_SUCCESSFUL'))
      await tab.open(shop.login({ ...asked, redirect_uri: 'https://elsewhere.example/' }))
      const alert = await tab.alert()
      assert.ok(alert.startsWith(word('OIDC_REDIRECT_UNKNOWN')), alert)
      await tab.shows(word('OIDC_ERROR_HEADER'), { status: 400, alert })
    })

    // Once the pages are in German, it does not matter who asked for that.
    if (!EVERYTHING && Object.keys(asked).length > 0) continue

    test(`${name}: passwords, and no app right after a recovery`, async t => {
      const alex = await stage.account()
      const tab = await inTab(t)
      await tab.open(shop.login(asked))
      await tab.follow(word('LOGIN_WITH_FORGOT_PASSWORD'))
      await tab.shows(word('FORGOT_PASSWORD_LABEL'))
      await tab.send({ username: alex })
      await tab.shows(word('FORGOT_PASSWORD_SENT_HEADER'))
      const mail = await stage.mail(alex)
      assert.equal(mail.subject, `${word('EMAIL_SUBJECT_PASSWORD_RESET')} – Tabard`)
      await tab.open(linkIn(mail, 'recover'))
      await tab.shows(word('CHANGE_PASSWORD_LABEL'))
      await tab.send({ newpassword: PASSWORD, confirmpassword: 'another one' })
      await tab.shows(word('CHANGE_PASSWORD_LABEL'), { alert: word('PASSWORD_MISMATCH') })
      await tab.send({ newpassword: PASSWORD, confirmpassword: PASSWORD })
      await tab.shows(word('CHANGE_PWD_DONE_HEADER'))
      assert.equal(
        (await stage.mail(alex)).subject,
        `${word('EMAIL_SUBJECT_PASSWORD_RESET_COMPLETED')} – Tabard`,
      )
      await tab.open(linkIn(mail, 'recover'))
      await tab.shows(word('TOKEN_ERROR_HEADER'), { status: 403, alert: word('LINK_INVALID') })
      await tab.follow(word('TOKEN_ERROR_CONTINUE'))
      await tab.shows(word('FORGOT_PASSWORD_LABEL'))
      await tab.follow(word('FORGOT_PASSWORD_CANCEL'))
      await tab.signIn(alex, PASSWORD)
      // The pages of an account are in the default theme.
      tab.look = undefined
      await tab.shows(word('SIGNED_IN_HEADER'))
      await tab.follow(word('SIGNED_IN_AUTHENTICATOR'))
      await tab.shows(word('MFA_ERROR_HEADER'), { status: 403, alert: await tab.alert() })
    })

    test(`${name}: an app, a recovery code and errors`, async t => {
      const alex = await stage.account()
      const tab = await inTab(t)
      tab.look = undefined
      await tab.open(`${stage.service.url}${SIGN_IN}?runtime=true&${new URLSearchParams(asked)}`)
      await tab.signIn(alex)
      await tab.shows(word('SIGNED_IN_HEADER'))
      await tab.follow(word('SIGNED_IN_AUTHENTICATOR'))
      await tab.shows(word('OTP_DELIVERY_SELECTION_TWO_STEP_VERIFICATION'))
      await tab.press(word('OTP_LOGIN_SUBMIT'))
      await tab.enterCode(codeIn(await stage.mail(alex)))
      await tab.shows(word('TOTP_ENROLLMENT_HEADER'))
      await tab.enterCode(authenticator(await tab.page.locator('code.key').innerText()).next())
      await tab.shows(word('RECOVERY_CODES_HEADER'))
      const [code] = await tab.page.locator('.codes code').allInnerTexts()
      await tab.press(word('RECOVERY_CODES_DONE'))
      await tab.shows(word('SIGNED_IN_HEADER'))
      await tab.follow(word('SIGNED_IN_CHANGE_PASSWORD'))
      await tab.shows(word('CHANGE_PWD_LABEL'))
      tab.look = harbour
      await tab.open(
        `${stage.service.url}/flows/?reference=nothing&themeId=${harbour.id}&${new URLSearchParams(asked)}`,
      )
      await tab.shows(word('NOT_FOUND_TITLE'), { status: 404, alert: word('ERROR_NOT_FOUND') })

      const again = await inTab(t)
      await again.open(bank.login(asked))
      await again.signIn(alex)
      await again.shows(word('OTP_SUBMISSION'))
      await again.enterCode(code!)
      await again.greeted(bank)
    })
  }
})
