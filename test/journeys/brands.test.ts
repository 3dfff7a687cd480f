import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { packageOf } from '../support/packages.ts'
import { newcomer, REGISTRATION } from './registration-checks.ts'
import {
  application,
  assertSentBack,
  browser,
  linkIn,
  mailTo,
  opened,
  type Resident,
  resident,
  type Stage,
  stageOf,
} from './steps.ts'

const NEW = 'a lantern over the harbour'
const LABELS = 'common/default/template_labels.properties'
const SHEET = 'common/page_style.css'

describe('a brand beyond the sign-in page', () => {
  let stage: Stage

  before(async () => {
    stage = await stageOf('SQLite')
  })
  after(() => stage.stop())

  const themeWith = async (files: Record<string, string | Uint8Array>) =>
    await stage.service.createTheme(`Brand ${Math.random()}`, packageOf(files))

  /** The mail for a forgotten password, asked for in a theme and a language. */
  const forgotten = async (who: Resident, query = '') => {
    const person = await opened(stage, query)
    await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
    await person.submit({ username: who.userName })
    return await mailTo(stage, who.userName)
  }

  for (const [locale, greeting] of [
    ['en', 'Hello,'],
    ['ja', 'ご利用者様'],
  ] as const)
    test(`a mail whose reader’s name is withheld greets without one in ${locale}`, async () => {
      const person = browser(stage)
      await person.visit(`${REGISTRATION}&locale=${locale}`)
      const fields = newcomer({ given_name: 'see www.example.net' })
      await person.submit(fields)
      const { text } = await mailTo(stage, fields.email)
      assert.ok(text.split(/\r?\n/).includes(greeting), text)
    })

  test('a mail in Japanese greets by the family name first', async () => {
    const who = await resident(stage, { givenName: '太郎', familyName: '山田' })
    const { text } = await forgotten(who, '&locale=ja')
    assert.match(text, /^山田 太郎 様/m)
  })

  test('a theme’s product name is the sender and stands in the subject', async () => {
    const themeId = await themeWith({ [LABELS]: '$PRODUCT_NAME$=Meridian "Bank"' })
    const mail = await forgotten(await resident(stage), `&themeId=${themeId}`)
    assert.match(mail.from, /^"?Meridian Bank"? <\S+@\S+>$/)
    assert.match(mail.subject, / – Meridian "Bank"$/)
  })

  test('a theme names another sender by a label', async () => {
    const themeId = await themeWith({ [LABELS]: '$EMAIL_SENDER$=Meridian <hello@meridian.example>' })
    const mail = await forgotten(await resident(stage), `&themeId=${themeId}`)
    assert.equal(mail.from, 'Meridian <hello@meridian.example>')
  })

  test('a theme that is light only has no dark mode on pages and in mails', async () => {
    const dark = '@media (prefers-color-scheme: dark)'
    /** The base sheet as the sign-in page of a theme loads it. */
    const baseOf = async (themeId: string) => {
      const { html } = (await opened(stage, `&themeId=${themeId}`)).shown!
      const [, address] = /<link [^>]*href="([^"]*\/css\/base\.css[^"]*)"/.exec(html)!
      return await (await fetch(new URL(address!.replaceAll('&amp;', '&'), stage.service.url))).text()
    }
    assert.ok((await baseOf('default')).includes(dark))
    const themeId = await themeWith({ [SHEET]: ':root { color-scheme: only light; }' })
    assert.ok(!(await baseOf(themeId)).includes(dark))
    const mail = await forgotten(await resident(stage), `&themeId=${themeId}`)
    assert.ok(!mail.html.includes(dark))
  })

  test('a theme brings an icon in any of three formats', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const themeId = await themeWith({ 'common/static/assets/icon/favicon.png': png })
    const icon = await fetch(
      `${stage.service.url}/template/v1.0/static/assets/icon/favicon.svg?themeId=${themeId}`,
    )
    assert.equal(icon.headers.get('content-type'), 'image/png')
    assert.deepEqual(Buffer.from(await icon.bytes()), png)
  })

  test('a password reset that began at an application leads back to it', async () => {
    const who = await resident(stage)
    const person = browser(stage)
    await person.visit((await application(stage)).address)
    await person.visit(`${person.shown!.forms[0]!.action}&operation=forgot_password`)
    await person.submit({ username: who.userName })
    await person.visit(linkIn(await mailTo(stage, who.userName)))
    const changed = await person.submit({ newpassword: NEW, confirmpassword: NEW })
    const [, onward] = /<a class="button" href="([^"]+)"/.exec(changed.html)!
    await person.visit(onward!.replaceAll('&amp;', '&'))
    await person.submit({ username: who.userName, password: NEW })
    assertSentBack(person)
  })
})
