import assert from 'node:assert/strict'
import { SIGN_IN, SIGN_OUT } from '../../src/identity/identity.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  application,
  assertRefused,
  browser,
  flowOf,
  isSignedIn,
  opened,
  post,
  resident,
  type Stage,
  sessionSet,
  signedIn,
} from './steps.ts'

/** A form without a flow comes from no page of ours. */
export async function withoutFlow(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  const person = await opened(stage)
  const fields = { operation: 'verify', username: userName, password: PASSWORD }
  for (const action of [
    SIGN_IN,
    `${SIGN_IN}?runtime=true`,
    `${SIGN_IN}?flow=`,
    `${SIGN_IN}?flow=.`,
    `${SIGN_IN}?flow=${encodeURIComponent('e30.é'.padEnd(26, 'é'))}`,
  ])
    await assertRefused(await person.send('POST', action, fields))
  // In the form it is no flow either.
  await assertRefused(await person.send('POST', SIGN_IN, { ...fields, flow: flowOf(person.shown!) }))
  assert.equal(await isSignedIn(person), false)
}

/** Nobody can be signed in to an account that somebody else has chosen for them. */
export async function flowOfAnother(stage: Stage): Promise<void> {
  const attacker = await resident(stage)
  const page = await opened(stage)
  for (const victim of [browser(stage), await opened(stage)]) {
    const { action, fields } = page.shown!.forms[0]!
    const sent = { ...fields, username: attacker.userName, password: PASSWORD }
    await assertRefused(await victim.send('POST', action, sent))
    assert.equal(await isSignedIn(victim), false)
  }
}

/** A flow that has signed somebody in does nothing more; the same form again is answered like the first time. */
export async function flowUsedTwice(stage: Stage): Promise<void> {
  const person = await opened(stage)
  const form = person.shown!.forms[0]!
  const sent = { ...form.fields, username: (await resident(stage)).userName, password: PASSWORD }
  const first = await person.send('POST', form.action, sent)
  assert.equal(first.status, 303)
  assert.ok(sessionSet(first))
  assert.equal(sessionSet(await person.send('POST', form.action, sent)), sessionSet(first))
  await assertRefused(await person.send('POST', form.action, { ...sent, password: 'wrong' }))
  await assertRefused(await person.send('POST', form.action, sent))
  assert.equal(await isSignedIn(person), true)
}

/** Browsers say where a form comes from. */
export async function fromAnotherSite(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  const person = await opened(stage)
  const fields = { username: userName, password: PASSWORD }
  const foreign = { 'sec-fetch-site': 'cross-site' }
  await assertRefused(await post(person, fields, { headers: foreign }))
  for (const site of ['same-origin', 'none'])
    assert.equal(
      (await post(await opened(stage), fields, { headers: { 'sec-fetch-site': site } })).status,
      303,
    )
}

/** The id of a session is never one that somebody knew before. */
export async function sessionIsNew(stage: Stage): Promise<void> {
  const who = await resident(stage)
  const chosen = 'A'.repeat(43)
  const person = browser(stage)
  person.setCookie('tabard-session', chosen)
  await person.visit(`${SIGN_IN}?runtime=true`)
  const later = person.shown!.forms[0]!
  await person.visit(`${SIGN_IN}?runtime=true`)
  await person.submit({ username: who.userName, password: PASSWORD })
  const first = person.cookie('tabard-session')!
  assert.match(first, /^[\w-]{43}$/)
  assert.notEqual(first, chosen)
  assert.equal(await holds(stage, person, chosen), false)
  assert.equal(await holds(stage, person, first), true)

  // Somebody signs in in another tab that was open before.
  const sent = { ...later.fields, username: who.userName, password: PASSWORD }
  const second = sessionSet(await person.send('POST', later.action, sent))!
  assert.notEqual(second, first)
  assert.equal(await holds(stage, person, first), false)
  assert.equal(await holds(stage, person, second), true)
}

/** Whether a cookie is a session in somebody's browser. */
export async function holds(
  stage: Stage,
  person: Person,
  session: string,
  name = 'tabard-session',
): Promise<boolean> {
  const again = browser(stage)
  for (const known of ['tabard-browser', '__Host-Http-tabard-browser']) {
    const value = person.cookie(known)
    if (value !== undefined) again.setCookie(known, value)
  }
  again.setCookie(name, session)
  return await isSignedIn(again)
}

/** What the cookies of a service behind https look like. */
export async function securedCookies(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  const first = await browser(stage).send('GET', `${SIGN_IN}?runtime=true`)
  const person = await opened(stage)
  const done = await post(person, { username: userName, password: PASSWORD })
  assert.deepEqual(cookiesOf(first), ['__Host-Http-tabard-browser; HttpOnly; Path=/; SameSite=Lax; Secure'])
  assert.deepEqual(cookiesOf(done), [
    '__Host-Http-tabard-device; HttpOnly; Max-Age=31536000; Path=/; SameSite=Lax; Secure',
    '__Host-Http-tabard-session; HttpOnly; Path=/; SameSite=Lax; Secure',
  ])
  const { address } = await application(stage)
  const visitor = browser(stage)
  const asked = await visitor.send('GET', address)
  await visitor.visit(asked.headers.get('location')!)
  const finished = await post(visitor, { username: userName, password: PASSWORD })
  const { pathname, search, origin } = new URL(finished.headers.get('location')!)
  assert.equal(origin, 'https://id.example.com')
  const resumed = await visitor.send('GET', pathname + search)
  assert.match(resumed.headers.get('location')!, /^https:\/\/app\.example\.com\/callback\?code=/)
  const all = [...asked.headers.getSetCookie(), ...resumed.headers.getSetCookie()]
  assert.ok(all.some(line => line.startsWith('__Host-Http-tabard-provider=')))
  for (const line of all) {
    assert.match(line, /^__Host-Http-tabard-/)
    assert.match(line, /; path=\/(?:;|$)/i)
    assert.match(line, /; secure/i)
    assert.match(line, /; httponly/i)
    assert.match(line, /; samesite=lax/i)
  }
}

/** The names and attributes of the cookies that an answer sets, in order. */
export function cookiesOf(answer: Response): string[] {
  return answer.headers
    .getSetCookie()
    .map(line => {
      const [pair = '', ...attributes] = line.split('; ')
      return [pair.split('=')[0], ...attributes.sort()].join('; ')
    })
    .sort()
}

/** Where signing in leads is not for an address to say. */
export async function ignoresTarget(stage: Stage, target: string): Promise<void> {
  const { userName } = await resident(stage)
  const names = ['target', 'Target', 'redirect_uri', 'return_to', 'goto', 'url', 'RelayState', 'from']
  const query = names.map(name => `&${name}=${target}`).join('')
  const person = await opened(stage, query)
  assert.doesNotMatch(person.shown!.html, /evil|javascript:/i)
  const action = `${person.shown!.forms[0]!.action}${query}`
  const answer = await post(person, { username: userName, password: PASSWORD, target }, { action })
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.get('location'), `${SIGN_IN}?runtime=true`)
  assert.doesNotMatch(JSON.stringify([...answer.headers]), /evil|javascript/i)
}

/** A form is never posted again by a redirect: the password would go along. */
export async function seeOther(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  const person = await opened(stage)
  const wrong = await post(person, { username: userName, password: 'wrong password' })
  const right = await post(person, { username: userName, password: PASSWORD })
  const signOut = await opened(stage).then(other => other.send('POST', SIGN_OUT))
  assert.deepEqual([wrong.status, right.status, signOut.status], [303, 303, 403])
  const forgotten = await opened(stage)
  await forgotten.visit(`${forgotten.shown!.forms[0]!.action}&operation=forgot_password`)
  assert.equal((await post(forgotten, { username: userName })).status, 303)

  const { address } = await application(stage)
  const toApplication = browser(stage)
  await toApplication.visit(address)
  await toApplication.submit({ username: userName, password: PASSWORD })
  for (const { method, status } of toApplication.steps) if (method === 'POST') assert.equal(status, 303)
}

/** A user name that is shown again is a text, whatever it is. */
export async function hostileUserName(stage: Stage): Promise<void> {
  for (const userName of [
    '"><script>alert(1)</script>',
    "'-alert(1)-'",
    '</title><img src=x onerror=alert(1)>',
    '@ACTION@ $LOGIN_TITLE$ [RPT x]',
    'nul \0 and\u2028line',
  ]) {
    const person = await opened(stage)
    const page = await person.submit({ username: userName, password: 'wrong password' })
    assert.equal(page.alert, 'The username or the password is incorrect.')
    // As a parser reads it, and as it reads a NUL.
    assert.equal(page.forms[0]!.fields.username, userName.replace('\0', '\ufffd'))
    assert.doesNotMatch(page.html, /<script>alert|<img src=x|'-alert/)
  }
}

/** Nobody can put a page of ours into a frame of theirs, or read it later from a cache. */
export async function keptToItself(stage: Stage): Promise<void> {
  const who = await resident(stage)
  const person = await opened(stage)
  const answers = [
    await person.send('GET', `${SIGN_IN}?runtime=true`),
    await post(person, { username: who.userName, password: 'wrong password' }),
    await post(person, { username: who.userName, password: PASSWORD }),
    await person.send('GET', `${SIGN_IN}?runtime=true`),
    await person.send('GET', SIGN_OUT),
    await person.send('GET', '/flows/?reference=registration'),
    await person.send('POST', SIGN_IN, {}),
    await person.send('GET', '/nowhere'),
  ]
  for (const answer of answers) {
    if (answer.status !== 404) assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(answer.headers.get('content-security-policy')!, /frame-ancestors 'none'/)
  }
}

/** After signing out, nothing of it is left in the browser or in a cache. */
export async function signsOut(stage: Stage): Promise<void> {
  const person = await signedIn(stage, await resident(stage))
  const session = person.cookie('tabard-session')!
  const page = await person.visit(SIGN_OUT)
  assert.equal(page.heading, 'Do you want to sign out?')
  assert.equal(await holds(stage, person, session), true)
  const gone = await person.submit({})
  assert.equal(gone.heading, 'You are signed out')
  assert.equal(gone.headers.get('cache-control'), 'no-store')
  assert.equal(person.cookie('tabard-session'), undefined)
  assert.equal(await holds(stage, person, session), false)
  assert.equal(await isSignedIn(person), false)
}

/** A theme is chosen by an id that exists; what else is asked for is not repeated. */
export async function hostileThemeId(stage: Stage): Promise<void> {
  for (const themeId of [
    '"><script>alert(1)</script>',
    "x' onload='alert(1)",
    '../../etc/passwd',
    'x'.repeat(4_000),
  ]) {
    const query = `&themeId=${encodeURIComponent(themeId)}`
    const person = await opened(stage, query)
    const pages = [
      person.shown!,
      await person.submit({ username: 'nobody', password: 'wrong password' }),
      await person.visit(`${SIGN_OUT}?runtime=true${query}`),
      await person.visit(`/flows/?reference=registration${query}`),
      await person.visit(`/nowhere?${query}`),
    ]
    for (const { html } of pages) {
      assert.doesNotMatch(html, /<script>alert|onload='|etc\/passwd/)
      for (const [, shown] of html.matchAll(/static\/[^"]*themeId=([^"&]*)/g)) assert.equal(shown, 'default')
    }
    assert.deepEqual(
      pages.map(({ status }) => status),
      [200, 200, 200, 200, 404],
    )
  }
}

/** Of a theme that is asked for twice the first one counts, for the page, its files and its form. */
export async function themeIdTwice(stage: Stage): Promise<void> {
  const { userName } = await resident(stage)
  const [one, two] = await Promise.all(['One', 'Two'].map(name => themeOf(stage, name)))
  const person = await opened(stage, `&themeId=${one}&themeId=${two}`)
  const { html } = person.shown!
  assert.match(html, /theme One/)
  const themes = [...html.matchAll(/static\/[^"]*themeId=([^"&]*)/g)].map(([, theme]) => theme)
  assert.ok(themes.length > 0)
  assert.deepEqual([...new Set(themes)], [one])
  const wrong = await person.submit({ username: userName, password: 'wrong password' })
  assert.match(wrong.html, /theme One/)
}

let themes = 0

/** A theme whose footer says its name. */
export async function themeOf({ service }: Stage, name: string, files: Record<string, string> = {}) {
  themes += 1
  const footer = { 'common/page_components/default/page_footer.html': `<footer>theme ${name}</footer>` }
  return await service.createTheme(`${name} ${themes}`, packageOf({ ...footer, ...files }))
}

/** Whether an application would get an answer without asking anybody. */
export async function isKnownToApplication(person: Person, address: string): Promise<boolean> {
  const answer = await person.send('GET', `${address}&prompt=none`)
  return !new URL(answer.headers.get('location')!).searchParams.has('error')
}
