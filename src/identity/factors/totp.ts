import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { encode } from 'uqr'
import { plainDigits } from '../../core/digits.ts'
import { urlComponent } from '../../core/text.ts'

const PERIOD = 30_000
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** An alphabet without letters that look like others, or like digits. */
const READABLE = '0123456789abcdefghjkmnpqrstvwxyz'

/** The secret that a person's authenticator app and we share: 160 of these random bits, in base32. */
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
  // Apps split at the first colon, some of them after decoding.
  const from = urlComponent(issuer.replaceAll(':', ' '))
  return `otpauth://totp/${from}:${urlComponent(account)}?secret=${secret}&issuer=${from}`
}

/**
 * The time step that a code belongs to: the present one (now is in milliseconds since 1970) or a neighbour of it;
 * undefined when the code is wrong. To take each code once, remember the step and take later ones only.
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
  // A secret that was lost or cut short must not become a key that anybody can work out.
  if (!/^[A-Z2-7]{16,}$/.test(text)) throw new Error('not a secret in base32')
  const bits = [...text].map(character => BASE32.indexOf(character).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}

/** A QR code as a picture inside a page: black on white in dark mode too, or cameras would not read it. */
export function qrSvg(text: string): string {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => runs(row).map(([x, n]) => `M${x} ${y}h${n}v1h-${n}z`)).join('')
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-hidden="true" class="qr-code" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path fill="#000" d="${path}"/></svg>`
  )
}

/** Where the black stretches of a row begin, and how long they are. */
function runs(row: readonly boolean[]): [number, number][] {
  const found: [number, number][] = []
  for (const [x, black] of row.entries()) {
    if (!black) continue
    if (row[x - 1]) found.at(-1)![1] += 1
    else found.push([x, 1])
  }
  return found
}

/** A recovery code, made of 80 of these random bits. */
export function newRecoveryCode(random: Buffer = randomBytes(16)): string {
  return randomText(READABLE, random.subarray(0, 16)).replace(/....(?=.)/g, '$&-')
}

/** A recovery code as it is hashed, however it was typed or read aloud. */
export function recoveryCodeKey(text: string): string {
  return plainDigits(text)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
}

/** Six random digits to be sent to somebody. */
export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
}

/** A number of four digits that page and mail both show. */
export function newHint(): string {
  return String(randomInt(1000, 10_000))
}

/** Five bits a character: an alphabet has 32. */
function randomText(alphabet: string, random: Buffer): string {
  return Array.from(random, byte => alphabet[byte & 31]).join('')
}
