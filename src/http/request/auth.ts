import type { FastifyRequest } from 'fastify'
import { type Entitlement, suffices, WHOLE_TENANT } from '../../core/entitlement.ts'
import { Refusal } from '../../core/refusal.ts'
import type { Actor, Identity, Operator } from '../../identity/identity.ts'
import type { ApiClient, Tenant } from '../../store/store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant that the host name chose. */
    tenant: Tenant
    /** The address of that tenant's console, on the server of consoles. */
    consoleUrl: string
    /** The API client behind the bearer token, where the call needs one. */
    client: ApiClient | undefined
    /** Who works in the console, where the call came from there. */
    operator: Operator | undefined
    /** Finds the client that a token request names, if there is one with that id. */
    claimedClient: (() => Promise<string | undefined>) | undefined
  }
}

/** The bearer token of a request (RFC 6750), taken from the header only. */
export function bearerToken(request: FastifyRequest): string {
  const header = request.headers.authorization
  if (header === undefined || header === '') throw new Refusal('token_missing', {})
  const [scheme, token, more] = header.split(' ')
  if (scheme?.toLowerCase() !== 'bearer') throw new Refusal('token_missing', {})
  if (token === undefined || more !== undefined || !/^[\w.~+/-]+=*$/.test(token)) {
    throw new Refusal('token_malformed', {
      sentence: 'The header Authorization must be Bearer, one space and the token.',
    })
  }
  return token
}

/** The author of a write. */
export function authorOf({ client, operator }: FastifyRequest): string {
  return client === undefined ? `account:${operator!.account.userName}` : `client:${client.id}`
}

/** Who works in the console, at a call that its description opens to nobody else. */
export function operatorIn({ operator }: FastifyRequest): Operator {
  return operator!
}

/** Who does something in the console, for the audit trail. */
export function actorIn(request: FastifyRequest): Actor & { account: string } {
  return { account: operatorIn(request).account.id, address: request.ip }
}

/** How a server finds out who calls. Each promise is rejected with a refusal where the caller is not admitted. */
export interface Gate {
  /**
   * Admits an API client that has the entitlement; the server of the console also admits people who are signed in to
   * it.
   */
  readonly caller: (request: FastifyRequest, needed: Entitlement) => Promise<void>
  /** Admits people who are signed in to the console. A token is ignored. */
  readonly operator: (request: FastifyRequest) => Promise<void>
  /** Admits pages of the console, whether or not somebody is signed in. */
  readonly page: (request: FastifyRequest) => Promise<void>
}

/** By a bearer token: there are no sessions of the console here. */
export function bearerGate(identity: Identity): Gate {
  return {
    async caller(request, needed) {
      const client = await identity.bearers.client(request.tenant, bearerToken(request))
      request.client = client
      const isLimited = client.themes !== null && WHOLE_TENANT.includes(needed)
      if (isLimited || !suffices(client.entitlements, needed))
        throw new Refusal('entitlement_missing', { entitlement: needed })
    },
    async operator() {
      throw new Refusal('session_missing', {})
    },
    async page() {
      throw new Refusal('origin_foreign', {})
    },
  }
}

/** What the method of a request needs, where the description does not say. */
export function entitlementFor({ method }: FastifyRequest): Entitlement {
  return method === 'GET' || method === 'HEAD' ? 'readTemplates' : 'manageTemplates'
}
