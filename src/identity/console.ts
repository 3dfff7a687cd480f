import { MASTER } from '../core/theme.ts'
import type { Account, Tenant } from '../store/store.ts'
import { CONSOLE_CLIENT, consoleCallback } from './built-in.ts'
import { CodeFlow, type CodeFlowParts } from './code-flow.ts'
import type { Providers } from './provider.ts'
import { newSecret, secretHash } from './secrets.ts'

export type Role = 'administrator' | 'developer'

/** Somebody who works in the console. */
export interface Operator {
  readonly account: Account
  readonly role: Role
}

const SESSION = 'ConsoleSession'

interface ConsoleParts extends CodeFlowParts {
  readonly providers: Providers
  /** The address of the console. */
  readonly url: () => string
  readonly sessionMs: number
}

/** Signing in to the console, by the service's own provider. What the browser holds is a session of the console's own. */
export class Console {
  readonly #parts: ConsoleParts
  readonly #flow: CodeFlow<{ to: string }>

  constructor(parts: ConsoleParts) {
    this.#parts = parts
    this.#flow = new CodeFlow(parts, 'ConsoleSignIn')
  }

  /**
   * Where signing in begins; `key` goes into a cookie, and is asked for again at the end. A fresh one asks somebody who
   * is signed in already, too.
   */
  async begin(tenant: Tenant, to: string, fresh = false): Promise<{ address: string; key: string }> {
    const key = newSecret()
    const address = await this.#flow.begin(tenant, {
      client: CONSOLE_CLIENT,
      redirect: consoleCallback(this.#parts.url()),
      // A theme that is broken, or hostile, must not stand between an administrator and the console.
      parameters: { scope: 'openid', themeId: MASTER, ...(fresh && { prompt: 'login' }) },
      owner: null,
      payload: { to },
      key,
    })
    return { address, key }
  }

  /** Ends signing in: a session for somebody who may use the console, or who it is that may not. */
  async finish(
    tenant: Tenant,
    key: string,
    answer: { code: string; state: string },
  ): Promise<{ session: string; to: string } | 'unknown' | 'forbidden'> {
    const { store, providers, now, sessionMs } = this.#parts
    const done = await this.#flow.finish(tenant, { ...answer, key })
    if (done === undefined) return 'unknown'
    const found = await (await providers.forPeople(tenant)).AccessToken.find(done.tokens.access_token!)
    const operator = found && (await this.#operator(tenant, found.accountId))
    if (operator === undefined) return 'forbidden'
    const session = newSecret()
    await store.tenant(tenant.id).keepShortLived({
      kind: SESSION,
      idHash: secretHash(session),
      owner: operator.account.id,
      payload: '',
      expiresAt: now() + sessionMs,
    })
    return { session, to: done.payload.to }
  }

  /** Who works with a session, with the role that they have now. */
  async operator(tenant: Tenant, session: string): Promise<Operator | undefined> {
    const record = await this.#parts.store.tenant(tenant.id).shortLived(SESSION, secretHash(session))
    if (record?.owner == null || (record.expiresAt ?? 0) <= this.#parts.now()) return undefined
    return await this.#operator(tenant, record.owner)
  }

  async end(tenant: Tenant, session: string): Promise<void> {
    await this.#parts.store.tenant(tenant.id).removeShortLived(SESSION, secretHash(session))
  }

  async #operator(tenant: Tenant, id: string): Promise<Operator | undefined> {
    const account = await this.#parts.store.tenant(tenant.id).account(id)
    if (account?.status !== 'active') return undefined
    if (account.administrator) return { account, role: 'administrator' }
    return account.themeDeveloper ? { account, role: 'developer' } : undefined
  }
}
