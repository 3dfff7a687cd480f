import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as client from 'openid-client'
import { presetOf } from '../../core/federation/presets.ts'
import type { IdentitySource } from '../../store/store.ts'
import { SourceProblem } from './problem.ts'

const APPLE = 'https://appleid.apple.com'
const LIFE_SECONDS = 300
const UNUSABLE = 'The private key must be an RSA, P-256 or Ed25519 key.'

/** How the service authenticates to a source. */
export async function clientProof(
  source: IdentitySource,
  secret: string | null,
  now: number,
): Promise<client.ClientAuth> {
  const { authentication, preset, keyId } = source
  if (authentication === 'none') return client.None()
  if (secret === null) throw new SourceProblem('settings', 'The source has no secret.')
  if (authentication === 'secret') return client.ClientSecretPost(secret)
  try {
    if (presetOf(preset).signsSecret === true)
      return client.ClientSecretPost(signedSecret(source, createPrivateKey(secret), now))
    const key = await importedKey(createPrivateKey(secret))
    return client.PrivateKeyJwt(keyId === null ? key : { key, kid: keyId })
  } catch (error) {
    throw new SourceProblem('settings', UNUSABLE, error)
  }
}

/** A client secret in the form that Apple requires: a short-lived token that is signed with the team's key. */
function signedSecret({ keyId, teamId, clientId }: IdentitySource, key: KeyObject, time: number): string {
  const now = Math.floor(time / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const body = `${part({ alg: 'ES256', kid: keyId })}.${part({
    iss: teamId,
    iat: now,
    exp: now + LIFE_SECONDS,
    aud: APPLE,
    sub: clientId,
  })}`
  const signature = sign('sha256', Buffer.from(body), { key, dsaEncoding: 'ieee-p1363' })
  return `${body}.${signature.toString('base64url')}`
}

/** A private key, imported for the algorithm of its type. */
async function importedKey(key: KeyObject): Promise<client.CryptoKey> {
  const algorithm = {
    rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    ec: { name: 'ECDSA', namedCurve: 'P-256' },
    ed25519: { name: 'Ed25519' },
  }[String(key.asymmetricKeyType)]
  if (algorithm === undefined) throw new Error(UNUSABLE)
  const der = key.export({ type: 'pkcs8', format: 'der' })
  return await crypto.subtle.importKey('pkcs8', new Uint8Array(der), algorithm, false, ['sign'])
}
