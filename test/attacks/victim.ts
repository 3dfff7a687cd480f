import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { authenticator } from '../browser/authenticator.ts'
import { PASSWORD } from '../support/people.ts'
import type { Shown } from '../support/person.ts'
import type { Facts, Loot, Place } from './attacker.ts'
import { atLoopback, PERSON } from './facts.ts'
import { Visitor } from './visitor.ts'
import type { World } from './world.ts'

/** Somebody who uses both applications and the console, in a browser of their own. */
export interface Victim {
  readonly userName: string
  readonly context: BrowserContext
  readonly tab: Page
}

/** An administrator who is signed in to both applications and to the console. */
export async function newVictim(world: World): Promise<Victim> {
  const { userName } = await world.account({ administrator: true })
  const visitor = new Visitor()
  assert.equal((await signedIn(visitor, world.fun.authorization(), userName)).heading, 'EvilFun: signed in')
  await visitor.open(world.bank.authorization())
  await visitor.submit({ trust_level: 'Permit' })
  assert.equal(visitor.shown.heading, 'Bank: signed in')
  await signedIn(visitor, `${world.console}/signin?to=/session`, userName)
  assert.equal(visitor.shown.url, `${world.console}/session`)
  const context = await world.context()
  await context.addCookies(visitor.cookies)
  return { userName, context, tab: await context.newPage() }
}

/** Opens an address at which somebody has to sign in, unless they are signed in already, and does. */
export async function signedIn(visitor: Visitor, address: string, username: string): Promise<Shown> {
  const { html } = await visitor.open(address)
  return html.includes('name="password"')
    ? await visitor.submit({ username, password: PASSWORD })
    : visitor.shown
}

/** Does something that leads to a page, and waits for it. */
export async function moved(tab: Page, act: () => Promise<unknown>): Promise<void> {
  await Promise.all([tab.waitForEvent('load'), act()])
}

/** Sends the first form of a page. */
export async function send(tab: Page, fields: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await tab.fill(`[name="${name}"]`, value)
  await moved(tab, () => tab.locator('main form button[type=submit]').first().click())
}

/** Opens an address at which somebody has to sign in, and does. */
export async function signIn(
  tab: Page,
  address: string,
  username: string,
  password = PASSWORD,
): Promise<void> {
  await tab.goto(address)
  await send(tab, { username, password })
}

/** Signs in to the console, where a password is asked for, and waits for a screen of it. */
export async function signInToConsole(tab: Page, { console }: World, userName: string): Promise<void> {
  await tab.goto(`${console}/signin?to=/applications`)
  if ((await tab.locator('[name=password]').count()) > 0) {
    await tab.fill('[name=username]', userName)
    await tab.fill('[name=password]', PASSWORD)
    await tab.locator('main form button[type=submit]').click()
  }
  await tab.getByRole('navigation').first().waitFor()
}

/** Opens a page of the hostile theme, which runs attacks; answers with what they got. */
export async function attacked(
  { attacker, fun }: World,
  { context, tab }: Victim,
  attacks: readonly string[],
  facts: Facts,
  address = fun.authorization({ prompt: 'login' }),
  place: Place = 'page',
): Promise<Loot> {
  // Of these there is one for each request of an application, and browsers keep a limited number of cookies.
  await context.clearCookies({ name: /-(?:interaction|resume)/ })
  const [loot] = await Promise.all([attacker.order(attacks, facts, place), tab.goto(address)])
  for (const page of context.pages()) if (page !== tab) await page.close()
  return loot
}

/** Whom the console takes a browser for. */
export async function consoleUser({ console }: World, context: BrowserContext): Promise<string | undefined> {
  const cookies = await context.cookies(console)
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${atLoopback(console)}/session`, { headers: { cookie, origin: console } })
  return answer.ok ? ((await answer.json()) as { userName: string }).userName : undefined
}

/** Checks that nothing of an account has changed: by signing in elsewhere, and looking. */
export async function assertUntouched(world: World, userName: string): Promise<void> {
  const { pages, bank } = world
  const elsewhere = new Visitor()
  const { few, pages: addresses } = await world.facts()
  const { heading } = await signedIn(elsewhere, addresses.greeting!, userName)
  assert.equal(heading, 'You are signed in', 'the password is what it was')
  const { forms } = await elsewhere.open(`${pages}/flows/?reference=profile`)
  const fields = ['given_name', 'family_name', 'mobile_number'].map(name => forms[0]?.fields[name])
  assert.deepEqual(fields, Object.values(PERSON), 'the profile is what it was')
  const { heading: setUp } = await elsewhere.open(few.authenticator)
  assert.equal(setUp, 'Set up an authenticator app', 'there is no second factor')
  const { html } = await elsewhere.open(bank.authorization({ scope: 'openid profile email' }))
  const boxes = (html.match(/<input\b[^>]*>/g) ?? []).filter(
    box => box.includes('type="checkbox"') && box.includes('value="email"'),
  )
  assert.equal(boxes.length, 1, 'the bank was given no further consent')
}

/** Sets up an authenticator for somebody who is signed in. */
export async function setUpAuthenticator(tab: Page, address: string): Promise<void> {
  await tab.goto(address)
  const app = authenticator(await tab.locator('code.key').innerText())
  await send(tab, { 'otp.user.otp': app.next() })
  assert.equal(await tab.textContent('h1'), 'Save your recovery codes')
  await send(tab)
}
