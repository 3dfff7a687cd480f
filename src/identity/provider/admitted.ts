import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import type { Tenant } from '../../store/store.ts'
import type { Accesses } from '../access/access.ts'

interface Parts {
  readonly tenant: Tenant
  readonly accesses: Accesses
}

export interface SessionParts {
  readonly tenant: Tenant
  /**
   * Whether the session of a browser with this Cookie header has not ended, also if that is not yet known here. Notes the
   * id of the provider's session that belongs to it.
   */
  readonly isSessionStored: (
    tenant: Tenant,
    cookies: string | undefined,
    provided: string | undefined,
  ) => Promise<boolean>
}

const asked = new WeakMap<KoaContextWithOIDC, Promise<boolean>>()

/** Whether the signed-in person may use the application of a request. It is checked before anything is issued. */
export async function admitted({ tenant, accesses }: Parts, ctx: KoaContextWithOIDC): Promise<boolean> {
  const { client, session } = ctx.oidc
  const account = session?.accountId
  if (client === undefined || account === undefined) return true
  let answer = asked.get(ctx)
  if (answer === undefined) {
    answer = accesses.allows(tenant.id, client.clientId, account)
    asked.set(ctx, answer)
  }
  return await answer
}

/** If access has been revoked in the meantime, removes what was just issued and throws a refusal. */
export async function assertStillAdmitted(
  { tenant, accesses }: Parts,
  ctx: KoaContextWithOIDC,
  account: string | undefined,
  refusal: () => Error = () => new errors.AccessDenied('the person has no access to the application'),
): Promise<void> {
  const application = ctx.oidc.client?.clientId
  if (application === undefined || account === undefined) return
  if (await accesses.allows(tenant.id, application, account)) return
  await accesses.endIssued(tenant.id, application, account)
  throw refusal()
}

/**
 * If the session has ended in the meantime, removes what was just issued and throws a refusal. Ending everything that an
 * account has open does not find what is stored after it.
 */
export async function assertStillSignedIn(
  { tenant, isSessionStored }: SessionParts,
  ctx: KoaContextWithOIDC,
): Promise<void> {
  const { AuthorizationCode: code, Grant: grant } = ctx.oidc.entities
  if (code?.accountId === undefined) return
  if (await isSessionStored(tenant, ctx.req.headers.cookie, code.sessionUid)) return
  await code.destroy()
  await grant?.destroy()
  throw new errors.LoginRequired('the person is no longer signed in')
}
