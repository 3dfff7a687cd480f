import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:https'
import { createSecureContext, Server as TlsServer } from 'node:tls'
import { BadSettings, type Config } from '../../config.ts'

const DAY = 24 * 3_600_000
const LOOK_MS = 2_000
const HANDSHAKE_MS = 10_000
/** A certificate that expires sooner is reported once a day. */
export const NOTICE_DAYS = 14

/** Where a certificate, with those between it and its root, and its key are. */
export interface TlsFiles {
  readonly cert: string
  readonly key: string
}

/** A certificate and its key that belong together. */
export interface TlsPair {
  readonly cert: Buffer
  readonly key: Buffer
  /** When the certificate ends. */
  readonly ends: number
  /** Of the files, before they were read. */
  readonly stamp: string
}

/** The certificate files from the settings; undefined if the service uses plain HTTP. */
export function tlsFiles({ tlsCert, tlsKey }: Config): TlsFiles | undefined {
  return tlsCert === undefined || tlsKey === undefined ? undefined : { cert: tlsCert, key: tlsKey }
}

/** Reads certificate and key from their files. If one is invalid, the error says why in one sentence. */
export function loadPair(files: TlsFiles): TlsPair {
  const stamp = stampOf(files)
  const cert = read('TABARD_TLS_CERT', files.cert)
  const key = read('TABARD_TLS_KEY', files.key)
  const certificate = parsed(cert)
  if (certificate === undefined)
    throw new BadSettings(`TABARD_TLS_CERT: ${files.cert} is not a certificate in PEM.`)
  const privateKey = parsedKey(key)
  if (privateKey === undefined)
    throw new BadSettings(`TABARD_TLS_KEY: ${files.key} is not a private key in PEM without a passphrase.`)
  if (!certificate.checkPrivateKey(privateKey))
    throw new BadSettings(`TABARD_TLS_KEY: ${files.key} is not the key of the certificate in ${files.cert}.`)
  try {
    createSecureContext(secured({ cert, key }))
  } catch (error) {
    throw new BadSettings(`TABARD_TLS_CERT: ${files.cert} cannot be used: ${(error as Error).message}.`)
  }
  return { cert, key, ends: certificate.validToDate.getTime(), stamp }
}

function read(variable: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new BadSettings(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function parsed(cert: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(cert)
  } catch {
    return undefined
  }
}

function parsedKey(key: Buffer): KeyObject | undefined {
  try {
    return createPrivateKey(key)
  } catch {
    return undefined
  }
}

function secured({ cert, key }: Pick<TlsPair, 'cert' | 'key'>) {
  return { cert, key, minVersion: 'TLSv1.2' } as const
}

/** A server that accepts only TLS. */
export function secureServer(pair: TlsPair, options: object, handler: RequestListener): Server {
  return createServer({ ...options, ...secured(pair), handshakeTimeout: HANDSHAKE_MS }, handler)
}

/** From now on, new connections get this pair; those that are open go on. */
export function renew(server: Server, pair: TlsPair): void {
  if (server instanceof TlsServer) server.setSecureContext(secured(pair))
}

/** Callbacks for changed files and for a certificate that expires soon. */
export interface PairWatch {
  changed(pair: TlsPair): void
  /** The new files are no good; the old pair stays. */
  refused(why: string): void
  /** Days until it expires; negative if it has expired. */
  ending(days: number): void
  now(): number
}

/**
 * Checks the files every few seconds, because not every file system reports changes. Returns a function that stops it.
 */
export function watchPair(files: TlsFiles, first: TlsPair, watch: PairWatch): () => void {
  let { ends } = first
  let told = Number.NEGATIVE_INFINITY
  let seen = first.stamp
  const look = () => {
    const found = stampOf(files)
    if (found !== seen) {
      seen = found
      try {
        const pair = loadPair(files)
        ends = pair.ends
        told = Number.NEGATIVE_INFINITY
        watch.changed(pair)
      } catch (error) {
        watch.refused((error as Error).message)
      }
    }
    const left = ends - watch.now()
    if (left > NOTICE_DAYS * DAY || watch.now() - told < DAY) return
    told = watch.now()
    watch.ending(Math.floor(left / DAY))
  }
  look()
  const looking = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(looking)
}

/** What changes when a file is written, another one takes its place, or its permissions change. */
function stampOf({ cert, key }: TlsFiles): string {
  return [cert, key]
    .map(file => {
      try {
        const { ino, mtimeMs, ctimeMs, size } = statSync(file)
        return `${ino} ${mtimeMs} ${ctimeMs} ${size}`
      } catch (error) {
        // A folder may be out of reach for a moment.
        return (error as NodeJS.ErrnoException).code
      }
    })
    .join(' ')
}
