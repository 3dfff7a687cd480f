import { setTimeout as sleep } from 'node:timers/promises'
import { ISSUER_PATH } from '../src/identity/identity.ts'
import { addAccount, addApplication, PASSWORD } from '../test/support/people.ts'
import { Person } from '../test/support/person.ts'
import { type TestService, testService } from '../test/support/service.ts'
import { type Received, startSmtp, type TestSmtp } from '../test/support/smtp.ts'
import type { Row } from './measure.ts'

const OWNER = 'owner@example.com'
/** Strangers know the password of this one, and a second factor is asked for. */
const CAREFUL = 'careful@example.com'
const CALLBACK = 'https://app.example.com/callback'
const SIGN_IN = '/idaas/mtfim/sps/idaas/login?runtime=true'
const REGISTRATION = '/flows/?reference=registration'
/** The pause of an attacker between two requests. */
const PAUSE_MS = 500
/** The pause of the owner between two visits. */
const VISIT_MS = 5_000
const MAIL_MS = 60_000

interface Battlefield {
  readonly service: TestService
  readonly smtp: TestSmtp
  readonly tally: { guesses: number; judged: number; refused: number }
  /** Where an application that asks for a second factor sends people. */
  readonly demanding: string
  /** The address that the owner registers next: strangers know it. */
  newcomer: number
  over: boolean
}

/** One attacker for each class of networks: an address by the number of its turn. */
const NETWORKS: Readonly<Record<string, (turn: number) => string>> = {
  'one IPv4 address': () => '203.0.113.1',
  'an IPv4 /24': turn => `203.0.114.${turn & 255}`,
  'IPv4 /24s': turn => `203.${16 + ((turn >> 8) & 15)}.${turn & 255}.9`,
  'a /64': turn => `2001:db8:1:1::${hex(turn)}`,
  'the /64s of a /56': turn => `2001:db8:2:${hex(turn & 0xff)}::1`,
  'the /56s of a /48': turn => `2001:db8:3:${hex((turn & 0xff) << 8)}::1`,
  '/48s': turn => `2001:db8:${hex(0x100 + turn)}::1`,
}

/**
 * For so many minutes, scripts from networks of all classes guess the owner's password, spray others, use up second-factor
 * codes, and ask for mails to the owner's addresses. Meanwhile the owner signs in on new devices, gives a second factor on
 * a known one, recovers and registers, each time from another network. Every first try has to succeed.
 */
export async function siegeRows(minutes: number): Promise<Row[]> {
  const smtp = await startSmtp()
  const service = await testService('SQLite', {
    TABARD_TRUSTED_PROXIES: 'loopback',
    TABARD_SMTP_URL: smtp.url,
  })
  const tally = { guesses: 0, judged: 0, refused: 0 }
  const demanding = await demandingApplication(service)
  const field: Battlefield = { service, smtp, tally, demanding, newcomer: 0, over: false }
  try {
    for (const email of [OWNER, CAREFUL]) await addAccount(service, { email })
    const device = await firstCode(field)
    const attacks = Promise.allSettled(Object.values(NETWORKS).map(network => attack(field, network)))
    await sleep(Math.min(30_000, (minutes * 60_000) / 4))
    const through = await ownersVisits(field, device, Date.now() + minutes * 60_000)
    field.over = true
    for (const one of await attacks) if (one.status === 'rejected') throw one.reason
    return [
      ...Object.entries(through).map(([name, { visits, first }]) => ({
        name: `owner ${name} at the first try, during ${minutes} minutes of attack`,
        ours: `${first} of ${visits}`,
        peer: '',
        ratio: '',
        bound: 'all',
        holds: visits > 0 && first === visits,
      })),
      {
        name: 'guesses of the attackers that were judged',
        ours: `${tally.judged} of ${tally.guesses}`,
        peer: `${tally.refused} mails refused`,
        ratio: '',
        bound: '–',
        holds: undefined,
      },
    ]
  } finally {
    field.over = true
    await service.stop()
    await smtp.stop()
  }
}

/** One attacker: guesses, polls and asks for mails. */
async function attack(field: Battlefield, network: (turn: number) => string): Promise<void> {
  for (let turn = 0; !field.over; turn++) {
    const address = network(turn)
    const newcomer = newcomerAddress(field.newcomer + (turn % 3))
    const acts = [
      () => guess(field, OWNER, address),
      () => guess(field, OWNER, address),
      () => guess(field, `person-${turn}@example.com`, address),
      () => mailed(field, recovery, OWNER, address),
      () => mailed(field, registration, newcomer, address),
      () => mailed(field, recovery, newcomer, address),
      () => mailed(field, registration, OWNER, address),
      () => guessCode(field, address),
    ]
    await acts[turn % acts.length]!()
    await sleep(PAUSE_MS)
  }
}

type Asks = (field: Battlefield, to: string, address: string) => Promise<Person>

async function mailed(field: Battlefield, asks: Asks, to: string, address: string): Promise<void> {
  const person = await asks(field, to, address)
  if (/Too many attempts/.test(person.shown!.html)) field.tally.refused += 1
}

/** A wrong second-factor code, by somebody who knows the password. */
async function guessCode(field: Battlefield, address: string): Promise<void> {
  const person = await askedForCode(field, address)
  if (/otp\.user\.otp/.test(person.shown!.html)) await person.submit({ 'otp.user.otp': '000000' })
}

async function guess({ service, tally }: Battlefield, username: string, address: string): Promise<void> {
  const person = at(service, address)
  await person.visit(SIGN_IN)
  const page = await person.submit({ username, password: `guess ${tally.guesses}` })
  tally.guesses += 1
  if (!/Too many attempts/.test(page.html)) tally.judged += 1
}

async function ownersVisits(field: Battlefield, device: string, end: number) {
  const through = {
    'signs in on a new device': { visits: 0, first: 0 },
    'gives a second factor on a known device': { visits: 0, first: 0 },
    'recovers the password': { visits: 0, first: 0 },
    registers: { visits: 0, first: 0 },
  }
  let password = PASSWORD
  for (let visit = 0; Date.now() < end; visit++) {
    const next = `new quiet lamp ${visit}`
    // A network that nobody was in before, of either kind.
    const address =
      visit % 2 === 0 ? `100.${64 + (visit >> 8)}.${visit & 255}.7` : `2001:db9:${hex(visit)}::7`
    const [name, succeeds] = (
      [
        ['signs in on a new device', () => signsIn(field, password, address)],
        ['recovers the password', () => recovers(field, next, address)],
        ['signs in on a new device', () => signsIn(field, password, address)],
        ['registers', () => registers(field, address)],
        ['gives a second factor on a known device', () => givesCode(field, device, address)],
      ] as const
    )[visit % 5]!
    through[name].visits += 1
    if (await succeeds()) through[name].first += 1
    if (name === 'recovers the password') password = next
    await sleep(VISIT_MS)
  }
  return through
}

async function signsIn({ service }: Battlefield, password: string, address: string): Promise<boolean> {
  const person = at(service, address)
  await person.visit(SIGN_IN)
  return (await person.submit({ username: OWNER, password })).heading === 'You are signed in'
}

async function givesCode(field: Battlefield, device: string, address: string): Promise<boolean> {
  const before = field.smtp.mails.length
  const person = await askedForCode(field, address, device)
  // Strangers ask for codes too: page and mail show the same number.
  const [, reference] = /reference <strong>(\d+)</.exec(person.shown!.html) ?? []
  if (reference === undefined) return false
  const mail = await mailSince(field, before, CAREFUL, 'Your one-time code', `page: ${reference}`)
  if (mail === undefined) return false
  await person.submit({ 'otp.user.otp': /\b\d{6}\b/.exec(mail.text)![0] })
  return person.left?.startsWith(CALLBACK) ?? false
}

/** Gives a second factor for the first time, before anybody attacks; answers with what the browser keeps of it. */
async function firstCode(field: Battlefield): Promise<string> {
  const person = await askedForCode(field, '100.127.0.7')
  const mail = await mailSince(field, 0, CAREFUL, 'Your one-time code')
  await person.submit({ 'otp.user.otp': /\b\d{6}\b/.exec(mail!.text)![0] })
  return person.cookie('tabard-device')!
}

async function askedForCode(
  { service, demanding }: Battlefield,
  address: string,
  device?: string,
): Promise<Person> {
  const person = at(service, address)
  if (device !== undefined) person.setCookie('tabard-device', device)
  await person.visit(demanding)
  await person.submit({ username: CAREFUL, password: PASSWORD })
  return person
}

async function demandingApplication(service: TestService): Promise<string> {
  const settings = { name: 'Travel', redirects: [CALLBACK], secondFactor: true }
  const { id } = await addApplication(service, settings)
  const query = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK }
  return `${ISSUER_PATH}/authorize?${new URLSearchParams(query)}`
}

async function recovers(field: Battlefield, password: string, address: string): Promise<boolean> {
  const before = field.smtp.mails.length
  const person = await recovery(field, OWNER, address)
  if (person.shown!.heading !== 'Check your inbox') return false
  const mail = await mailSince(field, before, OWNER, 'Reset your password')
  if (mail === undefined) return false
  await person.visit(/https?:\/\/[^\s)]+/.exec(mail.text)![0])
  await person.submit({ newpassword: password, confirmpassword: password })
  return /new password/.test(person.shown!.html) && person.shown!.alert === ''
}

/** Strangers have mails sent to the same address, so the owner finds several, and takes the codes in turn. */
async function registers(field: Battlefield, address: string): Promise<boolean> {
  const email = newcomerAddress(field.newcomer)
  let before = field.smtp.mails.length
  const person = await registration(field, email, address)
  field.newcomer += 1
  for (let code = 0; code < 5 && person.shown!.heading === "Let's verify your email"; code++) {
    const mail = await mailSince(field, before, email, 'Verify your email address')
    if (mail === undefined) return false
    before = field.smtp.mails.indexOf(mail) + 1
    const page = await person.submit({ code: /\b\d{6}\b/.exec(mail.text)![0] })
    if (page.heading !== "Let's verify your email") return page.status === 200
  }
  return false
}

async function recovery({ service }: Battlefield, username: string, address: string): Promise<Person> {
  const person = at(service, address)
  await person.visit(`${SIGN_IN}&operation=forgot_password`)
  await person.submit({ username })
  return person
}

async function registration({ service }: Battlefield, email: string, address: string): Promise<Person> {
  const person = at(service, address)
  await person.visit(REGISTRATION)
  await person.submit({ given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD })
  return person
}

async function mailSince(
  { smtp }: Battlefield,
  from: number,
  to: string,
  subject: string,
  holding = '',
): Promise<Received | undefined> {
  const fits = (mail: Received) => mail.to === to && mail.subject === subject && mail.text.includes(holding)
  for (const end = Date.now() + MAIL_MS; Date.now() < end; await sleep(100)) {
    const mail = smtp.mails.slice(from).find(fits)
    if (mail !== undefined) return mail
  }
  return undefined
}

function at({ url }: TestService, address: string): Person {
  return new Person(url, { 'x-forwarded-for': address })
}

function hex(number: number): string {
  return number.toString(16)
}

function newcomerAddress(number: number): string {
  return `newcomer-${number}@example.com`
}
