import { UNKNOWN } from '../../core/attributes.ts'
import { auditEntry } from '../../core/audit-events.ts'
import type { Account, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Passwords } from '../directory/passwords.ts'
import { newRecoveryCode } from '../factors/totp.ts'
import type { Operator } from '../sessions/console-sessions.ts'
import { CodeFlow, type CodeFlowParts } from '../sources/code-flow.ts'
import { ISSUER_PATH } from '../surfaces/addresses.ts'
import type { Actor } from '../tenancy/actor.ts'
import { demoCallback, demoClient, testAccount } from '../tenancy/built-in-applications.ts'

interface DemoParts extends CodeFlowParts {
  readonly passwords: Passwords
  /** The address of a tenant's console; undefined where it has none. */
  readonly console: (tenant: Tenant) => string | undefined
}

/** What an operator needs to try a sign-in. */
export interface DemoStart {
  readonly url: string
  readonly userName: string
  readonly password: string
}

/** What an application gets to know about the person who signed in. */
export interface DemoEnd {
  readonly themeId: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly signOutUrl: string
}

const USER_NAME = 'demo'

/** An application and an account for trying out a theme: the complete sign-in and sign-out. */
export class Demo {
  readonly #parts: DemoParts
  readonly #flow: CodeFlow<{ themeId: string }>

  constructor(parts: DemoParts) {
    this.#parts = parts
    this.#flow = new CodeFlow(parts, 'DemoSignIn')
  }

  /** Gives the operator's test account a new password, and returns where to sign in with it. */
  async begin(tenant: Tenant, by: Actor & { account: string }, themeId: string): Promise<DemoStart> {
    // Short enough to type, because it gives access only to the demo.
    const password = newRecoveryCode().slice(0, 9)
    const userName = await this.#account(tenant, by, await this.#parts.passwords.hash(password))
    const url = await this.#flow.begin(tenant, {
      client: demoClient(themeId),
      redirect: demoCallback(this.#parts.console(tenant)!),
      // Asks for the password even if somebody is signed in, because the operator wants to see the sign-in.
      parameters: { scope: 'openid profile', prompt: 'login', login_hint: userName },
      owner: by.account,
      payload: { themeId },
    })
    return { url, userName, password }
  }

  /** The result that the application received; undefined when this operator did not begin it. */
  async finish(
    tenant: Tenant,
    { account }: Operator,
    answer: { code: string; state: string },
  ): Promise<DemoEnd | undefined> {
    const done = await this.#flow.finish(tenant, answer)
    if (done?.owner !== account.id || done.tokens.id_token === undefined) return undefined
    const { themeId } = done.payload
    const query = new URLSearchParams({ client_id: demoClient(themeId) })
    return {
      themeId,
      claims: claimsIn(done.tokens.id_token),
      signOutUrl: `${this.#parts.address(tenant)}${ISSUER_PATH}/logout?${query}`,
    }
  }

  async #account(tenant: Tenant, by: Actor & { account: string }, passwordHash: string): Promise<string> {
    const { store, now } = this.#parts
    const id = testAccount(by.account)
    const tenantStore = store.tenant(tenant.id)
    const at = now()
    return await tenantStore.write(async tx => {
      const userName = (await tx.accounts.get(id))?.userName ?? (await freeName(tx))
      const account = { ...NOBODY, id, userName, passwordHash, createdAt: at, updatedAt: at }
      // Recreates the account in its initial state, whatever happened in the previous try.
      await tx.records.removeOwned(id)
      await tx.accounts.remove(id)
      await tx.accounts.create(account)
      await tx.audit.record(auditEntry('demo-begun', at, by, { userName }))
      return userName
    })
  }
}

const NOBODY: Omit<Account, 'id' | 'userName' | 'passwordHash' | 'createdAt' | 'updatedAt'> = {
  ...UNKNOWN,
  givenName: 'Demo',
  familyName: 'Person',
  emailVerified: false,
  status: 'active',
  administrator: false,
  themeDeveloper: false,
  passwordTemporary: false,
  recoveredAt: null,
  passwordExpiresAt: null,
}

/** A short user name for the first operator who tries the demo. Others get a suffix. */
async function freeName(tx: TenantTransaction): Promise<string> {
  await tx.tenant.lock()
  const isFree = (await tx.accounts.named(USER_NAME)) === undefined
  return isFree ? USER_NAME : `${USER_NAME}-${newRecoveryCode().slice(0, 4)}`
}

/** The claims of an ID token. We issued it ourselves, so its signature is not verified. */
function claimsIn(token: string): Record<string, unknown> {
  const [, payload = ''] = token.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Record<string, unknown>
}
