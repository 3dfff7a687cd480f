import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deviceName } from '../../src/core/device.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5'

const CASES: readonly (readonly [agent: string | undefined, expected: string | undefined])[] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0`,
    'Edge, Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/150.0.0.0 Safari/537.36`, 'Chrome, ChromeOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${KIT} Chrome/150.0.0.0 Safari/537.36 OPR/120.0.0.0`, 'Opera, Linux'],
  [`Mozilla/5.0 (Linux; Android 15; K) ${KIT} Chrome/150.0.0.0 Mobile Safari/537.36`, 'Chrome, Android'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931B) ${KIT} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
  ],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari, macOS'],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'Safari, iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome, iPad',
  ],
  ['curl/8.14.1', undefined],
  ['Call +1 555 0100 now', undefined],
  ['Linux; call +1 555 0100 now', 'Linux'],
  [undefined, undefined],
]

describe('the name of a device', () => {
  for (const [agent, expected] of CASES)
    test(`${JSON.stringify(agent)?.slice(0, 80)} is ${expected}`, () =>
      assert.equal(deviceName(agent), expected))
})
