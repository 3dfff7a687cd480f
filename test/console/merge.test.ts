import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { changes, merge } from '../../console/src/parts/merge.ts'

describe('the settings that two people have changed', () => {
  test('a value that one of them changed is taken from that one', () => {
    const before = { name: 'Shop', description: '', consent: false }
    const mine = { ...before, name: 'Stall' }
    const theirs = { ...before, consent: true }
    assert.deepEqual(merge(before, mine, theirs), {
      merged: { name: 'Stall', description: '', consent: true },
      conflicts: [],
    })
  })

  test('a value that both changed in the same way is no conflict', () => {
    assert.deepEqual(merge({ name: 'a' }, { name: 'b' }, { name: 'b' }), {
      merged: { name: 'b' },
      conflicts: [],
    })
  })

  test('a value that both changed differently is mine, and a conflict', () => {
    assert.deepEqual(merge({ name: 'a' }, { name: 'b' }, { name: 'c' }), {
      merged: { name: 'b' },
      conflicts: [['name']],
    })
  })

  test('a list gets what either added, and loses what either removed', () => {
    for (const [before, mine, theirs, merged] of [
      ['', 'a', 'b', 'b a'],
      ['a b c', 'a b', 'b c', 'b'],
      ['a', 'a mine', 'theirs', 'theirs mine'],
      ['a', 'b', 'b c', 'b c'],
      ['a', 'a', 'b', 'b'],
      ['a b', '', 'a b c', 'c'],
    ] as const) {
      const list = (text: string) => ({ list: text.split(' ').filter(one => one !== '') })
      assert.deepEqual(merge(list(before), list(mine), list(theirs)), { merged: list(merged), conflicts: [] })
    }
  })

  test('a list that means something else when it is empty is not emptied by a merge, and never filled again', () => {
    const list = (text: string) => ({ list: text.split(' ').filter(one => one !== '') })
    for (const [before, mine, theirs, merged] of [
      ['a b', 'a', 'b', undefined],
      ['a b', '', 'a b c', undefined],
      ['a b', 'a b c', '', undefined],
      ['', 'a', 'b', undefined],
      ['a', '', 'a', ''],
      ['a', 'a', '', ''],
      ['a', '', '', ''],
      ['a b c', 'a b', 'b c', 'b'],
    ] as const) {
      const both = merge(list(before), list(mine), list(theirs), ['list'])
      const expected =
        merged === undefined
          ? { merged: list(mine), conflicts: [['list']] }
          : { merged: list(merged), conflicts: [] }
      assert.deepEqual(both, expected, `${before} / ${mine} / ${theirs}`)
    }
  })

  test('a list that one of them turned off conflicts with a change of it', () => {
    const limit = (list: readonly string[] | null) => ({ limit: list })
    assert.deepEqual(merge(limit(['a']), limit(null), limit(['a'])), { merged: limit(null), conflicts: [] })
    assert.deepEqual(merge(limit(null), limit(['a']), limit(['b'])), {
      merged: limit(['a']),
      conflicts: [['limit']],
    })
  })

  test('values by name are merged one by one', () => {
    const rules = (levels: Record<string, string>) => ({ rules: levels })
    assert.deepEqual(
      merge(
        rules({ a: 'off', b: 'off', c: 'off' }),
        rules({ a: 'error', b: 'warning', new: 'off' }),
        rules({ c: 'off', a: 'off', b: 'error', d: 'off' }),
      ),
      { merged: rules({ a: 'error', b: 'warning', new: 'off', d: 'off' }), conflicts: [['rules', 'b']] },
    )
    assert.deepEqual(merge(rules({ a: 'off' }), rules({}), rules({ a: 'error' })).conflicts, [['rules', 'a']])
  })

  test('the changes are the values that differ', () => {
    const before = { name: 'a', list: ['x'], on: true }
    assert.deepEqual(changes(before, { name: 'a', list: ['x', 'y'], on: false }), {
      list: ['x', 'y'],
      on: false,
    })
    assert.deepEqual(changes(before, structuredClone(before)), {})
  })
})
