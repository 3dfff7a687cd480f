import assert from 'node:assert/strict'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  publishFlow,
  resetFlow,
  SIGN_IN,
} from '../../src/identity/identity.ts'
import { PASSWORD } from '../support/people.ts'
import { clientToken } from '../support/tenants.ts'
import { appCode, enrolledResident, otherThan, resident, type Stage } from './steps.ts'
import { assertInTheme, assertMails, linkIn, linkOn, pageOf, type Standing, Witness } from './surfaces.ts'

const ANOTHER = 'violet anchor on sand'

type Walk = (stage: Stage, standing: Standing) => Promise<void>

const codeIn = ({ text }: { text: string }) => /\b\d{6}\b/.exec(text)![0]

const at = (witness: Witness, page: string) => assert.equal(pageOf(witness.shown!), page)

/** The end of signing in: at the application that waits, or on the page that says so. */
function atEnd(witness: Witness): void {
  if (witness.left === undefined) at(witness, 'signed-in')
  else assert.match(witness.left, /^https:\/\/app\.example\.com\/callback\?code=/)
}

/** A wrong password, a forgotten one, and the link of the mail in another browser. */
export const forgotten: Walk = async (stage, standing) => {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enter)
  at(witness, 'login')
  await witness.submit({ username: userName, password: 'wrong password' })
  at(witness, 'login')
  assert.notEqual(witness.shown!.alert, '')
  await witness.follow(/forgot_password/)
  at(witness, 'forgot-password')
  await witness.submit({ username: '' })
  at(witness, 'forgot-password')
  await witness.submit({ username: userName })
  at(witness, 'forgot-password-sent')
  await witness.follow(/flow=/)
  at(witness, 'login')

  const [mail] = await assertMails(stage, standing, userName, ['mail-password-recovery'])
  const elsewhere = new Witness(stage, standing)
  await elsewhere.visit(linkIn(mail!))
  at(elsewhere, 'change-password-first')
  await elsewhere.submit({ newpassword: 'short', confirmpassword: 'short' })
  at(elsewhere, 'change-password-first')
  await elsewhere.submit({ newpassword: ANOTHER, confirmpassword: ANOTHER })
  at(elsewhere, 'password-changed')
  await elsewhere.follow(/runtime=true/)
  at(elsewhere, 'login')
  await elsewhere.visit(linkIn(mail!))
  at(elsewhere, 'token-error')
  await elsewhere.follow(/operation=forgot_password/)
  at(elsewhere, 'forgot-password')
  await assertMails(stage, standing, userName, ['mail-password-recovery', 'mail-password-recovered'])
}

/** The first sign-in with a password that somebody else has chosen. */
export const firstSignIn: Walk = async (stage, standing) => {
  const { userName } = await resident(stage, {}, { temporary: true })
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enter)
  await witness.submit({ username: userName, password: PASSWORD })
  at(witness, 'change-password-first')
  await witness.submit({ newpassword: ANOTHER, confirmpassword: ANOTHER })
  atEnd(witness)
  await assertMails(stage, standing, userName, ['mail-password-changed'])
}

/** The second factors of an account with an app, and a code by mail where there is none. */
export const secondFactor: Walk = async (stage, standing) => {
  const code = 'p4tw-81kc-n0qz-7v3e'
  const { userName, secret, id } = await enrolledResident(stage, [code, '6y2m-d5hs-x9ra-0gbn'])
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enterWithFactor ?? standing.enter)
  await witness.submit({ username: userName, password: PASSWORD })
  at(witness, 'mfa-totp')
  await witness.submit({ 'otp.user.otp': otherThan(appCode(secret)) })
  at(witness, 'mfa-totp')
  await witness.submit({}, { button: 'Use another method' })
  at(witness, 'mfa-choice')
  await witness.submit({ 'otp.user.otp-method.id': 'sms' })
  at(witness, 'mfa-choice')
  await witness.submit({ 'otp.user.otp-method.id': 'recovery' })
  at(witness, 'mfa-recovery-code')
  await witness.submit({ 'otp.user.otp': 'aaaa-bbbb-cccc-dddd' })
  at(witness, 'mfa-recovery-code')
  await witness.submit({ 'otp.user.otp': code })
  atEnd(witness)
  await assertMails(stage, standing, userName, ['mail-profile-modified'])

  const late = new Witness(stage, standing)
  await late.visit(standing.enterWithFactor ?? standing.enter)
  await late.submit({ username: userName, password: PASSWORD })
  at(late, 'mfa-totp')
  await late.submit({}, { button: 'Use another account' })
  at(late, 'login')
  await late.submit({ username: userName, password: PASSWORD })
  at(late, 'mfa-totp')
  await stage.store.write(tx => tx.accounts.update(id, { status: 'disabled' }))
  await late.visit(late.shown!.url)
  at(late, 'mfa-error')
  await mailedCode(stage, standing)
}

/** A code by mail: on the way in where an application asks for it, else before an app is set up. */
async function mailedCode(stage: Stage, standing: Standing): Promise<void> {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enterWithFactor ?? standing.enter)
  await witness.submit({ username: userName, password: PASSWORD })
  if (standing.enterWithFactor === undefined) return
  at(witness, 'mfa-code')
  const [mail] = await assertMails(stage, standing, userName, ['mail-one-time-code'])
  await witness.submit({ 'otp.user.otp': otherThan(codeIn(mail!)) })
  at(witness, 'mfa-code')
  await witness.submit({}, { form: 1 })
  at(witness, 'mfa-code')
  await witness.submit({ 'otp.user.otp': codeIn(mail!) })
  atEnd(witness)
}

/** An app that the application asks for: nobody else asks somebody who has no address. */
export const enrolmentDue: Walk = async (stage, standing) => {
  const { userName, id } = await resident(stage)
  await stage.store.write(tx => tx.accounts.update(id, { email: null }))
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enterWithFactor!)
  await witness.submit({ username: userName, password: PASSWORD })
  at(witness, 'mfa-enrollment')
  await enrol(witness)
  atEnd(witness)
}

async function enrol(witness: Witness): Promise<void> {
  await witness.submit({ 'otp.user.otp': '1' })
  at(witness, 'mfa-enrollment')
  const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(witness.shown!.html)![1]!
  await witness.submit({ 'otp.user.otp': appCode(secret) })
  at(witness, 'mfa-recovery-codes')
  await witness.submit({})
}

/** An application that asks what it may see. */
export async function consent(stage: Stage, standing: Standing, enter: string): Promise<void> {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(enter)
  await witness.submit({ username: userName, password: PASSWORD })
  at(witness, 'consent')
  await witness.submit({}, { button: 'Do not allow' })
  assert.match(witness.left!, /^https:\/\/app\.example\.com\/callback\?error=access_denied/)
  await witness.visit(enter)
  at(witness, 'consent')
  await witness.submit({}, { button: 'Allow' })
  atEnd(witness)
  await witness.visit(enter)
  atEnd(witness)
}

/** An application that asks which account to use. */
export const accountChoice: Walk = async (stage, standing) => {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enter)
  await witness.submit({ username: userName, password: PASSWORD })
  await witness.visit(`${standing.enter}&prompt=select_account`)
  at(witness, 'account-choice')
  await witness.submit({}, { button: 'Use another account' })
  at(witness, 'login')
  await witness.visit(`${standing.enter}&prompt=select_account`)
  await witness.submit({})
  atEnd(witness)
}

/** An application that somebody has no access to. */
export async function noAccess(stage: Stage, standing: Standing, enter: string): Promise<void> {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(enter)
  await witness.submit({ username: userName, password: PASSWORD })
  at(witness, 'no-access')
  await witness.submit({}, { button: 'Use another account' })
  at(witness, 'login')
  await witness.visit(enter)
  await witness.submit({}, { button: 'Back to Travel' })
  assert.match(witness.left!, /^https:\/\/app\.example\.com\/callback\?error=access_denied/)
}

/** What somebody does who is signed in: the page of an application's flow leads there too, once it has ended. */
export const signedIn: Walk = async (stage, standing) => {
  const { userName } = await resident(stage)
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enter)
  const { action } = witness.shown!.forms[0]!
  await witness.submit({ username: userName, password: PASSWORD })
  atEnd(witness)
  await witness.visit(action)
  at(witness, 'signed-in')

  await witness.follow(/operation=change_password/)
  at(witness, 'change-password')
  await witness.follow(/operation=cancel/)
  at(witness, 'signed-in')
  await witness.follow(/operation=change_password/)
  await witness.submit({ oldpassword: 'wrong password', newpassword: ANOTHER, confirmpassword: ANOTHER })
  at(witness, 'change-password')
  await witness.submit({ oldpassword: PASSWORD, newpassword: ANOTHER, confirmpassword: ANOTHER })
  at(witness, 'signed-in')

  await witness.follow(/reference=profile/)
  at(witness, 'profile')
  await witness.submit({ mobile_number: 'none' })
  at(witness, 'profile')
  assert.notEqual(witness.shown!.alert, '')
  await witness.submit({ given_name: 'Robin', mobile_number: '+1 555 010 9999' })
  at(witness, 'signed-in')
  assert.match(witness.shown!.html, /Your details were saved[\s\S]*Robin/)
  await witness.visit(linkOn(witness.shown!, /reference=profile/).replace('=profile', '=user_form'))
  at(witness, 'user-form')
  await witness.follow(/runtime=true/)
  at(witness, 'signed-in')

  await witness.follow(/operation=enroll/)
  at(witness, 'mfa-choice')
  await witness.submit({})
  at(witness, 'mfa-code')
  const mails = ['mail-password-changed', 'mail-profile-modified', 'mail-one-time-code']
  const greeted = { ...standing, theme: standing.greeted, mails: new Set<string>() }
  const [, , mail] = await assertMails(stage, greeted, userName, mails)
  await witness.submit({ 'otp.user.otp': codeIn(mail!) })
  at(witness, 'mfa-enrollment')
  await enrol(witness)
  at(witness, 'signed-in')
  await witness.follow(/operation=enroll/)
  await witness.submit({}, { form: 2 })
  at(witness, 'signed-in')
  mails.push('mail-profile-modified', 'mail-profile-modified')
  await assertMails(stage, greeted, userName, mails)
  if (standing.greeted === standing.theme) for (const event of greeted.mails) standing.mails.add(event)
  await witness.submit({})
  at(witness, 'logout')
  await witness.follow(/runtime=true/)
  at(witness, 'login')
}

let newcomers = 0

/**
 * Making an account that waits for approval. Administrators are at no application: they are told in the tenant's theme.
 * The person hears of the decision in the theme of the application that the account was made for.
 */
export const approval: Walk = async (stage, standing) => {
  newcomers += 1
  const email = `waiting-${newcomers}@example.com`
  const boss = await resident(stage)
  const administers = async (administrator: boolean) =>
    await stage.store.write(tx => tx.accounts.update(boss.id, { administrator }))
  await administers(true)
  await publishFlow(stage.store, 'registration', { ...REGISTRATION_FLOW, end: { outcome: 'approval' } }, BY)
  const witness = new Witness(stage, standing)
  await witness.visit(standing.enter)
  await witness.follow(/reference=registration/)
  await witness.submit({ given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD })
  const [mail] = await assertMails(stage, standing, email, ['mail-verify-email'])
  await witness.submit({ code: codeIn(mail!) })
  await witness.submit({})
  at(witness, 'registration')
  await assertMails(stage, standing, email, ['mail-verify-email', 'mail-registration-waiting'])
  const told = { ...standing, theme: undefined, mails: new Set<string>() }
  await assertMails(stage, told, boss.userName, ['mail-registration-request'])
  if (standing.theme === undefined) standing.mails.add('mail-registration-request')
  await decide(stage, email)
  const [decision] = await stage.store.outbox.list(1)
  assert.deepEqual([decision!.event, decision!.recipient], ['mail-registration-approved', email])
  assertInTheme(decision!.html, standing.greeted, `the decision ${standing.name}`)
  await resetFlow(stage.store, 'registration', BY)
  await administers(false)
}

async function decide({ service }: Stage, email: string): Promise<void> {
  const { token } = await clientToken(service, ['manageAccess'])
  const decided = await service.call(
    'POST',
    `/v1.0/tabard/people/${encodeURIComponent(email)}/approval`,
    JSON.stringify({ approved: true }),
    { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  )
  assert.equal(decided.status, 204)
}

/** Making an account: with the code, with the link in another browser, and with an address that has one. */
export const registration: Walk = async (stage, standing) => {
  newcomers += 1
  const email = `newcomer-${newcomers}@example.com`
  const person = { given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD }
  const begin = async (details: Record<string, string>) => {
    const witness = new Witness(stage, standing)
    await witness.visit(standing.enter)
    await witness.follow(/reference=registration/)
    await witness.submit({ ...details, password: '' })
    await witness.submit(details)
    at(witness, 'registration')
    assert.equal(witness.shown!.heading, "Let's verify your email")
    return witness
  }
  const finish = async (witness: Witness, signIn: RegExp) => {
    at(witness, 'registration')
    await witness.submit({})
    at(witness, 'registration')
    await witness.follow(signIn)
    at(witness, 'login')
  }

  const witness = await begin(person)
  const [mail] = await assertMails(stage, standing, email, ['mail-verify-email'])
  const code = codeIn(mail!)
  await witness.submit({ code: otherThan(code) })
  await witness.submit({}, { form: 1 })
  await witness.submit({ code })
  await finish(witness, /flow=/)
  await assertMails(stage, standing, email, ['mail-verify-email', 'mail-account-registered'])

  await begin(person)
  await assertMails(stage, standing, email, [
    'mail-verify-email',
    'mail-account-registered',
    'mail-already-registered',
  ])

  const other = `other-${email}`
  await begin({ ...person, email: other })
  const [link] = await assertMails(stage, standing, other, ['mail-verify-email'])
  const elsewhere = new Witness(stage, standing)
  await elsewhere.visit(linkIn(link!))
  await elsewhere.submit({ password: 'wrong password' })
  await elsewhere.submit({ password: PASSWORD })
  await finish(elsewhere, new RegExp(`${SIGN_IN}\\?runtime=true`))
  await elsewhere.visit(linkIn(link!))
  await assertMails(stage, standing, other, ['mail-verify-email', 'mail-account-registered'])
}
