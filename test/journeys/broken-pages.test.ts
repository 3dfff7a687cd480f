import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { FILES, whole } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { packageForm } from '../support/service.ts'
import { brokenPackages } from './broken-pages.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import {
  appCode,
  application,
  assertSentBack,
  codeIn,
  enrolledResident,
  forgetTries,
  linkIn,
  mailTo,
  otherThan,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const NEXT = 'seven green bottles'
const HOME = `${SIGN_IN}?runtime=true`

describe('a theme cannot lock anybody out: pages that are broken in every way', () => {
  let stage: Stage
  let travel: { address: string }
  let bank: { address: string }

  before(async () => {
    stage = await stageOf('SQLite', { TABARD_FAILED_TRIES: '1000' })
    travel = await application(stage, { name: 'Travel', consent: true })
    bank = await application(stage, { name: 'Bank', secondFactor: true })
  })
  after(async () => await stage.stop())

  /** What was broken on the page in front of somebody. */
  const broken = ({ shown }: Person) => /<meta name="broken" content="([^"]*)">/.exec(shown!.html)?.[1]
  /** Sends a form that a browser would show and send. */
  const sent = async (person: Person, fields: Record<string, string>, button?: string) => {
    const { forms } = person.shown!
    const form =
      button === undefined ? forms[0] : forms.find(one => one.buttons.some(({ text }) => text === button))
    assert.equal(form?.method, 'post', person.shown!.url)
    await person.submit(fields, button === undefined ? {} : { button })
  }
  const told = (person: Person, problem: RegExp) => {
    assert.match(person.shown!.alert, problem)
    assert.doesNotMatch(broken(person) ?? '', /error/)
  }

  const signingIn = async (query = '') => {
    const { userName } = await resident(stage)
    const person = new Person(stage.service.url)
    await person.visit(`${HOME}${query}`)
    await sent(person, { username: userName, password: 'not it' })
    told(person, /is incorrect/)
    await sent(person, { username: userName, password: PASSWORD })
    assert.equal(person.shown!.heading, 'You are signed in')
    await sent(person, {})
    assert.equal(person.shown!.heading, 'You are signed out')
  }

  const changing = async () => {
    const person = await signedIn(stage, await resident(stage))
    await person.visit(`${HOME}&operation=change_password`)
    const fields = { newpassword: NEXT, confirmpassword: NEXT }
    await sent(person, { ...fields, oldpassword: 'not it' })
    told(person, /current password is incorrect/)
    await sent(person, { ...fields, oldpassword: PASSWORD })
    assert.match(person.shown!.html, /Your password was changed/)
  }

  const detailing = async () => {
    const person = await signedIn(stage, await resident(stage))
    for (const [reference, field] of [
      ['profile', 'given_name'],
      ['user_form', 'family_name'],
    ] as const) {
      await person.visit(`/flows/?reference=${reference}`)
      await sent(person, { [field]: 'Robin', mobile_number: '1' })
      assert.match(person.shown!.html, /field-error[^>]*>[^<]+</)
      await sent(person, { [field]: 'Robin', mobile_number: '' })
      assert.match(person.shown!.html, /Your details were saved/)
    }
    await person.visit(`${SIGN_OUT}?runtime=true`)
    await sent(person, {})
    assert.equal(person.shown!.heading, 'You are signed out')
  }

  const forgetting = async () => {
    const { userName } = await resident(stage)
    const person = new Person(stage.service.url)
    await person.visit(`${HOME}&operation=forgot_password`)
    await sent(person, { username: '' })
    told(person, /username/)
    await sent(person, { username: userName })
    await person.visit(linkIn(await mailTo(stage, userName, 'Reset your password')))
    await sent(person, { newpassword: 'short', confirmpassword: 'short' })
    told(person, /needs at least/)
    await sent(person, { newpassword: NEXT, confirmpassword: NEXT })
    assert.match(person.shown!.heading, /All done/)
  }

  const proving = async () => {
    const code = 'p4tw-81kc-n0qz-7v3e'
    const { userName, secret } = await enrolledResident(stage, [code])
    const person = new Person(stage.service.url)
    await person.visit(bank.address)
    await sent(person, { username: userName, password: PASSWORD })
    await sent(person, { 'otp.user.otp': otherThan(appCode(secret)) })
    told(person, /code is incorrect/)
    await sent(person, {}, 'Use another method')
    assert.deepEqual(Object.keys(person.shown!.forms[0]!.fields).sort(), [
      'operation',
      'otp.user.otp-method.id',
    ])
    await sent(person, { 'otp.user.otp-method.id': 'recovery' })
    await sent(person, { 'otp.user.otp': 'aaaa-bbbb-cccc-dddd' })
    told(person, /code is incorrect/)
    await sent(person, {}, 'Use another method')
    await sent(person, { 'otp.user.otp-method.id': 'totp' })
    await sent(person, {}, 'Use another method')
    await sent(person, { 'otp.user.otp-method.id': 'recovery' })
    await sent(person, { 'otp.user.otp': code })
    assertSentBack(person)
  }

  const enrolling = async () => {
    const who = await resident(stage)
    const person = await signedIn(stage, who)
    await person.visit(`${HOME}&operation=enroll`)
    await sent(person, { 'otp.user.otp-method.id': 'email' })
    const code = codeIn(await mailTo(stage, who.userName))
    await sent(person, { 'otp.user.otp': otherThan(code) })
    told(person, /code is incorrect/)
    await sent(person, { 'otp.user.otp': code })
    await sent(person, { 'otp.user.otp': '1' })
    told(person, /code is incorrect/)
    const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(person.shown!.html)![1]!
    await sent(person, { 'otp.user.otp': appCode(secret) })
    assert.match(person.shown!.html, /<code>[\w-]{19}<\/code>/)
    await sent(person, {})
    await person.visit(`${HOME}&operation=enroll`)
    await sent(person, {}, 'Remove the app')
    assert.match(person.shown!.html, /was removed/)
  }

  const agreeing = async () => {
    const person = await signedIn(stage, await resident(stage))
    const enter = `${travel.address}&scope=openid+profile+email`.replace('scope=openid&', '')
    await person.visit(enter)
    assert.match(person.shown!.html, /See your email address/)
    assert.doesNotMatch(person.shown!.html, /name="dscope\d"[^>]* checked/)
    await sent(person, {}, 'Do not allow')
    assert.match(person.left!, /error=access_denied/)
    await person.visit(enter)
    await sent(person, { dscope2: 'email' }, 'Allow')
    assertSentBack(person)
    await person.visit(enter.replace('email', 'email+phone'))
    assert.match(person.shown!.html, /See your email address/)
    await sent(person, {}, 'Allow')
    assertSentBack(person)
  }

  const registering = async () => {
    const fields = newcomer()
    const person = new Person(stage.service.url)
    await person.visit(REGISTRATION)
    await sent(person, { ...fields, email: 'none' })
    assert.match(person.shown!.html, /field-error[^>]*>[^<]+</)
    await sent(person, fields)
    await sent(person, { code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
    assert.equal(person.shown!.heading, 'Your email is verified')
  }

  const failing = async () => {
    const person = new Person(stage.service.url)
    for (const address of [
      `${HOME}&flow=x`,
      `${HOME}&recover=x`,
      `${ISSUER_PATH}/authorize?client_id=x`,
      '/nowhere',
    ]) {
      await person.visit(address)
      assert.notEqual(person.shown!.alert, '', address)
    }
  }

  /** What people do, and the pages that they see on the way. */
  const journeys: [pages: string[], take: () => Promise<void>][] = [
    [['login', 'signed-in'], () => signingIn()],
    [['change-password'], changing],
    [['profile', 'user-form', 'logout-confirm'], detailing],
    [['forgot-password', 'change-password-first'], forgetting],
    [['mfa-totp', 'mfa-choice', 'mfa-recovery-code'], proving],
    [['mfa-code', 'mfa-enrollment', 'mfa-recovery-codes'], enrolling],
    [['consent'], agreeing],
    [['registration'], registering],
    [['login-error', 'token-error', 'oidc-error', 'error'], failing],
  ]

  /** A theme shows this page where it brings no other page for signing in. */
  const choosing = async (files: Record<string, string>) => {
    const own = Object.entries(files).filter(([path]) => /combined_login_selection/.test(path))
    if (own.length === 0) return
    const theme = await stage.service.createTheme('Choice', packageOf(Object.fromEntries(own)))
    await signingIn(`&themeId=${theme}`)
    await stage.service.call('DELETE', `/v1.0/branding/themes/${theme}`)
  }

  for (const { name, files, pages } of brokenPackages()) {
    test(`in each page, ${name} is broken`, async () => {
      const { service } = stage
      await service.call('DELETE', '/v1.0/branding/themes/default/reset')
      const answer = await service.call('PUT', '/v1.0/branding/themes/default', packageForm(packageOf(files)))
      assert.ok(answer.ok, await answer.text())
      await forgetTries(stage)
      for (const [seen, take] of journeys) if (seen.some(page => pages.has(page))) await take()
      await choosing(files)
    })
  }

  test('the page that is shown instead has the header, the labels and the style of the theme', async () => {
    const { service } = stage
    const theme = await service.createTheme(
      'Brand',
      packageOf({
        [FILES.login]: '<h1>Nothing to do here</h1>',
        [FILES.header]: '<header>Our brand</header>',
        'common/labels/default/template_labels.properties': '$LOGIN_TITLE$=Come in',
      }),
    )
    for (const query of ['', '&login_hint=alex']) {
      const page = await new Person(service.url).visit(`${HOME}&themeId=${theme}${query}`)
      assert.equal(page.heading, 'Come in')
      assert.match(page.html, /<header>Our brand<\/header>/)
      assert.match(page.html, new RegExp(`theme\\.css\\?themeId=${theme}`))
    }
    const explained = await service.call('GET', `/v1.0/tabard/explain?page=login&themeId=${theme}`)
    assert.equal(((await explained.json()) as { fallbacks: number }).fallbacks, 2)
    const hiding = await service.createTheme(
      'Hiding',
      packageOf({ [FILES.header]: '<!-- a header that hides the page' }),
    )
    assert.equal((await new Person(service.url).visit(`${HOME}&themeId=${hiding}`)).heading, 'Sign in')
  })

  test('an author is told what is missing', async () => {
    const { service } = stage
    const files = { [FILES.login]: whole('<h1>Mine</h1>').replace('name="password"', 'name="secret"') }
    const theme = await service.createTheme('Told', packageOf(files))
    const told = `${FILES.login} lacks the field password`
    const problem = { what: 'missing part', name: 'the field password', file: FILES.login, line: 1 }
    const json = async (answer: Response) => (await answer.json()) as Record<string, unknown>
    const explained = await json(
      await service.call('GET', `/v1.0/tabard/explain?page=login&themeId=${theme}`),
    )
    assert.deepEqual([explained.fallback, explained.problems], [told, [problem]])
    const preview = await json(
      await service.call('POST', '/v1.0/tabard/preview/login', JSON.stringify({ files }), {
        'content-type': 'application/json',
      }),
    )
    assert.deepEqual([preview.fallback, preview.problems], [told, [problem]])
    const plan = await json(
      await service.call('POST', '/v1.0/tabard/themes/master/plan', packageForm(packageOf(files))),
    )
    assert.deepEqual(plan.unusable, [{ page: 'login', locale: 'default', why: told }])
  })
})
