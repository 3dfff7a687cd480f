import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  assignable,
  checkDeletable,
  checkNameIsFree,
  checkWritable,
  newName,
  themeConfiguration,
} from '../../src/core/theme.ts'

describe('the configuration of a theme', () => {
  test('a key that was not sent stays unset', () => {
    assert.deepEqual(themeConfiguration('{}'), {})
    assert.deepEqual(themeConfiguration('{"name":"Blue"}'), { name: 'Blue' })
    assert.deepEqual(themeConfiguration('{"description":"For the shop"}'), { description: 'For the shop' })
  })

  test('a name is trimmed', () => {
    assert.deepEqual(themeConfiguration('{"name":"  Blue \\t"}'), { name: 'Blue' })
  })

  test('an empty description and null take the description away', () => {
    assert.deepEqual(themeConfiguration('{"description":""}'), { description: null })
    assert.deepEqual(themeConfiguration('{"description":null}'), { description: null })
  })

  test('a description may have lines, a name may not', () => {
    assert.deepEqual(themeConfiguration('{"description":"one\\n\\ttwo\\r\\n"}'), {
      description: 'one\n\ttwo\r\n',
    })
    assert.throws(() => themeConfiguration('{"name":"one\\ntwo"}'), { code: 'configuration_invalid' })
  })

  test('lengths are counted in characters, whatever their size', () => {
    const name = '😀'.repeat(128)
    const description = '😀'.repeat(1024)
    assert.deepEqual(themeConfiguration(JSON.stringify({ name, description })), { name, description })
    for (const longer of [{ name: `${name}a` }, { description: `${description}a` }])
      assert.throws(() => themeConfiguration(JSON.stringify(longer)), { code: 'configuration_invalid' })
  })

  test('keys that the interface does not know are passed over', () => {
    assert.deepEqual(themeConfiguration('{"id":"x","__proto__":{"name":"y"},"constructor":1}'), {})
  })

  for (const text of [
    '',
    'Blue',
    '[]',
    'null',
    '"Blue"',
    '{"name":',
    '{"name":null}',
    '{"name":""}',
    '{"name":"   "}',
    '{"name":1}',
    '{"name":["Blue"]}',
    '{"name":"a\\u0000b"}',
    '{"name":"a\\u2028b"}',
    '{"name":"\\ud800"}',
    '{"description":1}',
    '{"description":{}}',
    '{"description":"a\\u0007b"}',
    '{"description":"\\udc00"}',
  ]) {
    test(`${text || 'an empty text'} is refused`, () => {
      assert.throws(() => themeConfiguration(text), { code: 'configuration_invalid' })
    })
  }
})

describe('the themes that are always there', () => {
  test('their names cannot be given to another theme, in any case', () => {
    for (const name of ['default', 'master', 'Default', 'MASTER'])
      assert.throws(() => checkNameIsFree(name), { code: 'theme_name_reserved' })
    checkNameIsFree('default 2')
  })

  test('the default theme keeps its name', () => {
    assert.equal(newName('default', 'default', false), undefined)
    assert.equal(newName('default', 'Blue', true), undefined)
    assert.throws(() => newName('default', 'Blue', false), { code: 'theme_name_fixed' })
  })

  test('another theme takes any name but theirs', () => {
    assert.equal(newName('t1', 'Blue', false), 'Blue')
    assert.throws(() => newName('t1', 'Master', true), { code: 'theme_name_reserved' })
  })

  test('the master is read and never written', () => {
    assert.throws(() => checkWritable('master'), {
      code: 'theme_protected',
      details: { themeId: 'master', allow: ['GET', 'HEAD'] },
    })
    checkWritable('default')
  })

  test('neither can be deleted, and the default theme can still be replaced', () => {
    assert.throws(() => checkDeletable('master'), { details: { themeId: 'master', allow: ['GET', 'HEAD'] } })
    assert.throws(() => checkDeletable('default'), {
      code: 'theme_protected',
      details: { themeId: 'default', allow: ['GET', 'HEAD', 'PUT'] },
    })
    checkDeletable('t1')
  })
})

describe('the theme of an application', () => {
  test('nothing stands for the default theme', () => {
    for (const themeId of ['default', null, undefined]) assert.equal(assignable(themeId), null)
  })

  test('any other theme stands for itself', () => {
    assert.equal(assignable('t1'), 't1')
  })

  test('is never the master', () => {
    assert.throws(() => assignable('master'), { code: 'value_invalid' })
  })
})
