import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Entitlement } from '../../src/core/entitlement.ts'
import type { OpenApi } from '../../src/http/description/document.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { operatorOf } from '../support/console.ts'
import { type Described, operationsOf, Witness } from '../support/described.ts'
import { type TestService, testService } from '../support/service.ts'
import { clientToken } from '../support/tenants.ts'

type Code = keyof typeof MESSAGES
type Headers = Readonly<Record<string, string>>

/** Calls that anyone may make. A call that is missing here says who may make it, and is checked below. */
const OPEN = [
  'collectEvents',
  'endSession',
  'getAttributeSchema',
  'getDescription',
  'getFlowSchema',
  'getHealth',
  'getLimits',
  'getReadiness',
  'getReference',
  'getService',
  'listLintRules',
  'pushAuthorizationRequest',
  'reportPolicy',
  'requestToken',
]

describe('whoever may not make a call is refused as its description says', () => {
  let service: TestService
  let pages: OpenApi
  let all: OpenApi
  let witness: Witness
  let callers: Readonly<Record<'nobody' | 'reader' | 'none' | 'writer' | 'developer' | 'foreign', Headers>>

  before(async () => {
    service = await testService('SQLite')
    const { consoleUrl } = service.service
    const from = async (url: string) => (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi
    pages = await from(service.url)
    all = await from(consoleUrl)
    witness = new Witness(all)
    const tokenOf = async (...entitlements: Entitlement[]) => ({
      authorization: `Bearer ${(await clientToken(service, entitlements)).token}`,
    })
    const { cookie } = await operatorOf(service, 'developer')
    callers = {
      nobody: { origin: consoleUrl },
      none: await tokenOf(),
      reader: await tokenOf('readTemplates'),
      writer: await tokenOf('manageTemplates'),
      developer: { cookie, origin: consoleUrl },
      foreign: { cookie, origin: 'https://evil.example' },
    }
  })
  after(() => service.stop())

  /** Calls that a server answers, other than those for everyone. Only the server of the pages has aliases. */
  const guarded = (description: OpenApi, url: string): Described[] =>
    operationsOf(description).filter(
      ({ operation, path, servers }) =>
        operation.security.length > 0 &&
        (servers === undefined || servers.some(server => server.url === url)) &&
        (url === service.url || Object.hasOwn(description.paths, path)),
    )

  /** Nothing that it names exists, and its body is none: who calls is looked at before. */
  const refused = async (url: string, { path, verb }: Described, headers: Headers, code: Code) => {
    const at = `${url}${path.replaceAll(/\{\w+\}/g, 'none')}`
    const method = verb.toUpperCase()
    const sent = { 'content-type': 'application/json', ...headers }
    const answer = await witness.fetch(at, { method, headers: sent, ...(verb !== 'get' && { body: '[' }) })
    const { messageId } = (await answer.json()) as { messageId: string }
    assert.deepEqual(
      [answer.status, messageId],
      [MESSAGES[code].status, MESSAGES[code].id],
      `${method} ${path}`,
    )
  }

  test('and the calls for everyone are these', () => {
    const open = operationsOf(all).filter(
      ({ operation: { security, tags } }) => security.length === 0 && !tags.includes('For people'),
    )
    assert.deepEqual([...new Set(open.map(({ operation }) => operation.operationId))].sort(), OPEN)
  })

  for (const server of ['pages', 'console'])
    test(`by a token, on the server of the ${server}`, async () => {
      const url = server === 'pages' ? service.url : service.service.consoleUrl
      let checked = 0
      for (const described of guarded(server === 'pages' ? pages : all, url)) {
        const needed = described.operation.security.flatMap(({ token = [] }) => token)[0]
        if (needed === undefined) continue
        await refused(url, described, {}, server === 'pages' ? 'token_missing' : 'origin_foreign')
        await refused(url, described, { authorization: 'Bearer x y' }, 'token_malformed')
        await refused(url, described, { authorization: 'Bearer none' }, 'token_invalid')
        await refused(url, described, callers.none, 'entitlement_missing')
        if (needed !== 'readTemplates') await refused(url, described, callers.reader, 'entitlement_missing')
        checked += 1
      }
      assert.ok(checked > 25, String(checked))
    })

  test('by a session, on the server of the console', async () => {
    const url = service.service.consoleUrl
    let checked = 0
    for (const described of guarded(all, url)) {
      const { security, operationId } = described.operation
      const role = security.flatMap(({ session = [] }) => session)[0]
      await refused(url, described, callers.nobody, 'session_missing')
      await refused(url, described, callers.foreign, 'origin_foreign')
      if (role === 'administrator') {
        await refused(url, described, callers.developer, 'role_missing')
        const isForTokens = security.some(({ token }) => token !== undefined)
        await refused(url, described, callers.writer, isForTokens ? 'entitlement_missing' : 'role_missing')
      } else if (!security.some(({ token }) => token !== undefined) && operationId !== 'getSession')
        await refused(url, described, callers.writer, 'session_missing')
      checked += 1
    }
    assert.ok(checked > 50, String(checked))
  })

  test('also with a method that the address does not have', async () => {
    for (const [description, url, code] of [
      [pages, service.url, 'token_missing'],
      [all, service.service.consoleUrl, 'origin_foreign'],
    ] as const)
      for (const { path, operation } of guarded(description, url)) {
        if (operation.operationId === 'getSession') continue
        const answer = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, 'none')}`, { method: 'PATCH' })
        assert.equal(((await answer.json()) as { messageId: string }).messageId, MESSAGES[code].id, path)
      }
  })
})
