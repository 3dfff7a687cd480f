import type { Message } from '../../core/flows/message.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type { Account, Store, Tenant, TenantTransaction } from '../../store/store.ts'
import type { Passwords } from '../directory/passwords.ts'
import type { Throttle } from '../guards/throttle.ts'
import type { Seals } from '../tenancy/seals.ts'
import { directory } from './directory.ts'

/** What sources work with. */
export interface SourceParts {
  readonly store: Store
  readonly seals: Seals
  readonly throttle: Throttle
  readonly passwords: Passwords
  readonly now: () => number
}

/** Whoever is at the first page, without being known yet. */
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

/** What somebody brings back to a source. */
export interface Bringing {
  readonly visitor: Visitor
  readonly applicationId: string | null
  /** The fields of a form, or the parameters of a callback. */
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

/** How the first page offers a source, in the form that themes made for IBM Security Verify read. */
export type Offered = {
  readonly type: string
  /** Where signing in with it begins. */
  readonly loginUrl: string
  readonly forgotPasswordOptions?: { readonly forgotPasswordUrl: string }
}

/** Where people are known from. */
export interface Source {
  /** The parameter `source` of its addresses. */
  readonly id: string
  /** How it stands in `@ID_SOURCES@` of a page whose forms are posted to an address. */
  offered(action: string): Offered
  /** Finds out who somebody is by what they bring. Tries are counted, and failures recorded. */
  identified(parts: SourceParts, bringing: Bringing): Promise<Identified>
}

/** The sources; the first one is that of forms that name none. */
export const SOURCES: readonly [Source, ...Source[]] = [directory]

/** The source that an address names. */
export function sourceOf(id: string | undefined): Source {
  return SOURCES.find(source => source.id === id) ?? SOURCES[0]
}
