import { createHash } from 'node:crypto'
import { RecordKind, type Store, type Tenant } from '../../store/store.ts'
import { ISSUER_PATH } from '../surfaces/addresses.ts'
import { newSecret, secretHash } from '../tenancy/secrets.ts'

export interface CodeFlowParts {
  readonly store: Store
  /** The public address of a tenant. */
  readonly address: (tenant: Tenant) => string
  readonly now: () => number
  /** Calls the token endpoint as any other application does. */
  readonly token: (tenant: Tenant, form: URLSearchParams) => Promise<Tokens>
}

interface Tokens {
  readonly access_token?: string
  readonly id_token?: string
}

/** The request of one of our own applications to the provider. */
interface Asked<P> {
  readonly client: string
  readonly redirect: string
  readonly parameters: Readonly<Record<string, string>>
  /** The account that must complete the sign-in. */
  readonly owner: string | null
  /** The data to remember until then. */
  readonly payload: P
}

/** A sign-in in progress, stored by its state. */
interface Begun<P> extends Pick<Asked<P>, 'client' | 'redirect' | 'payload'> {
  readonly verifier: string
}

const BEGUN_MS = 60 * 60_000

/**
 * Signs in to one of our own applications with the service's own provider. The server exchanges the code, with PKCE.
 */
export class CodeFlow<P> {
  readonly #parts: CodeFlowParts
  readonly #kind: RecordKind<Begun<P>>

  constructor(parts: CodeFlowParts, kind: string) {
    this.#parts = parts
    this.#kind = new RecordKind(kind)
  }

  /** Begins a sign-in. Returns the address to open. */
  async begin(tenant: Tenant, asked: Asked<P>): Promise<string> {
    const { store, address, now } = this.#parts
    const { client, redirect, parameters, owner, payload } = asked
    const [state, verifier] = [newSecret(), newSecret()]
    await store.tenant(tenant.id).records.keep({
      ...this.#kind.holding({ verifier, client, redirect, payload }),
      idHash: secretHash(state),
      owner,
      expiresAt: now() + BEGUN_MS,
    })
    const query = new URLSearchParams({
      client_id: client,
      response_type: 'code',
      redirect_uri: redirect,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    })
    return `${address(tenant)}${ISSUER_PATH}/authorize?${query}`
  }

  /** Completes a sign-in, once. Returns the tokens and the remembered data. */
  async finish(
    tenant: Tenant,
    { code, state }: { code: string; state: string },
  ): Promise<{ owner: string | null; payload: P; tokens: Tokens } | undefined> {
    const { store, now, token } = this.#parts
    const record = await store
      .tenant(tenant.id)
      .write(tx => tx.records.take(this.#kind.name, secretHash(state)), 'quiet')
    if (record === undefined || (record.expiresAt ?? 0) <= now()) return undefined
    const begun = this.#kind.heldIn(record)
    const tokens = await token(
      tenant,
      new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: begun.client,
        redirect_uri: begun.redirect,
        code_verifier: begun.verifier,
        code,
      }),
    )
    return tokens.access_token === undefined
      ? undefined
      : { owner: record.owner, payload: begun.payload, tokens }
  }
}
