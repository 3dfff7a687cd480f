import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { recoveryCodeKey } from '../../src/identity/factors/totp.ts'
import { FIRST_TENANT, ISSUER_PATH, type Profile, SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { Sessions } from '../../src/identity/sessions/sessions.ts'
import { TenantKeys } from '../../src/identity/tenancy/keys.ts'
import { type Journey, Seals } from '../../src/identity/tenancy/seals.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { randomText } from '../../src/random.ts'
import type { Surroundings } from '../../src/server.ts'
import type { ShortLived, TenantStore } from '../../src/store/store.ts'
import type { EngineName } from '../support/database.ts'
import { addAccount, addApplication, type Household, PASSWORD } from '../support/people.ts'
import { Person, type Shown } from '../support/person.ts'
import { type TestService, testService } from '../support/service.ts'
import { type Received, startSmtp, type TestSmtp } from '../support/smtp.ts'
import { executed } from '../support/store.ts'

/** Where people sign in, and where their mails arrive. */
export interface Ground {
  readonly service: Household & Pick<TestService, 'url' | 'database'>
  readonly smtp: TestSmtp
  readonly store: TenantStore
}

/** A service that sends its mails to a mail server of its own. */
export interface Stage extends Ground {
  readonly service: TestService
  /** Stops the clock of the service until it is started: a wait of a second does not end, however busy the machine is. */
  stopClock(): void
  startClock(): void
  stop(): Promise<void>
}

export async function stageOf(
  engine: EngineName,
  environment: Record<string, string> = {},
  surroundings: Surroundings = {},
): Promise<Stage> {
  const smtp = await startSmtp()
  const { now = Date.now } = surroundings
  let stoppedAt: number | undefined
  const service = await testService(
    engine,
    { TABARD_SMTP_URL: smtp.url, ...environment },
    { ...surroundings, now: () => stoppedAt ?? now() },
  )
  return {
    service,
    smtp,
    store: service.service.store.tenant(FIRST_TENANT),
    stopClock() {
      stoppedAt = now()
    },
    startClock() {
      stoppedAt = undefined
    },
    async stop() {
      await service.stop()
      await smtp.stop()
    },
  }
}

/** Somebody with an account. */
export interface Resident {
  readonly id: string
  readonly userName: string
}

let residents = 0

/** Adds an account whose address nobody has, with PASSWORD. */
export async function resident(
  { service }: Ground,
  profile: Profile = {},
  how: { password?: string; temporary?: boolean } = {},
): Promise<Resident> {
  residents += 1
  const email = `resident-${residents}@example.com`
  const whole = { email, ...profile }
  return { id: await addAccount(service, whole, how), userName: whole.userName ?? whole.email! }
}

/** Somebody with an account and an authenticator app. */
export async function enrolledResident(stage: Ground, recoveryCodes: readonly string[] = []) {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const who = await resident(stage)
  await stage.store.write(async tx => {
    await tx.factors.setAuthenticator(who.id, { secret, usedStep: 0 })
    const hashes = recoveryCodes.map(code => secretHash(recoveryCodeKey(code)))
    await tx.factors.setRecoveryCodes(who.id, hashes)
  })
  return { ...who, secret }
}

/** A browser without a past. */
export function browser({ service }: Ground, headers: Record<string, string> = {}): Person {
  return new Person(service.url, headers)
}

/** Opens the sign-in page. */
export async function opened(stage: Ground, query = ''): Promise<Person> {
  const person = browser(stage)
  await person.visit(`${SIGN_IN}?runtime=true${query}`)
  return person
}

/** Signs in with the password, as far as that leads. */
export async function signIn(
  person: Person,
  { userName }: Pick<Resident, 'userName'>,
  password = PASSWORD,
): Promise<Shown> {
  await person.visit(`${SIGN_IN}?runtime=true`)
  return await person.submit({ username: userName, password })
}

/** Somebody who is signed in, as if by the password: giving it each time would take most of the time of the tests. */
export async function signedIn(stage: Ground, who: Resident, known = randomText()): Promise<Person> {
  const limits = { idleMs: 3_600_000, absoluteMs: 3_600_000 }
  const sessions = new Sessions(stage.service.service.store, limits, stage.store.now)
  const begin = {
    account: who.id,
    proofs: { pwd: stage.store.now() },
    browser: known,
    before: undefined,
  } as const
  const session = await stage.store.write(tx => sessions.begin(tx, begin))
  const person = browser(stage)
  person.setCookie('tabard-browser', known)
  person.setCookie('tabard-session', session)
  assert.equal(await isSignedIn(person), true)
  return person
}

export async function isSignedIn(person: Person): Promise<boolean> {
  return (await person.visit(`${SIGN_IN}?runtime=true`)).heading === 'You are signed in'
}

/** Fills in the first form of the page and sends it, without following where that leads. */
export async function post(
  person: Person,
  fields: Readonly<Record<string, string>>,
  { headers = {}, action }: { headers?: Record<string, string>; action?: string } = {},
): Promise<Response> {
  const form = person.shown!.forms[0]!
  return await person.send('POST', action ?? form.action, { ...form.fields, ...fields }, headers)
}

/** The session that an answer begins. */
export function sessionSet(answer: Response): string | undefined {
  const line = answer.headers.getSetCookie().find(cookie => /^(?:__Host-Http-)?tabard-session=/.test(cookie))
  return line && /=([^;]*)/.exec(line)![1]!
}

/** A page says that it cannot go on, and nobody is signed in. */
export async function assertRefused(answer: Response, heading = 'We could not sign you in'): Promise<void> {
  assert.equal(answer.status, 403)
  assert.equal(sessionSet(answer), undefined)
  assert.match(answer.headers.get('content-type')!, /^text\/html/)
  assert.match(await answer.text(), new RegExp(`<h1>${heading}</h1>`))
}

/** Checks that a form did not sign anybody out, and leads to the question whether to. */
export function assertAsked(answer: Response): void {
  assert.deepEqual([answer.status, sessionSet(answer)], [303, undefined])
  assert.match(answer.headers.get('location')!, new RegExp(`^${SIGN_OUT}\\?`))
}

/** The flow that the first form of a page goes on with. */
export function flowOf({ forms }: Pick<Shown, 'forms'>): string {
  return new URLSearchParams(forms[0]!.action.split('?')[1]).get('flow')!
}

/** Changes what is kept of something whose secret is known, such as to let time pass for it. */
export async function alter(
  { store }: Pick<Ground, 'store'>,
  kind: 'SignIn' | 'Session' | 'SourceProvided' | 'Recovery' | 'VerifyLink',
  secret: string,
  change: (record: ShortLived) => Partial<ShortLived>,
): Promise<void> {
  const record = await store.records.get(kind, secretHash(secret))
  assert.ok(record, `there is a ${kind}`)
  await store.write(tx => tx.records.keep({ ...record, ...change(record) }))
}

/** What a session holds. */
export interface HeldSession {
  readonly proofs: Record<string, number>
  readonly startedAt: number
  readonly seenAt: number
}

/** Changes somebody's session, such as to let time pass for it. */
export async function alterSession(
  stage: Pick<Ground, 'store'>,
  person: Pick<Person, 'cookie'>,
  change: (session: HeldSession) => Partial<HeldSession>,
): Promise<void> {
  await alter(stage, 'SignIn', person.cookie('tabard-session')!, ({ payload }) => {
    const session = JSON.parse(payload) as HeldSession
    return { payload: JSON.stringify({ ...session, ...change(session) }) }
  })
}

/** Lets so much time pass since somebody signed in, while they were there. */
export async function letPass(
  stage: Pick<Ground, 'store'>,
  person: Pick<Person, 'cookie'>,
  milliseconds: number,
): Promise<void> {
  await alterSession(stage, person, ({ proofs, startedAt }) => ({
    startedAt: startedAt - milliseconds,
    proofs: Object.fromEntries(Object.entries(proofs).map(([proof, at]) => [proof, at - milliseconds])),
  }))
}

/** Seals as the service makes them. */
export function sealsOf({ service }: Ground): Seals {
  return new Seals(new TenantKeys(service.service.store, Date.now), Date.now)
}

/** The journey that somebody is on, by the page in front of them. */
export async function journeyOf(stage: Ground, person: Person): Promise<Journey> {
  const seals = sealsOf(stage)
  const journey = await seals.opened(FIRST_TENANT, person.cookie('tabard-browser')!, flowOf(person.shown!))
  assert.ok(journey, 'the page belongs to a flow')
  return journey
}

/** What is kept of it. */
export async function stateOf(stage: Ground, person: Person): Promise<ShortLived> {
  const { id } = await journeyOf(stage, person)
  const record = await stage.store.records.get('Flow', secretHash(id))
  assert.ok(record, 'the flow has a state')
  return record
}

/** Changes the state of somebody's flow. */
export async function alterFlow(
  stage: Ground,
  person: Person,
  change: (state: { challenge: Record<string, unknown> }) => object,
): Promise<void> {
  const record = await stateOf(stage, person)
  const state = JSON.parse(record.payload)
  await stage.store.write(tx =>
    tx.records.keep({ ...record, payload: JSON.stringify({ ...state, ...change(state) }) }),
  )
}

/** Lets the time pass until another code may be asked for. */
export async function letAskAgain(stage: Ground, person: Person): Promise<void> {
  await alterFlow(stage, person, ({ challenge }) => ({
    challenge: { ...challenge, againAt: stage.store.now() },
  }))
  // By then the same form is a new one.
  await removed(stage, `delete from short_lived where kind = 'Repeat'`)
}

/** Lets the time of a code run out. */
export async function expireCode(stage: Ground, person: Person): Promise<void> {
  await alterFlow(stage, person, ({ challenge }) => ({
    challenge: { ...challenge, expiresAt: stage.store.now() },
  }))
}

/** Lets so much time pass that no try is remembered. */
export async function forgetTries(stage: Ground): Promise<void> {
  await removed(stage, 'delete from tries')
}

async function removed({ service }: Ground, statement: string): Promise<void> {
  for (;;) {
    try {
      return await executed(service.database, statement)
    } catch (error) {
      // SQLite has one writer at a time, and the service may be writing.
      if (!/locked/.test(String(error))) throw error
      await sleep(5)
    }
  }
}

/** What happened to an account, the first thing first. */
export async function eventsOf({ store }: Ground, { id }: Pick<Resident, 'id'>): Promise<string[]> {
  return (await store.audit.list({ limit: 1_000, account: id })).map(({ event }) => event).reverse()
}

/** The next mail to somebody, about something. */
export async function mailTo({ smtp }: Ground, address: string, subject?: string): Promise<Received> {
  const wanted = subject === undefined ? undefined : `${subject} – Tabard`
  return await smtp.next(mail => mail.to === address && (wanted ?? mail.subject) === mail.subject)
}

export function codeIn({ text }: Pick<Received, 'text'>): string {
  return /\b\d{6}\b/.exec(text)![0]
}

export function linkIn({ text }: Pick<Received, 'text'>): string {
  return /https?:\/\/[^\s)]+/.exec(text)![0]
}

/** A code that is another one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

/**
 * The code that an authenticator app shows, now or so many steps of half a minute away. One of the step before may be too old
 * by the time it is sent.
 */
export function appCode(secret: string, away = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map(character => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(character).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + away))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

/** An application, and where it sends people to sign in. */
export async function application(
  { service }: Ground,
  settings: Partial<Parameters<typeof addApplication>[1]> = {},
): Promise<{ id: string; secret: string; address: string }> {
  const redirect = 'https://app.example.com/callback'
  const made = await addApplication(service, { name: 'Travel', redirects: [redirect], ...settings })
  const query = new URLSearchParams({
    client_id: made.id,
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    state: 'kept',
  })
  return { id: made.id, secret: made.clientSecret!, address: `${ISSUER_PATH}/authorize?${query}` }
}

/** That the browser was sent back to the application, with a code. */
export function assertSentBack(person: Person): void {
  assert.equal(person.steps.at(-1)?.status, 303)
  assert.match(person.left ?? 'nowhere', /^https:\/\/app\.example\.com\/callback\?code=[\w-]+&state=kept/)
}
