import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import {
  codeOfAnotherFlow,
  fewGuesses,
  movedClock,
  rightCodeAtOnce,
  unknownFlow,
  usedCode,
} from '../journeys/code-checks.ts'
import {
  sameForTakenAddress,
  sameForUnknownUser,
  sameWorkForUnknownUser,
} from '../journeys/enumeration-checks.ts'
import { longPassword, nulCounts, sameCharacters, tenantNameAsPassword } from '../journeys/password-checks.ts'
import { hostileName, mailOfTheme, refusesAddress, refusesName } from '../journeys/registration-checks.ts'
import {
  flowOfAnother,
  flowUsedTwice,
  fromAnotherSite,
  hostileThemeId,
  hostileUserName,
  ignoresTarget,
  keptToItself,
  securedCookies,
  seeOther,
  sessionIsNew,
  signsOut,
  themeIdTwice,
  withoutFlow,
} from '../journeys/sign-in-checks.ts'
import { type Stage, stageOf } from '../journeys/steps.ts'
import { AT_FULL_COST } from '../support/service.ts'
import { fixture } from './assertions.ts'

type Check = (stage: Stage) => Promise<void>

const { forms, mail } = fixture<{
  forms: { name: string; expect: string }[]
  mail: { field: string; value: string; expect: string }[]
}>('requests.json')

const FORMS: Record<string, Check> = {
  'csrf-none': withoutFlow,
  'csrf-other': flowOfAnother,
  'csrf-replay': flowUsedTwice,
  'sec-fetch-cross': fromAnotherSite,
  'login-csrf': flowOfAnother,
  fixation: sessionIsNew,
  'cookie-flags': securedCookies,
  async 'enum-login'(stage) {
    await sameForUnknownUser(stage)
    await sameWorkForUnknownUser(stage)
  },
  'enum-register': sameForTakenAddress,
  'enum-otp': unknownFlow,
  'otp-brute': fewGuesses,
  'otp-replay': usedCode,
  'otp-other': codeOfAnotherFlow,
  'otp-race': rightCodeAtOnce,
  'otp-skew': movedClock,
  'redirect-proto': stage => ignoresTarget(stage, '//evil.example'),
  'redirect-bs': stage => ignoresTarget(stage, '/\\evil.example'),
  'redirect-tab': stage => ignoresTarget(stage, '/%09/evil.example'),
  'redirect-js': stage => ignoresTarget(stage, 'javascript:alert(1)'),
  'redirect-crlf': stage => ignoresTarget(stage, '/%0d%0aLocation:%20//evil'),
  'redirect-307': seeOther,
  'pw-64': longPassword,
  'pw-unicode': sameCharacters,
  'pw-nul': nulCounts,
  'pw-context': tenantNameAsPassword,
  'xss-username': hostileUserName,
  'xss-given-name': stage => hostileName(stage, '"><script>alert(1)</script>'),
  clickjack: keptToItself,
  cache: signsOut,
  'theme-xss-id': hostileThemeId,
  'themeid-dup': themeIdTwice,
}

/** By their fields: what stands in a row is tried as it is, except where it only describes a template. */
const MAIL: Record<string, (stage: Stage, value: string) => Promise<void>> = {
  email: refusesAddress,
  name: async (stage, value) =>
    await (/[\r\n]/.test(value) ? refusesName(stage, value) : hostileName(stage, value)),
  async 'subject-label'(stage, subject) {
    const { subject: shown, headers } = await mailOfTheme(stage, { subject })
    assert.equal(shown, 'Hello Content-Type: text/html')
    assert.match(headers['content-type']!, /^multipart\/alternative;/)
  },
  async template(stage, value) {
    const text = TEMPLATES[value] ?? value
    const { html, raw } = await mailOfTheme(stage, { body: `<pre>${text}</pre><p>@OTP@ the end</p>` })
    assert.equal(
      html.replaceAll('\r\n', '\n').match(/<pre>([^<]*)<\/pre>/)![1],
      text.replaceAll('\r\n', '\n'),
    )
    assert.match(html, /\d{6} the end/)
    assert.ok(raw.split('\r\n').every(line => line.length <= 998))
    assert.match(raw, /^[\0-\x7f]*$/)
  },
}

const TEMPLATES: Record<string, string> = {
  'line of 5 000 characters': 'x'.repeat(5_000),
  '8-bit bytes': 'Grüße, ÿ, 書店',
}

describe('hostile forms', () => {
  let stage: Stage
  let secured: Stage
  /** Hashes as everywhere else: only one row looks at how much work that is. */
  let costly: Stage

  before(async () => {
    stage = await stageOf('SQLite')
    costly = await stageOf('SQLite', {}, AT_FULL_COST)
    secured = await stageOf('SQLite', { TABARD_PUBLIC_URL: 'https://id.example.com' })
  })
  after(async () => {
    await stage.stop()
    await costly.stop()
    await secured.stop()
  })

  test('every row has a check', () => {
    assert.deepEqual(
      forms.map(({ name }) => name),
      Object.keys(FORMS),
    )
    assert.deepEqual([...new Set(mail.map(({ field }) => field))], Object.keys(MAIL))
  })

  for (const { name, expect } of forms)
    test(`${name}: ${expect}`, () =>
      FORMS[name]!(name === 'cookie-flags' ? secured : name === 'enum-login' ? costly : stage))

  for (const { field, value, expect } of mail)
    test(`${field} ${JSON.stringify(value).slice(0, 50)}: ${expect}`, () => MAIL[field]!(stage, value))
})
