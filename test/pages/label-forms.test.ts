import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { json } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { PREVIEW } from './addresses.ts'

const ENGLISH = 'common/default/template_labels.properties'
const POLISH = 'common/labels/pl/template_labels.properties'
const MINUTES = 'authentication/mfa/email/default/otp_delivery_email.xml'

interface Kept {
  url: string
  problems: object[]
  elements: { tag: string; labels: object[] }[]
}

for (const engine of usually('PostgreSQL')) {
  describe(`counts and times in the language of the reader on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const shown = async (page: string, locale: string, query = '') =>
      await (await service.call('GET', `${PREVIEW}/${page}?locale=${locale}${query}`)).text()
    const theme = async (files: Record<string, string>) =>
      `&themeId=${await service.createTheme(`Forms ${++number}`, packageOf(files))}`

    test('pages, mails and messages have the form of their count', async () => {
      assert.match(await shown('mfa-code', 'default'), /valid for 5 minutes\./)
      assert.match(await shown('mfa-code', 'de'), /ist 5 Minuten gültig\./)
      assert.match(await shown('mfa-code', 'ar'), /لمدة 5 دقائق\./)
      assert.match(await shown('mail-one-time-code', 'pl'), /przez 5 minut i działa/)
      assert.match(await shown('mail-verify-email', 'ar'), /لمدة 30 دقيقة\./)
      assert.match(await shown('login', 'ru', '&state=locked'), /Подождите 30 секунд и/)
      assert.match(await shown('change-password', 'uk'), /Щонайменше 8 символів/)
    })

    test('a theme brings forms of its own, for labels of its own too', async () => {
      const query = await theme({
        [POLISH]: '$EMAIL_OTP_LIFETIME$=x\n$EMAIL_OTP_LIFETIME.many$=Masz @OTP_LIFETIME@ minut.',
        [ENGLISH]: '$HURRY$=Hurry, @OTP_LIFETIME@ left\n$HURRY.other$=Hurry, @OTP_LIFETIME@ minutes left',
        [MINUTES]:
          '<root><Subject><Value>$HURRY$</Value></Subject><Message><Value>$EMAIL_OTP_LIFETIME$ $HURRY$ @OTP@</Value></Message></root>',
      })
      const page = await shown('mail-one-time-code', 'pl', query)
      assert.match(page, /Masz 5 minut\. Hurry, 5 minutes left 481516/)
      const mail = await service.call('GET', `${PREVIEW}/mail-one-time-code?locale=pl${query}`)
      assert.equal(mail.headers.get('tabard-subject'), 'Hurry%2C%205%20minutes%20left')
    })

    test('a theme that knows no forms keeps its text for all counts', async () => {
      const query = await theme({ [ENGLISH]: '$EMAIL_OTP_LIFETIME$=Good for @OTP_LIFETIME@ min.' })
      assert.match(await shown('mail-one-time-code', 'default', query), />Good for 5 min\.</)
    })

    test('a preview tells where the shown form stands, and unknown macros in all forms', async () => {
      const forms = ['$=a @OTP_LIFETIME@', '.one$=b @NO_SUCH_MACRO@', '.other$=<i>c @OTP_LIFETIME@</i>']
      const files = { [ENGLISH]: ['# mine', ...forms.map(form => `$OTP_SENT_DETAILS${form}`)].join('\n') }
      const answer = await service.call('POST', `${PREVIEW}/mfa-code`, JSON.stringify({ files }), {
        'content-type': 'application/json',
      })
      const { url, problems, elements } = await json<Kept>(answer)
      assert.deepEqual(problems, [{ what: 'unknown macro', name: 'NO_SUCH_MACRO', file: ENGLISH, line: 3 }])
      const page = await (await fetch(service.url + url)).text()
      const [, at] = /<i data-tabard-n="(\d+)">c 5</.exec(page)!
      const { tag, labels } = elements[Number(at)]!
      assert.equal(tag, 'i')
      assert.deepEqual(labels, [{ name: 'OTP_SENT_DETAILS', file: ENGLISH, line: 4 }])
    })

    test('times are words, and stay machine-readable for packages that use them', async () => {
      assert.match(
        await shown('error', 'de'),
        /<time datetime="2026-11-15T08:30:00Z">15\. November 2026 um 08:30:00 UTC<\/time>/,
      )
      assert.match(await shown('mail-password-recovery', 'fr'), /et expire dans 30 minutes\./)
      assert.match(await shown('mail-password-recovery', 'ja'), /30 分後に無効/)
      const query = await theme({
        'authentication/login/cloud_directory/password/forgot_password/default/password_recovery_email.xml':
          '<root><Message><Value><p>@EXPIRY@</p><a href="@PASSWORD_RECOVERY_LINK@">x</a></Value></Message></root>',
      })
      assert.match(
        await shown('mail-password-recovery', 'es', query),
        /15 de noviembre de 2026 a las 9:30 UTC/,
      )
      assert.match(await shown('mfa-error', 'it', '&state=held'), /16 novembre 2026/)
    })
  })
}
