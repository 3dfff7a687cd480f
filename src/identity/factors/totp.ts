import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { encode } from 'uqr'
import { plainDigits } from '../../core/digits.ts'
import { urlComponent } from '../../core/text.ts'

const PERIOD = 30_000
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** An alphabet without letters that look like others, or like digits. */
const READABLE = '0123456789abcdefghjkmnpqrstvwxyz'

/** The secret that an authenticator app shares with the service: 160 bits of `random`, in base32. */
export function newTotpSecret(random: Buffer = randomBytes(32)): string {
  return randomText(BASE32, random)
}

/** The address that hands a secret to an authenticator app. */
export function totpAddress({
  secret,
  issuer,
  account,
}: {
  readonly secret: string
  readonly issuer: string
  readonly account: string
}): string {
  // Apps split the label at the first colon, some of them after decoding.
  const from = urlComponent(issuer.replaceAll(':', ' '))
  return `otpauth://totp/${from}:${urlComponent(account)}?secret=${secret}&issuer=${from}`
}

/**
 * The time step that a code belongs to: the current one or one next to it, or undefined when the code is wrong. `now`
 * is in milliseconds since 1970. To accept each code only once, store the step and accept only later ones.
 */
export function totpStep(secret: string, code: string, now: number): number | undefined {
  const digits = plainDigits(code).replace(/[\s\p{Pd}]/gu, '')
  if (!/^[0-9]{6}$/.test(digits)) return undefined
  const key = base32Bytes(secret)
  const given = Buffer.from(digits)
  const present = Math.floor(now / PERIOD)
  let found: number | undefined
  for (const step of [present - 1, present, present + 1]) {
    if (step >= 0 && timingSafeEqual(Buffer.from(codeAt(key, step)), given)) found = step
  }
  return found
}

function codeAt(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', key).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

function base32Bytes(text: string): Buffer {
  // A secret that was lost or truncated must not become a key that anybody can guess.
  if (!/^[A-Z2-7]{16,}$/.test(text)) throw new Error('not a secret in base32')
  const bits = [...text].map(character => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** A QR code as inline SVG. It is black on white in dark mode too, because cameras could not read it otherwise. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => runs(row).map(([x, n]) => `M${x} ${y}h${n}v1h-${n}z`)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-hidden="true" class="qr-code" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`
  )
}

/** The runs of black modules in a row: where each begins, and its length. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = []
  for (const [x, black] of row.entries()) {
    if (!black) continue
    if (row[x - 1]) found.at(-1)![1] += 1
    else found.push([x, 1])
  }
  return found
}

/** A recovery code, made of 80 bits of `random`. */
export function newRecoveryCode(random: Buffer = randomBytes(16)): string {
  return randomText(READABLE, random.subarray(0, 16)).replace(/....(?=.)/g, '$&-')
}

/**
 * The normalized form of a recovery code, which is hashed. It tolerates the ways in which people type or read out a
 * code.
 */
export function recoveryCodeKey(text: string): string {
  return plainDigits(text)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

/** A random code of six digits to send to somebody. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** A random number of four digits that the page and the mail both show, so that people can match them. */
export function newHint(): string {
  return String(randomInt(1000, 10_000))
}

/** Uses five bits of each byte, because an alphabet has 32 characters. */
function randomText(alphabet: string, random: Buffer): string {
  return Array.from(random, byte => alphabet[byte & 31]).join('')
}
