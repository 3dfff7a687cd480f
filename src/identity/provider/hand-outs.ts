import type { IncomingMessage } from 'node:http'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { type AuditEvent, auditEntry } from '../../core/audit-events.ts'
import type { Store, Tenant } from '../../store/store.ts'

/** Marks the result of an interaction in which the person has just signed in. */
export const SIGNED_IN_NOW = 'signedInNow'

const TOKEN_EVENTS: Readonly<Record<string, AuditEvent>> = {
  authorization_code: 'tokens-issued',
  refresh_token: 'tokens-refreshed',
}

/** Records in the audit trail which application got a code or tokens, for whom and from which network address. */
export class HandOuts {
  readonly #store: Store
  readonly #now: () => number
  readonly #addresses = new WeakMap<IncomingMessage, string>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Stores the network address of a request. Only the server knows which proxies to trust. */
  came(request: IncomingMessage, address: string): void {
    this.#addresses.set(request, address)
  }

  /** The network address of a request. */
  addressOf({ req }: KoaContextWithOIDC): string | null {
    return this.#addresses.get(req) ?? null
  }

  /**
   * Records a code for an existing session. If the person has just signed in, the entry `signed-in` already covers it.
   */
  async code(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const { result, entities } = ctx.oidc
    const code = entities.AuthorizationCode
    if (result?.[SIGNED_IN_NOW] === true || code === undefined) return
    const signedInAt = code.authTime === undefined ? {} : { signedInAt: instant(code.authTime) }
    await this.#record(tenant, ctx, 'code-issued', code.accountId, {
      scopes: code.scope ?? '',
      ...signedInAt,
    })
  }

  /** Records that a signed-in person has no access to the application that they asked for. */
  async refused(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    await this.#record(tenant, ctx, 'access-refused', ctx.oidc.session?.accountId, {})
  }

  /** Records tokens for a code or a refresh token. Tokens of API clients belong to no person and are not recorded. */
  async tokens(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const event = TOKEN_EVENTS[String(ctx.oidc.params?.grant_type)]
    const token = ctx.oidc.entities.AccessToken
    if (event === undefined || token === undefined) return
    await this.#record(tenant, ctx, event, token.accountId, { scopes: token.scope ?? '' })
  }

  /**
   * Records that a code or a refresh token was used again, which may mean theft. The provider then revokes all tokens
   * of the grant.
   */
  async reused(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const { params, entities, provider } = ctx.oidc
    if (params?.grant_type === 'refresh_token')
      return await this.#record(tenant, ctx, 'refresh-token-reused', entities.RefreshToken?.accountId, {})
    const code = await provider.AuthorizationCode.find(String(params?.code), { ignoreExpiration: true })
    await this.#record(tenant, ctx, 'code-reused', code?.accountId, {})
  }

  async #record(
    tenant: Tenant,
    ctx: KoaContextWithOIDC,
    event: AuditEvent,
    account: string | undefined,
    details: Readonly<Record<string, string>>,
  ): Promise<void> {
    const application = ctx.oidc.client?.clientId ?? null
    const by = { account: account ?? null, application, address: this.addressOf(ctx) }
    const entry = auditEntry(event, this.#now(), by, details)
    await this.#store.tenant(tenant.id).write(tx => tx.audit.record(entry), 'quiet')
  }
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
