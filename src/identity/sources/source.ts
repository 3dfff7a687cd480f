import type { Message } from '../../core/flows/message.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type { Account, Store, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Passwords } from '../directory/passwords.ts'
import type { Throttle } from '../guards/throttle.ts'
import type { Seals } from '../tenancy/seals.ts'

/** What the directory works with. */
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

/** Why somebody is not known, and what the first page shows again. */
export interface Unknown {
  readonly userName: string
  readonly problem: Message
}

/** What somebody types to be known. */
export interface Bringing {
  readonly visitor: Visitor
  readonly applicationId: string | null
  /** The fields of a form. */
  readonly brought: ReadonlyMap<string, string>
  /** Keeps the problem in the transaction that records it. */
  readonly keep: (tx: TenantTransaction, unknown: Unknown) => Promise<void>
}

/** What comes of it: a person, with what was proved, or why there is none. */
export type Identified =
  | { readonly account: Account; readonly proofs: Proofs }
  | { readonly unknown: Unknown /** Whether `keep` was called with it. */; readonly kept: boolean }
  /** Not everything was typed that is needed. */
  | { readonly incomplete: true }
  /** Milliseconds until somebody may try again. */
  | { readonly wait: number }

/** How the first page offers a way to sign in, in the form that themes made for IBM Security Verify read. */
export type Offered = {
  readonly type: string
  /** Where signing in with it begins. */
  readonly loginUrl: string
  readonly forgotPasswordOptions?: { readonly forgotPasswordUrl: string }
  /** Of an identity source: its id, its name, what its button says, and its picture. */
  readonly id?: string
  readonly name?: string
  readonly displayName?: string
  readonly icon?: string
}
