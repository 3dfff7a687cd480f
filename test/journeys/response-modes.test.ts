import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, updateApplication } from '../../src/identity/identity.ts'
import { json } from '../support/answers.ts'
import { usually } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { PASSWORD } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { application, assertSentBack, browser, resident, type Stage, signedIn, stageOf } from './steps.ts'

const HOSTILE = `"><script>alert(1)</script>'\\ </form><!-- & é 💥 &amp; \u2028`

for (const engine of usually('PostgreSQL')) {
  describe(`response modes on ${engine}`, () => {
    let stage: Stage
    let plain: Awaited<ReturnType<typeof application>>
    let posting: Awaited<ReturnType<typeof application>>

    before(async () => {
      stage = await stageOf(engine)
      plain = await application(stage)
      posting = await application(stage, { formPost: true })
    })
    after(async () => await stage.stop())

    const someone = async () => await signedIn(stage, await resident(stage))

    /** The form that a page posts to the application. */
    const posted = ({ shown }: Person) => {
      assert.equal(shown!.status, 200, shown!.html)
      const [form, ...others] = shown!.forms
      assert.deepEqual(others, [])
      assert.deepEqual([form?.method, form?.action], ['post', 'https://app.example.com/callback'])
      return form!.fields
    }

    test('every application has query, whether it asks for it or not', async () => {
      for (const { address } of [plain, posting])
        for (const more of ['', '&response_mode=query']) {
          const person = await someone()
          await person.visit(address + more)
          assertSentBack(person)
        }
    })

    test('a mode that is not registered is refused by query, and no code is given', async () => {
      const refusals = [
        [plain, 'form_post', 'invalid_request'],
        [plain, 'fragment', 'invalid_request'],
        [posting, 'fragment', 'invalid_request'],
        [posting, 'jwt', 'unsupported_response_mode'],
        [posting, 'query.jwt', 'unsupported_response_mode'],
        [posting, 'form_post.jwt', 'unsupported_response_mode'],
        [posting, 'web_message', 'unsupported_response_mode'],
        [posting, 'FORM_POST', 'unsupported_response_mode'],
        [plain, '__proto__', 'unsupported_response_mode'],
      ] as const
      const person = await someone()
      for (const [{ address }, mode, error] of refusals) {
        for (const more of ['', '&prompt=none']) {
          await person.visit(`${address}&response_mode=${mode}${more}`)
          const to = new URL(person.left ?? 'nowhere:')
          assert.equal(person.steps.at(-1)!.status, 303)
          assert.equal(to.origin + to.pathname, 'https://app.example.com/callback', `${mode}${more}`)
          assert.equal(to.hash, '')
          assert.deepEqual(
            [to.searchParams.get('error'), to.searchParams.get('state'), to.searchParams.get('code')],
            [error, 'kept', null],
            mode,
          )
        }
      }
    })

    test('a response type that there is not is refused by that name, in the query', async () => {
      const person = await someone()
      for (const type of ['token', 'id_token', 'code id_token', 'code token'])
        for (const mode of ['', '&response_mode=fragment', '&response_mode=form_post']) {
          const query = new URLSearchParams({ response_type: type, nonce: 'n' })
          await person.visit(`${plain.address.replace('response_type=code', String(query))}${mode}`)
          const { searchParams, hash } = new URL(person.left ?? 'nowhere:')
          assert.deepEqual([searchParams.get('error'), hash], ['unsupported_response_type', ''], type + mode)
        }
      const twice = plain.address.replace('response_type=code', 'response_type=code+code')
      for (const mode of ['form_post', 'fragment']) {
        await person.visit(`${twice}&response_mode=${mode}`)
        assert.match(person.left!, /[?&]error=invalid_request&/)
        assert.doesNotMatch(person.left!, /code=/)
      }
      await person.visit(`${plain.address.replace('response_type=code&', '')}`)
      assert.match(person.left!, /error_description=missing\+required\+parameter/)
    })

    test('form_post is a page of ours that posts the answer, and may do nothing else', async () => {
      const person = await someone()
      await person.visit(`${posting.address}&response_mode=form_post`)
      const fields = posted(person)
      assert.deepEqual(Object.keys(fields), ['code', 'state', 'iss'])
      assert.equal(fields.state, 'kept')
      assert.equal(fields.iss, stage.service.url + ISSUER_PATH)
      const { html, headers } = person.shown!
      const [, script = ''] = /<script>([^<]*)<\/script>/.exec(html)!
      assert.equal(html.match(/<script/g)?.length, 1)
      const assets = `${stage.service.url}/template/v1.0/static/`
      assert.deepEqual(headers.get('content-security-policy')!.split('; '), [
        "default-src 'none'",
        `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
        `style-src ${assets}`,
        `img-src ${assets}`,
        `font-src ${assets}`,
        'form-action https://app.example.com',
        "base-uri 'none'",
        "frame-ancestors 'none'",
        'sandbox allow-forms allow-scripts',
      ])
      assert.equal(headers.get('cross-origin-opener-policy'), null)
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('referrer-policy'), 'no-referrer')
      const answer = await fetch(`${stage.service.url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${posting.id}:${posting.secret}`)}` },
        body: new URLSearchParams({
          grant_type: 'authorization_code',
          code: fields.code!,
          redirect_uri: 'https://app.example.com/callback',
        }),
      })
      assert.equal(answer.status, 200)
    })

    test('errors come by the same page', async () => {
      const person = browser(stage)
      await person.visit(`${posting.address}&response_mode=form_post&prompt=none`)
      const { error, state, iss } = posted(person)
      assert.deepEqual([error, state, iss], ['login_required', 'kept', stage.service.url + ISSUER_PATH])
      await person.visit(`${posting.address}&response_mode=form_post&code_challenge_method=plain`)
      assert.equal(posted(person).error, 'invalid_request')
    })

    test('values are posted as they came, whatever they are', async () => {
      const person = await someone()
      const address = posting.address.replace('state=kept', String(new URLSearchParams({ state: HOSTILE })))
      for (const more of ['', '&prompt=login+none']) {
        await person.visit(`${address}&response_mode=form_post${more}`)
        assert.equal(posted(person).state, HOSTILE)
        assert.equal(person.shown!.html.match(/<script/g)?.length, 1)
        assert.doesNotMatch(person.shown!.html, /<!--/)
      }
    })

    test('the page is in the application’s theme and the person’s language, and holds no markup of the theme', async () => {
      const files = {
        'common/page_style.css': ':root { --color-brand: #0a6e4f }',
        'common/page_components/page_header.html':
          '<header onclick="x()"><img src="/template/v1.0/static/brand/mark.png?themeId=@THEME_ID@"><script>evil()</script></header>',
        'common/page_components/page_footer.html': '<script>evil()</script>',
        'common/static/brand/mark.png': Buffer.from('89504e470d0a1a0a', 'hex'),
        'common/labels/de/template_labels.properties':
          '$OIDC_POST_TITLE$=Gleich <script>evil()</script><b onclick="evil()">da</b>\n$OIDC_POST_BUTTON$="><img src=x onerror=evil()>Los\n',
      }
      const themeId = await stage.service.createTheme(`Posted ${engine}`, packageOf(files))
      const other = await stage.service.createTheme(`Forced ${engine}`, packageOf({}))
      const themed = await application(stage, { formPost: true, themeId })
      const person = await someone()
      await person.visit(`${themed.address}&response_mode=form_post&ui_locales=de&themeId=${other}`)
      posted(person)
      const { html, heading } = person.shown!
      assert.match(html, /^<!doctype html>\n<html lang="de" dir="ltr">/)
      assert.match(heading, /^Gleich .*da$/)
      assert.match(html, new RegExp(`static/theme\\.css\\?themeId=${themeId}&amp;v=[\\w-]+"`))
      assert.match(html, /<img class="logo" src="[^"]*\/static\/brand\/mark\.png\?themeId=/)
      assert.doesNotMatch(html, /<script>evil|<b[ >]|on(?:error|click)=|<header on/)
      assert.equal(html.match(/<script/g)?.length, 1)
      assert.equal(html.match(/<img/g)?.length, 1)
      for (const [, address] of html.matchAll(/(?:src|href)="([^"]+)"/g)) {
        const answer = await fetch(address!.replaceAll('&amp;', '&'))
        assert.equal(answer.status, 200, address)
        assert.equal(answer.headers.get('cross-origin-resource-policy'), 'cross-origin')
      }
    })

    test('an application that loses form_post while somebody signs in gets no code by it', async () => {
      const leaving = await application(stage, { formPost: true })
      const who = await resident(stage)
      const person = browser(stage)
      await person.visit(`${leaving.address}&response_mode=form_post`)
      await updateApplication(stage.store, leaving.id, { formPost: false })
      await person.submit({ username: who.userName, password: PASSWORD })
      const { searchParams } = new URL(person.left ?? 'nowhere:')
      assert.deepEqual([searchParams.get('error'), searchParams.get('code')], ['invalid_request', null])
    })

    test('never goes together with the address of an app, also where both are set at the same moment', async () => {
      const { id } = await application(stage)
      const changes = [{ formPost: true }, { redirects: ['com.example.app:/callback'] }]
      const done = await Promise.allSettled(changes.map(change => updateApplication(stage.store, id, change)))
      assert.deepEqual(done.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    })

    test('the demo application of the service itself has query only', async () => {
      const person = await someone()
      const redirect = `${stage.service.service.consoleUrl}/try`
      const query = new URLSearchParams({
        client_id: 'tabard-demo.default',
        response_type: 'code',
        redirect_uri: redirect,
        scope: 'openid',
        code_challenge: createHash('sha256').update('x'.repeat(43)).digest('base64url'),
        code_challenge_method: 'S256',
      })
      for (const mode of ['form_post', 'fragment']) {
        const answer = await person.send('GET', `${ISSUER_PATH}/authorize?${query}&response_mode=${mode}`)
        const to = new URL(answer.headers.get('location') ?? 'nowhere:')
        assert.deepEqual([answer.status, to.origin + to.pathname], [303, redirect])
        assert.deepEqual([to.searchParams.get('error'), to.hash], ['invalid_request', ''])
      }
    })

    test('discovery tells both', async () => {
      const told = await json<{ response_modes_supported: string[] }>(
        await fetch(`${stage.service.url}${ISSUER_PATH}/.well-known/openid-configuration`),
      )
      assert.deepEqual(told.response_modes_supported, ['query', 'form_post'])
    })

    test('somebody else who signs in meanwhile is told, and nobody gets a code', async () => {
      const mine = await resident(stage)
      const person = browser(stage)
      await person.visit(plain.address)
      const theirs = await signedIn(stage, await resident(stage), person.cookie('tabard-browser'))
      await theirs.visit(plain.address)
      assertSentBack(theirs)
      await person.visit(plain.address)
      const form = person.shown!.forms[0]!
      const fields = { ...form.fields, username: mine.userName, password: PASSWORD }
      const answer = await person.send('POST', form.action, fields)
      for (const name of ['tabard-session', 'tabard-provider', 'tabard-provider.sig']) {
        const value = theirs.cookie(name)
        if (value !== undefined) person.setCookie(name, value)
      }
      await person.visit(answer.headers.get('location')!)
      assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
      assert.match(person.shown!.alert, /^Signing in took too long, or was started in another browser\./)
    })
  })
}
