import { setTimeout as sleep } from 'node:timers/promises'
import { addAccount } from '../test/support/people.ts'
import type { Person } from '../test/support/person.ts'
import { testService } from '../test/support/service.ts'
import { startSmtp } from '../test/support/smtp.ts'
import type { Row } from './measure.ts'
import {
  askedForCode,
  at,
  CAREFUL,
  demandingApplication,
  type Field,
  hex,
  newcomerAddress,
  OWNER,
  recovery,
  registration,
  SIGN_IN,
} from './siege-field.ts'
import { firstCode, ownersVisits } from './siege-owner.ts'

/** The pause of an attacker between two requests. */
const PAUSE_MS = 500
const MINUTE = 60_000
const TOLD_MS = 5 * MINUTE
const WAIT = /Too many attempts/

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

/** What became of the acts of an attacker. */
interface Tally {
  acts: number
  guesses: number
  judged: number
  mails: number
  sent: number
  failed: number
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
    // Attackers, owner and service share a process here: how late it is says nothing about the service.
    TABARD_SHED_DELAY_MS: '0',
  })
  const tallies = Object.fromEntries(Object.keys(NETWORKS).map(name => [name, newTally()]))
  const field: Field = {
    service,
    smtp,
    demanding: await demandingApplication(service),
    newcomer: 0,
    over: false,
  }
  const failed = (what: string, why: unknown) =>
    console.error(`   ${new Date().toISOString()} ${what}: ${why instanceof Error ? why.message : why}`)
  const told = setInterval(
    () => console.error(`   ${new Date().toISOString()} ${JSON.stringify(tallies)}`),
    TOLD_MS,
  )
  try {
    for (const email of [OWNER, CAREFUL]) await addAccount(service, { email })
    const device = await firstCode(field)
    const end = Date.now() + minutes * MINUTE
    const attacks = Object.entries(NETWORKS).map(([name, network]) =>
      attack(field, network, tallies[name]!, why => failed(`an attacker from ${name}`, why)),
    )
    // The owner comes when names and networks are under pressure already.
    await sleep(Math.min(30_000, (minutes * MINUTE) / 4))
    const through = await ownersVisits(field, device, end, (what, why) => failed(`the owner ${what}`, why))
    field.over = true
    await Promise.all(attacks)
    return [
      ...Object.entries(through).map(([name, { visits, first }]) => ({
        name: `owner ${name} at the first try, during ${minutes} minutes of attack`,
        ours: `${first} of ${visits}`,
        peer: '',
        ratio: '',
        bound: 'all',
        holds: visits > 0 && first === visits,
      })),
      ...Object.entries(tallies).map(([name, { acts, guesses, judged, mails, sent, failed }]) => ({
        name: `attacker from ${name}: ${acts} acts`,
        ours: `${judged} of ${guesses} guesses judged`,
        peer: `${sent} of ${mails} mails sent`,
        ratio: `${failed} failed`,
        bound: 'none failed',
        holds: acts > 0 && failed === 0,
      })),
    ]
  } finally {
    field.over = true
    clearInterval(told)
    await service.stop()
    await smtp.stop()
  }
}

function newTally(): Tally {
  return { acts: 0, guesses: 0, judged: 0, mails: 0, sent: 0, failed: 0 }
}

/** One attacker: guesses, polls and asks for mails. */
async function attack(
  field: Field,
  network: (turn: number) => string,
  tally: Tally,
  failed: (why: unknown) => void,
): Promise<void> {
  for (let turn = 0; !field.over; turn++) {
    const address = network(turn)
    const newcomer = newcomerAddress(field.newcomer + (turn % 3))
    const acts = [
      () => guess(field, tally, OWNER, address),
      () => guess(field, tally, OWNER, address),
      () => guess(field, tally, `person-${turn}@example.com`, address),
      () => mailed(tally, recovery(field, OWNER, address)),
      () => mailed(tally, registration(field, newcomer, address)),
      () => mailed(tally, recovery(field, newcomer, address)),
      () => mailed(tally, registration(field, OWNER, address)),
      () => guessCode(field, address),
    ]
    tally.acts += 1
    try {
      await acts[turn % acts.length]!()
    } catch (error) {
      tally.failed += 1
      failed(error)
    }
    await sleep(PAUSE_MS)
  }
}

async function mailed(tally: Tally, asking: Promise<Person>): Promise<void> {
  const { shown } = await asking
  tally.mails += 1
  if (!WAIT.test(shown!.html)) tally.sent += 1
}

/** A wrong second-factor code, by somebody who knows the password. */
async function guessCode(field: Field, address: string): Promise<void> {
  const person = await askedForCode(field, address)
  if (/otp\.user\.otp/.test(person.shown!.html)) await person.submit({ 'otp.user.otp': '000000' })
}

async function guess(field: Field, tally: Tally, username: string, address: string): Promise<void> {
  const person = at(field, address)
  await person.visit(SIGN_IN)
  const page = await person.submit({ username, password: `guess ${tally.guesses}` })
  tally.guesses += 1
  if (!WAIT.test(page.html)) tally.judged += 1
}
