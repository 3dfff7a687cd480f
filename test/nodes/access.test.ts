import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { changeRules, giveAccess, type Steward } from '../../src/governance/governance.ts'
import { createClient, ISSUER_PATH } from '../../src/identity/identity.ts'
import { application, assertSentBack, type Resident, resident, signedIn } from '../journeys/steps.ts'
import { json } from '../support/answers.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { type Server, tokenFrom } from '../support/process.ts'

const BY: Steward = { by: 'account:operator', address: null }
const CALLBACK = 'https://app.example.com/callback'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

describe('access that one node takes away is gone at the other', () => {
  let nodes: Nodes
  let shop: Awaited<ReturnType<typeof application>>
  let steward: string

  before(async () => {
    nodes = await startNodes()
    shop = await application(nodes, {})
    await changeRules(nodes.store, shop.id, { mode: 'assigned', keepRecent: false }, BY)
    const client = { name: 'Steward', entitlements: ['manageAccess'] } as const
    const { clientId, clientSecret } = await createClient(nodes.store, client)
    steward = await tokenFrom(nodes.one.url, clientId, clientSecret)
  })
  after(() => nodes.stop())

  const asked = async (node: Server, form: Record<string, string>) =>
    await fetch(`${node.url}${ISSUER_PATH}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${shop.id}:${shop.secret}`)}` },
      body: new URLSearchParams(form),
    })
  const redeem = async (node: Server, code: string) =>
    await asked(node, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
  const userInfo = async (node: Server, { access_token }: Tokens) =>
    (
      await fetch(`${node.url}${ISSUER_PATH}/userinfo`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
    ).status
  const codeOf = async (who: Resident) => {
    const person = await signedIn(nodes, who)
    await person.visit(shop.address)
    assertSentBack(person)
    return { person, code: new URL(person.left!).searchParams.get('code')! }
  }
  const entitled = async () => {
    const who = await resident(nodes)
    await giveAccess(nodes.store, shop.id, { kind: 'account', id: who.id }, undefined, BY)
    return who
  }
  const take = async (node: Server, { id }: Resident) => {
    const at = `${node.url}/v1.0/tabard/applications/${shop.id}/access/account:${id}`
    const answer = await fetch(at, { method: 'DELETE', headers: { authorization: `Bearer ${steward}` } })
    assert.equal(answer.status, 204)
  }

  test('tokens, userinfo, codes and further sign-ins', async () => {
    const { one, two } = nodes
    const who = await entitled()
    const { code } = await codeOf(who)
    const tokens = await json<Tokens>(await redeem(two, code))
    const { person, code: unused } = await codeOf(who)
    assert.equal(await userInfo(two, tokens), 200)
    await take(one, who)
    assert.equal(await userInfo(two, tokens), 401)
    assert.equal(
      (await asked(two, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token })).status,
      400,
    )
    assert.equal((await redeem(two, unused)).status, 400)
    nodes.balancer.lead([two])
    await person.visit(shop.address)
    assert.equal(person.shown!.heading, 'You don’t have access')
    nodes.balancer.lead([one, two])
  })

  test('of sign-ins at one node and revocations at the other at the same moment, no token survives', async () => {
    const { one, two } = nodes
    const people = await Promise.all(Array.from({ length: 6 }, entitled))
    nodes.balancer.lead([two])
    const browsers = await Promise.all(people.map(who => signedIn(nodes, who)))
    const visits = browsers.map(async person => {
      await person.visit(shop.address)
      const code = person.left && new URL(person.left).searchParams.get('code')
      const answer = code ? await redeem(two, code) : undefined
      return answer?.status === 200 ? await json<Tokens>(answer) : undefined
    })
    const [issued] = await Promise.all([Promise.all(visits), Promise.all(people.map(who => take(one, who)))])
    for (const tokens of issued) if (tokens !== undefined) assert.equal(await userInfo(two, tokens), 401)
    // Even with access again, nothing that was issued before works.
    for (const { id } of people)
      await giveAccess(nodes.store, shop.id, { kind: 'account', id }, undefined, BY)
    for (const tokens of issued) if (tokens !== undefined) assert.equal(await userInfo(two, tokens), 401)
    nodes.balancer.lead([one, two])
  })
})
