import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchMetadata, isFramedByApplication, isNavigation, isTold } from '../../src/core/fetch-metadata.ts'

const headers = (site?: string, mode?: string, dest?: string, more: Record<string, string> = {}) =>
  fetchMetadata({
    ...(site !== undefined && { 'sec-fetch-site': site }),
    ...(mode !== undefined && { 'sec-fetch-mode': mode }),
    ...(dest !== undefined && { 'sec-fetch-dest': dest }),
    ...more,
  })

test('a person who opens a page navigates; so does who sends no metadata at all', () => {
  for (const site of ['none', 'same-origin', 'same-site', 'cross-site'])
    assert.ok(isNavigation(headers(site, 'navigate', 'document')), site)
  assert.ok(isNavigation(headers()))
  assert.ok(isNavigation(headers('none', 'navigate')), 'Chromium before 80 tells no destination')
})

test('a script, a frame and whatever else a page loads does not', () => {
  for (const mode of ['cors', 'no-cors', 'same-origin', 'websocket'])
    assert.ok(!isNavigation(headers('same-origin', mode, 'empty')), mode)
  for (const dest of ['iframe', 'frame', 'object', 'embed', 'fencedframe', 'script', 'empty', 'worker', ''])
    assert.ok(!isNavigation(headers('same-origin', 'navigate', dest)), dest)
  assert.ok(!isNavigation(headers(undefined, 'cors')))
})

test('nothing that is asked in advance is a navigation', () => {
  for (const purpose of ['prefetch', 'prefetch;prerender', 'anything'])
    assert.ok(!isNavigation(headers('none', 'navigate', 'document', { 'sec-purpose': purpose })), purpose)
})

test('Node sends a mode and is no browser; a browser cannot pass for it', () => {
  assert.ok(isNavigation(headers(undefined, 'cors', undefined, { 'user-agent': 'node' })))
  assert.ok(!isNavigation(headers('same-origin', 'cors', 'empty', { 'user-agent': 'node' })))
})

test('an application renews its tokens from another origin only', () => {
  assert.ok(isFramedByApplication(headers('cross-site', 'navigate', 'iframe')))
  assert.ok(isFramedByApplication(headers('same-site', 'navigate', 'iframe')))
  assert.ok(!isFramedByApplication(headers('same-origin', 'navigate', 'iframe')))
  assert.ok(!isFramedByApplication(headers('cross-site', 'cors', 'empty')))
})

test('browsers send metadata to HTTPS and to loopback', () => {
  for (const [address, hosts, told] of [
    ['https://id.example', ['id.example'], true],
    ['http://127.0.0.1:8080', ['127.0.0.1:8080'], true],
    ['http://localhost:8080', ['localhost:8080', 'brand.localhost:8080', '[::1]:8080'], true],
    ['http://id.example', ['id.example'], false],
    ['http://127.0.0.1:8080', ['192.168.1.4:8080', '127.0.0.1:8080'], false],
    ['http://0.0.0.0:8080', ['0.0.0.0:8080'], false],
    ['http://localhost.example', ['localhost.example'], false],
  ] as const)
    assert.equal(isTold(address, hosts), told, `${address} ${hosts}`)
})
