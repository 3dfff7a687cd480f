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

/** Records in the audit trail which application was given a code or tokens, for whom and at which network address. */
export class HandOuts {
  readonly #store: Store
  readonly #now: () => number
  readonly #addresses = new WeakMap<IncomingMessage, string>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  /** Notes where a request came from: only the server knows which proxies to believe. */
  came(request: IncomingMessage, address: string): void {
    this.#addresses.set(request, address)
  }

  /** The network address of a request. */
  addressOf({ req }: KoaContextWithOIDC): string | null {
    return this.#addresses.get(req) ?? null
  }

  /** A code for an existing session. Where the person has just signed in, the entry `signed-in` says as much. */
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

  /** Somebody who is signed in asked for an application that they have no access to. */
  async refused(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    await this.#record(tenant, ctx, 'access-refused', ctx.oidc.session?.accountId, {})
  }

  /** Tokens for a code or for a refresh token. Those of API clients are nobody's, and not recorded. */
  async tokens(tenant: Tenant, ctx: KoaContextWithOIDC): Promise<void> {
    const event = TOKEN_EVENTS[String(ctx.oidc.params?.grant_type)]
    const token = ctx.oidc.entities.AccessToken
    if (event === undefined || token === undefined) return
    await this.#record(tenant, ctx, event, token.accountId, { scopes: token.scope ?? '' })
  }

  /** A code or a refresh token that was used before: somebody may have stolen it. All tokens of its grant end now. */
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
