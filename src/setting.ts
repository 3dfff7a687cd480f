import { createSecretKey, type KeyObject } from 'node:crypto'
import { isIP } from 'node:net'
import { type Factor, factorsIn } from './core/flows/assurance.ts'
import { type Mailbox, namedMailbox } from './core/mailbox.ts'

/** A setting of the service. */
export interface Option<T> {
  readonly variable: string
  /** The default, written as a person would set it; '' means unset. */
  readonly fallback: string
  readonly parse: (text: string) => T
  readonly prose: string
}

/**
 * Thrown for a value that a setting cannot have. The message continues a sentence that begins with the setting's name.
 */
export class Mistake extends Error {}

export function option<T>(
  variable: string,
  fallback: string,
  parse: (text: string) => T,
  prose: string,
): Option<T> {
  return { variable, fallback, parse, prose }
}

export function whole(low: number, high: number) {
  return (text: string): number => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (value >= low && value <= high) return value
    throw new Mistake(`must be a whole number from ${low} to ${high}`)
  }
}

export function text(value: string): string | undefined {
  return value === '' ? undefined : value
}

export function address(value: string): string | undefined {
  if (value === '') return undefined
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new Mistake('must be an address such as https://id.example.com')
  }
  if (url.username || url.password || url.search || url.hash || url.pathname !== '/') {
    throw new Mistake('must be scheme, host and port only, without a path')
  }
  return url.origin
}

export function database(value: string): string | undefined {
  if (value === '') return undefined
  if (!/^postgres(ql)?:\/\//.test(value) || URL.parse(value) === null) {
    throw new Mistake(
      'must be an address such as postgres://user:password@host:5432/tabard, or unset for SQLite',
    )
  }
  return value
}

export function smtp(value: string): string | undefined {
  if (value === '') return undefined
  const url = /^smtps?:\/\//.test(value) ? URL.parse(value) : null
  const bare = url !== null && (url.pathname === '' || url.pathname === '/') && url.hash === ''
  if (!bare || !/^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/i.test(url.hostname)) {
    throw new Mistake('must be an address such as smtp://user:password@mail.example.com:587, or smtps://…')
  }
  for (const [name, given] of url.searchParams)
    if (name.toLowerCase() === 'requiretls' && !/^requireTLS (?:true|false|1|0)$/.test(`${name} ${given}`))
      throw new Mistake('must contain requireTLS as in smtp://mail.example.com:587?requireTLS=true')
  return value
}

export function sender(value: string): Mailbox | undefined {
  if (value === '') return undefined
  const found = namedMailbox(value)
  if (found !== undefined) return found
  throw new Mistake('must be one mailbox such as no-reply@example.com or Example <no-reply@example.com>')
}

export function locale(value: string): string | undefined {
  if (value === '') return undefined
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0]
  } catch {
    throw new Mistake('must be a locale such as de or fr_CA')
  }
}

export function oneOf<const T extends string>(...choices: T[]) {
  return (value: string): T => {
    const choice = choices.find(candidate => candidate === value)
    if (choice !== undefined) return choice
    throw new Mistake(`must be one of ${choices.join(', ')}`)
  }
}

export function factors(value: string): Factor[] {
  const found = factorsIn(value)
  if (found !== undefined) return found
  throw new Mistake('must be app, or app,mail')
}

export function networks(value: string): string[] {
  const items = value.split(',').flatMap(item => item.trim() || [])
  const wrong = items.find(item => !isNetwork(item))
  if (wrong === undefined) return items
  throw new Mistake('must be a list of IP addresses or networks such as 10.0.0.0/8, separated by commas')
}

/** Origins of websites, exactly as browsers send them, separated by commas. */
export function origins(value: string): string[] {
  const items = value.split(',').flatMap(item => item.trim() || [])
  const wrong = items.find(item => !isOrigin(item))
  if (wrong === undefined) return items
  throw new Mistake(
    'must be a list of origins such as https://tools.example.com, separated by commas, in lower case and without a path or wildcard. Use https: unless the host is this machine',
  )
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url?.origin !== text || text.includes('*')) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/

/** Keys of 32 bytes, separated by commas. They are returned as objects, so that logs and errors never show them. */
export function secretKeys(value: string): KeyObject[] {
  return value.split(',').flatMap(item => (item.trim() === '' ? [] : [secretKey(item.trim())]))
}

export function secretKey(text: string): KeyObject {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(text)
  if (isHex || isBase64) return createSecretKey(Buffer.from(text, isHex ? 'hex' : 'base64'))
  throw new Mistake('must be 32 bytes in base64 or hex, for example from "openssl rand -base64 32"')
}

function isNetwork(text: string): boolean {
  if (text === 'loopback' || text === 'linklocal' || text === 'uniquelocal') return true
  const [address = '', prefix, more] = text.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) > 0 &&
    more === undefined &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  )
}

export function visible(forbidden: RegExp, what: string) {
  return (value: string): string | undefined => {
    if (value !== '' && (value.length > 256 || forbidden.test(value))) throw new Mistake(`must be ${what}`)
    return text(value)
  }
}
