import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import * as oidc from 'openid-client'
import { ISSUER_PATHS, type IssuerPath, updateApplication } from '../../src/identity/identity.ts'
import { browser, resident, type Stage, signedIn, stageOf } from '../journeys/steps.ts'
import { ENGINES } from '../support/database.ts'
import { PASSWORD } from '../support/people.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'
import { answered, assertError, type Party, party, REDIRECT } from './party.ts'

const [FIRST, SECOND, THIRD] = ISSUER_PATHS
const PAIRS = ISSUER_PATHS.flatMap(one =>
  ISSUER_PATHS.filter(two => two !== one).map(two => [one, two] as const),
)

for (const engine of ENGINES) {
  describe(`the issuers of a tenant on ${engine}`, () => {
    let stage: Stage
    let parties: Record<IssuerPath, Party>

    before(async () => {
      stage = await stageOf(engine)
      const app = await party(stage)
      await updateApplication(stage.store, app.id, { formPost: true })
      parties = {
        [FIRST]: app,
        [SECOND]: await app.at(SECOND),
        [THIRD]: await app.at(THIRD),
      } as typeof parties
    })
    after(async () => await stage.stop())

    const someone = async () => await signedIn(stage, await resident(stage))
    const rejected = async (work: Promise<unknown>) => await assertError(work, 'invalid_grant')

    for (const issuer of ISSUER_PATHS) {
      const whole = () => stage.service.url + issuer

      test(`${issuer}: every address of the metadata is below the issuer`, async () => {
        const { metadata } = parties[issuer]
        assert.equal(metadata.issuer, whole())
        const addresses = Object.entries(metadata).filter(([name]) => /_(?:endpoint|uri)$/.test(name))
        assert.equal(addresses.length, 6)
        for (const [name, value] of addresses) assert.ok(String(value).startsWith(`${whole()}/`), name)
        const oauth = await oidc.discovery(new URL(whole()), CLIENT_ID, {}, undefined, {
          algorithm: 'oauth2',
          execute: [oidc.allowInsecureRequests],
        })
        assert.deepEqual({ ...oauth.serverMetadata() }, { ...metadata })
      })

      test(`${issuer}: somebody signs in there, and answer and ID token name it`, async () => {
        const who = await resident(stage)
        const person = browser(stage)
        const asked = parties[issuer].ask({ scope: 'openid email', prompt: 'consent' })
        await person.visit(asked.address.href)
        await person.submit({ username: who.userName, password: PASSWORD })
        const [, box] = /name="(dscope\d+)" value="email"/.exec(person.shown!.html)!
        await person.submit({ [box!]: 'email' }, { button: 'Allow' })
        assert.equal(answered(person).iss, whole())
        const tokens = await parties[issuer].redeem(person, asked)
        const { iss, sub } = tokens.claims()!
        assert.deepEqual([iss, sub], [whole(), who.id])
        const info = await oidc.fetchUserInfo(parties[issuer].config, tokens.access_token, who.id)
        assert.equal(info.email, who.userName)
      })

      test(`${issuer}: errors and posted answers name it`, async () => {
        const nobody = browser(stage)
        await nobody.visit(parties[issuer].ask({ prompt: 'none' }).address.href)
        assert.deepEqual([answered(nobody).error, answered(nobody).iss], ['login_required', whole()])
        const person = await someone()
        await person.visit(parties[issuer].ask({ response_mode: 'form_post' }).address.href)
        const [form] = person.shown!.forms
        assert.deepEqual([form!.action, form!.fields.iss], [REDIRECT, whole()])
      })

      test(`${issuer}: an application can push its request and prove possession of a key`, async () => {
        const { config } = parties[issuer]
        const DPoP = oidc.getDPoPHandle(config, await oidc.randomDPoPKeyPair())
        const asked = parties[issuer].ask()
        const parameters = Object.fromEntries(asked.address.searchParams)
        const address = await oidc.buildAuthorizationUrlWithPAR(config, parameters, { DPoP })
        const person = await someone()
        await person.visit(address.href)
        const tokens = await parties[issuer].redeem(person, asked, { DPoP })
        assert.equal(tokens.token_type, 'dpop')
        const { sub } = tokens.claims()!
        assert.equal((await oidc.fetchUserInfo(config, tokens.access_token, sub, { DPoP })).sub, sub)
      })

      test(`${issuer}: an API client gets a token`, async () => {
        const program = new oidc.Configuration(parties[issuer].metadata, CLIENT_ID, CLIENT_SECRET)
        oidc.allowInsecureRequests(program)
        const { access_token } = await oidc.clientCredentialsGrant(program)
        const headers = { authorization: `Bearer ${access_token}` }
        assert.equal((await fetch(`${stage.service.url}/v1.0/branding/themes`, { headers })).status, 200)
      })

      test(`${issuer}: scripts of an application may ask there, those of others may not`, async () => {
        for (const [origin, allowed] of [
          ['https://app.example.com', true],
          ['https://evil.example', false],
        ] as const) {
          const answer = await fetch(`${whole()}/token`, {
            method: 'POST',
            headers: {
              origin,
              authorization: `Basic ${btoa(`${parties[issuer].id}:${parties[issuer].secret}`)}`,
            },
            body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' }),
          })
          assert.equal(answer.headers.get('access-control-allow-origin'), allowed ? origin : null)
        }
      })
    }

    for (const [one, two] of PAIRS) {
      test(`a code of ${one} is worth nothing at ${two}, and still counts where it was issued`, async () => {
        const person = await someone()
        const asked = parties[one].ask()
        await person.visit(asked.address.href)
        const { code } = answered(person)
        const answer = await fetch(parties[two].metadata.token_endpoint!, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${parties[two].id}:${parties[two].secret}`)}` },
          body: new URLSearchParams({
            grant_type: 'authorization_code',
            code: code!,
            redirect_uri: REDIRECT,
          }),
        })
        assert.equal(((await answer.json()) as { error: string }).error, 'invalid_grant')
        assert.ok((await parties[one].redeem(person, asked)).access_token)
      })

      test(`a request pushed to ${one} cannot be taken up at ${two}`, async () => {
        const parameters = Object.fromEntries(parties[one].ask().address.searchParams)
        const address = await oidc.buildAuthorizationUrlWithPAR(parties[one].config, parameters)
        const person = await someone()
        await person.visit(address.href.replace(one, two))
        assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
      })

      test(`a sign-in that began at ${one} does not go on at ${two}`, async () => {
        const who = await resident(stage)
        const person = browser(stage)
        await person.visit(parties[one].ask().address.href)
        const interaction = person.steps.find(({ url }) => url.includes('/interaction/'))!.url
        assert.ok(interaction.startsWith(stage.service.url + one), interaction)
        const form = person.shown!.forms[0]!
        const moved = await person.send('GET', interaction.replace(one, two))
        assert.equal(moved.status, 403)
        const answer = await person.send('POST', form.action, {
          ...form.fields,
          username: who.userName,
          password: PASSWORD,
        })
        const back = answer.headers.get('location')!
        assert.ok(back.startsWith(`${stage.service.url}${one}/authorize/`), back)
        await person.visit(back.replace(one, two))
        assert.deepEqual([person.left, person.shown!.status], [undefined, 400])
      })

      test(`tokens of ${one} work at ${two}`, async () => {
        const person = await someone()
        const tokens = await parties[one].tokens(person)
        const { sub } = tokens.claims()!
        assert.equal((await oidc.fetchUserInfo(parties[two].config, tokens.access_token, sub)).sub, sub)
        const next = await oidc.refreshTokenGrant(parties[two].config, tokens.refresh_token!)
        assert.deepEqual([next.claims()!.iss, next.claims()!.sub], [stage.service.url + two, sub])
        assert.equal((await oidc.fetchUserInfo(parties[one].config, next.access_token, sub)).sub, sub)
      })

      test(`an ID token of ${one} is a hint at ${two}`, async () => {
        const person = await someone()
        const { id_token } = await parties[one].tokens(person)
        await person.visit(parties[two].ask({ prompt: 'none', id_token_hint: id_token! }).address.href)
        assert.ok(answered(person).code)
        const leave = oidc.buildEndSessionUrl(parties[two].config, {
          id_token_hint: id_token!,
          post_logout_redirect_uri: 'https://app.example.com/bye',
        })
        await person.visit(leave.href)
        await person.submit({})
        assert.equal(person.left, 'https://app.example.com/bye')
        await person.visit(parties[one].ask({ prompt: 'none' }).address.href)
        assert.equal(answered(person).error, 'login_required')
      })
    }

    test('an ID token that somebody else signed is no hint, whichever issuer it names', async () => {
      const person = await someone()
      const { id_token } = await parties[SECOND].tokens(person)
      const [header, payload, signature] = id_token!.split('.') as [string, string, string]
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
      const forged = (iss: string) =>
        [header, Buffer.from(JSON.stringify({ ...claims, iss })).toString('base64url'), signature].join('.')
      for (const hint of [
        ...ISSUER_PATHS.filter(path => path !== SECOND).map(path => forged(stage.service.url + path)),
        forged('https://evil.example/oauth2'),
        forged(`${stage.service.url}/oauth2/`),
        `${header}..${signature}`,
        'x',
      ]) {
        const leave = new URL(parties[FIRST].metadata.end_session_endpoint!)
        leave.searchParams.set('id_token_hint', hint)
        await person.visit(leave.href)
        assert.equal(person.shown!.status, 400, hint)
      }
    })

    test('a code that was redeemed and comes again ends the tokens at all issuers', async () => {
      const person = await someone()
      const asked = parties[THIRD].ask()
      await person.visit(asked.address.href)
      const { access_token, refresh_token } = await parties[THIRD].redeem(person, asked)
      await rejected(parties[THIRD].redeem(person, asked))
      for (const issuer of ISSUER_PATHS) {
        const headers = { authorization: `Bearer ${access_token}` }
        assert.equal((await fetch(parties[issuer].metadata.userinfo_endpoint!, { headers })).status, 401)
        await rejected(oidc.refreshTokenGrant(parties[issuer].config, refresh_token!))
      }
    })

    test('an address spelled with percent escapes is the same endpoint', async () => {
      for (const issuer of ISSUER_PATHS) {
        const spelled = issuer.replace('o', '%6f')
        const answer = await fetch(`${stage.service.url}${spelled}/.well-known/openid-configuration`)
        assert.equal(((await answer.json()) as { issuer: string }).issuer, stage.service.url + issuer)
      }
    })
  })
}
