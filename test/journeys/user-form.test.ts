import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DESIGNER_AT_COMMAND_LINE, publishFlow, SIGN_IN } from '../../src/identity/identity.ts'
import { usually } from '../support/database.ts'
import { assertRefused, browser, eventsOf, mailTo, resident, type Stage, signedIn, stageOf } from './steps.ts'

const FORM = '/flows/?reference=user_form'

for (const engine of usually('PostgreSQL')) {
  describe(`the details of a person on ${engine}`, () => {
    let stage: Stage

    before(async () => {
      stage = await stageOf(engine)
    })
    after(async () => await stage.stop())

    const account = async ({ id }: { id: string }) => {
      const { givenName, familyName, mobileNumber, locale } = (await stage.store.accounts.get(id))!
      return [givenName, familyName, mobileNumber, locale]
    }

    test('are shown, changed, and told by mail in the new language', async () => {
      const who = await resident(stage, {
        givenName: 'Alex',
        familyName: 'Moreau',
        mobileNumber: '+33612345678',
      })
      const person = await signedIn(stage, who)
      await person.visit(FORM)
      assert.equal(person.shown!.heading, 'Your details')
      const { form_verifier, ...fields } = person.shown!.forms[0]!.fields
      assert.ok(form_verifier)
      assert.deepEqual(fields, {
        given_name: 'Alex',
        family_name: 'Moreau',
        mobile_number: '+33612345678',
        locale: '',
      })
      const page = await person.submit({ given_name: ' Robin ', mobile_number: '', locale: 'de' })
      assert.equal(page.heading, 'You are signed in')
      assert.match(page.html, /Your details were saved\./)
      assert.deepEqual(await account(who), ['Robin', 'Moreau', null, 'de'])
      const mail = await mailTo(stage, who.userName, 'Ihr Profil wurde geändert')
      assert.match(mail.text, /Vorname: Robin\n[\s\S]*Mobilnummer: –\n[\s\S]*Sprache: de/)
      assert.equal((await eventsOf(stage, who)).at(-1), 'profile-changed')
    })

    test('that stay as they are are not told', async () => {
      const who = await resident(stage, { givenName: 'Alex', locale: 'fr_CA' })
      const person = await signedIn(stage, who)
      await person.visit(FORM)
      assert.equal(person.shown!.forms[0]!.fields.locale, 'fr-CA', 'a locale that is not in the list stays')
      assert.equal((await person.submit({})).heading, 'You are signed in')
      assert.deepEqual(await eventsOf(stage, who), ['account-created'])
    })

    test('that cannot be are refused beside their fields, and kept as they were typed', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      await person.visit(FORM)
      const page = await person.submit({
        given_name: 'A\u202eB',
        mobile_number: '"><script>alert(1)</script>',
        locale: '../../etc',
      })
      assert.match(page.alert, /one line.*phone number/)
      assert.doesNotMatch(page.html, /<script>alert/)
      assert.equal(page.forms[0]!.fields.mobile_number, '"><script>alert(1)</script>')
      assert.deepEqual(await account(who), ['Alex', null, null, null])
      await person.submit({ given_name: 'Ada', mobile_number: '+1 555 010 9999', locale: '../../etc' })
      assert.deepEqual(await account(who), ['Ada', null, '+15550109999', null])
    })

    test('are checked again on the page that somebody goes back to after saving', async () => {
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      await person.visit(FORM)
      const { action } = (await person.submit({ given_name: 'A\u202eB' })).forms[0]!
      assert.match((await person.submit({ given_name: 'Robin' })).html, /Your details were saved\./)
      assert.equal((await person.visit(action)).forms[0]!.fields.given_name, 'Robin')
      const wrong = { given_name: 'Robin', mobile_number: 'none' }
      const page = await person.submit(wrong)
      assert.match(page.alert, /phone number/)
      assert.equal(page.forms[0]!.fields.mobile_number, 'none')
      // The browser may also show the page from before, without asking for it again.
      const { form_verifier } = page.forms[0]!.fields
      await person.submit({ given_name: 'Ada', mobile_number: '' })
      const fields = { ...wrong, form_verifier: form_verifier! }
      const answer = await person.send('POST', page.forms[0]!.action, fields)
      assert.match((await person.visit(answer.headers.get('location')!)).alert, /phone number/)
      assert.deepEqual(await account(who), ['Ada', null, null, null])
    })

    test('are checked in a second tab, even if the first one shows that they were saved', async () => {
      const fields = [{ attribute: 'given_name' }, { attribute: 'mobile_number' }]
      const steps = [{ id: 'you', title: 'You', fields }]
      const flow = { kind: 'user_form', steps, end: { outcome: 'page' } } as const
      await publishFlow(stage.store, 'tabs', flow, DESIGNER_AT_COMMAND_LINE)
      const who = await resident(stage, { givenName: 'Alex' })
      const person = await signedIn(stage, who)
      const tab = (await person.visit('/flows/?reference=tabs')).forms[0]!
      assert.match((await person.submit({ given_name: 'Robin' })).html, /Your details were saved\./)
      const wrong = { ...tab.fields, mobile_number: 'none' }
      const answer = await person.send('POST', tab.action, wrong)
      const page = await person.visit(answer.headers.get('location')!)
      assert.match(page.alert, /phone number/)
      assert.equal(page.forms[0]!.fields.mobile_number, 'none')
    })

    test('are for whoever is signed in in this browser', async () => {
      const stranger = browser(stage)
      assert.equal((await stranger.visit(FORM)).heading, 'Sign in')
      assert.equal((await stranger.visit(`${FORM}&flow=none`)).heading, 'Sign in')
      await assertRefused(await stranger.send('POST', `${FORM}&flow=none`, { given_name: 'Eve' }))
      const who = await resident(stage)
      const person = await signedIn(stage, who)
      await person.visit(FORM)
      const { action } = person.shown!.forms[0]!
      await assertRefused(await stranger.send('POST', action, { given_name: 'Eve' }))
      const other = await signedIn(stage, await resident(stage), person.cookie('tabard-browser'))
      await assertRefused(await other.send('POST', action, { given_name: 'Eve' }))
      // Somebody else signs in while the page is open.
      const verifier = { form_verifier: person.shown!.forms[0]!.fields.form_verifier! }
      const own = person.cookie('tabard-session')!
      person.setCookie('tabard-session', other.cookie('tabard-session')!)
      await assertRefused(await person.send('POST', action, { given_name: 'Eve', ...verifier }))
      person.setCookie('tabard-session', own)
      await stage.store.write(tx => tx.accounts.update(who.id, { status: 'disabled' }))
      const { status } = await person.send('POST', action, { given_name: 'Eve' })
      assert.equal(status, 303)
      assert.ok(person.steps.at(-1)!.location!.startsWith(SIGN_IN))
      assert.deepEqual(await account(who), [null, null, null, null])
    })
  })
}
