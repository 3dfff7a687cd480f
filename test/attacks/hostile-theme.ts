import assert from 'node:assert/strict'
import { after, before, describe, type TestContext, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { authenticator } from '../browser/authenticator.ts'
import { type Browser, launchBrowser } from '../support/browser.ts'
import { EVERYTHING } from '../support/everything.ts'
import { PASSWORD } from '../support/people.ts'
import { atLoopback, codeIn, EVIL_VERIFIER, PERSON } from './facts.ts'
import { attacksIn } from './theme.ts'
import type { Transport } from './transport.ts'
import {
  assertUntouched,
  attacked,
  consoleUser,
  moved,
  newVictim,
  send,
  setUpAuthenticator,
  signedIn,
  signIn,
  signInToConsole,
  type Victim,
} from './victim.ts'
import { Visitor } from './visitor.ts'
import { startWorld, type World } from './world.ts'

/** Pages, and redirects between them: what people see and nobody else. */
const FOR_PEOPLE =
  /^\/(?:idaas|flows|(?:v1\.0|oidc)\/endpoint\/default\/(?:authorize|interaction|logout)|oauth2\/authorize)/

const SWITCHES = ['--host-resolver-rules=MAP *.test 127.0.0.1', '--ignore-certificate-errors']

/**
 * Over TLS everything is tried. Over plain HTTP, cookies have other names and flags, and the console shares them with the
 * pages: what depends on that is tried there too, and one attack of each other kind. `npm run test:full` tries all.
 */
const OVER_PLAIN = [
  'fetches pages of others',
  'posts the request of an application',
  'calls the console with its cookies',
  'calls the service with the cookies of the person',
  'opens pages of others in windows',
  'opens pages of the console',
  'posts forms to the console',
  'reaches the windows around it',
  'uses files and calls of the service as pages without a policy',
  'frames pages of others',
  'has its own site frame them, as an application may',
  'installs a service worker',
]

/**
 * The script of a theme sees what people type into pages of that theme, and nothing else: no code, token, session,
 * consent, account data or page of another application, of the account pages or of the console.
 */
export function attackEverything(transport: Transport): void {
  describe(`a hostile theme, over ${transport.name},`, () => {
    const isWhole = EVERYTHING || transport.secure
    let browser: Browser
    let world: World
    before(async () => {
      browser = await launchBrowser(SWITCHES)
      world = await startWorld(transport, browser)
    })
    after(async () => {
      await world?.stop()
      await browser?.close()
    })

    /** Somebody whose browser is closed at the end of a test. */
    const somebody = async (t: TestContext): Promise<Victim> => {
      const victim = await newVictim(world)
      t.after(() => victim.context.close())
      return victim
    }

    /** A test that depends neither on cookies nor on the console. */
    const anywhere = (name: string, work: (t: TestContext) => Promise<void>) => {
      if (isWhole) test(name, work)
    }

    for (const file of ['requests', 'windows', 'frames', 'workers'] as const) {
      describe(`gets nothing by ${file}: it`, () => {
        let victim: Victim
        before(async () => {
          victim = await newVictim(world)
        })
        after(async () => await victim?.context.close())

        for (const name of attacksIn(file).filter(one => isWhole || OVER_PLAIN.includes(one))) {
          test(name, async () => {
            const loot = await attacked(world, victim, [name], await world.facts())
            assert.deepEqual(loot.get(name), [])
          })
        }

        test('has left the account and the sessions as they were', async () => {
          assert.equal(await consoleUser(world, victim.context), victim.userName)
          await victim.tab.goto(`${world.pages}${SIGN_IN}`)
          assert.match((await victim.tab.textContent('.person')) ?? '', new RegExp(victim.userName))
          await assertUntouched(world, victim.userName)
        })
      })
    }

    anywhere('gets no tokens of the bank', async t => {
      const victim = await somebody(t)
      const facts = await world.facts()
      const attack = 'fetches pages of others'
      const taken = (await attacked(world, victim, [attack], facts)).get(attack)!
      const tokens = await world.bank.redeem(codeIn(taken, 'code of the bank'), EVIL_VERIFIER)
      assert.equal(tokens.access_token, undefined, `tokens of the bank for ${tokens.scope}`)
    })

    test('gets no session of the console', async t => {
      const victim = await somebody(t)
      const facts = await world.facts()
      const attack = 'fetches pages of others'
      const taken = (await attacked(world, victim, [attack], facts)).get(attack)!
      const code = codeIn(taken, 'code of the console')
      const state = new URL(facts.begun.authorization).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ code, state })
      const answer = await fetch(`${atLoopback(world.console)}/callback?${query}`, {
        redirect: 'manual',
        headers: { cookie: facts.begun.cookie },
      })
      assert.doesNotMatch(answer.headers.getSetCookie().join(), /tabard-console=[\w-]{20}/)
    })

    anywhere('does not appear on pages of others, whatever their address says', async t => {
      const victim = await somebody(t)
      const { themed } = await world.facts()
      const shown: string[] = []
      for (const [page, address] of Object.entries(themed)) {
        await victim.tab.goto(address)
        const brand = victim.tab.locator('#brand', { hasText: 'EvilFun' })
        if ((await brand.count()) > 0) shown.push(page)
      }
      assert.deepEqual(shown, [])
    })

    anywhere('hears nothing of what the person does in another tab', async t => {
      const victim = await somebody(t)
      await attacked(world, victim, ['listens to other pages'], await world.facts())
      const other = await victim.context.newPage()
      await signIn(other, world.bank.authorization({ prompt: 'login' }), victim.userName)
      const { few } = await world.facts()
      for (const address of [few.profile, few.authenticator, few.password]) await other.goto(address)
      await signInToConsole(other, world, victim.userName)
      await victim.tab.evaluate(`report({ told: 'the end' })`)
      await world.attacker.hears(told => told === 'the end')
      assert.deepEqual(world.attacker.told.splice(0), ['the end'])
    })

    anywhere('holds no window into which the person types the address of another page', async t => {
      const victim = await somebody(t)
      const { few } = await world.facts()
      await victim.tab.goto(
        `${world.pages}${SIGN_IN}?runtime=true&operation=forgot_password&themeId=${world.themeId}`,
      )
      for (const first of ['location.href', "'about:blank'"]) {
        const [popup] = await Promise.all([
          victim.context.waitForEvent('page'),
          victim.tab.evaluate(`void (window.held = window.open(${first}))`),
        ])
        await popup.goto(few.profile)
        assert.equal(await popup.inputValue('[name=family_name]'), PERSON.familyName)
        const reads =
          '(() => { try { return held.document.documentElement.innerHTML } catch { return "" } })()'
        assert.ok(!String(await victim.tab.evaluate(reads)).includes(PERSON.familyName), first)
        await popup.close()
      }
    })

    anywhere('finds nothing of other pages in the history of its tab', async t => {
      const victim = await somebody(t)
      const facts = await world.facts()
      await setUpAuthenticator(victim.tab, facts.few.authenticator)
      for (const address of [facts.few.profile, facts.few.authenticator]) await victim.tab.goto(address)
      const attacks = [
        'looks for what other pages left behind',
        'uses addresses of flows that it finds in the history',
      ]
      const page = `${world.pages}${SIGN_IN}?runtime=true&operation=forgot_password&themeId=${world.themeId}`
      const loot = await attacked(world, victim, attacks, facts, page)
      assert.deepEqual(loot, new Map(attacks.map(attack => [attack, []])))
      const elsewhere = await world.context()
      const tab = await elsewhere.newPage()
      await signIn(tab, facts.pages.greeting!, victim.userName)
      assert.equal(await tab.textContent('h1'), 'Confirm that it is you', 'the second factor is asked for')
      await elsewhere.close()
    })

    test('keeps nothing in the browser of somebody who signs out', async t => {
      const victim = await somebody(t)
      const facts = await world.facts()
      await attacked(world, victim, ['leaves texts, databases and caches behind'], facts)
      await victim.tab.goto(facts.pages.greeting!)
      await send(victim.tab)
      const attack = 'finds what was left behind before the person signed out'
      assert.deepEqual((await attacked(world, victim, [attack], facts)).get(attack), [])
    })

    anywhere('is gone when it is deleted', async t => {
      const victim = await somebody(t)
      const themeId = await world.furtherTheme('Passing')
      const page = `${world.pages}${SIGN_IN}?runtime=true&operation=forgot_password&themeId=${themeId}`
      await attacked(world, victim, ['installs a service worker'], await world.facts({ themeId }), page)
      const { status } = await world.service.call('DELETE', `/v1.0/branding/themes/${themeId}`)
      assert.equal(status, 204)
      for (const path of [SIGN_IN, '/template/v1.0/static/logo.svg', '/flows/?reference=profile']) {
        const answer = await victim.tab.goto(world.pages + path)
        assert.equal(answer?.fromServiceWorker(), false, path)
      }
    })

    test('reads no cookies', async t => {
      const { userName } = await world.account({ administrator: true })
      const context = await world.context()
      t.after(() => context.close())
      const victim = { userName, context, tab: await context.newPage() }
      // In the browser itself, which decides what becomes of the cookies that it is given.
      await signIn(victim.tab, world.fun.authorization(), userName)
      await signInToConsole(victim.tab, world, userName)
      assert.deepEqual(
        (await attacked(world, victim, ['reads cookies'], await world.facts())).get('reads cookies'),
        [],
      )
      const cookies = (await victim.context.cookies()).filter(({ name }) => name.includes('tabard'))
      assert.deepEqual(
        cookies.filter(({ httpOnly }) => !httpOnly),
        [],
      )
      const host = transport.secure ? /^__Host-/ : /^tabard-/
      assert.deepEqual(
        cookies.filter(({ name }) => !host.test(name)).map(({ name }) => name),
        [],
        'cookies that a script can plant',
      )
    })

    test('gives the person no session of another person', async t => {
      const victim = await somebody(t)
      const { userName } = await world.account({ themeDeveloper: true }, 'Intruder')
      const own = new Visitor()
      await signedIn(own, world.fun.authorization(), userName)
      await signedIn(own, `${world.console}/signin?to=/session`, userName)
      assert.equal(own.shown.url, `${world.console}/session`)
      const cookies = own.cookies.filter(({ name }) => name.includes('tabard'))
      await attacked(world, victim, ['plants cookies of another session'], await world.facts({ cookies }))
      const { few } = await world.facts()
      for (const address of [few.profile, few.authenticator, `${world.pages}${SIGN_IN}`]) {
        await victim.tab.goto(address)
        assert.doesNotMatch(await victim.tab.content(), /Intruder/, address)
      }
      assert.notEqual(await consoleUser(world, victim.context), userName)
      // At worst the person has to sign in again, and can.
      await victim.tab.goto(`${world.pages}${SIGN_IN}`)
      if ((await victim.tab.locator('[name=password]').count()) > 0)
        await send(victim.tab, { username: victim.userName, password: PASSWORD })
      await victim.tab.goto(few.profile)
      assert.equal(await victim.tab.inputValue('[name=family_name]'), PERSON.familyName)
      // The console says that it has removed a planted cookie, once.
      await victim.tab.goto(`${world.console}/signin`)
      await signInToConsole(victim.tab, world, victim.userName)
      assert.equal(await consoleUser(world, victim.context), victim.userName)
    })

    /** A form with which the attacker would set up an authenticator of their own, and the cookie that it is bound to. */
    const preparedForm = async () => {
      const { userName } = await world.account({}, 'Intruder')
      const own = new Visitor()
      const { few, pages } = await world.facts()
      await signedIn(own, pages.greeting!, userName)
      const { html, url: action } = await own.open(few.authenticator)
      const [, key = ''] = /<code class="key"[^>]*>([^<]+)</.exec(html) ?? []
      const code = authenticator(key).now()
      const cookie = own.cookies.find(({ name }) => name.endsWith('tabard-browser'))
      assert.ok(key !== '' && cookie !== undefined)
      return { cookie, action, code }
    }

    test('sets up no authenticator of the attacker for the person', async t => {
      const victim = await somebody(t)
      const facts = await world.facts({ prepared: await preparedForm() })
      const attack = 'plants a cookie that makes a form of the attacker the person’s own'
      await attacked(world, victim, [attack], facts)
      await assertUntouched(world, victim.userName)
    })

    test('nor by driving the person’s cookies out of the browser', async () => {
      const { userName } = await world.account()
      const context = await world.context()
      const victim = { userName, context, tab: await context.newPage() }
      const facts = await world.facts()
      await attacked(world, victim, ['fills the store of cookies before the person signs in'], facts)
      await send(victim.tab, { username: userName, password: PASSWORD })
      const attack = 'drives cookies out of the store until one can be replaced'
      await attacked(world, victim, [attack], await world.facts({ prepared: await preparedForm() }))
      await assertUntouched(world, victim.userName)
      await context.close()
    })

    test('gets nothing from an administrator who tries it', async t => {
      const victim = await somebody(t)
      const { tab, context } = victim
      await tab.goto(`${world.console}/themes/${world.themeId}`)
      const attacks = [
        'reaches the windows around it',
        'fetches pages of others',
        'opens pages of the console',
      ]
      await tab.getByRole('button', { name: 'Try the sign-in' }).click()
      const [popup, loot] = await Promise.all([
        context.waitForEvent('page'),
        world.attacker.order(attacks, await world.facts()),
        tab.getByRole('link', { name: 'Copy password and open' }).click(),
      ])
      assert.deepEqual(loot, new Map(attacks.map(attack => [attack, []])))
      const account = tab.getByRole('status').filter({ hasText: 'Test account' })
      const [userName, password] = await account.locator('code').allInnerTexts()
      await send(popup, { username: userName!, password: password! })
      await popup.getByText('Demo Person').waitFor()
    })

    test('gets nothing out of its picture in the console', async t => {
      const victim = await somebody(t)
      const attacks = [
        'fetches pages of others',
        'fetches them in every mode',
        'asks with XMLHttpRequest',
        'calls the console with its cookies',
        'opens pages of others in windows',
        'opens pages of the console',
        'reaches the windows around it',
      ]
      const screen = `${world.console}/themes`
      const loot = await attacked(world, victim, attacks, await world.facts(), screen, 'preview')
      assert.deepEqual(loot, new Map(attacks.map(attack => [attack, []])))
      await assertUntouched(world, victim.userName)
    })

    test('lets people do everything themselves', async () => {
      const { userName } = await world.account({ administrator: true })
      const context = await world.context()
      const tab = await context.newPage()
      const { few, pages } = await world.facts()

      await signIn(tab, world.fun.authorization(), userName)
      assert.equal(await tab.textContent('h1'), 'EvilFun: signed in')
      await tab.goto(
        world.bank.authorization({ scope: 'openid profile email offline_access', prompt: 'consent' }),
      )
      await tab.check('[type=checkbox][value=offline_access]')
      await moved(tab, () => tab.click('button[name=trust_level][value=Permit]'))
      assert.equal(await tab.textContent('h1'), 'Bank: signed in')
      const { refresh_token } = world.bank.signedIn.at(-1)!
      assert.ok((await world.bank.refresh(refresh_token!)).access_token)
      await tab.goto(world.bank.authorization({ prompt: 'none' }))
      assert.equal(await tab.textContent('h1'), 'Bank: signed in')

      await tab.goto(few.profile)
      await send(tab, { given_name: 'Veronika' })
      await tab.goto(few.profile)
      assert.equal(await tab.inputValue('[name=given_name]'), 'Veronika')
      await tab.goto(few.password)
      const newpassword = 'another lamp over water'
      await send(tab, { oldpassword: PASSWORD, newpassword, confirmpassword: newpassword })
      await tab.goto(`${world.pages}${SIGN_IN}`)
      assert.equal(await tab.textContent('h1'), 'You are signed in')
      await tab.goto(`${world.console}/signin?to=/themes`)
      if ((await tab.locator('[name=password]').count()) > 0)
        await send(tab, { username: userName, password: newpassword })
      await tab.getByRole('heading', { level: 1, name: 'Themes' }).waitFor()
      await setUpAuthenticator(tab, few.authenticator)
      await tab.goto(pages['signing out']!)
      await send(tab)
      assert.equal(await tab.textContent('h1'), 'You are signed out')
      await context.close()
    })

    test('was never shown on a page that holds a secret', () => {
      const wrong = world.attacker.sights.filter(({ leaked }) => leaked.length > 0)
      assert.deepEqual(
        [...new Set(wrong.flatMap(({ leaked }) => leaked.map(text => text.replace(/ \S+$/, ''))))],
        [],
      )
    })

    test('was answered with pages and redirects in whole tabs only', () => {
      const wrong = world.seen.filter(
        ({ path, status, mode, dest, site, purpose }) =>
          FOR_PEOPLE.test(path) &&
          status < 400 &&
          mode !== undefined &&
          (mode !== 'navigate' || dest !== 'document' || purpose !== undefined) &&
          // Applications on other sites ask in a frame whether somebody is signed in.
          !(dest === 'iframe' && site === 'cross-site' && path.includes('prompt=none')),
      )
      const kinds = wrong.map(({ method, path, status, mode, dest, purpose = '' }) =>
        [method, path.replace(/\?.*|(?<=\/)[\w-]{40,}/g, ''), status, mode, dest, purpose].join(' ').trim(),
      )
      assert.deepEqual([...new Set(kinds)], [])
    })
  })
}
