import { type Adapter, type AdapterPayload, errors, Provider } from 'oidc-provider'
import { type Application, RecordKind, type ShortLived, type TenantStore } from '../../store/store.ts'
import { networkOf } from '../guards/networks.ts'
import { isHeld } from '../sessions/sessions.ts'
import { ISSUER_PATH, type IssuerPath } from '../surfaces/addresses.ts'
import { builtInApplication } from '../tenancy/built-in-applications.ts'
import { secretHash, secretMatches } from '../tenancy/secrets.ts'
import { isFormerSecret } from './former-secrets.ts'
import { registeredModes } from './own-provider.ts'
import { knownSession } from './own-session.ts'
import { isWeb } from './redirects.ts'

const NOBODY = secretHash('nobody')

/** The provider's records in a tenant's store; API clients and applications are read from their own tables. */
export function oidcAdapter(
  store: TenantStore,
  { issuer, consoleUrl }: { issuer: IssuerPath; consoleUrl: string | undefined },
): (kind: string) => Adapter {
  return kind =>
    kind === 'Client' ? clients(store, consoleUrl) : records(store, kind, hashing(kind, issuer))
}

function clients(store: TenantStore, consoleUrl: string | undefined): Adapter {
  return {
    ...refusing,
    async find(id) {
      const builtIn = builtInApplication(id, consoleUrl)
      if (builtIn !== undefined) return { ...applicationClient(builtIn), grant_types: ['authorization_code'] }
      const client = await store.clients.get(id)
      if (client !== undefined) {
        return {
          client_id: id,
          client_name: client.name,
          client_secret: client.secretHash,
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          token_endpoint_auth_method: 'client_secret_basic',
          id_token_signed_response_alg: 'RS256',
        }
      }
      const application = await store.applications.get(id)
      if (application !== undefined) return applicationClient(application)
      // Does the work that checking a wrong secret costs, so that the response time does not reveal which clients
      // exist.
      secretMatches('', NOBODY)
      await isFormerSecret(store, id, '')
      return undefined
    },
  }
}

function applicationClient({
  id,
  name,
  secretHash: secret,
  redirects,
  logoutRedirects,
  formPost,
}: Application): AdapterPayload {
  return {
    client_id: id,
    client_name: name,
    // The provider allows custom URI schemes only for native applications.
    application_type: [...redirects, ...logoutRedirects].every(isWeb) ? 'web' : 'native',
    ...(secret !== null && { client_secret: secret }),
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    ...registeredModes(formPost),
    redirect_uris: [...redirects],
    post_logout_redirect_uris: [...logoutRedirects],
    token_endpoint_auth_method: secret === null ? 'none' : 'client_secret_basic',
    id_token_signed_response_alg: 'RS256',
  }
}

/**
 * How the id of a record is hashed for storage. Only the issuer that created a code or a pushed request can find it.
 * This way, nobody can trick an application into redeeming a code at another issuer. The first issuer uses the plain
 * hash, as it did before there were others.
 */
function hashing(kind: string, issuer: IssuerPath): (id: string) => string {
  const isBound = kind === 'AuthorizationCode' || kind === PUSHED
  return isBound && issuer !== ISSUER_PATH ? id => secretHash(`${issuer} ${id}`) : secretHash
}

const ANSWERED = new RecordKind<{ params: object; returnTo: string }>('AnsweredRequest')
const ANSWERED_MS = 10 * 60_000
/** Parameters that point to the other parameters. They cannot be used twice. */
const REFERENCES = ['request', 'request_uri']

/** The part of an answered application request that is stored in case the answer did not reach the browser. */
function answeredRequest({ idHash, payload }: ShortLived, now: number): ShortLived {
  const { params = {}, returnTo = '' } = JSON.parse(payload) as AdapterPayload
  const expiresAt = now + ANSWERED_MS
  return { ...ANSWERED.holding({ params, returnTo }), idHash, owner: null, expiresAt }
}

/** The parameters of an application's request that was answered recently, so that it can be sent again. */
export async function answeredParameters(
  store: TenantStore,
  uid: string,
): Promise<{ parameters: URLSearchParams; returnTo: string } | undefined> {
  const record = await store.records.get(ANSWERED.name, secretHash(uid))
  if (record === undefined || record.expiresAt! <= store.now()) return undefined
  const { params, returnTo } = ANSWERED.heldIn(record)
  const kept = Object.entries(params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !REFERENCES.includes(entry[0]),
  )
  return { parameters: new URLSearchParams(kept), returnTo }
}

function records(store: TenantStore, kind: string, hashOf: (id: string) => string): Adapter {
  const found = (record: ShortLived | undefined, id?: string): AdapterPayload | undefined => {
    if (record === undefined) return undefined
    const payload = JSON.parse(record.payload) as AdapterPayload
    return id === undefined ? payload : { ...payload, jti: id }
  }
  return {
    ...refusing,
    async upsert(id, payload, expiresIn) {
      const expiresAt = expiresIn === undefined ? null : store.now() + expiresIn * 1000
      const network = kind === 'Interaction' || kind === PUSHED ? waitingNetwork() : undefined
      const record: ShortLived = {
        kind,
        idHash: hashOf(id),
        owner: network ?? payload.accountId ?? payload.clientId ?? null,
        handle: handleOf(kind, payload),
        payload: JSON.stringify(withoutIds(payload)),
        expiresAt,
      }
      if (kind === SESSION && payload.accountId !== undefined) await keepSession(store, record)
      else await store.records.keep(record, network === undefined ? undefined : MOST_WAITING)
    },
    async find(id) {
      const record = await store.records.get(kind, hashOf(id))
      // An expired pushed request was either used in time or is no longer needed.
      if (kind === PUSHED && (record?.expiresAt ?? 0) <= store.now()) return undefined
      const payload = found(record, id)
      return isRetried(kind, payload, store.now()) ? { ...payload, consumed: undefined } : payload
    },
    async findByUid(uid) {
      return found(await store.records.byHandle(kind, uid))
    },
    /** Uses up a code or a token. Of two concurrent uses, one is refused, unless the token may be sent again. */
    async consume(id) {
      const idHash = hashOf(id)
      try {
        await store.write(async tx => {
          const record = await tx.records.lock(kind, idHash)
          const payload = found(record)
          if (record === undefined || payload?.consumed !== undefined) {
            throw new errors.InvalidGrant('it has been used already')
          }
          const consumed = Math.floor(tx.now() / 1000)
          // Changes the existing row: a concurrent removal waits for it, but would not see a new row.
          await tx.records.replace({ ...record, payload: JSON.stringify({ ...payload, consumed }) })
        }, 'quiet')
      } catch (error) {
        if (!isRetried(kind, found(await store.records.get(kind, idHash)), store.now())) throw error
      }
    },
    async destroy(id) {
      await store.write(async tx => {
        const record = await tx.records.take(kind, hashOf(id))
        if (kind === 'Interaction' && record !== undefined)
          await tx.records.keep(answeredRequest(record, tx.now()))
      }, 'quiet')
    },
    async revokeByGrantId(grantId) {
      await store.records.removeByHandle(grantId)
    },
  }
}

/**
 * Stores the provider's session of somebody, unless our session has ended during the request: the tokens that ended with
 * it would be valid again.
 *
 * This locks two records of an account, one after the other. On PostgreSQL, a write that ends everything of the account
 * at that moment can lock them the other way round. PostgreSQL then aborts one of both, and the store tries it again.
 */
async function keepSession(store: TenantStore, record: ShortLived): Promise<void> {
  const own = Provider.ctx && knownSession(Provider.ctx)
  await store.write(async tx => {
    if (own === undefined) await tx.records.replace(record)
    else if (await isHeld(tx, own)) await tx.records.keep(record)
  }, 'quiet')
}

/**
 * The handle that related records share. A waiting request has none: signing out may end its grant, and the request
 * must outlive it.
 */
function handleOf(kind: string, { uid, grantId }: AdapterPayload): string | null {
  if (kind === 'Interaction') return null
  return (kind === SESSION ? uid : grantId) ?? null
}

const SESSION = 'Session'
const PUSHED = 'PushedAuthorizationRequest'

/** A refresh token may be used again within this many seconds after its first use. */
const RETRY_SECONDS = 30

/**
 * Whether a refresh token was first used a moment ago. An application may send it again if it got no answer, or if
 * several of its servers refresh at once. That is not theft.
 */
function isRetried(kind: string, payload: AdapterPayload | undefined, now: number): boolean {
  const consumed = payload?.consumed
  if (kind !== 'RefreshToken' || typeof consumed !== 'number') return false
  return Math.floor(now / 1000) - consumed <= RETRY_SECONDS
}

/**
 * How many application requests per network may wait for somebody to sign in. Beyond that, a new one replaces the
 * oldest.
 */
const MOST_WAITING = 2_000

/**
 * The network that a waiting application request belongs to. Once somebody has signed in, the service itself stores the
 * request outside of any request to the provider. It then belongs to no network.
 */
function waitingNetwork(): string | undefined {
  const address = Provider.ctx?.ip
  return address === undefined ? undefined : secretHash(`network ${networkOf(address)}`)
}

/**
 * The stored part of a payload. It leaves out its own id and the session id in an interaction, because both are
 * secrets.
 */
function withoutIds({ jti: _, ...payload }: AdapterPayload): AdapterPayload {
  if (payload.session === undefined) return payload
  const { cookie: __, ...session } = payload.session as Record<string, unknown>
  return { ...payload, session: session as AdapterPayload['session'] }
}

/** Methods that the provider never calls, because the features that need them are turned off. */
const refusing: Adapter = {
  upsert: unused,
  find: unused,
  findByUserCode: unused,
  findByUid: unused,
  consume: unused,
  destroy: unused,
  revokeByGrantId: unused,
}

async function unused(): Promise<never> {
  throw new Error('this part of the provider is turned off')
}
