import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { answered, type Party, party } from '../conformance/party.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import {
  application,
  assertRefused,
  browser,
  enrolledResident,
  letPass,
  resident,
  type Stage,
  signedIn,
  signIn,
  stageOf,
} from './steps.ts'

const CHOICE = 'Choose an account'
const OTHER = 'Use another account'

for (const engine of usually('SQLite')) {
  describe(`prompt=select_account on ${engine}`, () => {
    let stage: Stage
    let app: Party

    before(async () => {
      stage = await stageOf(engine)
      app = await party(stage)
    })
    after(async () => await stage.stop())

    const asks = async (person: Person, parameters: Record<string, string> = {}) => {
      const asked = app.ask({ prompt: 'select_account', ...parameters })
      await person.visit(asked.address.href)
      return asked
    }

    test('shows the account that is signed in, and goes on with it', async () => {
      const who = await resident(stage, { givenName: 'Alex', familyName: 'Moreau' })
      const person = browser(stage)
      await signIn(person, who)
      const { auth_time: before } = (await app.tokens(person, { max_age: '3600' })).claims()!
      const asked = await asks(person, { max_age: '3600' })
      const { heading, html } = person.shown!
      assert.equal(heading, CHOICE)
      assert.match(html, new RegExp(`Alex Moreau[\\s\\S]*${who.userName}`))
      assert.match(html, /Party asks which account you want to use/)
      await person.submit({}, { button: 'Continue as Alex Moreau' })
      const claims = (await app.redeem(person, asked)).claims()!
      assert.deepEqual([claims.sub, claims.auth_time], [who.id, before], 'nobody has signed in anew')
    })

    test('shows the username once where somebody has no name', async () => {
      const who = await resident(stage, { givenName: undefined, familyName: undefined })
      const person = await signedIn(stage, who)
      const shown = ({ shown: page }: Person) => /<p class="person">(.*?)<\/p>/.exec(page!.html)![1]!
      await person.visit(`${SIGN_IN}?runtime=true`)
      for (const look of [() => undefined, () => asks(person)]) {
        await look()
        const seen = shown(person).replace(/<span [^>]*data-show="none"[^>]*>.*?<\/span>/, '')
        assert.equal(seen.split(who.userName).length - 1, 1, person.shown!.heading)
      }
      const named = await signedIn(stage, await resident(stage, { givenName: 'Alex', familyName: 'Moreau' }))
      await asks(named)
      assert.match(shown(named), /data-show="block"/)
    })

    test('lets somebody use another account', async () => {
      const [one, other] = [await resident(stage), await resident(stage)]
      const person = await signedIn(stage, one)
      const asked = await asks(person)
      await person.submit({}, { button: OTHER })
      assert.equal(person.shown!.heading, 'Sign in')
      assert.ok(!person.shown!.html.includes(one.userName), 'the page with scripts has no name')
      await person.submit({ username: other.userName, password: PASSWORD })
      assert.equal((await app.redeem(person, asked)).claims()!.sub, other.id)
    })

    test('is the sign-in page where nobody is signed in', async () => {
      const who = await resident(stage)
      const person = browser(stage)
      const asked = await asks(person, { login_hint: who.userName })
      assert.equal(person.shown!.forms[0]!.fields.username, who.userName)
      await person.submit({ username: who.userName, password: PASSWORD })
      assert.equal((await app.redeem(person, asked)).claims()!.sub, who.id)
    })

    test('with login asks for the account, and then for the password', async () => {
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await letPass(stage, person, 120_000)
      const asked = await asks(person, { prompt: 'login select_account', max_age: '3600' })
      assert.equal(person.shown!.heading, CHOICE)
      await person.submit({})
      assert.equal(person.shown!.heading, 'Sign in')
      assert.equal(person.shown!.forms[0]!.fields.username, who.userName, 'the account that was chosen')
      const before = Math.floor(Date.now() / 1000)
      await person.submit({ username: who.userName, password: PASSWORD })
      const claims = (await app.redeem(person, asked)).claims()!
      assert.equal(claims.sub, who.id)
      assert.ok(claims.auth_time! >= before)
    })

    test('with login takes another account after one password', async () => {
      const [one, other] = [await resident(stage), await resident(stage)]
      const person = await signedIn(stage, one)
      const asked = await asks(person, { prompt: 'select_account login' })
      await person.submit({}, { button: OTHER })
      await person.submit({ username: other.userName, password: PASSWORD })
      assert.equal((await app.redeem(person, asked)).claims()!.sub, other.id)
    })

    test('with consent asks for both', async () => {
      const person = await signedIn(stage, await resident(stage))
      const asked = await asks(person, { prompt: 'select_account consent', scope: 'openid email' })
      await person.submit({})
      assert.match(person.shown!.html, /Party would like to use your account/)
      const [, box] = /name="(dscope\d+)" value="email"/.exec(person.shown!.html)!
      await person.submit({ [box!]: 'email' }, { button: 'Allow' })
      assert.match((await app.redeem(person, asked)).scope!, /email/)
    })

    test('asks for what the session still lacks', async () => {
      const who = await enrolledResident(stage)
      const person = await signedIn(stage, who)
      const demanding = await application(stage, { secondFactor: true })
      await person.visit(`${demanding.address}&prompt=select_account`)
      await person.submit({})
      assert.equal(person.left, undefined)
      assert.match(person.shown!.html, /otp\.user\.otp/)
      const old = await signedIn(stage, await resident(stage))
      await letPass(stage, old, 120_000)
      await asks(old, { max_age: '60' })
      await old.submit({})
      assert.equal(old.shown!.heading, 'Sign in', 'an old sign-in does not meet max_age')
    })

    test('cannot be met in silence', async () => {
      const person = await signedIn(stage, await resident(stage))
      await asks(person, { prompt: 'none select_account' })
      assert.equal(answered(person).error, 'invalid_request')
    })

    test('is not answered by the address of its form alone', async () => {
      const person = await signedIn(stage, await resident(stage))
      await asks(person)
      const { action, fields } = person.shown!.forms[0]!
      assert.match(fields.form_verifier!, /^[\w-]{22}$/)
      for (const guess of [{}, { form_verifier: 'A'.repeat(22) }])
        await assertRefused(await person.send('POST', action, { operation: 'continue', ...guess }))
    })

    test('is answered by the browser and the session that were asked', async () => {
      const person = await signedIn(stage, await resident(stage))
      await asks(person)
      const { action, fields } = person.shown!.forms[0]!
      const form = { ...fields, operation: 'continue' }
      const elsewhere = await signedIn(stage, await resident(stage))
      await assertRefused(await elsewhere.send('POST', action, form))
      const next = await signedIn(stage, await resident(stage), person.cookie('tabard-browser'))
      await assertRefused(await next.send('POST', action, form))
      const out = browser(stage)
      out.setCookie('tabard-browser', person.cookie('tabard-browser')!)
      const answer = await out.send('POST', action, form)
      assert.match(
        answer.headers.get('location')!,
        new RegExp(`^${SIGN_IN}`),
        'whoever is signed out signs in',
      )
    })

    test('has no script of the theme, and shows no name on the pages that have some', async () => {
      const header = 'common/page_components/default/page_header.html'
      const curious = packageOf({ [header]: '<p>curious</p><script>document.title</script>' })
      const theme = await stage.service.createTheme('Curious', curious)
      const themed = await application(stage, { themeId: theme })
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(`${themed.address}&prompt=login`)
      assert.match(person.shown!.html, /<script/)
      assert.ok(!person.shown!.html.includes(who.userName))
      await person.visit(`${themed.address}&prompt=select_account`)
      const { heading, html, headers } = person.shown!
      assert.equal(heading, CHOICE)
      assert.match(html, /<p>curious<\/p>/)
      assert.doesNotMatch(html, /<script/)
      assert.match(headers.get('content-security-policy')!, /script-src 'none'/)
    })
  })
}
