import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { encode } from 'uqr'
import {
  newCode,
  newRecoveryCode,
  newTotpSecret,
  qrSvg,
  recoveryCodeKey,
  totpAddress,
  totpStep,
} from '../../src/identity/factors/totp.ts'
import fc from '../support/properties.ts'

const newRecoveryCodes = () => Array.from({ length: 10 }, () => newRecoveryCode())

/** The secret of RFC 6238: 12345678901234567890. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const VECTORS: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
]

describe('a code of an authenticator app', () => {
  test('is that of RFC 6238', () => {
    for (const [seconds, code] of VECTORS)
      assert.equal(totpStep(SECRET, code, seconds * 1000), Math.floor(seconds / 30), code)
  })

  test('holds one step early and one step late, and always names its own step', () => {
    for (const [seconds, code] of VECTORS) {
      const step = Math.floor(seconds / 30)
      const at = (steps: number) => totpStep(SECRET, code, (step + steps) * 30_000)
      assert.deepEqual([-2, -1, 0, 1, 2].map(at), [undefined, step, step, step, undefined])
    }
  })

  test('may be written with blanks and hyphens, and in the digits of any script', () => {
    for (const code of [' 287 082 ', '287-082', '2 8 7–0 8 2', '287\u00a0082\n', '２８７０８２', '٢٨٧٠٨٢'])
      assert.equal(totpStep(SECRET, code, 59_000), 1, code)
  })

  test('is six digits and nothing else', () => {
    for (const code of ['', '28708', '2870820', '94287082', '28708x', '+287082', '287.082'])
      assert.equal(totpStep(SECRET, code, 59_000), undefined, code)
  })

  test('is none of another secret', () => {
    assert.equal(totpStep(`${SECRET.slice(0, -1)}A`, '287082', 59_000), undefined)
  })

  test('can be asked for in the first seconds of 1970', () => {
    assert.equal(totpStep(SECRET, '755224', 0), 0)
  })

  test('is not worked out from a secret that was lost', () => {
    for (const secret of ['', 'GEZDGNBV', SECRET.toLowerCase(), `${SECRET}=`, 'undefined'])
      assert.throws(() => totpStep(secret, '287082', 59_000), /not a secret/, secret)
  })
})

test('a secret is 160 random bits in base32', () => {
  const secrets = Array.from({ length: 100 }, newTotpSecret)
  for (const secret of secrets) assert.match(secret, /^[A-Z2-7]{32}$/)
  assert.equal(new Set(secrets).size, 100)
  assert.equal(new Set(secrets.join('')).size, 32)
})

describe('the address for an authenticator app', () => {
  test('names the issuer and the account', () => {
    assert.equal(
      totpAddress({ secret: SECRET, issuer: 'Müller & Co', account: 'jane+x@example.com' }),
      `otpauth://totp/M%C3%BCller%20%26%20Co:jane%2Bx%40example.com?secret=${SECRET}&issuer=M%C3%BCller%20%26%20Co`,
    )
  })

  test('holds the account and the secret, whatever the names are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (issuer, account) => {
        const url = new URL(totpAddress({ secret: SECRET, issuer, account }))
        const [from, to] = url.pathname.slice(1).split(':')
        assert.equal(decodeURIComponent(to!), account.toWellFormed())
        assert.equal(decodeURIComponent(from!), url.searchParams.get('issuer'))
        assert.equal(url.searchParams.get('secret'), SECRET)
      }),
    )
  })
})

describe('a QR code', () => {
  const text = totpAddress({ secret: SECRET, issuer: 'Tabard', account: 'jane@example.com' })
  const svg = qrSvg(text)

  test('paints the modules of the code, with four white ones around', () => {
    const { data, size } = encode(text, { ecc: 'M', border: 0 })
    const painted = Array.from({ length: size + 8 }, () => Array<boolean>(size + 8).fill(false))
    for (const [, x, y, n, back] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)) {
      assert.equal(n, back)
      painted[Number(y)]!.fill(true, Number(x), Number(x) + Number(n))
    }
    const blank = Array<boolean>(size + 8).fill(false)
    const side = [false, false, false, false]
    const around = Array<boolean[]>(4).fill(blank)
    assert.deepEqual(painted, [...around, ...data.map(row => [...side, ...row, ...side]), ...around])
    assert.match(svg, new RegExp(`viewBox="0 0 ${size + 8} ${size + 8}"`))
  })

  test('is one black path on white, hidden from screen readers, without style or script', () => {
    assert.match(
      svg,
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" role="img" aria-hidden="true" class="qr-code" viewBox="0 0 (\d+) \1" shape-rendering="crispEdges"><rect width="\1" height="\1" fill="#fff"\/><path fill="#000" d="[Mhvz\d -]+"\/><\/svg>$/,
    )
  })
})

describe('recovery codes', () => {
  test('are ten, of 80 random bits each, in four groups', () => {
    const codes = newRecoveryCodes()
    assert.equal(new Set(codes).size, 10)
    for (const code of codes) assert.match(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/)
    assert.equal(new Set(Array.from({ length: 10 }, newRecoveryCodes).flat().join('')).size, 33)
  })

  test('are known again however they are typed', () => {
    assert.equal(recoveryCodeKey(' ABCD-efgh O1il 0000\n'), 'abcdefgh01110000')
    for (const code of newRecoveryCodes()) {
      const key = code.replaceAll('-', '')
      for (const typed of [
        code,
        code.toUpperCase(),
        code.replaceAll('0', 'O').replaceAll('1', 'l'),
        `${key} `,
      ])
        assert.equal(recoveryCodeKey(typed), key)
    }
  })
})

test('a code to be sent is six digits, and leading zeros stay', () => {
  const codes = Array.from({ length: 500 }, newCode)
  for (const code of codes) assert.match(code, /^[0-9]{6}$/)
  assert.ok(codes.some(code => code.startsWith('0')))
})
