import assert from 'node:assert/strict'
import { escapedHtml } from '../../src/core/template/template.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person, Shown } from '../support/person.ts'
import type { Received } from '../support/smtp.ts'
import { themeOf } from './sign-in-checks.ts'
import { browser, codeIn, type Ground, mailTo, type Stage } from './steps.ts'

export const REGISTRATION = '/flows/?reference=registration'

let newcomers = 0

/** What somebody fills in who has no account yet. */
export function newcomer(
  more: Readonly<Record<string, string>> = {},
): Record<string, string> & { email: string } {
  newcomers += 1
  const email = `newcomer-${newcomers}@example.com`
  return { given_name: 'Alex', family_name: 'Moreau', email, password: PASSWORD, ...more }
}

/** Fills in the first page. */
export async function registering(
  stage: Ground,
  fields: Readonly<Record<string, string>>,
  query = '',
): Promise<Person> {
  const person = browser(stage)
  await person.visit(`${REGISTRATION}${query}`)
  await person.submit(fields)
  return person
}

/** The same, and the code that came. */
export async function verifying(stage: Ground, fields: Record<string, string> & { email: string }) {
  const person = await registering(stage, fields)
  assert.equal(person.shown!.heading, "Let's verify your email")
  const mail = await mailTo(stage, fields.email, 'Verify your email address')
  return { person, mail, code: codeIn(mail) }
}

/** A field of the first page: its element, and what is said beside it. */
export function fieldOn({ html }: Shown, name: string): { input: string; problem: string } {
  const [input = '', id = ''] = new RegExp(`<input id="(reg-\\d)" name="${name}"[^>]*>`).exec(html) ?? []
  const [, problem = ''] =
    new RegExp(`<p class="field-error" id="${id}-error"[^>]*>([^<]*)</p>`).exec(html) ?? []
  return { input, problem }
}

/** Beside the field, and nowhere else, stands that the address is none; and no mail is sent. */
export async function refusesAddress(stage: Stage, email: string): Promise<void> {
  const queued = async () => (await stage.store.outbox.list(1_000)).length
  const before = await queued()
  const { shown } = await registering(stage, newcomer({ email }))
  assert.equal(shown!.heading, 'Create an account', email)
  const { input, problem } = fieldOn(shown!, 'email')
  assert.match(input, /aria-invalid="true"/)
  assert.equal(problem, 'Please enter an email address, such as alex@example.com.')
  assert.equal(fieldOn(shown!, 'given_name').problem, '')
  assert.equal(await queued(), before)
}

/** A name in a mail is encoded in its HTML, plain in its text, and in no header. */
export async function hostileName(stage: Stage, name: string): Promise<void> {
  const fields = newcomer({ given_name: name, family_name: name })
  const { person, mail, code } = await verifying(stage, fields)
  await person.submit({ code })
  const welcome = await mailTo(stage, fields.email, 'Your account is ready')
  assert.ok(welcome.text.split(/\r?\n/).includes(`Hello ${name.trim()},`))
  for (const { html, headers, raw } of [mail, welcome]) {
    assert.doesNotMatch(html, /<(?:img src=http|script)/)
    assert.deepEqual(headers.bcc, undefined)
    assert.equal(headers.to, fields.email)
    assert.doesNotMatch(raw.split('\r\n\r\n')[0]!, /evil/)
  }
  assert.ok(welcome.html.includes(`Hello ${escapedHtml(name.trim())},<`))
  // The address may not be the stranger's own: nothing is advertised to it.
  assert.doesNotMatch(mail.text, /evil/)
}

/** A name of several lines is none. */
export async function refusesName(stage: Stage, name: string): Promise<void> {
  const { shown } = await registering(stage, newcomer({ given_name: name }))
  assert.equal(
    fieldOn(shown!, 'given_name').problem,
    'Please enter a name on one line, with at most 128 characters.',
  )
}

/** The mail of a registration in a theme that has these texts for it. */
export async function mailOfTheme(
  stage: Stage,
  texts: { subject?: string; body?: string },
): Promise<Received> {
  const folder = 'notifications/user_management/registration/default'
  const theme = await themeOf(stage, 'Mailing', {
    ...(texts.subject !== undefined && { [`${folder}/verify_email_subject.txt`]: texts.subject }),
    ...(texts.body !== undefined && { [`${folder}/verify_email_body.html`]: texts.body }),
  })
  const fields = newcomer()
  await registering(stage, fields, `&themeId=${theme}`)
  return await mailTo(stage, fields.email)
}
