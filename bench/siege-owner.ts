import { setTimeout as sleep } from 'node:timers/promises'
import { PASSWORD } from '../test/support/people.ts'
import type { Person } from '../test/support/person.ts'
import {
  askedForCode,
  at,
  CALLBACK,
  CAREFUL,
  codeIn,
  type Field,
  hex,
  mailTo,
  newcomerAddress,
  OWNER,
  recovery,
  registration,
  SIGN_IN,
} from './siege-field.ts'

/** The pause of the owner between two visits. */
const VISIT_MS = 5_000
/** A device that is known gets twenty codes an hour by mail, however it is used. */
const CODE_MS = 4 * 60_000
const CODES = 5

/** How often the owner came for something, and got it at the first try. */
export interface Visits {
  visits: number
  first: number
}

/** Why a visit was in vain. */
class InVain extends Error {}

/** The owner comes again and again until a moment, each time from a network that nobody was in before. */
export async function ownersVisits(
  field: Field,
  device: string,
  end: number,
  failed: (what: string, why: unknown) => void,
): Promise<Readonly<Record<string, Visits>>> {
  let password = PASSWORD
  let nextCode = 0
  const through: Record<string, Visits> = {}
  const comes = async (what: string, visit: () => Promise<void>) => {
    through[what] ??= { visits: 0, first: 0 }
    const count = through[what]
    count.visits += 1
    // Strangers have thousands of mails sent; none of those that came before matters any more.
    field.smtp.forget()
    try {
      await visit()
      count.first += 1
    } catch (error) {
      failed(what, error)
    }
    await sleep(VISIT_MS)
  }
  let networks = 0
  const elsewhere = () => {
    const number = networks++
    return number % 2 === 0 ? `100.${64 + (number >> 8)}.${number & 255}.7` : `2001:db9:${hex(number)}::7`
  }
  for (let round = 0; Date.now() < end; round++) {
    await comes('signs in on a new device', () => signsIn(field, password, elsewhere()))
    await comes('recovers the password', async () => {
      const next = `new quiet lamp ${round}`
      await recovers(field, next, elsewhere())
      password = next
    })
    await comes('registers', () => registers(field, elsewhere()))
    if (Date.now() < nextCode) continue
    nextCode = Date.now() + CODE_MS
    await comes('gives a second factor on a known device', () => givesCode(field, device, elsewhere()))
  }
  return through
}

/** Gives a second factor for the first time, before anybody attacks; answers with what the browser keeps of it. */
export async function firstCode(field: Field): Promise<string> {
  const person = await askedForCode(field, '100.127.0.7')
  const mail = await mailTo(field, CAREFUL, 'Your one-time code')
  await person.submit({ 'otp.user.otp': codeIn(mail!) })
  return person.cookie('tabard-device')!
}

async function signsIn(field: Field, password: string, address: string): Promise<void> {
  const person = at(field, address)
  await person.visit(SIGN_IN)
  const { heading } = await person.submit({ username: OWNER, password })
  if (heading !== 'You are signed in') throw inVain(person)
}

async function givesCode(field: Field, device: string, address: string): Promise<void> {
  const person = await askedForCode(field, address, device)
  // Strangers ask for codes too: page and mail show the same number.
  const [, reference] = /reference <strong>(\d+)</.exec(person.shown!.html) ?? []
  if (reference === undefined) throw inVain(person)
  const mail = await mailTo(field, CAREFUL, 'Your one-time code', { holding: `page: ${reference}` })
  if (mail === undefined) throw inVain(person, 'no mail came')
  await person.submit({ 'otp.user.otp': codeIn(mail) })
  if (!person.left?.startsWith(CALLBACK)) throw inVain(person)
}

async function recovers(field: Field, password: string, address: string): Promise<void> {
  const person = await recovery(field, OWNER, address)
  // A request that has to wait is told so.
  if (person.shown!.heading !== 'Check your inbox') throw inVain(person)
  const mail = await mailTo(field, OWNER, 'Reset your password')
  if (mail === undefined) throw inVain(person, 'no mail came')
  await person.visit(/https?:\/\/[^\s)]+/.exec(mail.text)![0])
  const { heading } = await person.submit({ newpassword: password, confirmpassword: password })
  if (heading !== 'All done') throw inVain(person)
}

/** Strangers have mails sent to the same address, so the owner finds several, and takes the codes in turn. */
async function registers(field: Field, address: string): Promise<void> {
  const email = newcomerAddress(field.newcomer)
  try {
    const person = await registration(field, email, address)
    let from = 0
    for (let code = 0; code < CODES && person.shown!.heading === "Let's verify your email"; code++) {
      const mail = await mailTo(field, email, 'Verify your email address', { from })
      if (mail === undefined) throw inVain(person, 'no mail came')
      from = field.smtp.mails.indexOf(mail) + 1
      await person.submit({ code: codeIn(mail) })
    }
    if (person.shown!.heading !== 'Your email is verified') throw inVain(person)
  } finally {
    field.newcomer += 1
  }
}

/** What somebody has in front of them instead of what they came for. */
function inVain({ shown }: Person, why?: string): InVain {
  const { status, heading, alert } = shown!
  return new InVain([why, `status ${status}`, heading, alert].filter(Boolean).join(' · '))
}
