import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fastify, { type FastifyRequest } from 'fastify'
import { type Entitlement, suffices } from '../../src/core/entitlement.ts'
import { admission, admissionOfOthers } from '../../src/http/description/admission.ts'
import type { Call, Method, Who } from '../../src/http/description/call.ts'
import {
  actorIn,
  authorOf,
  bearerGate,
  entitlementFor,
  type Gate,
  operatorIn,
} from '../../src/http/request/auth.ts'
import type { Identity } from '../../src/identity/identity.ts'

/** The gate of a server without sessions; every token is of a client with these entitlements. */
function bearerGateOf(entitlements: Entitlement[]) {
  const seen: string[] = []
  const bearers = {
    client: async (_: unknown, token: string) => {
      seen.push(token)
      return { id: 'c-1', entitlements }
    },
  }
  return { gate: bearerGate({ bearers } as unknown as Identity), seen }
}

const requestWith = (authorization?: string) => ({ headers: { authorization } }) as FastifyRequest

describe('the bearer token of a request', () => {
  const sent = async (authorization?: string) => {
    const { gate, seen } = bearerGateOf(['readTemplates'])
    await gate.caller(requestWith(authorization), 'readTemplates')
    return seen[0]
  }

  test('follows the scheme, in whatever case that is written, and one space', async () => {
    for (const token of ['abc', 'aZ09-._~+/', 'abc=', 'abc==', 'a'])
      for (const scheme of ['Bearer', 'bearer', 'BEARER'])
        assert.equal(await sent(`${scheme} ${token}`), token)
  })

  test('is missing without a header, and where the header is of another scheme', async () => {
    for (const header of [undefined, '', 'Basic abc', 'Bearer2 abc', 'Bearer\tabc', 'abc'])
      await assert.rejects(sent(header), { code: 'token_missing', details: {} }, header)
  })

  test('is malformed with any other character, or with more behind it', async () => {
    for (const token of ['', ' abc', 'abc def', 'abc ', '"abc"', 'a,b', 'a=b', '=', 'é', 'abc\n', '\nabc'])
      await assert.rejects(sent(`Bearer ${token}`), { code: 'token_malformed' }, JSON.stringify(token))
    await assert.rejects(sent('Bearer'), {
      code: 'token_malformed',
      details: { sentence: 'The header Authorization must be Bearer, one space and the token.' },
    })
  })
})

describe('a server without sessions', () => {
  test('admits a client that holds the entitlement, and tells the call which client it is', async () => {
    const request = requestWith('Bearer abc')
    await bearerGateOf(['manageTemplates']).gate.caller(request, 'manageTemplates')
    assert.equal(request.client?.id, 'c-1')
  })

  test('refuses a client without the entitlement, and names what is missing', async () => {
    const { gate } = bearerGateOf(['readTemplates'])
    await assert.rejects(gate.caller(requestWith('Bearer abc'), 'manageTemplates'), {
      code: 'entitlement_missing',
      details: { entitlement: 'manageTemplates' },
    })
  })

  test('admits nobody to what the console alone may do', async () => {
    const { gate } = bearerGateOf(['manageTemplates'])
    await assert.rejects(gate.operator(requestWith('Bearer abc')), { code: 'session_missing' })
    await assert.rejects(gate.page(requestWith('Bearer abc')), { code: 'origin_foreign' })
  })
})

describe('entitlements', () => {
  test('to manage includes to read, and no other includes another', () => {
    const held: [Entitlement[], boolean, boolean][] = [
      [[], false, false],
      [['readTemplates'], true, false],
      [['manageTemplates'], true, true],
      [['readTemplates', 'manageTemplates'], true, true],
    ]
    for (const [entitlements, reads, manages] of held) {
      assert.equal(suffices(entitlements, 'readTemplates'), reads)
      assert.equal(suffices(entitlements, 'manageTemplates'), manages)
    }
  })

  test('are needed by the method: only GET and HEAD read', () => {
    const needed = (method: string) => entitlementFor({ method } as FastifyRequest)
    for (const method of ['GET', 'HEAD']) assert.equal(needed(method), 'readTemplates')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'get'])
      assert.equal(needed(method), 'manageTemplates')
  })
})

describe('who made a request', () => {
  const operator = { account: { id: 'a-1', userName: 'ada' }, role: 'developer' }
  const request = { client: undefined, operator, ip: '192.0.2.1' } as unknown as FastifyRequest

  test('is the client of its token, else the account of the session', () => {
    assert.equal(authorOf(request), 'account:ada')
    assert.equal(authorOf({ ...request, client: { id: 'c-1' } } as FastifyRequest), 'client:c-1')
  })

  test('is told to the audit trail with the network address', () => {
    assert.equal(operatorIn(request), operator)
    assert.deepEqual(actorIn(request), { account: 'a-1', address: '192.0.2.1' })
  })
})

describe('admission', () => {
  const call = (who: Who) => ({ id: 'x', group: 'Themes', who, summary: '', answers: {} }) as Call
  const page = { id: 'x', page: 'a page' }

  /** A server that writes down what its gate is asked, and the admission of a call there. */
  function gated(role?: string) {
    const asked: unknown[] = []
    const app = fastify()
    const gate: Gate = {
      caller: async (_, needed) => void asked.push(needed),
      operator: async () => void asked.push('operator'),
      page: async () => void asked.push('page'),
    }
    app.decorate('gate', gate)
    const send = (method: string) =>
      ({ method, operator: role === undefined ? undefined : { role } }) as FastifyRequest
    return { app, asked, send }
  }

  const ASKED: [Who, get: unknown, post: unknown][] = [
    ['console page', 'page', 'page'],
    ['session', 'operator', 'operator'],
    ['reader', 'readTemplates', 'readTemplates'],
    ['writer', 'manageTemplates', 'manageTemplates'],
    ['somebody', 'readTemplates', 'manageTemplates'],
    ['administrator', 'readTemplates', 'manageTemplates'],
  ]
  for (const [who, get, post] of ASKED)
    test(`asks for what ${who} needs`, async () => {
      const { app, asked, send } = gated('administrator')
      await admission(app, call(who))!(send('GET'))
      await admission(app, call(who))!(send('POST'))
      assert.deepEqual(asked, [get, post])
    })

  test('needs no gate where anyone may call', () => {
    assert.equal(admission(fastify(), call('anyone')), undefined)
    assert.equal(admission(fastify(), page), undefined)
    assert.equal(admissionOfOthers(fastify(), { GET: page, POST: call('session') }), undefined)
  })

  test('needs a gate elsewhere, or the call is not registered', () => {
    const missing = { message: 'a server with calls that not everybody may make needs a gate' }
    assert.throws(() => admission(fastify(), call('reader')), missing)
    assert.throws(() => admissionOfOthers(fastify(), { GET: call('reader') }), missing)
  })

  test('of somebody and of administrators is refused to tokens, and of administrators to developers', async () => {
    for (const [who, role, code] of [
      ['somebody', undefined, 'session_missing'],
      ['administrator', undefined, 'role_missing'],
      ['administrator', 'developer', 'role_missing'],
    ] as const) {
      const { app, send } = gated(role)
      await assert.rejects(admission(app, call(who))!(send('GET')), { code })
    }
    const { app, send } = gated('developer')
    await admission(app, call('somebody'))!(send('GET'))
  })

  const OTHERS: [what: string, Partial<Record<Method, Who>>, expected: unknown][] = [
    ['is open where all calls are open', { GET: 'anyone', POST: 'console page', PUT: 'session' }, undefined],
    ['is for writers where some call is not open', { GET: 'anyone', POST: 'writer' }, 'manageTemplates'],
    ['is for writers where there is nothing to write', { GET: 'reader' }, 'manageTemplates'],
    ['is for readers where all writes are for readers', { GET: 'writer', POST: 'reader' }, 'readTemplates'],
    ['is for writers where some write is', { POST: 'reader', PUT: 'writer' }, 'manageTemplates'],
  ]
  for (const [what, calls, expected] of OTHERS)
    test(`with another method ${what}`, async () => {
      const { app, asked, send } = gated()
      const described = Object.fromEntries(Object.entries(calls).map(([method, who]) => [method, call(who)]))
      await admissionOfOthers(app, described)?.(send('PATCH'))
      assert.deepEqual(asked, expected === undefined ? [] : [expected])
    })
})
