import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Tenant } from '../../store/store.ts'
import type { Session, SessionLimits } from '../sessions/sessions.ts'
import { admits } from '../tenancy/built-in-applications.ts'
import { confirmed } from './assurances.ts'

export interface OwnSessionParts {
  readonly tenant: Tenant
  /** Finds the session of a browser by its Cookie header. */
  readonly session: (tenant: Tenant, cookies: string | undefined) => Promise<Session | undefined>
  readonly sessionLimits: SessionLimits
  readonly now: () => number
}

type ProviderSession = NonNullable<KoaContextWithOIDC['oidc']['session']>

const looked = new WeakMap<KoaContextWithOIDC, { readonly session: Session | undefined }>()

/**
 * Our session of a request. It is looked up once: if it ends meanwhile, the code is refused, and the grant is removed with
 * it.
 */
export async function sessionOf(
  { tenant, session }: Pick<OwnSessionParts, 'tenant' | 'session'>,
  ctx: KoaContextWithOIDC,
): Promise<Session | undefined> {
  const found = looked.get(ctx) ?? { session: await session(tenant, ctx.req.headers.cookie) }
  looked.set(ctx, found)
  return found.session
}

/** Our session of a request, if it has been looked up and found. */
export function knownSession(ctx: KoaContextWithOIDC): Session | undefined {
  return looked.get(ctx)?.session
}

/**
 * Tells the provider about a person who signed in at the sign-in page itself, and when. This happens before it decides
 * whether to ask anybody.
 */
export async function adopt(parts: OwnSessionParts, ctx: KoaContextWithOIDC): Promise<void> {
  const { session: own, client } = ctx.oidc
  // A pushed request comes from an application, and has no session.
  if (own === undefined) return
  const found = await sessionOf(parts, ctx)
  if (found === undefined || !admits(client?.clientId ?? null, found.account)) return
  if ((own.accountId ?? found.account) !== found.account) return
  // Resets the id, because somebody may have planted the id that the session had before the sign-in.
  if (own.accountId === undefined) own.resetIdentifier()
  own.loginAccount(loginOf(found))
}

/** What the provider keeps of our session. */
export function loginOf({ account: accountId, proofs, startedAt }: Session) {
  return { accountId, loginTs: Math.floor(startedAt / 1000), ...confirmed(proofs), transient: false }
}

/**
 * For how many seconds the provider's session goes on: tokens depend on it, and must end with our session. A request
 * without our session does not prolong it.
 */
export function providerSeconds(
  { sessionLimits: { idleMs, absoluteMs }, now }: OwnSessionParts,
  ctx: KoaContextWithOIDC,
  { accountId, exp }: ProviderSession,
): number {
  const session = knownSession(ctx)
  const left = () => {
    if (session !== undefined && session.account === accountId)
      return Math.min(idleMs, session.startedAt + absoluteMs - now())
    return accountId === undefined || exp === undefined ? idleMs : exp * 1000 - Date.now()
  }
  return Math.max(1, Math.floor(left() / 1000))
}
