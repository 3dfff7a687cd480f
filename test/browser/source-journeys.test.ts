import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import type { PresetName } from '../../src/core/federation/presets.ts'
import { linkAccount, updateSource } from '../../src/identity/identity.ts'
import { type Sourced, sourced } from '../journeys/source-steps.ts'
import { becomes } from '../support/becomes.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { packageForm } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'
import { codeIn, staged, type Tab, type VisitorOptions } from './stage.ts'

const FOLDER = join(import.meta.dirname, '../fixtures/field-scripts-package/templates')
const HEADER = 'common/page_components/default/page_header.html'
const PRESETS = ['google', 'entra', 'apple', 'github'] as const satisfies readonly PresetName[]
const NAMES = { given_name: 'Ada', family_name: 'Byron' }

/** Somebody at each of the sources, as it tells of them. */
const PEOPLE = {
  google: { sub: 'g', email: 'ada@gmail.example', email_verified: true, ...NAMES },
  entra: { sub: 'e', email: 'ada@entra.example', ...NAMES },
  apple: {
    sub: 'a',
    email: 'ada@relay.example',
    email_verified: 'true',
    name: { firstName: 'Ada', lastName: 'Byron' },
  },
  github: {
    id: 815,
    login: 'ada',
    first: 'Ada',
    last: 'Byron',
    emails: [{ email: 'ada@octo.example', primary: true, verified: true }],
  },
}

describe('identity sources on pages made for IBM Security Verify', () => {
  const stage = staged()
  const sources = {} as Record<(typeof PRESETS)[number], Sourced>
  let larch: RelyingParty
  let spruce: RelyingParty
  let bank: RelyingParty

  before(async () => {
    const files = Object.fromEntries(
      globSync('**/*.*', { cwd: FOLDER }).map(path => [path, readFileSync(join(FOLDER, path))]),
    )
    const whole = packageForm(packageOf(files))
    const answer = await stage.service.call('PUT', '/v1.0/branding/themes/default', whole)
    assert.ok(answer.ok, await answer.text())
    const header = '<div class="heading"><b id="spruce">Spruce</b></div>'
    const themeId = await stage.service.createTheme('Spruce', packageOf({ ...files, [HEADER]: header }))
    larch = await stage.application({ name: 'Larch' })
    spruce = await stage.application({ name: 'Spruce', themeId })
    bank = await stage.application({ name: 'Bank', secondFactor: true })
    const store = mainStore(stage.service)
    for (const preset of PRESETS)
      sources[preset] = await sourced({ store }, preset, {
        name: `The ${preset}`,
        creates: true,
        ...(preset === 'github' && { claims: { givenName: 'first', familyName: 'last' } }),
        ...(preset === 'entra' && { signsOut: true }),
      })
  })
  after(async () => {
    for (const { provider } of Object.values(sources)) await provider.stop()
  })

  const tabOf = async (t: TestContext, options: VisitorOptions = {}): Promise<Tab> => {
    const elsewhere = Object.values(sources).map(({ provider }) => provider.origin)
    return await (await stage.visitor(t, { elsewhere, ...options })).tab()
  }
  /** Chooses a source on the page, and goes to it. */
  const chosen = async ({ page }: Tab, preset: keyof typeof sources) => {
    await page.getByRole('link', { name: new RegExp(`^Continue with .?The ${preset}`) }).click()
    await page.waitForURL(url => url.origin === sources[preset].provider.origin)
  }
  /** Goes through a source, and waits for what follows. */
  const through = async (tab: Tab, preset: keyof typeof sources, person: object, then: string | RegExp) => {
    sources[preset].provider.person = { ...person }
    await chosen(tab, preset)
    await tab.page.click('text=Allow')
    await tab.page.waitForURL(then)
  }
  /** Somebody who has an account and a password here, and is linked. */
  const linked = async (preset: keyof typeof sources, subject: string) => {
    const alex = await stage.account()
    const store = mainStore(stage.service)
    const { id: account } = (await store.accounts.named(alex))!
    await linkAccount(store, { source: sources[preset].source.id, account, subject })
    return { alex, account }
  }

  test('every preset signs people in, with one page after the other in a tab', async t => {
    const store = mainStore(stage.service)
    // An address from Entra has to be verified here first, so somebody is known already.
    const { alex, account } = await linked('entra', 'e')
    const tab = await tabOf(t)
    for (const preset of PRESETS) {
      await tab.open(larch.login())
      await becomes(() => tab.page.locator('#larch-logo').count(), 1)
      assert.equal(await tab.page.locator('#id-sources a').count(), PRESETS.length)
      await through(tab, preset, PEOPLE[preset], `${larch.url}/home*`)
      await tab.greeted(larch, preset === 'entra' ? 'Alex Moreau' : 'Ada Byron')
      const { claims } = larch.people.at(-1)!
      assert.deepEqual([claims.acr, claims.amr], ['urn:tabard:acr:source', ['fed']], preset)
      if (preset === 'entra') assert.deepEqual([claims.sub, claims.preferred_username], [account, alex])
      await tab.visitor.context.clearCookies()
    }
    for (const email of ['ada@gmail.example', 'ada@relay.example', 'ada@octo.example'])
      assert.equal((await store.accounts.named(email))?.emailVerified, true, email)
  })

  test('without scripts, too', async t => {
    await linked('github', '816')
    const tab = await tabOf(t, { javaScriptEnabled: false })
    await tab.open(larch.login())
    await tab.page.waitForURL(/scripts=none/)
    await through(tab, 'github', { ...PEOPLE.github, id: 816 }, `${larch.url}/home*`)
    await tab.greeted(larch)
  })

  test('a second factor is asked for, unless the administrator trusts what the source says of it', async t => {
    const { alex } = await linked('entra', 'factor')
    const store = mainStore(stage.service)
    const { id } = sources.entra.source
    const tab = await tabOf(t)
    await tab.open(bank.login())
    await through(tab, 'entra', { sub: 'factor', amr: ['pwd', 'mfa'], acr: 'high' }, /login/)
    await tab.page.fill('[name="otp.user.otp"]', codeIn(await stage.mail(alex)))
    await tab.moved(() => tab.page.press('[name="otp.user.otp"]', 'Enter'))
    await tab.greeted(bank)
    assert.deepEqual(bank.people.at(-1)!.claims.amr, ['fed', 'mca'])
    for (const trusted of [{ factorAmr: ['mfa'] }, { factorAmr: [], factorAcr: ['high'] }]) {
      await updateSource(store, id, trusted)
      await tab.visitor.context.clearCookies()
      await tab.open(bank.login())
      await through(tab, 'entra', { sub: 'factor', amr: ['pwd', 'mfa'], acr: 'high' }, `${bank.url}/home*`)
      await tab.greeted(bank)
      const { claims } = bank.people.at(-1)!
      assert.deepEqual([claims.acr, claims.amr], ['urn:tabard:acr:source-factor', ['fed', 'mfa']])
    }
    await tab.visitor.context.clearCookies()
    await tab.open(bank.login())
    await through(tab, 'entra', { sub: 'factor', amr: ['pwd'], acr: 'low' }, /login/)
    await tab.page.locator('[name="otp.user.otp"]').waitFor()
  })

  test('an account is linked after a fresh proof, and the link is removed again', async t => {
    const { alex, account } = await linked('google', 'links')
    const store = mainStore(stage.service)
    const tab = await tabOf(t)
    await tab.open(larch.login())
    // Google does not tell when somebody proved who they are, so nothing may be changed by it.
    await through(tab, 'google', { sub: 'links' }, `${larch.url}/home*`)
    await tab.open(`${stage.service.url}/sources`)
    await tab.shows('Connected accounts')
    await tab.moved(() => tab.page.getByRole('link', { name: /^Continue with .?The github/ }).click())
    await tab.page.fill('[name=password]', PASSWORD)
    await tab.moved(() => tab.page.press('[name=password]', 'Enter'))
    await tab.shows('Connected accounts')
    assert.equal((await store.identitySources.linksOf(account)).length, 1)
    await through(tab, 'github', { ...PEOPLE.github, id: 900 }, /\/sources\?flow=/)
    await tab.shows('Connected accounts')
    const subjects = async () =>
      (await store.identitySources.linksOf(account)).map(({ subject }) => subject).sort()
    assert.deepEqual(await subjects(), ['900', 'links'])
    await tab.moved(() => tab.page.getByRole('button', { name: /^Disconnect .?The google/ }).click())
    await tab.shows('Connected accounts')
    assert.deepEqual(await subjects(), ['900'])

    // The one that is left signs in, and the one that was removed is a stranger.
    await tab.visitor.context.clearCookies()
    await tab.open(larch.login())
    await through(tab, 'github', { ...PEOPLE.github, id: 900 }, `${larch.url}/home*`)
    assert.equal(larch.people.at(-1)!.claims.preferred_username, alex)
  })

  test('somebody unknown with the address of an account proves it, and is linked', async t => {
    const alex = await stage.account({ email: 'prove@example.com' })
    const tab = await tabOf(t)
    await tab.open(spruce.login())
    await through(tab, 'google', { sub: 'prover', email: alex, email_verified: true }, /flow=/)
    await tab.shows('Connect your account')
    await becomes(() => tab.page.locator('#spruce').count(), 1)
    await tab.send({ username: alex })
    await tab.page.fill('[name=password]', PASSWORD)
    await tab.moved(() => tab.page.press('[name=password]', 'Enter'))
    await tab.greeted(spruce)
    await tab.visitor.context.clearCookies()
    await tab.open(spruce.login())
    await through(tab, 'google', { sub: 'prover' }, `${spruce.url}/home*`)
    await tab.greeted(spruce)
  })

  for (const scripts of [true, false])
    test(`somebody new registers without a password, ${scripts ? 'with' : 'without'} scripts`, async t => {
      const tab = await tabOf(t, { javaScriptEnabled: scripts })
      const email = `new-${scripts}@example.com`
      await tab.open(spruce.login())
      if (!scripts) await tab.page.waitForURL(/scripts=none/)
      const person = { sub: email, email, email_verified: true, given_name: 'Ada' }
      await through(tab, 'google', person, /reference=registration/)
      await becomes(() => tab.page.locator('#spruce').count(), 1)
      await tab.page.getByText('You signed in with The google').waitFor()
      assert.equal(await tab.page.locator('[type=password]').count(), 0)
      await tab.page.fill('[name=family_name]', 'Byron')
      await tab.page.press('[name=family_name]', 'Enter')
      await tab.page.waitForURL(`${spruce.url}/home*`)
      await tab.greeted(spruce, 'Ada Byron')
      assert.deepEqual(spruce.people.at(-1)!.claims.amr, ['fed'])
    })

  test('signing out leads through the source', async t => {
    await linked('entra', 'leaver')
    const tab = await tabOf(t)
    const { provider } = sources.entra
    await tab.open(`${stage.service.url}/idaas/mtfim/sps/idaas/login?runtime=true`)
    await through(tab, 'entra', { sub: 'leaver' }, /idaas\/login/)
    await tab.shows('You are signed in')
    await tab.page.locator('main form button').last().click()
    await tab.page.waitForURL(/\/signed-out\?/)
    await becomes(() => tab.page.locator('#larch-logo').count(), 1)
    await tab.page.getByText('You are signed out').first().waitFor()
    assert.ok(provider.asked.some(({ path }) => path === '/end-session'))
    await tab.open(larch.login())
    await tab.page.getByRole('link', { name: 'Continue with The entra' }).waitFor()
  })

  test('two applications keep their themes side by side, also where a source refuses', async t => {
    await linked('google', 'beside')
    const left = await tabOf(t)
    const right = await left.visitor.tab()
    const dressed = async () => {
      await becomes(() => left.page.locator('#larch-logo').count(), 1)
      await becomes(() => right.page.locator('#spruce').count(), 1)
    }
    await left.open(larch.login())
    await right.open(spruce.login())
    await dressed()
    for (const tab of [left, right]) {
      await chosen(tab, 'google')
      const asked = new URL(tab.page.url()).searchParams
      const query = new URLSearchParams({
        error: 'access_denied',
        state: asked.get('state')!,
        iss: sources.google.provider.issuer,
      })
      await tab.open(`${asked.get('redirect_uri')}?${query}`)
      assert.equal(tab.status, 403)
      await tab.page.getByText('You canceled the sign-in.').first().waitFor()
    }
    await dressed()
    for (const [tab, app] of [
      [left, larch],
      [right, spruce],
    ] as const)
      await tab.open(app.login())
    await dressed()
    for (const [tab, app] of [
      [left, larch],
      [right, spruce],
    ] as const) {
      await through(tab, 'google', { sub: 'beside' }, `${app.url}/home*`)
      await tab.greeted(app)
    }
    assert.equal(larch.people.at(-1)!.claims.sub, spruce.people.at(-1)!.claims.sub)
  })
})
