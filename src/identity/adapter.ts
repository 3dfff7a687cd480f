import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { TenantStore } from '../store/store.ts'
import { secretHash, secretMatches } from './secrets.ts'

const NOBODY = secretHash('nobody')

/** The provider's records in a tenant's store; API clients are read from their own table. */
export function oidcAdapter(store: TenantStore): (kind: string) => Adapter {
  return kind => (kind === 'Client' ? clients(store) : records(store, kind))
}

function clients(store: TenantStore): Adapter {
  return {
    ...refusing,
    async find(id) {
      const client = await store.client(id)
      if (client === undefined) {
        // The work that a wrong secret costs, so that the time does not tell which clients exist.
        secretMatches('', NOBODY)
        return undefined
      }
      return {
        client_id: id,
        client_name: client.name,
        client_secret: client.secretHash,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_basic',
        id_token_signed_response_alg: 'ES256',
      }
    },
  }
}

function records(store: TenantStore, kind: string): Adapter {
  return {
    ...refusing,
    async upsert(id, payload, expiresIn) {
      const { jti: _, ...kept } = payload
      await store.keepShortLived({
        kind,
        idHash: secretHash(id),
        client: payload.clientId ?? null,
        payload: JSON.stringify(kept),
        expiresAt: expiresIn === undefined ? null : Date.now() + expiresIn * 1000,
      })
    },
    async find(id) {
      const record = await store.shortLived(kind, secretHash(id))
      if (record === undefined) return undefined
      return { ...(JSON.parse(record.payload) as AdapterPayload), jti: id }
    },
    async destroy(id) {
      await store.removeShortLived(kind, secretHash(id))
    },
  }
}

/** Parts of the provider that are switched off, and so never come here. */
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
  throw new Error('this part of the provider is switched off')
}
