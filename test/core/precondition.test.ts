import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { checkPrecondition, isFresh, precondition } from '../../src/core/precondition.ts'

const TAG = '"7-abc"'

const failed = (header: string) => ({ code: 'precondition_failed', details: { what: 'theme', header } })
const check = (ifMatch: string | undefined, ifNoneMatch: string | undefined, tag: string | undefined) =>
  checkPrecondition(precondition(ifMatch, ifNoneMatch), 'theme', tag)

test('without headers there is no condition', () => {
  assert.deepEqual(precondition(undefined, undefined), {})
  check(undefined, undefined, TAG)
  check(undefined, undefined, undefined)
})

describe('If-Match', () => {
  test('holds when the tag is among those given', () => {
    check(TAG, undefined, TAG)
    check(`"other", ${TAG},"third"`, undefined, TAG)
  })

  test('fails on another tag, and where there is nothing', () => {
    for (const header of ['"other"', `W/${TAG}, "other"`])
      assert.throws(() => check(header, undefined, TAG), failed('If-Match'), header)
    assert.throws(() => check(TAG, undefined, undefined), failed('If-Match'))
  })

  test('fails on weak tags and on what is no tag, and says that it always does', () => {
    for (const header of [`W/${TAG}`, '', 'nonsense', TAG.slice(1), TAG.slice(1, -1)])
      assert.throws(
        () => check(header, undefined, TAG),
        { code: 'precondition_failed', details: { what: 'theme', header: 'If-Match', isVain: true } },
        header,
      )
  })

  test('* holds where there is anything', () => {
    check('*', undefined, TAG)
    check(' * ', undefined, TAG)
    assert.throws(() => check('*', undefined, undefined), failed('If-Match'))
  })
})

describe('If-None-Match', () => {
  test('a write fails when the tag is among those given, weak or strong', () => {
    for (const header of [TAG, `W/${TAG}`, `"other", ${TAG}`])
      assert.throws(() => check(undefined, header, TAG), failed('If-None-Match'), header)
  })

  test('a write holds on another tag, and where there is nothing', () => {
    check(undefined, '"other"', TAG)
    check(undefined, TAG, undefined)
  })

  test('* is for what does not exist yet', () => {
    check(undefined, '*', undefined)
    assert.throws(() => check(undefined, '*', TAG), failed('If-None-Match'))
  })

  test('a reader that has one of the tags is up to date', () => {
    assert.equal(isFresh(precondition(undefined, `"other", W/${TAG}`), TAG), true)
    assert.equal(isFresh(precondition(undefined, '*'), TAG), true)
    assert.equal(isFresh(precondition(undefined, '"other"'), TAG), false)
    assert.equal(isFresh(precondition(TAG, undefined), TAG), false)
  })
})

test('a tag with a comma in it is one tag', () => {
  check('"a,b"', undefined, '"a,b"')
  assert.throws(() => check('"a,b"', undefined, '"a"'), failed('If-Match'))
})

test('both conditions have to hold', () => {
  assert.throws(() => check(TAG, TAG, TAG), failed('If-None-Match'))
  check(TAG, '"other"', TAG)
})
