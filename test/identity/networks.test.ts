import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { networkOf, networksOf } from '../../src/identity/guards/networks.ts'

describe('networks', () => {
  const ids = (address: string) => networksOf(address).map(({ id }) => id)

  test('of an IPv4 address are itself and its block, however it is written', () => {
    for (const address of [
      '203.0.113.9',
      '::ffff:203.0.113.9',
      '::FFFF:cb00:7109',
      '0:0:0:0:0:ffff:203.0.113.9',
      '64:ff9b::203.0.113.9',
    ])
      assert.deepEqual(ids(address), ['203.0.113.9', '203.0.113.0/24'], address)
  })

  test('of an IPv6 address are the first 64, 56 and 48 bits', () => {
    const expected = ['2001:db8:1:2ff::/64', '2001:db8:1:200::/56', '2001:db8:1::/48']
    for (const address of ['2001:db8:1:2ff::1', '2001:DB8:0001:02ff:a:b:c:d', '2001:db8:1:2ff::1%eth0'])
      assert.deepEqual(ids(address), expected, address)
    assert.deepEqual(ids('2001:db8:1:2ff:0:5efe:192.0.2.33'), expected)
    assert.deepEqual(ids('::1'), ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48'])
    assert.equal(networkOf('2001:db8::'), '2001:db8:0:0::/64')
  })

  test('of what is no address are what it says', () => {
    for (const text of ['', 'unknown', '203.0.113', '1:2:3']) assert.deepEqual(ids(text), [text])
  })

  test('have more free tries the wider they are', () => {
    for (const address of ['203.0.113.9', '2001:db8::1']) {
      const sizes = networksOf(address).map(({ size }) => size)
      assert.deepEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      )
      assert.equal(sizes[0], 1)
    }
  })
})
