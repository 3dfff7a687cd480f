import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { firstOf, pathOf, queryOf, segmentsAfter } from '../../src/http/request/target.ts'

const PREFIX = /^\/themes\//
const after = (target: string) => segmentsAfter(PREFIX, target)

/** Why a target is refused. */
function why(target: string): string {
  try {
    return `it has the segments ${JSON.stringify(after(target))}`
  } catch (error) {
    const { code, details } = error as { code: string; details: { why: string } }
    assert.equal(code, 'target_invalid')
    return details.why
  }
}

describe('the segments of a request target', () => {
  test('are what stands between the slashes behind the prefix', () => {
    assert.deepEqual(after('/themes/default/common/page_style.css'), ['default', 'common', 'page_style.css'])
    assert.deepEqual(after('/themes/'), [''])
    assert.deepEqual(after('/themes/a/'), ['a', ''])
  })

  test('are decoded once, and a slash within one does not part it', () => {
    assert.deepEqual(after('/themes/a%2Fb/%252e/caf%C3%A9+1.png'), ['a/b', '%2e', 'café+1.png'])
  })

  test('leave dot segments as they are, so that a path cannot lead to another theme', () => {
    assert.deepEqual(after('/themes/a/../b/./c'), ['a', '..', 'b', '.', 'c'])
    assert.deepEqual(after('/themes/a/%2e%2E/b'), ['a', '..', 'b'])
  })

  test('end before the query, whatever it holds', () => {
    assert.deepEqual(after('/themes/a?path=/themes/b?c;d\\e'), ['a'])
    assert.deepEqual(after('/themes/%61?%ff'), ['a'])
  })

  test('are of the address of the call only', () => {
    for (const target of ['/other/a', '/v1/themes/a', '/?/themes/a'])
      assert.equal(why(target), 'it is not below the address of this call', target)
  })

  test('have no characters that need to be percent-encoded', () => {
    for (const character of ['é', ' ', '\u007f', '\0', '\t', 'a\u00ad'])
      assert.equal(why(`/themes/${character}`), 'it has a character that needs to be percent-encoded')
  })

  test('may have every other visible character', () => {
    for (const character of ['!', '~', '(', ')', "'", ',', '+', '@', ':', '='])
      assert.deepEqual(after(`/themes/a${character}`), [`a${character}`])
  })

  test('have no semicolon, backslash or hash', () => {
    for (const character of [';', '\\', '#'])
      assert.equal(why(`/themes/a${character}b`), 'it has a semicolon, a backslash or a hash')
    assert.deepEqual(after('/themes/%3B%5C%23'), [';\\#'])
  })

  test('are UTF-8 where they are percent-encoded', () => {
    for (const encoded of ['%', '%f', '%zz', '%ff', '%c3', '%C0%AE', '%ED%A0%80'])
      assert.equal(why(`/themes/a/${encoded}`), 'it has a percent escape that is not UTF-8', encoded)
  })
})

test('the path that a page tells has no query and at most 200 characters', () => {
  const told = (url?: string) => pathOf({ raw: { url } } as FastifyRequest)
  assert.equal(told('/authorize?flow=secret?x'), '/authorize')
  assert.equal(told(`/${'a'.repeat(300)}?b`), `/${'a'.repeat(199)}`)
  assert.equal(told(), '')
})

describe('the parameters of a query', () => {
  test('are those that a call knows, decoded', () => {
    const found = queryOf('/themes?page=2&limit=%35&other=x&other=y', ['page', 'limit'])
    assert.deepEqual(
      [...found],
      [
        ['page', '2'],
        ['limit', '5'],
      ],
    )
  })

  test('are none where there is no query', () => {
    assert.equal(queryOf('page=2', ['page']).size, 0)
    assert.equal(queryOf('/themes?', ['page']).size, 0)
    assert.equal(firstOf('page=2').size, 0)
  })

  test('are refused if one is given twice', () => {
    assert.throws(() => queryOf('/themes?page=1&limit=2&page=1', ['page', 'limit']), {
      code: 'query_invalid',
      details: { parameter: 'page', problem: 'is given twice' },
    })
  })

  test('are the first of each name where a page asks for them', () => {
    assert.deepEqual(
      [...firstOf('/login?a=1&b=%20&a=2&b')],
      [
        ['a', '1'],
        ['b', ' '],
      ],
    )
  })
})
