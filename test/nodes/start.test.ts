import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ISSUER_PATH, rotateSigningKey } from '../../src/identity/identity.ts'
import { application, browser, resident } from '../journeys/steps.ts'
import { freshDatabase } from '../support/database.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { PASSWORD } from '../support/people.ts'
import type { Server } from '../support/process.ts'

describe('two nodes that start at the same moment on an empty database', () => {
  let nodes: Nodes

  before(async () => {
    nodes = await startNodes(await freshDatabase('PostgreSQL'))
  })
  after(() => nodes.stop())

  const keysAt = async ({ url }: Server): Promise<string[]> => {
    const response = await fetch(`${url}${ISSUER_PATH}/jwks`)
    const { keys } = (await response.json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid)
  }

  test('make one tenant, one API client and one administrator', async () => {
    assert.equal((await nodes.service.service.store.tenants()).length, 1)
    assert.equal((await nodes.store.clients.list()).length, 1)
    const accounts = await nodes.store.audit.list({ limit: 10, event: 'account-created' })
    assert.equal(accounts.length, 1)
    const made = [nodes.one, nodes.two].filter(({ said }) => /^Administrator /m.test(said.stdout))
    assert.equal(made.length, 1, 'and one of them says so')
  })

  test('make one key, though both are asked for it at once', async () => {
    const [one, two] = await Promise.all([keysAt(nodes.one), keysAt(nodes.two)])
    assert.equal(one.length, 1)
    assert.deepEqual(one, two)
  })

  test('sign with no key that the other does not show, also right after it was replaced', async () => {
    const { id, secret, address } = await application(nodes)
    const person = browser(nodes)
    await person.visit(address)
    await person.submit({ username: (await resident(nodes)).userName, password: PASSWORD })
    const { searchParams, origin, pathname } = new URL(person.left!)

    /** Tokens from a node; the key that signed them. */
    const signed = async ({ url }: Server, parameters: Record<string, string>) => {
      const answer = await fetch(`${url}${ISSUER_PATH}/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams(parameters),
      })
      assert.equal(answer.status, 200)
      const tokens = (await answer.json()) as { id_token: string; refresh_token: string }
      const header = Buffer.from(tokens.id_token.split('.')[0]!, 'base64url').toString()
      return { ...tokens, kid: (JSON.parse(header) as { kid: string }).kid }
    }

    const code = searchParams.get('code')!
    const redirect = { redirect_uri: origin + pathname }
    let last = await signed(nodes.one, { grant_type: 'authorization_code', code, ...redirect })
    const kid = await rotateSigningKey(nodes.store, Date.now())
    const until = Date.now() + 60_000
    for (let turn = 0; last.kid !== kid; turn++) {
      assert.ok(Date.now() < until, 'the new key comes into use')
      const [here, there] = turn % 2 === 0 ? [nodes.one, nodes.two] : [nodes.two, nodes.one]
      last = await signed(here, { grant_type: 'refresh_token', refresh_token: last.refresh_token })
      assert.ok((await keysAt(there)).includes(last.kid), `after ${turn} turns`)
    }
  })
})
