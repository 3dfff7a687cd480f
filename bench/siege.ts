import { setTimeout as sleep } from 'node:timers/promises'
import { addAccount, PASSWORD } from '../test/support/people.ts'
import { Person } from '../test/support/person.ts'
import { type TestService, testService } from '../test/support/service.ts'
import { type Received, startSmtp, type TestSmtp } from '../test/support/smtp.ts'
import type { Row } from './measure.ts'

const OWNER = 'owner@example.com'
const SIGN_IN = '/idaas/mtfim/sps/idaas/login?runtime=true'
const REGISTRATION = '/flows/?reference=registration'
/** Attacks at once, and the pause of each between two requests. */
const ATTACKERS = 8
const PAUSE_MS = 500
/** The pause of the owner between two visits. */
const VISIT_MS = 5_000
const MAIL_MS = 60_000

interface Battlefield {
  readonly service: TestService
  readonly smtp: TestSmtp
  readonly tally: { guesses: number; judged: number; refused: number }
  /** The address that the owner registers next: strangers know it. */
  newcomer: number
  over: boolean
}

/**
 * For so many minutes, scripts from many networks guess the owner's password, spray others, and ask for mails to the
 * owner's addresses, while the owner signs in on a new device, recovers and registers, each time from another network.
 */
export async function siegeRows(minutes: number): Promise<Row[]> {
  const smtp = await startSmtp()
  const service = await testService('SQLite', {
    TABARD_TRUSTED_PROXIES: 'loopback',
    TABARD_SMTP_URL: smtp.url,
  })
  const tally = { guesses: 0, judged: 0, refused: 0 }
  const field: Battlefield = { service, smtp, tally, newcomer: 0, over: false }
  try {
    await addAccount(service, { email: OWNER })
    const attacks = Promise.allSettled(Array.from({ length: ATTACKERS }, (_, index) => attack(field, index)))
    await sleep(Math.min(30_000, (minutes * 60_000) / 4))
    const through = await ownersVisits(field, Date.now() + minutes * 60_000)
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

/** One attacker: guesses, polls and asks for mails, from fixed networks and from new ones. */
async function attack(field: Battlefield, index: number): Promise<void> {
  for (let turn = 0; !field.over; turn++) {
    const address = attackersNetwork(index, turn)
    switch (turn % 4) {
      case 0:
      case 1:
        await guess(field, OWNER, address)
        break
      case 2:
        await guess(field, `person-${turn}@example.com`, address)
        break
      default: {
        const asked = index % 2 === 0 ? recovery : registration
        const to = index % 4 < 2 ? OWNER : newcomerAddress(field.newcomer + (turn % 3))
        const person = await asked(field, to, address)
        if (/Too many tries/.test(person.shown!.html)) field.tally.refused += 1
      }
    }
    await sleep(PAUSE_MS)
  }
}

/** Half of them poll from one network, the others come from fresh ones: /64s of a /48, or IPv4 addresses of a few blocks. */
function attackersNetwork(index: number, turn: number): string {
  if (index % 2 === 0) return `203.0.113.${index + 1}`
  const wide = index % 4 === 1
  return wide
    ? `2001:db8:${index}:${(turn & 0xffff).toString(16)}::1`
    : `203.${index}.${turn % 16}.${turn & 255}`
}

async function guess({ service, tally }: Battlefield, username: string, address: string): Promise<void> {
  const person = at(service, address)
  await person.visit(SIGN_IN)
  const page = await person.submit({ username, password: `guess ${tally.guesses}` })
  tally.guesses += 1
  if (!/Too many tries/.test(page.html)) tally.judged += 1
}

async function ownersVisits(field: Battlefield, end: number) {
  const through = {
    'signs in on a new device': { visits: 0, first: 0 },
    'recovers the password': { visits: 0, first: 0 },
    registers: { visits: 0, first: 0 },
  }
  let password = PASSWORD
  for (let visit = 0; Date.now() < end; visit++) {
    const next = `new quiet lamp ${visit}`
    // A network that nobody was in before.
    const address = `100.${64 + (visit >> 8)}.${visit & 255}.7`
    const [name, succeeds] = (
      [
        ['signs in on a new device', () => signsIn(field, password, address)],
        ['recovers the password', () => recovers(field, next, address)],
        ['signs in on a new device', () => signsIn(field, password, address)],
        ['registers', () => registers(field, address)],
      ] as const
    )[visit % 4]!
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
): Promise<Received | undefined> {
  for (const end = Date.now() + MAIL_MS; Date.now() < end; await sleep(100)) {
    const mail = smtp.mails.slice(from).find(mail => mail.to === to && mail.subject === subject)
    if (mail !== undefined) return mail
  }
  return undefined
}

function at({ url }: TestService, address: string): Person {
  return new Person(url, { 'x-forwarded-for': address })
}

function newcomerAddress(number: number): string {
  return `newcomer-${number}@example.com`
}
