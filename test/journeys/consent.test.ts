import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, updateApplication } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { addApplication, PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  assertRefused,
  browser,
  eventsOf,
  type Resident,
  resident,
  type Stage,
  signedIn,
  stageOf,
} from './steps.ts'

const CALLBACK = 'https://travel.example.com/callback'

for (const engine of usually('SQLite')) {
  describe(`an application that asks what it may see on ${engine}`, () => {
    let stage: Stage
    let application: Awaited<ReturnType<typeof addApplication>>

    before(async () => {
      stage = await stageOf(engine)
      await stage.store.write(tx => tx.tenant.update({ ticksScopes: true }))
      application = await addApplication(stage.service, {
        name: 'Travel',
        redirects: [CALLBACK],
        consent: true,
      })
    })
    after(async () => await stage.stop())

    const request = (more: Record<string, string> = {}, { id } = application) =>
      `${ISSUER_PATH}/authorize?${new URLSearchParams({
        client_id: id,
        response_type: 'code',
        scope: 'openid profile email',
        redirect_uri: CALLBACK,
        ...more,
      })}`

    /** What the application learns of somebody who came back to it. */
    const learnt = async (person: Person, by = application) =>
      await learntBy(new URL(person.left!).searchParams.get('code')!, by)

    const learntBy = async (code: string, by = application): Promise<Record<string, unknown>> => {
      const answer = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${by.clientId}:${by.clientSecret}`)}` },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK }),
      })
      const { access_token } = (await answer.json()) as { access_token: string }
      const info = await fetch(`${stage.service.url}${ISSUER_PATH}/userinfo`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      return (await info.json()) as Record<string, unknown>
    }

    const asked = async (who: Resident, more: Record<string, string> = {}) => {
      const person = await signedIn(stage, who)
      await person.visit(request(more))
      return person
    }

    /** The scopes whose boxes are ticked. */
    const scopesOn = (person: Person) =>
      Object.entries(person.shown!.forms[0]!.fields).flatMap(([name, scope]) =>
        /^dscope\d/.test(name) ? [scope] : [],
      )
    const without = (person: Person, left: string) =>
      Object.fromEntries(Object.entries(person.shown!.forms[0]!.fields).filter(([, scope]) => scope !== left))

    test('says who asks, for what, and where the person returns', async () => {
      const who = await resident(stage)
      const person = await asked(who)
      assert.equal(person.shown!.heading, 'Travel would like to use your account')
      assert.match(person.shown!.html, /you return to <strong dir="auto">travel\.example\.com<\/strong>/)
      assert.match(person.shown!.html, new RegExp(who.userName))
      assert.deepEqual(scopesOn(person), ['profile', 'email'])
      assert.match(person.shown!.headers.get('content-security-policy')!, /form-action [^;]*travel\.example/)
    })

    test('learns what was agreed to, and nothing else', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await asked(who)
      const rest = without(person, 'email')
      await person.send('POST', person.shown!.forms[0]!.action, { ...rest, trust_level: 'Permit' })
      await person.visit(person.steps.at(-1)!.location!)
      const { sub, given_name, email } = await learnt(person)
      assert.deepEqual([sub, given_name, email], [who.id, 'Alex', undefined])
      assert.deepEqual((await eventsOf(stage, who)).slice(-3), [
        'consent-given',
        'code-issued',
        'tokens-issued',
      ])
      await person.visit(request())
      assert.equal((await learnt(person)).email, undefined, 'nor later, without another question')

      await person.visit(request({ scope: 'openid profile email phone' }))
      assert.deepEqual(scopesOn(person), ['phone'], 'what was refused is asked again, not ticked')
      assert.match(person.shown!.html, /See your email address/)
      await person.submit({}, { button: 'Allow' })
      assert.equal((await learnt(person)).email, undefined, 'nor by asking for more')
    })

    test('people who go back to the question can continue to the application', async () => {
      const files = { 'common/page_components/page_header.html': '<header>Harbour</header>' }
      const themeId = await stage.service.createTheme('Harbour', packageOf(files))
      const app = await addApplication(stage.service, {
        name: 'Harbour',
        redirects: [CALLBACK],
        consent: true,
        themeId,
      })
      const person = await signedIn(stage, await resident(stage))
      const { url, forms } = await person.visit(request({ ui_locales: 'de' }, app))
      await person.submit({}, { button: forms[0]!.buttons[0]!.text })
      assert.ok(await learnt(person, app))
      const page = await person.visit(url)
      assert.equal(page.status, 403)
      assert.match(page.html, /<html lang="de"[\s\S]*<header>Harbour/)
      assert.match(page.alert, /bereits verwendet/)
      const [, again] = /<a class="button" href="([^"]+)"/.exec(page.html)!
      await person.visit(again!.replaceAll('&amp;', '&'))
      assert.ok(new URL(person.left!).searchParams.has('code'), person.left)
      assert.doesNotMatch((await browser(stage).visit(url)).html, /authorize/, 'nobody else can')
    })

    test('nothing is ticked for anybody unless the tenant wants it', async () => {
      await stage.store.write(tx => tx.tenant.update({ ticksScopes: false }))
      try {
        const person = await asked(await resident(stage))
        assert.deepEqual(Object.keys(person.shown!.forms[0]!.fields), ['consent_form_verifier'])
        await person.submit({}, { button: 'Allow' })
        assert.equal((await learnt(person)).email, undefined)
      } finally {
        await stage.store.write(tx => tx.tenant.update({ ticksScopes: true }))
      }
    })

    test('boxes may be named by their number, by their scope, or all be named scope', async () => {
      for (const body of [
        'dscope2=on',
        'scope.email=on',
        'scope=profile&scope=email',
        'scope=profile+email',
      ]) {
        const person = await asked(await resident(stage))
        const { action, fields } = person.shown!.forms[0]!
        const { consent_form_verifier } = fields
        const sent = `${new URLSearchParams({ consent_form_verifier: consent_form_verifier!, trust_level: 'Permit' })}&${body}`
        const answer = await person.sendBody(action, sent)
        await person.visit(answer.headers.get('location')!)
        assert.ok((await learnt(person)).email, body)
      }
    })

    test('a field CONSENT_DENY refuses, whatever else is said', async () => {
      const person = await asked(await resident(stage))
      await person.submit({ CONSENT_DENY: 'Deny' }, { button: 'Allow' })
      assert.equal(new URL(person.left!).searchParams.get('error'), 'access_denied')
    })

    test('what is neither ticked nor said is not agreed to', async () => {
      for (const value of ['', 'false', 'off', '0', 'no']) {
        const person = await asked(await resident(stage))
        await person.submit({ dscope2: value }, { button: 'Allow' })
        assert.equal((await learnt(person)).email, undefined, value)
      }
    })

    test('is asked for at every request with prompt=consent, also of somebody who signs in first', async () => {
      const who = await resident(stage)
      const before = await asked(who)
      await before.submit({}, { button: 'Allow' })
      for (const prompt of ['consent', 'login consent']) {
        const person = browser(stage)
        await person.visit(request({ prompt }))
        await person.submit({ username: who.userName, password: PASSWORD })
        assert.match(person.shown!.heading, /would like to use/, prompt)
      }
    })

    test('a narrower answer holds for what the application has already', async () => {
      const who = await resident(stage)
      const person = await asked(who)
      await person.submit({}, { button: 'Allow' })
      const code = new URL(person.left!).searchParams.get('code')!
      await person.visit(request({ prompt: 'consent' }))
      const rest = without(person, 'email')
      await person.send('POST', person.shown!.forms[0]!.action, { ...rest, trust_level: 'Permit' })
      await person.visit(person.steps.at(-1)!.location!)
      assert.equal((await learnt(person)).email, undefined)
      assert.equal((await learntBy(code)).email, undefined)
      const elsewhere = await asked(who)
      assert.equal((await learnt(elsewhere)).email, undefined, 'and is what is remembered')
    })

    test('an answer that is not to be remembered takes back what was', async () => {
      const who = await resident(stage)
      await (await asked(who)).submit({}, { button: 'Allow' })
      const person = await asked(who, { prompt: 'consent' })
      const { save_consent: _, ...fields } = person.shown!.forms[0]!.fields
      await person.send('POST', person.shown!.forms[0]!.action, { ...fields, trust_level: 'Permit' })
      assert.match((await asked(who)).shown!.heading, /would like to use/)
    })

    test('is asked for from the moment on that an administrator wants it', async () => {
      const late = await addApplication(stage.service, { name: 'Late', redirects: [CALLBACK] })
      const person = await signedIn(stage, await resident(stage))
      await person.visit(request({}, late))
      assert.ok(new URL(person.left!).searchParams.get('code'))
      await updateApplication(stage.store, late.id, { consent: true })
      await person.visit(request({}, late))
      assert.equal(person.shown!.heading, 'Late would like to use your account')
    })

    test('what was refused to an application that does not ask by itself stays refused', async () => {
      const plain = await addApplication(stage.service, { name: 'Plain', redirects: [CALLBACK] })
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(request({ prompt: 'consent' }, plain))
      const rest = without(person, 'email')
      await person.send('POST', person.shown!.forms[0]!.action, { ...rest, trust_level: 'Permit' })
      await person.visit(person.steps.at(-1)!.location!)
      assert.equal((await learnt(person, plain)).email, undefined)
      const elsewhere = await signedIn(stage, who)
      await elsewhere.visit(request({}, plain))
      assert.equal((await learnt(elsewhere, plain)).email, undefined)
    })

    test('learns nothing from somebody who does not agree, and asks again', async () => {
      const who = await resident(stage)
      const person = await asked(who)
      await person.submit({}, { button: 'Do not allow' })
      assert.equal(new URL(person.left!).searchParams.get('error'), 'access_denied')
      assert.equal((await eventsOf(stage, who)).at(-1), 'consent-refused')
      await person.visit(request())
      assert.match(person.shown!.heading, /would like to use/)
    })

    test('an answer that is neither yes nor no is a no', async () => {
      for (const trust_level of ['', 'perhaps', 'Deny']) {
        const person = await asked(await resident(stage))
        await person.submit({ trust_level })
        assert.equal(new URL(person.left!).searchParams.get('error'), 'access_denied')
      }
    })

    test('a decision is remembered in other browsers where the person wants that, and only there', async () => {
      for (const remembered of [true, false]) {
        const who = await resident(stage)
        const person = await asked(who)
        const { save_consent: _, ...fields } = person.shown!.forms[0]!.fields
        const sent = { ...fields, trust_level: 'Permit', ...(remembered && { save_consent: 'true' }) }
        await person.send('POST', person.shown!.forms[0]!.action, sent)
        await person.visit(person.steps.at(-1)!.location!)
        assert.ok((await learnt(person)).email)
        await person.visit(request())
        assert.ok((await learnt(person)).email, 'the session remembers in any case')
        const elsewhere = await asked(who)
        assert.equal(elsewhere.left !== undefined, remembered)
      }
    })

    test('who asks for more is answered for the rest alone', async () => {
      const who = await resident(stage, { mobileNumber: '+15550109999' })
      const person = await asked(who)
      await person.submit({}, { button: 'Allow' })
      await person.visit(request({ scope: 'openid profile email phone' }))
      assert.deepEqual(scopesOn(person), ['phone'])
      assert.match(person.shown!.html, /See your email address<\/span> <small>Always included/)
      await person.submit({}, { button: 'Allow' })
      assert.deepEqual(
        Object.keys(await learnt(person)).filter(name => /^(?:email|phone_number|name)$/.test(name)),
        ['name', 'email', 'phone_number'],
      )
    })

    test('who does not want a page gets an error, and prompt=consent always asks', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      // The provider's own session begins with a sign-in for an application.
      await person.visit(request())
      await person.submit({}, { button: 'Do not allow' })
      await person.visit(request({ prompt: 'none' }))
      assert.equal(new URL(person.left!).searchParams.get('error'), 'consent_required')
      await person.visit(request())
      await person.submit({}, { button: 'Allow' })
      await person.visit(request({ prompt: 'none' }))
      assert.ok(new URL(person.left!).searchParams.get('code'))
      await person.visit(request({ prompt: 'consent' }))
      assert.match(person.shown!.heading, /would like to use/)
      const plain = await addApplication(stage.service, { name: 'Plain', redirects: [CALLBACK] })
      await person.visit(request({ prompt: 'consent' }, plain))
      assert.equal(person.shown!.heading, 'Plain would like to use your account')
    })

    test('a form of another browser or without its proof does nothing, and one that is sent twice counts once', async () => {
      const person = await asked(await resident(stage))
      const { action, fields } = person.shown!.forms[0]!
      const sent = { ...fields, trust_level: 'Permit' }
      await assertRefused(await browser(stage).send('POST', action, sent))
      const other = await signedIn(stage, await resident(stage))
      await assertRefused(await other.send('POST', action, sent))
      await assertRefused(await person.send('POST', action, { ...sent, consent_form_verifier: 'x' }))
      await assertRefused(
        await person.send(
          'POST',
          action.replace(/interaction\/[^?]*/, 'interaction/x').replace(/flow=./, 'flow=0'),
          sent,
        ),
      )
      const [first, second] = [
        await person.send('POST', action, sent),
        await person.send('POST', action, sent),
      ].map(answer => [answer.status, answer.headers.get('location')])
      assert.deepEqual(second, first)
      await person.visit(person.steps.at(-1)!.location!)
      assert.ok(new URL(person.left!).searchParams.get('code'))
      await assertRefused(await person.send('POST', action, { ...sent, trust_level: 'Deny' }))
    })

    test('a form whose list of scopes has changed asks again, and agrees to nothing', async () => {
      const person = await asked(await resident(stage), { scope: 'openid' })
      await person.submit({}, { button: 'Allow' })
      await person.visit(request())
      assert.deepEqual(scopesOn(person), ['profile', 'email'])
      const { action, fields } = person.shown!.forms[0]!
      await person.visit(request({ scope: 'openid profile' }))
      await person.submit({}, { button: 'Allow' })
      // In the first window, the first box was for the profile. There is only the address left to agree to.
      const { dscope2: _, ...profile } = fields
      const again = await person.send('POST', action, { ...profile, trust_level: 'Permit' })
      assert.equal(again.status, 200)
      assert.match(await again.text(), /name="dscope1" value="email"/)
      await person.visit(request())
      assert.deepEqual(scopesOn(person), ['email'])
    })

    test('somebody who signs in instead decides anew', async () => {
      const who = await resident(stage)
      const person = await asked(who)
      const { action, fields } = person.shown!.forms[0]!
      const other = await resident(stage)
      const intruder = await signedIn(stage, other, person.cookie('tabard-browser'))
      person.setCookie('tabard-session', intruder.cookie('tabard-session')!)
      await assertRefused(await person.send('POST', action, { ...fields, trust_level: 'Permit' }))
      await person.visit(request())
      assert.match(person.shown!.html, new RegExp(other.userName))
      assert.deepEqual(await eventsOf(stage, who), ['account-created'])
    })
  })
}
