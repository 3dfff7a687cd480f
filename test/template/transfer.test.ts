import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Compiled,
  handlerTexts,
  Receiving,
  rendered,
  Sending,
  type Values,
} from '../../src/core/template/template.ts'
import { page } from './pages.ts'

const VALUES: Values = {
  macros: new Map([
    ['A', '<a>'],
    ['B', '"b"'],
  ]),
  repeats: new Map([['r', [new Map([['B', '1']]), new Map([['B', '2']])]]]),
}

/** Pages as another thread receives them. */
function sent(...pages: readonly Compiled[]) {
  const sending = new Sending()
  const message = structuredClone({ pages: pages.map(one => sending.page(one)), slots: sending.slots })
  const receiving = new Receiving(message.slots)
  return { slots: message.slots, pages: message.pages.map(one => receiving.page<Compiled>(one)) }
}

describe('pages that were sent to another thread', () => {
  const FIRST = page(
    '<script>a("@A@")</script><p onclick="f(\'@B@\')">@A@ @A@</p>[RPT r]<b title="@B@">@B@</b>[ERPT r]',
  )
  const SECOND = page('<p>@A@</p>', { kinds: { A: 'markup' } })

  test('are joined with values as before', () => {
    for (const [index, one] of sent(FIRST, SECOND).pages.entries()) {
      const before = [FIRST, SECOND][index]!
      assert.equal(rendered(one, VALUES, 'N'), rendered(before, VALUES, 'N'))
      assert.deepEqual(
        one.handlers.map(handler => handlerTexts(handler, VALUES)),
        before.handlers.map(handler => handlerTexts(handler, VALUES)),
      )
    }
  })

  test('have their form without scripts if they had one', () => {
    const [first, second] = sent(FIRST, SECOND).pages
    assert.equal(
      rendered({ parts: first!.scriptless! }, VALUES, 'N'),
      rendered({ parts: FIRST.scriptless! }, VALUES, 'N'),
    )
    assert.equal(second!.scriptless, undefined)
  })

  test('keep everything else as it was', () => {
    const { parts: _, scriptless: __, handlers: ___, ...rest } = sent(FIRST).pages[0]!
    const { parts: ____, scriptless: _____, handlers: ______, ...before } = FIRST
    assert.deepEqual(rest, before)
  })

  test('share equal places of values, and no others', () => {
    const names = sent(FIRST, SECOND).slots.map(
      ({ macro, kind, layers }) => `${macro} ${kind} ${layers.join(' ')}`,
    )
    assert.deepEqual(names, [
      'A text js-string',
      'B text js-string html',
      'A text markup',
      'B text html',
      'B text markup',
      'B text js-string',
      'A markup markup',
    ])
    const [first] = sent(page('<p>@A@</p><p>@A@</p><i title="@A@"></i><i title="@A@"></i>')).pages
    const slots = first!.parts.filter(part => typeof part === 'object')
    assert.equal(new Set(slots).size, 2)
  })
})
