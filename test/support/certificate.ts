import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const DAY = 24 * 3_600_000

/** A certificate that signs itself, and its key, both in PEM. */
export interface TestPair {
  readonly cert: string
  readonly key: string
}

/** Makes a pair for 127.0.0.1 and localhost. Node has no writer of certificates, and a machine need not have one. */
export function certificate(name: string, days = 90): TestPair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const subject = sequence(set(sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))))
  const alternatives = sequence(
    tagged(0x82, Buffer.from('localhost')),
    tagged(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    subject,
    sequence(time(Date.now() - DAY), time(Date.now() + days * DAY)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(ALTERNATIVE_NAMES, tagged(0x04, alternatives)))),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const der = sequence(body, ECDSA_SHA256, tagged(0x03, signature))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${der
      .toString('base64')
      .match(/.{1,64}/g)!
      .join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A value of DER: what it is, how long it is, and itself. */
function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

function sequence(...items: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items))
}

function set(item: Buffer): Buffer {
  return tagged(0x31, item)
}

function time(at: number): Buffer {
  const text = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
  return tagged(0x18, Buffer.from(text))
}

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const ALTERNATIVE_NAMES = Buffer.from('0603551d11', 'hex')
const ECDSA_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex')
