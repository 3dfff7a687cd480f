import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openerPolicy } from '../../src/core/opener-policy.ts'

const KHTML = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('browsers that can cut every opener are told to', () => {
  for (const userAgent of [
    `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} Chrome/131.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} HeadlessChrome/150.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Windows NT 10.0) ${KHTML} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.4 Safari/605.1.15`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${WEBKIT} Version/26.0 Mobile/15E148 Safari/604.1`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${WEBKIT} CriOS/140.0 Mobile/15E148 Safari/604.1`,
  ])
    assert.equal(openerPolicy(userAgent), 'noopener-allow-popups', userAgent)
})

test('to all others the value would mean nothing, so they get the next best one', () => {
  for (const userAgent of [
    undefined,
    '',
    'curl/8.0',
    'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    `Mozilla/5.0 (X11; Linux x86_64) ${KHTML} Chrome/130.0.0.0 Safari/537.36`,
    `Mozilla/5.0 (Linux; Android 15; Pixel; wv) ${KHTML} Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36`,
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/18.3 Safari/605.1.15`,
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) ${WEBKIT} Version/17.7 Mobile Safari/604.1`,
  ])
    assert.equal(openerPolicy(userAgent), 'same-origin', userAgent)
})
