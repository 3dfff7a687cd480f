import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { linkAccount, removeSource, SIGN_IN, SIGN_OUT, updateSource } from '../../src/identity/identity.ts'
import { outgoing } from '../../src/identity/sources/outgoing.ts'
import { isReachable } from '../../src/identity/sources/private-networks.ts'
import { secretHash } from '../../src/identity/tenancy/secrets.ts'
import { buttonOf, first, pressed, type Sourced, sourced, through } from '../journeys/source-steps.ts'
import {
  alterSession,
  appCode,
  application,
  browser,
  enrolledResident,
  isSignedIn,
  journeyOf,
  type Resident,
  resident,
  type Stage,
  signIn,
  stageOf,
} from '../journeys/steps.ts'
import { becomes } from '../support/becomes.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'

const NAMES = { given_name: 'Ada', family_name: 'Stone' }

describe('attacks by way of identity sources', () => {
  let stage: Stage
  let honest: Sourced
  let hostile: Sourced
  let victim: Resident

  before(async () => {
    stage = await stageOf('SQLite', { TABARD_METRICS_PORT: '0' })
    honest = await sourced(stage, 'openid', { name: 'Honest' })
    hostile = await sourced(stage, 'openid', { name: 'Hostile', creates: true })
    victim = await resident(stage, { email: 'victim@example.com' })
    await linkAccount(stage.store, { source: 'Honest', account: victim.id, subject: 'victim' })
  })
  after(async () => {
    await honest.provider.stop()
    await hostile.provider.stop()
    await stage.stop()
  })

  const begun = async (person: Person, at: Sourced) => {
    await first(person)
    return await pressed(person, at)
  }
  const refused = async (person: Person, address: string) => {
    const page = await person.visit(address)
    assert.equal(page.status, 403, page.html)
    assert.match(page.alert, /does not belong to your sign-in|could not sign you in/)
    assert.match(page.html, /Try again/)
    assert.ok(!(await isSignedIn(person)))
  }

  test('mix-up: an answer of one source does not count for another', async () => {
    const person = browser(stage)
    const { fields } = honest.provider.grant(await begun(person, honest), { sub: 'victim' })
    await refused(person, `/sources/${hostile.source.id}/callback?${fields}`)
    const other = browser(stage)
    const { fields: own } = honest.provider.grant(await begun(other, honest), { sub: 'victim' })
    own.set('iss', hostile.provider.issuer)
    await refused(other, `/sources/${honest.source.id}/callback?${own}`)
    const silent = browser(stage)
    const { fields: bare } = honest.provider.grant(await begun(silent, honest), { sub: 'victim' })
    bare.delete('iss')
    await refused(silent, `/sources/${honest.source.id}/callback?${bare}`)
  })

  test('a state counts once, in its own browser, and cannot be made up or doubled', async () => {
    const owner = browser(stage)
    const { redirect } = honest.provider.grant(await begun(owner, honest), { sub: 'victim' })
    await refused(browser(stage), redirect)
    const again = browser(stage)
    const once = honest.provider.grant(await begun(again, honest), { sub: 'victim' })
    await again.visit(once.redirect)
    assert.ok(await isSignedIn(again))
    const replayed = await again.visit(once.redirect)
    assert.equal(replayed.status, 403)
    const forger = browser(stage)
    const { fields } = honest.provider.grant(await begun(forger, honest), { sub: 'victim' })
    fields.set('state', 'x'.repeat(43))
    await refused(forger, `/sources/${honest.source.id}/callback?${fields}`)
    const doubler = browser(stage)
    const twice = honest.provider.grant(await begun(doubler, honest), { sub: 'victim' })
    await refused(doubler, `${twice.redirect}&state=${'y'.repeat(43)}`)
  })

  test('answers that nobody asked for do not fill the audit trail, and bring no text into it', async () => {
    const entries = () => stage.store.audit.list({ limit: 1_000, event: 'source-refused' })
    const counted = async () => {
      const metrics = await (await fetch(stage.service.service.metricsUrl!)).text()
      return Number(/^tabard_source_exchanges_total\{outcome="forged"\} (\d+)$/m.exec(metrics)?.[1])
    }
    const [before, forged] = [(await entries()).length, await counted()]
    const long = 'x'.repeat(4_000)
    const sources = [honest.source.id, hostile.source.id, 'nothing', `${long}1`, `${long}2`]
    for (let time = 0; time < 4; time++)
      for (const source of sources)
        await refused(browser(stage), `/sources/${source}/callback?state=${'s'.repeat(40)}${time}`)
    const stranger = browser(stage)
    const address = new URL(await begun(stranger, honest))
    await refused(stranger, `/sources/${long}/callback?state=${address.searchParams.get('state')}&code=x`)
    // The answers do not wait for the entries.
    await becomes(async () => (await entries()).length >= before + 3, true)
    const all = await entries()
    const written = all.slice(0, all.length - before)
    assert.ok(written.length <= 4, `${written.length} entries`)
    assert.ok(!JSON.stringify(written).includes(long.slice(0, 100)))
    assert.ok(written.every(({ details }) => details.why === 'forged'))
    assert.equal(await counted(), forged + 21, 'each one is counted')
  })

  test('a code of somebody else cannot be put into one’s own sign-in', async () => {
    const [person, attacker] = [browser(stage), browser(stage)]
    const stolen = honest.provider.grant(await begun(person, honest), { sub: 'victim' })
    const own = honest.provider.grant(await begun(attacker, honest), { sub: 'attacker' })
    own.fields.set('code', stolen.fields.get('code')!)
    await refused(attacker, `/sources/${honest.source.id}/callback?${own.fields}`)
    const forger = browser(stage)
    const { fields } = honest.provider.grant(await begun(forger, honest), { sub: 'victim' })
    fields.set('code', 'made-up')
    await refused(forger, `/sources/${honest.source.id}/callback?${fields}`)
  })

  const LIES: [what: string, object][] = [
    ['another nonce', { nonce: 'another' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['another audience', { aud: 'another' }],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    [
      'a token from the future',
      { iat: Math.floor(Date.now() / 1000) + 7200, nbf: Math.floor(Date.now() / 1000) + 7200 },
    ],
    ['no subject', { sub: '' }],
    ['a subject that is too long', { sub: 'x'.repeat(300) }],
    ['a subject that no database keeps', { sub: 'victim\0' }],
    ['a subject that is no text', { sub: 'victim\ud800' }],
  ]
  for (const [what, lie] of LIES)
    test(`an ID token with ${what} is refused`, async () => {
      honest.provider.lie = lie as Record<string, unknown>
      try {
        const person = browser(stage)
        const { redirect } = honest.provider.grant(await begun(person, honest), { sub: 'victim' })
        await refused(person, redirect)
      } finally {
        honest.provider.lie = {}
      }
    })

  test('a hostile source never leads to the account of another, whatever it claims', async () => {
    for (const claims of [
      { sub: 'victim', email: 'victim@example.com', email_verified: true },
      { sub: victim.id, preferred_username: victim.userName, email: victim.userName, email_verified: true },
      { sub: 'x', email: ' VICTIM@example.com', email_verified: 'true' },
    ]) {
      const person = browser(stage)
      await through(person, hostile, { ...claims, given_name: 'V', family_name: 'V' })
      assert.ok(!(await isSignedIn(person)))
    }
    const links = await stage.store.identitySources.linksOf(victim.id)
    assert.deepEqual(
      links.map(({ source }) => source),
      [honest.source.id],
    )
  })

  test('an unverified address opens nothing, also where its domain is trusted', async () => {
    await stage.store.write(tx => tx.accounts.update(victim.id, { emailVerified: true }))
    await updateSource(stage.store, hostile.source.id, { trustedDomains: ['example.com'] })
    for (const email_verified of [false, 'yes', 1, undefined]) {
      const person = browser(stage)
      await through(person, hostile, { sub: 'u', email: 'victim@example.com', email_verified })
      assert.ok(!(await isSignedIn(person)))
    }
    await updateSource(stage.store, hostile.source.id, { trustedDomains: [] })
  })

  test('a pending link stays with its journey: nobody else who signs in there is linked', async () => {
    const person = browser(stage)
    const page = await through(person, hostile, {
      sub: 'pending',
      email: 'victim@example.com',
      email_verified: true,
    })
    assert.match(page.heading, /Connect your account/)
    await first(person)
    await person.submit({ username: victim.userName, password: PASSWORD })
    assert.ok(await isSignedIn(person))
    assert.equal((await stage.store.identitySources.linksOf(victim.id)).length, 1)
  })

  test('scripts and frames cannot go to a source or come back from one', async () => {
    const person = browser(stage)
    const { redirect } = honest.provider.grant(await begun(person, honest), { sub: 'victim' })
    for (const headers of [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    ])
      assert.equal((await person.send('GET', redirect, undefined, headers)).status, 403)
    assert.ok(!(await isSignedIn(person)))
  })

  test('a cross-site POST leads to our own address, with what a source may bring and nothing else', async () => {
    const person = browser(stage)
    const { fields } = honest.provider.grant(await begun(person, honest), { sub: 'victim' })
    const answer = await fetch(
      `${stage.service.url}/sources/${honest.source.id}/callback?next=//evil.example`,
      {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'sec-fetch-site': 'cross-site',
          'sec-fetch-mode': 'navigate',
          'sec-fetch-dest': 'document',
          origin: honest.provider.origin,
        },
        body: new URLSearchParams([...fields, ['redirect_uri', 'https://evil.example'], ['flow', 'x']]),
      },
    )
    assert.equal(answer.status, 303)
    const location = answer.headers.get('location')!
    assert.ok(location.startsWith(`/sources/${honest.source.id}/callback?code=`), location)
    assert.doesNotMatch(location, /evil|flow/)
    assert.deepEqual(answer.headers.getSetCookie(), [])
    await person.visit(location)
    assert.ok(await isSignedIn(person))
  })

  test('what is posted and too long for an address is dropped, and somebody gets a page', async () => {
    const person = browser(stage)
    await first(person)
    const posted = await fetch(`${stage.service.url}/sources/${honest.source.id}/callback`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ state: 'x'.repeat(20_000), code: 'short' }),
    })
    assert.equal(posted.status, 303)
    assert.equal(posted.headers.get('location'), `/sources/${honest.source.id}/callback`)
    await refused(person, posted.headers.get('location')!)
  })

  test('no address of a source leads elsewhere than to what its administrator set', async () => {
    const person = browser(stage)
    await first(person)
    for (const address of [
      `/sources/${honest.source.id}?flow=made-up&redirect_uri=https://evil.example`,
      `/sources/${honest.source.id}/signed-out?state=https://evil.example&post_logout_redirect_uri=https://evil.example`,
      `/sources/none?flow=x`,
    ]) {
      await person.visit(address)
      assert.equal(person.left, undefined, address)
    }
  })

  test('a source that is down or slow fails soon, and is not asked for a while', async () => {
    const broken = await sourced(stage, 'openid', { name: 'Broken' })
    broken.provider.failing = 500
    for (let count = 0; count < 6; count++) {
      const person = browser(stage)
      const page = await person.visit(SIGN_IN)
      const started = performance.now()
      await person.visit(
        new RegExp(`/sources/${broken.source.id}\\?flow=[^"]+`).exec(page.html)![0].replaceAll('&amp;', '&'),
      )
      assert.equal(person.shown!.status, 503)
      assert.match(person.shown!.alert, /does not answer/)
      assert.ok(performance.now() - started < 30_000)
    }
    const asked = broken.provider.asked.length
    assert.equal(asked, 5)
    await broken.provider.stop()
  })

  test('an answer that HTTP does not have ends at a page, and neither ends the service nor keeps anybody', async () => {
    const odd = await sourced(stage, 'openid', { name: 'Odder' })
    for (const status of [999, 101]) {
      odd.provider.failing = status
      const person = browser(stage)
      await person.visit(buttonOf(await first(person), odd.source))
      assert.equal(person.shown!.status, 503, String(status))
      assert.match(person.shown!.alert, /does not answer/)
    }
    await odd.provider.stop()
  })

  test('who removes scopes from the request keeps nobody else from a source', async () => {
    const github = await sourced(stage, 'github', { name: 'GitHub' })
    const bare = { id: 1, login: 'mallory' }
    for (let count = 0; count < 6; count++) {
      const person = browser(stage)
      // Without the scope, GitHub does not tell the addresses.
      const { redirect } = github.provider.grant(await begun(person, github), bare)
      await refused(person, redirect)
    }
    await linkAccount(stage.store, { source: 'GitHub', account: victim.id, subject: '2' })
    const person = browser(stage)
    await through(person, github, { id: 2, login: 'victim', emails: [] })
    assert.ok(await isSignedIn(person))
    await github.provider.stop()
  })

  test('nobody links an account at a source that is not for that, also by its address', async () => {
    const closed = await sourced(stage, 'openid', { name: 'Closed', links: false })
    const person = browser(stage)
    await signIn(person, victim)
    const page = await person.visit('/sources')
    assert.doesNotMatch(page.html, new RegExp(closed.source.id))
    const open = new RegExp(`/sources/${hostile.source.id}\\?flow=[^"]+`).exec(page.html)![0]
    const address = open.replaceAll('&amp;', '&').replace(hostile.source.id, closed.source.id)
    assert.equal((await person.visit(address)).status, 403)
    assert.equal(closed.provider.asked.length, 0)
    await closed.provider.stop()
  })

  test('whoever signs in after somebody from a source did not come from there', async () => {
    const partner = await sourced(stage, 'openid', { name: 'Partner' })
    const mallory = await enrolledResident(stage)
    await linkAccount(stage.store, { source: 'Partner', account: mallory.id, subject: 'mallory' })
    const person = browser(stage)
    await through(person, partner, { sub: 'mallory' })
    await person.submit({ operation: 'other_account' })
    await person.submit({ username: victim.userName, password: PASSWORD })
    assert.match((await person.visit(SIGN_IN)).html, new RegExp(victim.userName))
    let held: object = {}
    await alterSession(stage, person, session => {
      held = session
      return {}
    })
    assert.ok(!('source' in held), 'an application that only people from the source may use stays closed')
    await partner.provider.stop()
  })

  type Losing = (source: string, account: string, came: string) => Promise<unknown>
  const LOSSES: [what: string, Losing][] = [
    ['the source is removed', source => removeSource(stage.store, source)],
    [
      'the link is removed',
      (source, account) => stage.store.write(tx => tx.identitySources.unlink(account, source, 'left')),
    ],
    [
      'they came from the source too long ago',
      (_, __, came) => stage.store.write(tx => tx.records.take('SourceArrival', secretHash(came))),
    ],
  ]
  for (const [what, lose] of LOSSES)
    test(`a code alone signs nobody in when ${what}`, async () => {
      const partner = await sourced(stage)
      const who = await enrolledResident(stage)
      await linkAccount(stage.store, { source: partner.source.id, account: who.id, subject: 'left' })
      const person = browser(stage)
      await through(person, partner, { sub: 'left' })
      await partner.provider.stop()
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      await lose(partner.source.id, who.id, (await journeyOf(stage, person)).came!)
      const { heading } = await person.submit({ 'otp.user.otp': appCode(who.secret) })
      assert.equal(heading, what === 'the source is removed' ? 'Sign in' : 'We could not sign you in')
      assert.ok(!(await isSignedIn(person)))
      await signIn(person, who)
      await person.submit({ 'otp.user.otp-method.id': 'totp' })
      await person.submit({ 'otp.user.otp': appCode(who.secret, 1) })
      assert.ok(await isSignedIn(person))
    })

  for (const wish of [{ creates: true }, { trustedDomains: ['example.org'] }])
    test(`an issuer that changes on the way links nobody (${Object.keys(wish)})`, async t => {
      const partner = await sourced(stage, 'openid', wish)
      const { source, provider } = partner
      t.after(() => provider.stop())
      const who = await resident(stage, { email: `${source.id}@example.org` })
      await stage.store.write(tx => tx.accounts.update(who.id, { emailVerified: true }))
      const email = 'creates' in wish ? `new-${source.id}@example.org` : `${source.id}@example.org`
      provider.meanwhile = () =>
        updateSource(stage.store, source.id, { issuer: 'https://another.example', secret: 'another' })
      const person = browser(stage)
      const { address } = await application(stage, { name: `Bank ${source.id}`, secondFactor: true })
      const early = { ...NAMES, sub: 'early', email, email_verified: true }
      const { heading } = await through(person, partner, early, await person.visit(address))
      // In particular, nobody sets up a factor for an account that is not theirs.
      assert.equal(heading, 'creates' in wish ? 'Connect your account' : 'We could not sign you in')
      assert.equal(await stage.store.identitySources.linked(source.id, 'early'), undefined)
      assert.equal((await stage.store.accounts.withEmail(email))?.id, 'creates' in wish ? undefined : who.id)
      assert.ok(!(await isSignedIn(person)))
    })

  test('metadata that cannot be used ends at a page, and nobody is kept from signing out', async () => {
    const odd = await sourced(stage, 'openid', { name: 'Odd', signsOut: true })
    for (const metadata of [
      { authorization_endpoint: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { token_endpoint: 'nowhere' },
      { jwks_uri: 5 },
      { jwks_uri: 'http://keys.example/' },
      { issuer: 'https://another.example' },
    ]) {
      odd.provider.metadata = metadata
      const person = browser(stage)
      const page = await first(person)
      await person.visit(buttonOf(page, odd.source))
      assert.equal(person.shown!.status, 403, JSON.stringify(metadata))
      assert.match(person.shown!.alert, /could not sign you in/)
    }
    odd.provider.metadata = { end_session_endpoint: 'nowhere' }
    await linkAccount(stage.store, { source: 'Odd', account: victim.id, subject: 'odd' })
    const person = browser(stage)
    await through(person, odd, { sub: 'odd' })
    assert.ok(await isSignedIn(person))
    await person.visit(SIGN_OUT)
    assert.equal((await person.submit({})).status, 200)
    assert.ok(!(await isSignedIn(person)))
    await odd.provider.stop()
  })

  test('the metadata of a source cannot lead the service into its own network', async () => {
    const inner = await sourced(stage, 'openid', { name: 'Inner' })
    const target = honest.provider.asked.length
    inner.provider.metadata = { token_endpoint: `${honest.provider.origin}/token` }
    const person = browser(stage)
    const { redirect } = inner.provider.grant(await begun(person, inner), { sub: 'x' })
    await refused(person, redirect)
    assert.equal(honest.provider.asked.length, target)
    await inner.provider.stop()
  })

  test('only the hosts that an administrator typed may be private, and link-local ones never', async () => {
    for (const address of [
      '10.1.2.3',
      '127.0.0.1',
      '192.168.0.1',
      '::1',
      'fd00::1',
      '::ffff:10.0.0.1',
      '0.0.0.0',
    ]) {
      assert.equal(isReachable(address, false), false, address)
      assert.equal(isReachable(address, true), true, address)
    }
    for (const address of ['169.254.169.254', 'fe80::1', '::ffff:169.254.169.254'])
      assert.equal(isReachable(address, true), false, address)
    assert.equal(isReachable('93.184.215.14', false), true)
    const send = outgoing([])
    await assert.rejects(send('http://169.254.169.254/latest/meta-data'), /not encrypted/)
    await assert.rejects(send('https://localhost:1/'), /private network/)
    await assert.rejects(send('https://[::1]:1/'), /private network/)
  })
})
