import type { Message } from '../../core/flows/message.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type { Account, Store, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Passwords } from '../directory/passwords.ts'
import type { Throttle } from '../guards/throttle.ts'
import type { Seals } from '../tenancy/seals.ts'

/** The services that the directory uses. */
export interface SourceParts {
  readonly store: Store
  readonly seals: Seals
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly now: () => number
}

/** A visitor of the first page, who is not identified yet. */
export interface Visitor {
  readonly tenant: Tenant
  readonly address: string
  readonly device: string | undefined
}

/** Why a person was not identified, and what the first page shows again. */
export interface Unknown {
  readonly userName: string
  readonly problem: Message
}

/** The input by which a person is identified. */
export interface Bringing {
  readonly visitor: Visitor
  readonly applicationId: string | null
  /** The fields of a form. */
  readonly brought: ReadonlyMap<string, string>
  /** Stores the problem, in the transaction that records the failure. */
  readonly keep: (tx: TenantTransaction, unknown: Unknown) => Promise<void>
}

/** The result: a person and their proofs, or why there is none. */
export type Identified =
  | { readonly account: Account; readonly proofs: Proofs }
  | { readonly unknown: Unknown /** Whether `keep` was called with it. */; readonly kept: boolean }
  /** A required field is missing. */
  | { readonly incomplete: true }
  /** Milliseconds until somebody may try again. */
  | { readonly wait: number }

/** A way to sign in on the first page, in the format that themes made for IBM Security Verify read. */
export type Offered = {
  readonly type: string
  /** The address where signing in with it begins. */
  readonly loginUrl: string
  readonly forgotPasswordOptions?: { readonly forgotPasswordUrl: string }
  /** For an identity source: its id, its name, the text of its button, and its icon. */
  readonly id?: string
  readonly name?: string
  readonly displayName?: string
  readonly icon?: string
}
