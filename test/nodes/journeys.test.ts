import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import {
  appCodeAtOnce,
  askedForCode,
  fewGuesses,
  guessesAtOnce,
  rightCodeAtOnce,
  typed,
} from '../journeys/code-checks.ts'
import { CHANGE_PASSWORD, DETAILS, ENROL, letProofsAge, secretOn } from '../journeys/fresh-proof-checks.ts'
import { forgotten } from '../journeys/password-checks.ts'
import { newcomer, verifying } from '../journeys/registration-checks.ts'
import {
  appCode,
  application,
  assertSentBack,
  browser,
  enrolledResident,
  isSignedIn,
  linkIn,
  mailTo,
  opened,
  post,
  resident,
  sessionSet,
  signedIn,
  signIn,
} from '../journeys/steps.ts'
import { EVERYTHING } from '../support/everything.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { addApplication, PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const CALLBACK = 'https://travel.example.com/callback'
const SIGNED_IN = 'You are signed in'

describe('a journey whose every step is at another node', () => {
  let nodes: Nodes

  before(async () => {
    nodes = await startNodes()
  })
  after(() => nodes.stop())

  // Both run the same program, so it does not matter which one is first.
  for (const first of EVERYTHING ? (['one', 'two'] as const) : (['one'] as const)) {
    describe(`beginning at node ${first}`, () => {
      beforeEach(() => nodes.balancer.lead(first === 'one' ? [nodes.one, nodes.two] : [nodes.two, nodes.one]))

      test('password', async () => {
        const person = browser(nodes)
        assert.equal((await signIn(person, await resident(nodes))).heading, SIGNED_IN)
      })

      test('password and a code by mail', async () => {
        const { person, code } = await askedForCode(nodes, await resident(nodes))
        await typed(person, code)
        assertSentBack(person)
      })

      test('password and the code of an app, or a recovery code', async () => {
        const who = await enrolledResident(nodes, ['p4tw-81kc-n0qz-7v3e'])
        for (const code of [appCode(who.secret), 'p4tw-81kc-n0qz-7v3e']) {
          const person = browser(nodes)
          await signIn(person, who)
          assert.equal((await typed(person, code)).heading, SIGNED_IN)
        }
      })

      test('registration', async () => {
        const fields = newcomer()
        const { person, code } = await verifying(nodes, fields)
        await person.submit({ code })
        assert.ok(await nodes.store.accounts.named(fields.email))
      })

      test('a new password by a link', async () => {
        const who = await resident(nodes)
        await forgotten(nodes, who)
        const person = browser(nodes)
        await person.visit(linkIn(await mailTo(nodes, who.userName)))
        const words = 'a lantern at the gate'
        await person.submit({ newpassword: words, confirmpassword: words })
        assert.equal((await signIn(browser(nodes), who, words)).heading, SIGNED_IN)
      })

      test('consent, and what the application learns', async () => {
        const travel = await addApplication(nodes.service, {
          name: 'Travel',
          redirects: [CALLBACK],
          consent: true,
        })
        const who = await resident(nodes)
        const query = { response_type: 'code', scope: 'openid email', redirect_uri: CALLBACK }
        const person = browser(nodes)
        await person.visit(
          `${ISSUER_PATH}/authorize?${new URLSearchParams({ client_id: travel.id, ...query })}`,
        )
        await person.submit({ username: who.userName, password: PASSWORD })
        assert.equal(person.shown!.heading, 'Travel would like to use your account')
        await person.submit({ dscope1: 'email' }, { button: 'Allow' })
        assert.equal((await learnt(person, travel)).email, who.userName)
      })
    })
  }

  const learnt = async (
    person: Person,
    { id, clientSecret }: { id: string; clientSecret?: string },
  ): Promise<Record<string, unknown>> => {
    const code = new URL(person.left!).searchParams.get('code')!
    const answer = await fetch(`${nodes.service.url}${ISSUER_PATH}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${clientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
    })
    const { access_token } = (await answer.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    const info = await fetch(`${nodes.service.url}${ISSUER_PATH}/userinfo`, { headers })
    return (await info.json()) as Record<string, unknown>
  }

  test('a code by mail, sent at once to both, signs in once', () => rightCodeAtOnce(nodes))
  test('a code of an app, sent at once to both, signs in once', () => appCodeAtOnce(nodes))
  test('guesses are counted over both', () => fewGuesses(nodes))
  test('guesses that are sent at once to both are counted', () => guessesAtOnce(nodes))

  test('a proof, a new app or a new password, sent at once to both, leads on both times', async () => {
    const who = await resident(nodes, { email: undefined, userName: 'changes at both' })
    const person = await signedIn(nodes, who)
    const sentToBoth = async (fields: Record<string, string>) => {
      const answers = await Promise.all([post(person, fields), post(person, fields)])
      const [one, other] = answers.map(({ headers }) => headers.get('location'))
      assert.ok(one, `${answers.map(({ status }) => status)}`)
      assert.equal(other, one)
      assert.equal(new Set(answers.map(sessionSet)).size, 1)
      return await person.visit(one)
    }
    await letProofsAge(nodes, person)
    await person.visit(DETAILS)
    assert.equal((await sentToBoth({ password: PASSWORD })).heading, 'Your details')
    const code = appCode(secretOn(await person.visit(ENROL)))
    assert.equal((await sentToBoth({ 'otp.user.otp': code })).heading, 'Save your recovery codes')
    await person.visit(CHANGE_PASSWORD)
    const words = 'a lantern at the gate'
    await sentToBoth({ oldpassword: PASSWORD, newpassword: words, confirmpassword: words })
    assert.equal(await isSignedIn(person), true)
  })

  test('an app that a sign-in asks for, sent at once to both, leads on both times', async () => {
    const { address } = await application(nodes, { secondFactor: true, factors: ['app'] })
    const person = browser(nodes)
    await person.visit(address)
    const who = await resident(nodes, { email: undefined, userName: 'enrols at both' })
    const page = await person.submit({ username: who.userName, password: PASSWORD })
    const fields = { 'otp.user.otp': appCode(secretOn(page)) }
    const answers = await Promise.all([post(person, fields), post(person, fields)])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [303, 303],
    )
    const shown = await person.visit(answers[1]!.headers.get('location')!)
    assert.equal(shown.heading, 'Save your recovery codes')
  })

  test('wrong passwords are counted over both', async () => {
    const who = await resident(nodes)
    const person = await opened(nodes)
    const wrong = { username: who.userName, password: 'wrong' }
    let page = await person.submit(wrong)
    // Five are free, and the first wait is a second, which a busy machine may need for the next guess: each further one
    // doubles it. If each node counted by itself, ten would be free.
    for (let guess = 1; guess < 9 && !/^Too many/.test(page.alert); guess++) page = await person.submit(wrong)
    // The right one has to wait as well. Further wrong ones make the wait longer than it takes to send it.
    for (let guess = 0; guess < 3; guess++) page = await person.submit(wrong)
    assert.match(page.alert, /^Too many attempts\./)
    const right = await person.submit({ username: who.userName, password: PASSWORD })
    assert.match(right.alert, /^Too many attempts\./)
  })

  test('wrong secrets of an API client are counted over both', async () => {
    const ask = async (url: string) =>
      await fetch(`${url}${ISSUER_PATH}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: 'guessed',
          client_secret: 'wrong',
        }),
      })
    for (let guess = 0; guess < 10; guess++)
      assert.equal((await ask((guess % 2 === 0 ? nodes.one : nodes.two).url)).status, 401)
    // A node counts a failed try before it answers, so that the other one finds it.
    for (const { url } of [nodes.two, nodes.one]) assert.equal((await ask(url)).status, 429)
  })

  test('a recovery code, used at once at both, works once', async () => {
    const who = await enrolledResident(nodes, ['6y2m-d5hs-x9ra-0gbn'])
    const people = [browser(nodes), browser(nodes)]
    for (const person of people) await signIn(person, who)
    const answers = await Promise.all(
      people.map(person => post(person, { 'otp.user.otp': '6y2m-d5hs-x9ra-0gbn' })),
    )
    assert.equal(answers.filter(sessionSet).length, 1)
  })

  test('a recovery link, used at once at both, works once', async () => {
    const who = await resident(nodes)
    await forgotten(nodes, who)
    const link = linkIn(await mailTo(nodes, who.userName))
    const people = [browser(nodes), browser(nodes)]
    for (const person of people) await person.visit(link)
    const answers = await Promise.all(
      people.map((person, index) => {
        const words = `lantern ${index} at the gate`
        return post(person, { newpassword: words, confirmpassword: words })
      }),
    )
    const done = answers.filter(({ headers }) => headers.get('location')?.includes('at=changed'))
    assert.equal(done.length, 1)
  })

  test('a code of an application, redeemed at once at both, is worth one token', async () => {
    const { id, secret, address } = await application(nodes)
    const person = browser(nodes)
    await person.visit(address)
    await person.submit({ username: (await resident(nodes)).userName, password: PASSWORD })
    const { searchParams, origin, pathname } = new URL(person.left!)
    const body = {
      grant_type: 'authorization_code',
      code: searchParams.get('code')!,
      redirect_uri: origin + pathname,
    }
    const answers = await Promise.all(
      [nodes.one, nodes.two].map(({ url }) =>
        fetch(`${url}${ISSUER_PATH}/token`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
          body: new URLSearchParams(body),
        }),
      ),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  })
})
