import { createHash } from 'node:crypto'
import type { Account, Store, Tenant } from '../store/store.ts'
import { ISSUER_PATH } from './addresses.ts'
import type { Providers } from './provider.ts'
import { newSecret, secretHash } from './secrets.ts'

/** The console as an application of the provider: it is no tenant's own, and wears no theme. */
export const CONSOLE_CLIENT = 'tabard-console'

export type Role = 'administrator' | 'developer'

/** Somebody who works in the console. */
export interface Operator {
  readonly account: Account
  readonly role: Role
}

/** A sign-in that was begun: what its answer has to bring, and where it leads. */
interface Begun {
  readonly state: string
  readonly verifier: string
  readonly to: string
}

const BEGUN = 'ConsoleSignIn'
const SESSION = 'ConsoleSession'
const BEGUN_MS = 60 * 60_000

interface ConsoleParts {
  readonly store: Store
  readonly providers: Providers
  /** The public address of a tenant. */
  readonly address: (tenant: Tenant) => string
  /** The address of the console. */
  readonly url: () => string
  readonly sessionMs: number
  readonly now: () => number
  /** Asks the token endpoint, in the way of every other application. */
  readonly token: (tenant: Tenant, form: URLSearchParams) => Promise<{ access_token?: string }>
}

/** Signing in to the console, by the service's own provider. What the browser holds is a session of the console's own. */
export class Console {
  readonly #parts: ConsoleParts

  constructor(parts: ConsoleParts) {
    this.#parts = parts
  }

  /**
   * Where signing in begins; `key` goes into a cookie, and is asked for again at the end. A fresh one asks somebody who
   * is signed in already, too.
   */
  async begin(tenant: Tenant, to: string, fresh = false): Promise<{ address: string; key: string }> {
    const { store, address, now } = this.#parts
    const [key, state, verifier] = [newSecret(), newSecret(), newSecret()]
    const begun: Begun = { state, verifier, to }
    await store.tenant(tenant.id).keepShortLived({
      kind: BEGUN,
      idHash: secretHash(key),
      owner: null,
      payload: JSON.stringify(begun),
      expiresAt: now() + BEGUN_MS,
    })
    const query = new URLSearchParams({
      client_id: CONSOLE_CLIENT,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: this.callback(),
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      // A theme that is broken, or hostile, must not stand between an administrator and the console.
      themeId: 'master',
      ...(fresh && { prompt: 'login' }),
    })
    return { address: `${address(tenant)}${ISSUER_PATH}/authorize?${query}`, key }
  }

  callback(): string {
    return `${this.#parts.url()}/callback`
  }

  /** Ends signing in: a session for somebody who may use the console, or who it is that may not. */
  async finish(
    tenant: Tenant,
    key: string,
    { code, state }: { code: string; state: string },
  ): Promise<{ session: string; to: string } | 'unknown' | 'forbidden'> {
    const { store, providers, token, now, sessionMs } = this.#parts
    const tenantStore = store.tenant(tenant.id)
    const record = await tenantStore.write(tx => tx.takeShortLived(BEGUN, secretHash(key)), 'quiet')
    const begun =
      record && (record.expiresAt ?? 0) > now() ? (JSON.parse(record.payload) as Begun) : undefined
    if (begun === undefined || begun.state !== state) return 'unknown'
    const { access_token: access } = await token(
      tenant,
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: CONSOLE_CLIENT,
        redirect_uri: this.callback(),
        code_verifier: begun.verifier,
        code,
      }),
    )
    if (access === undefined) return 'unknown'
    const found = await (await providers.forPeople(tenant)).AccessToken.find(access)
    const operator = found && (await this.#operator(tenant, found.accountId))
    if (operator === undefined) return 'forbidden'
    const session = newSecret()
    await tenantStore.keepShortLived({
      kind: SESSION,
      idHash: secretHash(session),
      owner: operator.account.id,
      payload: '',
      expiresAt: now() + sessionMs,
    })
    return { session, to: begun.to }
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
