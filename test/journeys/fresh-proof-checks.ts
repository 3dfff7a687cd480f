import assert from 'node:assert/strict'
import { ISSUER_PATH, SIGN_IN } from '../../src/identity/identity.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import {
  alterSession,
  appCode,
  type application,
  type Ground,
  type HeldSession,
  letPass,
  type Resident,
} from './steps.ts'

export const ENROL = `${SIGN_IN}?runtime=true&operation=enroll`
export const CHANGE_PASSWORD = `${SIGN_IN}?runtime=true&operation=change_password`
export const DETAILS = '/flows/?reference=profile'

const FIVE_MINUTES = 5 * 60_000

/** Lets every proof that somebody has given become just too old. */
export async function letProofsAge(stage: Ground, person: Person): Promise<void> {
  await letPass(stage, person, FIVE_MINUTES + 1_000)
}

/** That a page asks for the password of whoever is signed in, and for nothing else. */
export function assertPasswordAsked({ heading, forms, html }: Shown, { userName }: Resident): void {
  assert.equal(heading, 'Sign in')
  assert.equal(forms[0]!.fields.username, userName)
  assert.match(html, /<input [^>]*name="username"[^>]* readonly>/)
  assert.match(html, /Please enter your password to confirm that it is you\./)
  assert.match(html, /data-show="none">New here\?/)
}

/** Gives the password where it is asked for again. */
export async function confirmed(person: Person, who: Resident): Promise<Shown> {
  assertPasswordAsked(person.shown!, who)
  return await person.submit({ password: PASSWORD })
}

/** That a page asks for the code of the app, and offers no other way but a recovery code, if there are any. */
export function assertAppAsked({ html, forms }: Shown): void {
  assert.match(html, /Enter the code that your authenticator app shows/)
  assert.equal(forms[0]!.fields['otp.user.otp'], '')
}

/** Somebody who has an app gives both proofs again. */
export async function confirmedWithApp(
  person: Person,
  who: Resident & { secret: string },
  away = 0,
): Promise<Shown> {
  assertAppAsked(await confirmed(person, who))
  return await person.submit({ 'otp.user.otp': appCode(who.secret, away) })
}

/** What is kept of somebody's session. */
export async function sessionOf(stage: Ground, person: Person): Promise<HeldSession> {
  let held: HeldSession | undefined
  await alterSession(stage, person, session => {
    held = session
    return {}
  })
  return held!
}

/** When somebody signed in, in seconds since 1970, as an application is told. */
export async function authTime(
  { service }: Ground,
  person: Person,
  { id, secret, address }: Awaited<ReturnType<typeof application>>,
): Promise<number> {
  const answer = await person.send('GET', `${address}&prompt=none&max_age=1000000`)
  const code = new URL(answer.headers.get('location')!).searchParams.get('code')
  assert.ok(code, answer.headers.get('location')!)
  const response = await fetch(`${service.url}${ISSUER_PATH}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'https://app.example.com/callback',
      client_id: id,
      client_secret: secret,
    }),
  })
  const { id_token } = (await response.json()) as { id_token: string }
  return JSON.parse(Buffer.from(id_token.split('.')[1]!, 'base64url').toString()).auth_time
}

/** Whether an application that wants a sign-in of the last ten seconds gets an answer without a question. */
export async function passesMaxAge(person: Person, address: string): Promise<boolean> {
  const answer = await person.send('GET', `${address}&prompt=none&max_age=10`)
  return new URL(answer.headers.get('location')!).searchParams.get('error') !== 'login_required'
}

/** The key that the page shows for an app. */
export function secretOn({ html }: Shown): string {
  return /<code class="key" dir="ltr">([A-Z2-7 ]+)<\/code>/.exec(html)![1]!
}
