import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { flawIn } from '../../src/http/description/body-check.ts'
import type { OpenApi } from '../../src/http/description/document.ts'
import { SCHEMAS, type SchemaName } from '../../src/http/description/schemas.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { type Described, operationsOf, Witness } from '../support/described.ts'
import { EVERYTHING } from '../support/everything.ts'
import { type TestService, testService } from '../support/service.ts'

type Json = Readonly<Record<string, unknown>>

const VALUES: readonly unknown[] = [
  ...[null, true, 0, 1.5, -1, '', 'text', 'master', 'app'],
  ...[[], [1], ['text'], ['app'], ['readTemplates'], Array.from({ length: 101 }, () => 'text')],
  ...[{}, { a: 1 }, { a: 'text' }, { a: null }, { a: { base64: 'AA==' } }, { a: { base64: 1 } }],
  ...[JSON.parse('{"__proto__": 1}'), { toString: 1 }],
]
const JSON_TYPE = 'application/json'

describe('bodies are checked against the described schema', () => {
  let service: TestService
  let all: OpenApi
  let bodies: (Described & { name: SchemaName; example: Json })[]
  let administrator: TestOperator
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true } })

  before(async () => {
    service = await testService('SQLite')
    all = (await (await fetch(`${service.service.consoleUrl}/openapi.json`)).json()) as OpenApi
    administrator = await operatorOf(service, 'administrator')
    ajv.addSchema({ $id: 'described', components: all.components })
    bodies = operationsOf(all).flatMap(described => {
      const media = described.operation.requestBody?.content[JSON_TYPE]
      // Pages of a registration send events, and what is wrong with one of them is dropped.
      if (media === undefined || described.operation.operationId === 'collectEvents') return []
      const name = media.schema.$ref!.split('/').at(-1) as SchemaName
      return [{ ...described, name, example: media.example as Json }]
    })
  })
  after(() => service.stop())

  /** Bodies like the example, in which one member is missing or another value. */
  const variants = function* ({ name, example }: { name: SchemaName; example: Json }) {
    for (const member of Object.keys(SCHEMAS[name].properties!)) {
      const { [member]: _, ...rest } = example
      yield { member, body: rest }
      for (const value of VALUES) yield { member, body: { ...example, [member]: value, unknown: 1 } }
    }
  }

  test('as a validator of JSON Schema does it', () => {
    assert.ok(bodies.length >= 10, String(bodies.length))
    for (const one of bodies) {
      const valid = ajv.compile({ $ref: `described#/components/schemas/${one.name}` })
      for (const { member, body } of variants(one)) {
        const flaw = flawIn(one.name, body)
        assert.equal(flaw === undefined, valid(body), `${one.name} ${JSON.stringify(body).slice(0, 200)}`)
        if (flaw !== undefined) assert.equal(flaw.member, member)
      }
    }
  })

  test('and refused with what is wrong, as described', async () => {
    const witness = new Witness(all)
    const { consoleUrl } = service.service
    const headers = { cookie: administrator.cookie, origin: consoleUrl, 'content-type': JSON_TYPE }
    for (const one of bodies) {
      const { path, verb, name } = one
      const told = new Set<string>()
      for (const { member, body } of variants(one)) {
        const flaw = flawIn(name, body)
        // What is told of a member is the same for each of its wrong values, all of which were tried above.
        const kind = `${member} ${flaw?.sentence}`
        if (flaw === undefined || (told.has(kind) && !EVERYTHING)) continue
        told.add(kind)
        const at = `${consoleUrl}${path.replace('{page}', 'login').replace('{id}', 'default')}`
        const answer = await witness.fetch(at, {
          method: verb.toUpperCase(),
          headers,
          body: JSON.stringify(body),
        })
        const { messageDescription } = (await answer.json()) as { messageDescription: string }
        const sent = `${verb} ${path} ${JSON.stringify(body).slice(0, 200)}: ${messageDescription}`
        assert.equal(answer.status, 400, sent)
        assert.ok(messageDescription.endsWith(flaw.sentence), sent)
      }
    }
  })

  test('in words', async () => {
    const told = async (path: string, body: Json, method = 'POST') =>
      (await administrator.refused(method, `/v1.0/tabard${path}`, body)).messageDescription
    assert.equal(
      await told('/applications', { name: 'Shop', redirects: 'https://shop.example' }),
      'The field redirects must be a list of at most 100 addresses.',
    )
    assert.equal(
      await told('/clients', { name: 'CI', entitlements: ['all'] }),
      'The field entitlements must list some of manageTemplates, readTemplates, manageAccess, manageFlows, manageSources.',
    )
    assert.equal(await told('/themes', { from: 'default' }), 'The field name is missing.')
    assert.equal(
      await told('/themes/default/restore', { revision: '1' }),
      'The field revision must be a whole number or master.',
    )
    assert.equal(
      await told('/themes/default/files', { files: { 'common/a.css': 1 } }),
      'The upload is malformed. The field files must be an object in which each value is a text, an object with base64 or null.',
    )
    assert.equal(
      await told('/themes/default/files', { files: { 'common/a.css': 'a{}' }, etags: '"1"' }),
      'The upload is malformed. The field etags must be an object in which each value is a text or null.',
    )
  })

  test('and members that are not described change nothing', async () => {
    const { id, ...made } = await administrator.json<{ id: string; clientSecret: string }>(
      'POST',
      '/v1.0/tabard/applications',
      { name: 'Shop', id: 'mine', secretHash: 'x', clientSecret: 'x' },
    )
    assert.notEqual(id, 'mine')
    assert.notEqual(made.clientSecret, 'x')
  })
})
