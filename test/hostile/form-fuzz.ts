import assert from 'node:assert/strict'
import { ISSUER_PATH, SIGN_IN } from '../../src/identity/identity.ts'
import { randomText } from '../../src/random.ts'
import { newcomer, REGISTRATION } from '../journeys/registration-checks.ts'
import {
  application,
  enrolledResident,
  forgetTries,
  linkIn,
  mailTo,
  type Resident,
  resident,
  type Stage,
  signedIn,
} from '../journeys/steps.ts'
import { type Failure, HOSTILE, isFault } from '../support/fuzz.ts'
import { navigate } from '../support/navigate.ts'
import { addOperator } from '../support/operator.ts'
import { PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'

const PLACE = 'hostile-text-goes-here'
const NEXT = 'violet anchor on sand'
/** Fields that are there without being shown as such. */
const UNSEEN = ['operation', 'unknown']

/** A page with a form: how to get there, and what people fill in. */
interface FormPage {
  readonly name: string
  open(): Promise<Person>
  readonly filled: Readonly<Record<string, string>>
}

/**
 * Posts hostile texts in every field of the first form of each page, as a browser would, with all other fields filled in,
 * and opens the page that follows. `every` leaves texts out: 1 takes all of them.
 */
export async function fuzzForms(
  stage: Stage,
  every: number,
): Promise<{ posts: number; failures: Failure[] }> {
  const hostile = { text: '' }
  const failures: Failure[] = []
  let posts = 0
  for (const { name, open, filled } of await pages(stage, hostile)) {
    let person = await open()
    assert.ok(person.shown!.forms[0], `${name} shows “${person.shown!.heading}”, without a form`)
    const usual = (page: Person) =>
      Object.keys(page.shown?.forms[0]?.fields ?? {})
        .sort()
        .join()
    const asked = usual(person)
    const fields = new Set([
      ...Object.keys(person.shown!.forms[0]!.fields),
      ...Object.keys(filled),
      ...UNSEEN,
    ])
    for (const [nth, field] of [...fields].entries())
      for (const [index, text] of HOSTILE.entries()) {
        if ((index + nth) % every !== 0) continue
        const waits = /Too many attempts/.test(person.shown!.alert)
        if (waits) await forgetTries(stage)
        if (waits || usual(person) !== asked) person = await open()
        hostile.text = text
        posts += 1
        const status = await person.submit({ ...filled, [field]: PLACE }).then(
          shown => shown.status,
          (error: Error) => error.message,
        )
        if (!isFault(status)) continue
        const body = person.shown?.html.slice(0, 500) ?? ''
        failures.push({ request: `${name}: ${field}=${text.slice(0, 200)}`, status, body })
        person = await open()
      }
  }
  return { posts, failures }
}

async function pages(stage: Stage, hostile: { readonly text: string }): Promise<FormPage[]> {
  const who = await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
  const enrolled = await enrolledResident(stage)
  const operator = 'operator@example.com'
  await addOperator(stage.service, operator, 'administrator')
  const [plain, demanding, asking] = [
    await application(stage),
    await application(stage, { secondFactor: true }),
    await application(stage, { consent: true }),
  ]
  let networks = 0
  const at = (base = stage.service.url) => {
    networks += 1
    // Of a network that nobody has tried anything from, so that nothing has to wait.
    const address = `2001:db8:${networks.toString(16)}::1`
    return new Person(base, { 'x-forwarded-for': address }, (url, { body, ...request }) => {
      const raw = body && String(body).replaceAll(PLACE, hostile.text)
      return navigate(url, {
        ...request,
        ...(raw !== undefined && { body: { toString: () => raw } as URLSearchParams }),
      })
    })
  }
  const opened = async (target: string, base?: string) => {
    const person = at(base)
    await person.visit(target)
    return person
  }
  const signedInAt = async (target: string, account: Resident = who) => {
    const known = randomText()
    const session = (await signedIn(stage, account, known)).cookie('tabard-session')!
    const person = at()
    person.setCookie('tabard-browser', known)
    person.setCookie('tabard-session', session)
    await person.visit(target)
    return person
  }
  const withPassword = async (target: string, username: string, base?: string) => {
    const person = await opened(target, base)
    await person.submit({ username, password: PASSWORD })
    return person
  }
  const signIn = `${SIGN_IN}?runtime=true`
  const { consoleUrl } = stage.service.service
  const page = (name: string, open: () => Promise<Person>, filled = {}): FormPage => ({ name, open, filled })
  const password = { newpassword: NEXT, confirmpassword: NEXT }
  return [
    page('sign-in', () => opened(signIn), { username: who.userName, password: 'wrong' }),
    page('sign-in of an application', () => opened(plain.address), { username: 'nobody', password: 'wrong' }),
    page('forgotten password', () => opened(`${signIn}&operation=forgot_password`), { username: 'nobody' }),
    page('registration', () => opened(REGISTRATION), newcomer({ email: '', age: '30', mobile_number: '' })),
    page('registration: code', async () => {
      const person = await opened(REGISTRATION)
      await person.submit(newcomer())
      return person
    }),
    page('details', () => signedInAt('/flows/?reference=user_form')),
    page('change of the password', () => signedInAt(`${signIn}&operation=change_password`), {
      oldpassword: 'wrong',
      ...password,
    }),
    page('proof before an app is set up', () => signedInAt(`${signIn}&operation=enroll`)),
    page('account choice', () => signedInAt(`${plain.address}&prompt=select_account`)),
    page('consent', () => signedInAt(asking.address.replace('scope=openid', 'scope=openid+profile+email'))),
    page('sign-out', () => signedInAt('/idaas/mtfim/sps/idaas/logout')),
    page('sign-out of an application', () => signedInAt(`${ISSUER_PATH}/logout?client_id=${plain.id}`)),
    page('code by mail', () => withPassword(demanding.address, who.userName)),
    page('code of an app', () => withPassword(demanding.address, enrolled.userName)),
    page(
      'new password',
      async () => {
        const another = await resident(stage)
        const person = await opened(`${signIn}&operation=forgot_password`)
        await person.submit({ username: another.userName })
        await person.visit(linkIn(await mailTo(stage, another.userName, 'Reset your password')))
        return person
      },
      { newpassword: NEXT, confirmpassword: 'another one' },
    ),
    page('sign-in of the console', () => opened('/signin', consoleUrl), {
      username: operator,
      password: 'wrong',
    }),
    page('forgotten password of the console', () => opened('/signin/forgotten', consoleUrl), {
      username: 'nobody',
    }),
  ]
}
