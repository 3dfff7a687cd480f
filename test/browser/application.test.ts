import assert from 'node:assert/strict'
import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ISSUER_PATH, rotateSigningKey } from '../../src/identity/identity.ts'
import { json } from '../support/answers.ts'
import { becomes } from '../support/becomes.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { mainStore } from '../support/tenants.ts'
import { type Look, STAGE_ENGINES, staged } from './stage.ts'

for (const engine of STAGE_ENGINES) {
  describe(`signing in to an application on ${engine}`, () => {
    const stage = staged(engine)
    let harbour: Look
    let shop: RelyingParty
    let wiki: RelyingParty

    before(async () => {
      harbour = await stage.theme('Harbour', '#0a6e4f')
      shop = await stage.application({ name: 'Shop', themeId: harbour.id })
      wiki = await stage.application({ name: 'Wiki', public: true })
    })

    test('is in the application’s theme, and tells the application who it is', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.shows('Sign in')
      await tab.signIn(alex, 'not the password')
      await tab.shows('Sign in', { alert: 'The username or the password is incorrect.' })
      await tab.signIn(alex)
      await tab.greeted(shop)

      const person = shop.people.at(-1)!
      const { iss, aud, name, given_name, preferred_username, email, amr } = person.claims
      assert.deepEqual(
        { iss, aud, name, given_name, preferred_username, email, amr },
        {
          iss: `${stage.service.url}${ISSUER_PATH}`,
          aud: shop.clientId,
          name: 'Alex Moreau',
          given_name: 'Alex',
          preferred_username: alex,
          email: alex,
          amr: ['pwd'],
        },
      )
      const info = await shop.userInfo(person)
      assert.deepEqual([info.sub, info.email, info.family_name], [person.claims.sub, alex, 'Moreau'])

      const { access_token, refresh_token, id_token } = await shop.refreshed(person.tokens)
      assert.notEqual(access_token, person.tokens.access_token)
      assert.ok(refresh_token && id_token)
    })

    test('requests that a form of the application posts find the person signed in', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      await tab.open(`${shop.url}/login-by-form`)
      await tab.press('Go')
      await tab.greeted(shop)
      const state = new URL(tab.page.url()).searchParams.get('person')!
      await tab.open(`${shop.url}/logout?posted=yes&person=${state}`)
      await tab.press('Go')
      await tab.shows('Do you want to sign out?')
      await tab.press('Sign out')
      assert.equal(await tab.heading(), 'Goodbye from Shop')
      await tab.open(`${shop.url}/login-by-form`)
      await tab.press('Go')
      await tab.shows('Sign in')
    })

    test('a second application needs no page, until somebody signs out', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      const pages = tab.pages
      await tab.open(wiki.login())
      await tab.greeted(wiki)
      assert.equal(tab.pages, pages)

      await tab.open(shop.login())
      await tab.greeted(shop)
      await tab.follow('Log out')
      await tab.shows('Do you want to sign out?')
      await tab.press('Sign out')
      assert.equal(await tab.heading(), 'Goodbye from Shop')

      await tab.open(shop.login())
      await tab.shows('Sign in')
      tab.look = undefined
      await tab.open(wiki.login())
      await tab.shows('Sign in')
    })

    test('an application that asks is told which account to use', async t => {
      const [alex, robin] = [await stage.account(), await stage.account()]
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      await tab.open(shop.login({ prompt: 'select_account' }))
      await tab.shows('Choose an account')
      assert.match((await tab.page.textContent('.person'))!, new RegExp(alex))
      await becomes(() => tab.page.locator('script').count(), 0)
      await tab.press('Continue as Alex Moreau')
      await tab.greeted(shop)
      assert.equal(shop.people.at(-1)!.claims.preferred_username, alex)
      await tab.open(shop.login({ prompt: 'select_account login' }))
      await tab.press('Continue as Alex Moreau')
      await tab.shows('Sign in')
      await tab.signIn(alex)
      await tab.greeted(shop)
      await tab.open(shop.login({ prompt: 'select_account' }))
      await tab.press('Use another account')
      await tab.shows('Sign in')
      await tab.signIn(robin)
      await tab.greeted(shop)
      assert.equal(shop.people.at(-1)!.claims.preferred_username, robin)
    })

    test('an application without a secret proves itself by PKCE', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab()
      await tab.open(wiki.login())
      await tab.shows('Sign in')
      await tab.signIn(alex)
      await tab.greeted(wiki)
      assert.ok((await wiki.refreshed(wiki.people.at(-1)!.tokens)).access_token)

      await tab.page.context().clearCookies()
      const plain = new URL(`${stage.service.url}${ISSUER_PATH}/authorize`)
      plain.search = String(
        new URLSearchParams({
          client_id: wiki.clientId,
          redirect_uri: `${wiki.url}/callback`,
          response_type: 'code',
          scope: 'openid',
          state: 'x',
        }),
      )
      const answer = await fetch(plain, { redirect: 'manual' })
      assert.match(answer.headers.get('location') ?? '', /error=invalid_request/)
    })

    test('the token of a person opens nothing of the interface', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      const { access_token } = shop.people.at(-1)!.tokens
      for (const path of [
        '/v1.0/branding/themes',
        '/template/v1.0/branding/themes',
        '/v1.0/tabard/explain',
      ]) {
        const answer = await stage.service.call('GET', path, undefined, {
          authorization: `Bearer ${access_token}`,
        })
        assert.equal(answer.status, 401, path)
      }
    })

    test('keys are replaced: what was signed before still verifies, and what comes is signed anew', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      const old = shop.people.at(-1)!.tokens
      const kid = await rotateSigningKey(mainStore(stage.service), Date.now())
      // All nodes show it before one signs with it.
      await sleep(3_100)
      await tab.open(shop.login())
      await tab.greeted(shop)
      const renewed = shop.people.at(-1)!.tokens.id_token!
      const refreshed = (await shop.refreshed(old)).id_token!

      const { keys } = await json<{ keys: (JsonWebKey & { kid: string })[] }>(
        await fetch(`${stage.service.url}${ISSUER_PATH}/jwks`),
      )
      for (const key of keys) assert.equal(key.d, undefined)
      const signedBy = (token: string) => {
        const [header, body, signature] = token.split('.')
        const { kid } = JSON.parse(Buffer.from(header!, 'base64url').toString()) as { kid: string }
        const key = createPublicKey({ key: keys.find(one => one.kid === kid)!, format: 'jwk' })
        const signed = Buffer.from(`${header}.${body}`)
        assert.ok(verify('RSA-SHA256', signed, key, Buffer.from(signature!, 'base64url')))
        return kid
      }
      assert.notEqual(signedBy(old.id_token!), kid)
      assert.equal(signedBy(renewed), kid)
      assert.equal(signedBy(refreshed), kid)
    })

    // What follows does not depend on the database.
    if (engine !== 'SQLite') return

    test('a suggested user name is filled in, and no request forces another theme', async t => {
      const forest = await stage.theme('Forest', '#225511')
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login({ login_hint: alex, themeId: forest.id }))
      await tab.shows('Sign in')
      await becomes(() => tab.page.inputValue('[name=username]'), alex)
      await tab.send({ password: 'quiet lamp over water' })
      await tab.greeted(shop)
    })

    test('who signs out without a way back stays on a page of the theme', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      const logout = await tab.page.getAttribute('#logout', 'href')
      await tab.open(`${shop.url}${logout}&stay=1`)
      await tab.shows('Do you want to sign out?')
      await tab.press('Sign out')
      await tab.shows('You are signed out')
      await tab.follow('Sign in again')
      await tab.shows('Sign in')
    })

    test('who is asked to sign in again does, in an application that asks for it', async t => {
      const alex = await stage.account()
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login({ prompt: 'none' }))
      assert.equal(await tab.heading(), 'Refused: login_required')
      await tab.open(shop.login())
      await tab.signIn(alex)
      await tab.greeted(shop)
      await tab.open(shop.login({ prompt: 'login' }))
      await tab.shows('Sign in')
      await tab.signIn(alex)
      await tab.greeted(shop)
      await tab.open(shop.login({ prompt: 'none' }))
      await tab.greeted(shop)
    })

    test('a request that is not possible is explained in the application’s theme', async t => {
      const tab = await (await stage.visitor(t)).tab(harbour)
      await tab.open(shop.login({ redirect_uri: 'https://elsewhere.example/' }))
      const alert = await tab.alert()
      assert.match(
        alert,
        /^The address to return to is not registered for this application\. Reference: \S+$/,
      )
      await tab.shows('The application’s request failed', { status: 400, alert })
    })
  })
}
