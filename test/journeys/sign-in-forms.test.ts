import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { FlowDocument } from '../../src/core/user-flows/document.ts'
import { changeRules } from '../../src/governance/governance.ts'
import {
  DESIGNER_AT_COMMAND_LINE as BY,
  ISSUER_PATH,
  keepAttribute,
  publishFlow,
  resetFlow,
  SIGN_IN,
} from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import {
  application,
  assertSentBack,
  browser,
  post,
  resident,
  type Stage,
  sessionSet,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const TERMS = { name: 'terms', kind: 'consent', label: 'Our terms', version: '1', link: '/terms' } as const
const COMPANY = { name: 'company', kind: 'text', label: { default: 'Company', de: 'Firma' } } as const
const SIZE_OF = {
  name: 'size',
  kind: 'choice',
  label: 'Size',
  choices: [
    { value: 's', label: 'S' },
    { value: 'l', label: 'L' },
  ],
} as const
const SIZE: FlowDocument = {
  kind: 'user_form',
  atSignIn: true,
  steps: [{ id: 'size', title: 'Your size', fields: [{ attribute: 'size', required: true }] }],
  end: { outcome: 'signed_in' },
}
const FORM: FlowDocument = {
  kind: 'user_form',
  atSignIn: true,
  steps: [
    {
      id: 'more',
      title: 'One more thing',
      fields: [
        { attribute: 'company', required: true },
        { attribute: 'terms', required: true },
      ],
    },
  ],
  end: { outcome: 'signed_in' },
}

for (const engine of usually('PostgreSQL')) {
  describe(`forms at sign-in on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
      for (const attribute of [TERMS, COMPANY, SIZE_OF])
        await keepAttribute(stage.store, attribute.name, attribute, BY)
      await publishFlow(stage.store, 'more', FORM, BY)
    })
    after(() => stage.stop())

    test('ask for what is missing, once, and again when terms have changed', async () => {
      await addAccount(stage.service, { userName: 'forms-ada' })
      const ada = browser(stage)
      const asked = await signIn(ada, { userName: 'forms-ada' })
      assert.equal(asked.heading, 'One more thing')
      assert.match(asked.html, /<a href="\/terms" target="_blank" rel="noopener noreferrer">Our terms<\/a>/)
      assert.equal((await ada.submit({ company: 'Example' })).heading, 'One more thing')
      assert.equal((await ada.submit({ company: 'Example', terms: '1' })).heading, 'You are signed in')
      assert.equal((await signIn(browser(stage), { userName: 'forms-ada' })).heading, 'You are signed in')
      await keepAttribute(stage.store, 'terms', { ...TERMS, version: '2' }, BY)
      const again = browser(stage)
      const changed = await signIn(again, { userName: 'forms-ada' })
      assert.equal(changed.heading, 'One more thing')
      assert.match(changed.html, /value="Example"/)
      assert.doesNotMatch(changed.html, / checked/)
      assert.equal((await again.submit({ company: 'Example', terms: '1' })).heading, 'One more thing')
      assert.equal((await again.submit({ company: 'Example', terms: '2' })).heading, 'You are signed in')
    })

    test('lead on to the application, which learns own attributes by their scopes', async () => {
      await addAccount(stage.service, { userName: 'forms-bob' })
      const { id, secret, address } = await application(stage)
      const bob = browser(stage)
      await bob.visit(address.replace('scope=openid', 'scope=openid+company'))
      const asked = await bob.submit({ username: 'forms-bob', password: PASSWORD })
      assert.equal(asked.heading, 'One more thing')
      assert.match(
        asked.headers.get('content-security-policy')!,
        /form-action[^;]* https:\/\/app\.example\.com/,
      )
      await bob.submit({ company: 'Example', terms: '2' })
      assertSentBack(bob)
      const exchanged = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: new URL(bob.left!).searchParams.get('code')!,
          redirect_uri: 'https://app.example.com/callback',
          client_id: id,
          client_secret: secret,
        }),
      })
      const { access_token: token } = (await exchanged.json()) as { access_token: string }
      const info = await fetch(`${stage.service.url}${ISSUER_PATH}/userinfo`, {
        headers: { authorization: `Bearer ${token}` },
      })
      const claims = (await info.json()) as Record<string, unknown>
      assert.equal(claims.company, 'Example')
      assert.equal(claims.terms, undefined)
      const { scopes_supported: scopes } = (await (
        await fetch(`${stage.service.url}${ISSUER_PATH}/.well-known/openid-configuration`)
      ).json()) as { scopes_supported: string[] }
      assert.ok(scopes.includes('company'))
    })

    test('cannot be skipped: nothing is issued to an application before every form is filled in', async () => {
      await publishFlow(stage.store, 'size', SIZE, BY)
      const who = await resident(stage)
      const { address } = await application(stage)
      const mallory = browser(stage)
      await mallory.visit(address)
      const answer = await post(mallory, { username: who.userName, password: PASSWORD })
      assert.ok(sessionSet(answer))
      // The address that the sign-in leads on to, opened by hand, again and again.
      const resume = answer.headers.get('location')!
      for (const target of [resume, resume, address, `${address}&prompt=consent`])
        assert.notEqual((await mallory.visit(target)).heading, 'You are signed in')
      assert.equal((await mallory.visit(address)).heading, 'One more thing')
      assert.ok(mallory.steps.every(({ location }) => !/[?&]code=/.test(location ?? '')))
      const silent = await mallory.send('GET', `${address}&prompt=none`)
      assert.match(silent.headers.get('location')!, /error=interaction_required/)
      // Leaving the form leads back to it.
      await mallory.visit(SIGN_IN)
      assert.equal((await mallory.visit(address)).heading, 'One more thing')
      assert.equal((await mallory.submit({ company: 'Example', terms: '2' })).heading, 'Your size')
      const between = await mallory.send('GET', `${address}&prompt=none`)
      assert.match(between.headers.get('location')!, /error=interaction_required/)
      await mallory.submit({ size: 'l' })
      assertSentBack(mallory)
      const after = await mallory.send('GET', `${address}&prompt=none`)
      assert.match(after.headers.get('location')!, /[?&]code=/)
      await resetFlow(stage.store, 'size', BY)
    })

    test('come before consent, and before the code of somebody who was signed in already', async () => {
      const who = await resident(stage)
      const { address } = await application(stage, { consent: true })
      const person = await signedIn(stage, who)
      assert.equal((await person.visit(address)).heading, 'One more thing')
      const { html } = await person.submit({ company: 'Example', terms: '2' })
      assert.match(html, /consent_form_verifier/)
      assert.equal(person.left, undefined)
    })

    test('lead to no application that somebody has no access to', async () => {
      const who = await resident(stage)
      const { id, address } = await application(stage)
      await changeRules(
        stage.store,
        id,
        { mode: 'assigned', keepRecent: false },
        { by: 'account:operator', address: null },
      )
      const person = await signedIn(stage, who)
      assert.equal((await person.visit(address)).heading, 'You don’t have access')
    })

    test('ask nobody once they are gone', async () => {
      await resetFlow(stage.store, 'more', BY)
      await addAccount(stage.service, { userName: 'forms-cy' })
      assert.equal((await signIn(browser(stage), { userName: 'forms-cy' })).heading, 'You are signed in')
    })
  })
}
