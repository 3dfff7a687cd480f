import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { packageForm } from '../support/service.ts'
import { CHOICE, MAILS, mail, page, TABLE } from './macro-pages.ts'
import {
  application,
  browser,
  enrolledResident,
  linkIn,
  mailTo,
  opened,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const NEXT = 'seven green bottles'

describe('macros of packages made for IBM Security Verify', () => {
  let stage: Stage
  const seen = new Set<string>()

  before(async () => {
    stage = await stageOf('SQLite')
    const labels = "$LABEL_MINE$=My own\n$LABEL_APOSTROPHE$=l'utilisateur\n$OIDC_BUTTON_PERMIT$=Agree"
    const files = {
      'common/labels/default/template_labels.properties': labels,
      ...Object.fromEntries(Object.keys(TABLE).map(path => [path, page(path)])),
      ...Object.fromEntries(Object.keys(MAILS).map(path => [path, mail(path)])),
    }
    const form = packageForm(packageOf(files))
    assert.equal((await stage.service.call('PUT', '/v1.0/branding/themes/default', form)).status, 201)
  })
  after(() => stage.stop())

  const told = (html: string) =>
    [...html.matchAll(/<i data-macro="([\w.]+)">(.*?)<\/i>/gs)].map(([, name, text]) => {
      const value = text!.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      return [name!, value.replaceAll('&amp;', '&')] as const
    })
  /** That somebody sees a page of the table, with everything filled in. */
  const assertTold = ({ shown }: Person, name: string) => {
    assert.equal(/<h1>(.*?)<\/h1>/.exec(shown!.html)?.[1], name)
    const [path, expected] = Object.entries(TABLE).find(([one]) => one.endsWith(`/${name}.html`))!
    const values = told(shown!.html)
    assert.deepEqual([...new Set(values.map(([macro]) => macro))], Object.keys(expected))
    for (const [macro, value] of values) assert.match(value, expected[macro]!, `${macro} of ${name}`)
    seen.add(path)
  }
  const alex = { givenName: 'Alex', familyName: 'Moreau' }

  test('signing in, and a forgotten password by the link in an address', async () => {
    const person = await opened(stage)
    await person.submit({ username: 'nobody', password: 'wrong' })
    assertTold(person, 'cloud_directory_login')
    const { html } = person.shown!
    assert.match(html, /<p style="display: block">/)
    const [, href] = /<a id="forgotten" href="([^"]+)"/.exec(html)!
    await person.visit(href!.replaceAll('&amp;', '&'))
    await person.submit({ username: '' })
    assertTold(person, 'forgot_password')
    await person.submit({ username: (await resident(stage)).userName })
    assertTold(person, 'forgot_password_success')
    const message = new Map(told(person.shown!.html)).get('MESSAGE')!
    assert.match(message.substr(10), /^ If there is an account/)
  })

  test('a choice of identity sources, which a theme without another sign-in page shows', async () => {
    const theme = await stage.service.createTheme('Choice', packageOf({ [CHOICE]: page(CHOICE) }))
    const person = await opened(stage, `&themeId=${theme}`)
    await person.submit({ username: 'nobody', password: 'wrong' })
    assertTold(person, 'combined_login_selection')
  })

  test('consent', async () => {
    const { address } = await application(stage, { name: 'Travel', consent: true })
    const person = await signedIn(stage, await resident(stage, alex))
    await person.visit(address.replace('scope=openid', 'scope=openid+profile+email'))
    assertTold(person, 'user_consent')
  })

  test('labels in their old form', async () => {
    const { html } = (await opened(stage)).shown!
    const [, old] = /<p id="old">(.*)<\/p>/.exec(html)!
    assert.deepEqual(old!.split('|'), [
      'Do not allow',
      'Agree',
      'Tabard',
      'Your device could not be confirmed. Please try again.',
      'My own',
      '',
    ])
    assert.match(html, /deny = 'l\\u0027utilisateur'/)
  })

  test('passwords that have to be or can be changed', async () => {
    const first = browser(stage)
    const who = await resident(stage, alex, { temporary: true })
    await first.visit(`${SIGN_IN}?runtime=true`)
    await first.submit({ username: who.userName, password: PASSWORD })
    assertTold(first, 'first_login_change_password')
    const later = await signedIn(stage, await resident(stage, alex))
    await later.visit(`${SIGN_IN}?runtime=true&operation=change_password`)
    await later.submit({ oldpassword: 'wrong', newpassword: 'x', confirmpassword: 'y' })
    assertTold(later, 'on_demand_change_password')
  })

  test('second factors, and the mail with a code', async () => {
    const demanding = await application(stage, { secondFactor: true })
    const begun = async (userName: string) => {
      const person = browser(stage)
      await person.visit(demanding.address)
      await person.submit({ username: userName, password: PASSWORD })
      return person
    }
    const who = await resident(stage, alex)
    const person = await begun(who.userName)
    assertMail((await mailTo(stage, who.userName)).text, 'otp_delivery_email')
    await person.submit({ 'otp.user.otp': '000000x' })
    assertTold(person, 'otp_submit')
    assert.match(person.shown!.html, /const other = "false"/)
    const flow = person.shown!.forms[0]!.action
    const stranger = browser(stage)
    await stranger.visit(flow)
    assertTold(stranger, 'login_error')
    await stage.store.write(tx => tx.accounts.update(who.id, { status: 'disabled' }))
    await person.visit(person.shown!.url)
    assertTold(person, 'auth_request_error')

    const enrolled = await enrolledResident(stage, ['p4tw-81kc-n0qz-7v3e'])
    await stage.store.write(tx => tx.accounts.update(enrolled.id, alex))
    const app = await begun(enrolled.userName)
    await app.submit({ operation: 'restart' })
    assertTold(app, 'combined_mfa_selection')
    await app.submit({ 'otp.user.otp-method.id': 'totp' })
    await app.submit({ 'otp.user.otp': '000000x' })
    assertTold(app, 'time_based_otp_submit')
    assert.match(app.shown!.html, /const other = "true"/)
  })

  test('a recovery mail, and links and addresses that lead nowhere', async () => {
    const who = await resident(stage, alex)
    const forgetful = await opened(stage)
    await forgetful.visit(`${forgetful.shown!.forms[0]!.action}&operation=forgot_password`)
    await forgetful.submit({ username: who.userName })
    const { text } = await mailTo(stage, who.userName)
    assertMail(text, 'password_recovery_email')
    const link = linkIn({ text }).replace(/;$/, '')
    const person = browser(stage)
    await person.visit(link.replace(/.$/, last => (last === 'x' ? 'y' : 'x')))
    assertTold(person, 'token_error')
    await person.visit(link)
    await person.submit({ newpassword: NEXT, confirmpassword: NEXT })
    assertMail((await mailTo(stage, who.userName)).text, 'reset_password_complete')
    await person.visit('/nowhere')
    assertTold(person, 'generic_login_error')
    await person.visit(`${ISSUER_PATH}/authorize?client_id=nobody&response_type=code`)
    assertTold(person, 'oidc_generic_error')
    await person.visit('/flows/?reference=registration')
    assertTold(person, 'registration')
  })

  test('signing out', async () => {
    const person = await signedIn(stage, await resident(stage))
    await person.visit(`${SIGN_OUT}?runtime=true`)
    await person.submit({})
    assertTold(person, 'logout_success')
  })

  const assertMail = (text: string, name: string) => {
    const [path, expected] = Object.entries(MAILS).find(([one]) => one.endsWith(`/${name}.xml`))!
    for (const [macro, pattern] of Object.entries(expected)) {
      const [, value] = new RegExp(`\\b${macro}=(.*?);`, 's').exec(text) ?? []
      assert.match(value ?? '', pattern, `${macro} of ${name}: ${text}`)
    }
    seen.add(path)
  }

  test('nothing of the table was left out', () => {
    assert.deepEqual(
      [...Object.keys(TABLE), ...Object.keys(MAILS)].filter(path => !seen.has(path)),
      [],
    )
  })
})
