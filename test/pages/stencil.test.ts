import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serialize } from 'node:v8'
import { pageBytes } from '../../src/pages/page-bytes.ts'
import { again, MARK, stenciledPage } from '../../src/pages/stencil.ts'

const ASCII = `${'a'.repeat(40)}${MARK}${'b'.repeat(40)}NONCE`
/** Only ASCII, but cut out of a text that needs two bytes for some characters, as parts of templates are. */
const CUT = `…${ASCII}…`.slice(1, -1)

describe('the bytes of pages', () => {
  test('take one byte each where a text is cut out of another', () => {
    assert.ok(!takesOneByte(CUT))
    assert.equal(pageBytes([CUT], { macros: new Map() }, 'NONCE'), ASCII)
    assert.ok(takesOneByte(pageBytes([CUT], { macros: new Map() }, 'NONCE')))
  })

  test('take one byte each where a page is made again', () => {
    const { bytes } = again(stenciledPage({ bytes: CUT, policy: CUT, language: 'en' }, 'NONCE'))('token')
    assert.match(bytes, /^a{40}tokenb{40}[\w-]{22}$/)
    assert.ok(takesOneByte(bytes))
  })
})

/** How the engine keeps a string is told by how it writes one: the mark of those with one byte a character is `"`. */
function takesOneByte(text: string): boolean {
  return serialize(text)[2] === '"'.charCodeAt(0)
}
