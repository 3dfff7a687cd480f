import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { linkAccount } from '../../src/identity/identity.ts'
import { first, pressed, type Sourced, sourced, through } from './source-steps.ts'
import { browser, isSignedIn, resident, type Stage, stageOf } from './steps.ts'

const NAMES = { given_name: 'Ada', family_name: 'Byron' }

describe('the presets of identity sources', () => {
  let stage: Stage
  const started: Sourced[] = []

  before(async () => {
    stage = await stageOf('SQLite')
  })
  after(async () => {
    for (const { provider } of started) await provider.stop()
    await stage.stop()
  })

  const preset = async (...[name, wish]: [Parameters<typeof sourced>[1], Parameters<typeof sourced>[2]?]) => {
    const made = await sourced(stage, name, wish)
    started.push(made)
    return made
  }

  test('Google tells verified addresses, so that an account is made', async () => {
    const google = await preset('google', { creates: true })
    const person = browser(stage)
    await through(person, google, { sub: 'g', email: 'g@gmail.example', email_verified: true, ...NAMES })
    assert.ok(await isSignedIn(person))
    const account = await stage.store.accounts.named('g@gmail.example')
    assert.deepEqual([account?.givenName, account?.emailVerified], ['Ada', true])
  })

  test('an address from Entra never counts as verified, whatever the token says', async () => {
    const entra = await preset('entra', { creates: true })
    const person = browser(stage)
    const page = await through(person, entra, {
      sub: 'e',
      email: 'ceo@example.com',
      email_verified: true,
      xms_edov: true,
      ...NAMES,
    })
    // The address has to be verified here before there is an account.
    assert.match(page.heading, /Create an account/)
    assert.equal(await stage.store.accounts.named('ceo@example.com'), undefined)
    const who = await resident(stage, { email: 'target@example.com' })
    await stage.store.write(tx => tx.accounts.update(who.id, { emailVerified: true }))
    const stranger = browser(stage)
    await through(stranger, entra, { sub: 'n', email: 'target@example.com', email_verified: true, ...NAMES })
    assert.ok(!(await isSignedIn(stranger)))
    await linkAccount(stage.store, { source: entra.source.id, account: who.id, subject: 'known' })
    const known = browser(stage)
    await through(known, entra, { sub: 'known' })
    assert.ok(await isSignedIn(known))
  })

  test('Apple gets a signed secret, posts its answer, and tells a name once', async () => {
    const apple = await preset('apple', { creates: true })
    const who = {
      sub: 'apple.1',
      email: 'relay@privaterelay.example',
      email_verified: 'true',
      name: { firstName: 'Ada', lastName: 'Byron' },
    }
    const person = browser(stage)
    await first(person)
    const address = await pressed(person, apple)
    assert.equal(new URL(address).searchParams.get('response_mode'), 'form_post')
    const { fields } = apple.provider.grant(address, who)
    const posted = await fetch(`${stage.service.url}/sources/${apple.source.id}/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: fields,
    })
    await person.visit(posted.headers.get('location')!)
    assert.ok(await isSignedIn(person))
    const account = await stage.store.accounts.named('relay@privaterelay.example')
    assert.deepEqual([account?.givenName, account?.familyName], ['Ada', 'Byron'])
    const token = apple.provider.asked.find(({ path }) => path === '/token')!
    assert.match(token.body.get('client_secret')!, /^[\w-]+\.[\w-]+\.[\w-]+$/)
    const again = browser(stage)
    await through(again, apple, who)
    assert.ok(await isSignedIn(again))
    assert.equal((await stage.store.accounts.named('relay@privaterelay.example'))?.givenName, 'Ada')
  })

  test('GitHub counts only the verified primary address of its list', async () => {
    const github = await preset('github', {
      creates: true,
      claims: { givenName: 'first', familyName: 'last' },
    })
    const emails = [
      { email: 'victim@example.com', primary: false, verified: false },
      { email: 'octo@example.com', primary: true, verified: true },
    ]
    const who = {
      id: 583231,
      login: 'octocat',
      email: 'victim@example.com',
      first: 'Octo',
      last: 'Cat',
      emails,
    }
    const person = browser(stage)
    await through(person, github, who)
    assert.ok(await isSignedIn(person))
    assert.equal((await stage.store.accounts.named('octo@example.com'))?.givenName, 'Octo')
    assert.equal(await stage.store.accounts.named('victim@example.com'), undefined)
    const unverified = browser(stage)
    const page = await through(unverified, github, {
      ...who,
      id: 2,
      emails: [{ email: 'victim@example.com', primary: true, verified: false }],
    })
    assert.match(page.heading, /Create an account/)
    assert.doesNotMatch(page.html, /victim@example\.com/)
    assert.ok(!(await isSignedIn(unverified)))
  })

  test('only verified addresses in the allowed domains may use a source', async () => {
    const limited = await preset('google', {
      name: 'Limited',
      creates: true,
      allowedDomains: ['work.example'],
    })
    for (const [email, email_verified, isIn] of [
      ['a@work.example', true, true],
      ['b@work.example', false, false],
      ['c@other.example', true, false],
      ['d@sub.work.example', true, false],
    ] as const) {
      const person = browser(stage)
      const page = await through(person, limited, { sub: email, email, email_verified, ...NAMES })
      assert.equal(await isSignedIn(person), isIn, email)
      if (!isIn) assert.match(page.alert, /cannot sign in this way/)
    }
  })
})
