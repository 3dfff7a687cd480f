import { setTimeout as sleep } from 'node:timers/promises'
import { ISSUER_PATH } from '../src/identity/identity.ts'
import { addApplication, PASSWORD } from '../test/support/people.ts'
import { Person } from '../test/support/person.ts'
import type { TestService } from '../test/support/service.ts'
import type { Received, TestSmtp } from '../test/support/smtp.ts'

export const OWNER = 'owner@example.com'
/** Strangers know the password of this one, and a second factor is asked for. */
export const CAREFUL = 'careful@example.com'
export const CALLBACK = 'https://app.example.com/callback'
export const SIGN_IN = '/idaas/mtfim/sps/idaas/login?runtime=true'
const REGISTRATION = '/flows/?reference=registration'
const MAIL_MS = 60_000

/** A service under attack. */
export interface Field {
  readonly service: TestService
  readonly smtp: TestSmtp
  /** Where an application that asks for a second factor sends people. */
  readonly demanding: string
  /** The number of the address that the owner registers next: strangers know it. */
  newcomer: number
  over: boolean
}

/** Where an application that asks for a second factor sends people. */
export async function demandingApplication(service: TestService): Promise<string> {
  const settings = { name: 'Travel', redirects: [CALLBACK], secondFactor: true }
  const { id } = await addApplication(service, settings)
  const query = { client_id: id, response_type: 'code', scope: 'openid', redirect_uri: CALLBACK }
  return `${ISSUER_PATH}/authorize?${new URLSearchParams(query)}`
}

/** Somebody without a past, at a network address. */
export function at({ service: { url } }: Field, address: string): Person {
  return new Person(url, { 'x-forwarded-for': address })
}

/** Somebody who has given the right password where a second factor is asked for as well. */
export async function askedForCode(field: Field, address: string, device?: string): Promise<Person> {
  const person = at(field, address)
  if (device !== undefined) person.setCookie('tabard-device', device)
  await person.visit(field.demanding)
  await person.submit({ username: CAREFUL, password: PASSWORD })
  return person
}

/** Somebody who has asked for a link because of a forgotten password. */
export async function recovery(field: Field, username: string, address: string): Promise<Person> {
  const person = at(field, address)
  await person.visit(`${SIGN_IN}&operation=forgot_password`)
  await person.submit({ username })
  return person
}

/** Somebody who has filled in the form of the registration. */
export async function registration(field: Field, email: string, address: string): Promise<Person> {
  const person = at(field, address)
  await person.visit(REGISTRATION)
  await person.submit({ given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD })
  return person
}

/** Waits for a mail, from the nth on; undefined when none comes. */
export async function mailTo(
  { smtp }: Field,
  to: string,
  subject: string,
  { from = 0, holding = '' }: { from?: number; holding?: string } = {},
): Promise<Received | undefined> {
  const fits = (mail: Received) =>
    mail.to === to && mail.subject.startsWith(subject) && mail.text.includes(holding)
  for (const end = Date.now() + MAIL_MS; Date.now() < end; await sleep(100)) {
    const mail = smtp.mails.slice(from).find(fits)
    if (mail !== undefined) return mail
  }
  return undefined
}

export function codeIn({ text }: Received): string {
  return /\b\d{6}\b/.exec(text)![0]
}

export function newcomerAddress(number: number): string {
  return `newcomer-${number}@example.com`
}

export function hex(number: number): string {
  return number.toString(16)
}
