import assert from 'node:assert/strict'
import { changeRules } from '../../src/governance/governance.ts'
import {
  APPS,
  askingAddress,
  ISSUER_PATH,
  removeSource,
  SIGN_IN,
  SIGN_OUT,
  SOURCES,
} from '../../src/identity/identity.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import { sourced } from './source-steps.ts'
import {
  alterFlow,
  appCode,
  application,
  assertSentBack,
  codeIn,
  enrolledResident,
  linkIn,
  mailTo,
  otherThan,
  resident,
  type Stage,
  signedIn,
} from './steps.ts'

const NEXT = 'seven green bottles'
const RECOVERY = 'p4tw-81kc-n0qz-7v3e'
export const HOME = `${SIGN_IN}?runtime=true`

/** A service, and the addresses of applications: one asks for consent, the other for a second factor. */
interface Ground {
  readonly stage: Stage
  readonly travel: string
  readonly bank: string
}

type Walk = (ground: Ground) => Promise<void>

/** What the page in front of somebody lacks: for everybody, or for some people only. */
function mark({ shown }: Person, name: 'broken' | 'lacking'): string {
  return new RegExp(`<meta name="${name}" content="([^"]*)">`).exec(shown!.html)?.[1] ?? ''
}

/** Sends a form that a browser would show and send: the first one, or the one with a button. */
async function sent(person: Person, fields: Record<string, string>, button?: string): Promise<void> {
  const { forms, url } = person.shown!
  const form =
    button === undefined ? forms[0] : forms.find(one => one.buttons.some(({ text }) => text === button))
  assert.equal(form?.method, 'post', `${url} ${button ?? ''}`)
  assert.equal(mark(person, 'broken'), '')
  if (button !== undefined) assert.doesNotMatch(mark(person, 'lacking'), /form/)
  await person.submit(fields, button === undefined ? {} : { button })
}

/** The page says what is wrong, where people can see it. */
function told(person: Person, problem: RegExp): void {
  assert.match(person.shown!.alert, problem)
  assert.doesNotMatch(mark(person, 'lacking'), /error/)
}

/** Signs in with a wrong and the right password, and out again. */
export async function signingIn({ stage }: Pick<Ground, 'stage'>, query = ''): Promise<void> {
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

const changing: Walk = async ({ stage }) => {
  const person = await signedIn(stage, await resident(stage))
  await person.visit(`${HOME}&operation=change_password`)
  const fields = { newpassword: NEXT, confirmpassword: NEXT }
  await sent(person, { ...fields, oldpassword: 'not it' })
  told(person, /current password is incorrect/)
  await sent(person, { ...fields, oldpassword: PASSWORD })
  assert.match(person.shown!.html, /Your password was changed/)
}

const detailing: Walk = async ({ stage }) => {
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

const forgetting: Walk = async ({ stage }) => {
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

const proving: Walk = async ({ stage, bank }) => {
  const { secret, ...who } = await enrolledResident(stage, [RECOVERY])
  const person = await signedIn(stage, who)
  await person.visit(bank)
  await sent(person, { 'otp.user.otp': otherThan(appCode(secret)) })
  told(person, /code is incorrect/)
  await sent(person, {}, 'Use another method')
  // Asking for too many codes leads back to the choice.
  await alterFlow(stage, person, () => ({ problem: { label: 'SIGNIN_WAIT', values: { SECONDS: '30' } } }))
  await person.visit(person.shown!.url)
  told(person, /Please wait 30 seconds/)
  await sent(person, { 'otp.user.otp-method.id': 'recovery' })
  await sent(person, { 'otp.user.otp': 'aaaa-bbbb-cccc-dddd' })
  told(person, /code is incorrect/)
  await sent(person, {}, 'Use another method')
  await sent(person, { 'otp.user.otp-method.id': 'totp' })
  await sent(person, {}, 'Use another method')
  await sent(person, { 'otp.user.otp-method.id': 'recovery' })
  await sent(person, { 'otp.user.otp': RECOVERY })
  assertSentBack(person)
}

/** A code by mail, for somebody who sets up an app elsewhere before typing it. */
const receiving: Walk = async ({ stage, bank }) => {
  const { id, userName } = await resident(stage)
  const person = new Person(stage.service.url)
  await person.visit(bank)
  await sent(person, { username: userName, password: PASSWORD })
  const code = codeIn(await mailTo(stage, userName))
  await sent(person, { 'otp.user.otp': otherThan(code) })
  told(person, /code is incorrect/)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  await stage.store.write(async tx => {
    await tx.factors.setAuthenticator(id, { secret, usedStep: 0 })
    await tx.factors.setRecoveryCodes(id, ['a hash'])
  })
  await person.visit(person.shown!.url)
  await sent(person, {}, 'Use another method')
  await sent(person, { 'otp.user.otp-method.id': 'totp' })
  await sent(person, { 'otp.user.otp': appCode(secret) })
  assertSentBack(person)
}

const enrolling: Walk = async ({ stage }) => {
  const who = await resident(stage)
  const person = await signedIn(stage, who)
  await person.visit(`${HOME}&operation=enroll`)
  await sent(person, { 'otp.user.otp-method.id': 'email' })
  await sent(person, { 'otp.user.otp': codeIn(await mailTo(stage, who.userName)) })
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

/** A second factor that cannot be given: the account was disabled, or its password was recovered by mail just now. */
const stranding: Walk = async ({ stage, bank }) => {
  const { id, userName } = await resident(stage)
  const person = new Person(stage.service.url)
  const entering = async () => {
    await person.visit(bank)
    await sent(person, { username: userName, password: PASSWORD })
  }
  await entering()
  await stage.store.write(tx => tx.accounts.update(id, { status: 'disabled' }))
  await person.visit(person.shown!.url)
  told(person, /too old/)
  await stage.store.write(tx => tx.accounts.update(id, { status: 'active', recoveredAt: Date.now() }))
  await entering()
  told(person, /email/)
}

const agreeing: Walk = async ({ stage, travel }) => {
  const person = await signedIn(stage, await resident(stage))
  const enter = `${travel}&scope=openid+profile+email`.replace('scope=openid&', '')
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

const choosing: Walk = async ({ stage, travel }) => {
  const who = await resident(stage)
  const person = await signedIn(stage, who)
  const asked = `${travel}&prompt=select_account`
  await person.visit(asked)
  assert.equal(person.shown!.heading, 'Choose an account')
  await sent(person, {}, 'Use another account')
  assert.equal(person.shown!.heading, 'Sign in')
  await person.visit(asked)
  await sent(person, {}, `Continue as ${who.userName}`)
  await sent(person, {}, 'Allow')
  assertSentBack(person)
}

const shutOut: Walk = async ({ stage }) => {
  const { id, address } = await application(stage, { name: 'Vault' })
  await stage.store.write(tx => tx.applications.update(id, { access: 'request' }))
  const person = await signedIn(stage, await resident(stage))
  await person.visit(address)
  await sent(person, {}, 'Use another account')
  assert.equal(person.shown!.heading, 'Sign in')
  await person.visit(address)
  await sent(person, {}, 'Request access')
  assert.match(person.shown!.heading, /^Request access to/)
  await person.visit(address)
  await sent(person, {}, 'Back to Vault')
  assert.match(person.left!, /error=access_denied/)
}

const requesting: Walk = async ({ stage }) => {
  const [alex, robin] = [await resident(stage), await resident(stage)]
  const { id } = await application(stage, { name: 'Vault' })
  const settings = { mode: 'request', keepRecent: false, approvers: [robin.id] } as const
  await changeRules(stage.store, id, settings, { by: 'test', address: null })
  const person = await signedIn(stage, alex)
  await person.visit(APPS)
  assert.equal(person.shown!.heading, 'Your applications')
  await person.visit(askingAddress(id))
  await sent(person, { justification: '' })
  told(person, /Please give a reason/)
  await sent(person, { justification: 'For the audit.' })
  const approver = await signedIn(stage, robin)
  await approver.visit(new URL(person.shown!.url).pathname)
  await sent(approver, { comment: 'No.' }, 'Reject')
  assert.match(approver.shown!.html, /data-state="rejected"/)
}

const reviewing: Walk = async ({ stage }) => {
  const [alex, robin] = [await resident(stage), await resident(stage)]
  const { id: vault } = await application(stage, { name: 'Vault' })
  const { store } = stage
  const now = Date.now()
  const [campaign, review] = [store.newId(), store.newId()]
  await store.write(async tx => {
    await tx.campaigns.create(
      {
        ...{ id: campaign, name: 'Review', description: null, state: 'running', lasts: 86_400_000 },
        ...{ startsAt: now, endsAt: now + 86_400_000, reviewers: [], supervisors: [], openItems: 'keep' },
        ...{ signOff: true, remindDays: 0, escalateDays: 0, repeatMonths: 0, previous: null },
        ...{ createdAt: now, createdBy: 'test', startedAt: now, remindedAt: null, escalatedAt: null },
        ...{ endedAt: null, digest: null },
      },
      [{ id: store.newId(), position: 0, application: vault, name: 'Vault' }],
    )
    const reviewer = { id: robin.id, userName: robin.userName }
    await tx.reviews.create({ id: review, campaign, position: 0, reviewer, former: null, reason: null })
    await tx.reviews.addItems([
      {
        ...{ campaign, position: 0, review, account: alex.id, userName: alex.userName, since: now, ways: [] },
        ...{ givenName: null, familyName: null, supervisor: undefined, lastSignIn: null, lastDecision: null },
      },
    ])
  })
  const person = await signedIn(stage, robin)
  await person.visit(`/access/reviews/${review}`)
  await sent(person, {}, 'Keep access')
  told(person, /select at least one person/)
  await sent(person, { 'item-0': alex.id }, 'Keep access')
  assert.match(person.shown!.html, /data-state="keep"/)
  await sent(person, {}, 'Sign off')
  await sent(person, {}, 'Sign off')
  assert.match(person.shown!.html, /data-state="signed"/)
}

const registering: Walk = async ({ stage }) => {
  const fields = newcomer()
  const person = new Person(stage.service.url)
  await person.visit(REGISTRATION)
  await sent(person, { ...fields, email: 'none' })
  assert.match(person.shown!.html, /field-error[^>]*>[^<]+</)
  await sent(person, fields)
  await sent(person, { code: codeIn(await mailTo(stage, fields.email, 'Verify your email address')) })
  assert.equal(person.shown!.heading, 'Your email is verified')
}

const failing: Walk = async ({ stage }) => {
  const person = new Person(stage.service.url)
  for (const address of [
    `${HOME}&flow=x`,
    `${HOME}&recover=x`,
    `${ISSUER_PATH}/authorize?client_id=x`,
    '/nowhere',
  ]) {
    await person.visit(address)
    told(person, /./)
  }
}

/** Comes from an identity source, and links the account by the password. */
const linking: Walk = async ({ stage }) => {
  const main = await sourced(stage)
  try {
    const { userName } = await resident(stage)
    const person = new Person(stage.service.url)
    await person.visit(HOME)
    const flow = new URL(person.shown!.forms[0]!.action, stage.service.url).searchParams.get('flow')!
    await person.visit(`/sources/${main.source.id}?flow=${encodeURIComponent(flow)}`)
    await person.visit(main.provider.grant(person.left!, { sub: userName }).redirect)
    await sent(person, { username: '' })
    told(person, /./)
    await sent(person, { username: userName })
    await person.submit({ username: userName, password: PASSWORD })
    assert.notEqual(await stage.store.identitySources.linked(main.source.id, userName), undefined)
    await person.visit(SOURCES)
    assert.match(person.shown!.html, new RegExp(main.source.name))
    assert.equal(mark(person, 'broken'), '')
  } finally {
    await removeSource(stage.store, main.source.id)
    await main.provider.stop()
  }
}

/** What people do, and the pages that they need on the way. */
export const WALKS: readonly (readonly [pages: readonly string[], walk: Walk])[] = [
  [['login', 'signed-in'], signingIn],
  [['change-password'], changing],
  [['profile', 'user-form', 'logout-confirm'], detailing],
  [['forgot-password', 'change-password-first'], forgetting],
  [['mfa-totp', 'mfa-choice', 'mfa-recovery-code'], proving],
  [['mfa-code'], receiving],
  [['mfa-enrollment', 'mfa-recovery-codes'], enrolling],
  [['mfa-error'], stranding],
  [['consent'], agreeing],
  [['account-choice'], choosing],
  [['no-access'], shutOut],
  [['apps', 'access-request', 'access-decision'], requesting],
  [['access-review'], reviewing],
  [['registration'], registering],
  [['link-account', 'account-links'], linking],
  [['login-error', 'token-error', 'oidc-error', 'error'], failing],
]
