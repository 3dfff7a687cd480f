import type { AuditEvent, NewAuditEntry } from '../../core/audit-events.ts'
import type { Message } from '../../core/flows/message.ts'
import { type AskingAt, METHODS, type Method, type Sending } from '../../core/flows/methods.ts'
import type { Proofs } from '../../core/flows/proof.ts'
import type { SignIn, StateAt } from '../../core/flows/sign-in.ts'
import type { Wish } from '../../pages/pages.ts'
import type { Account, Store, Tenant, TenantStore, TenantTransaction } from '../../store/store.ts'
import type { Throttle } from '../guards/throttle.ts'
import type { Flows } from '../sessions/flows.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Notice } from '../surfaces/addresses.ts'
import type { FlowViews } from '../surfaces/flow-views.ts'
import type { Purpose, Surfaces } from '../surfaces/surfaces.ts'
import type { Answer, Visit } from '../surfaces/visit.ts'
import type { Journey, Seals } from '../tenancy/seals.ts'
import { authenticatorApp } from './authenticator-app.ts'
import { emailCode } from './email-code.ts'
import { recoveryCodes } from './recovery-codes.ts'

/** The services that factors use. */
export interface FactorParts {
  readonly store: Store
  readonly surfaces: Surfaces
  readonly seals: Seals
  readonly sessions: Sessions
  readonly flows: Flows
  readonly throttle: Throttle
  readonly now: () => number
  /** Signals that a mail is waiting to be sent. */
  readonly mailQueued: () => void
}

/** Callbacks to the journey that asks for a factor. */
export interface Way {
  readonly views: {
    failed(visit: Visit, purpose: Purpose, label: string): Promise<Answer>
  }
  /** Stores a step, and redirects to its page. A step of a sign-in that depends on proofs needs their account. */
  step(visit: Visit, journey: Journey, state: SignIn, account?: Account): Promise<Answer>
  /** Continues after a proof. */
  proceed(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Answer>
  /** The address of the journey's current page. */
  address(visit: Visit, journey: Journey): Promise<string>
  /** Where a journey ends when no application waits for it. */
  home(visit: Visit, journey: Journey, notice?: Notice): Promise<string>
}

/** A request for a second factor, with the person and the journey that it is part of. */
export interface Asking {
  readonly parts: FactorParts
  readonly views: FlowViews
  readonly way: Way
  readonly visit: Visit
  readonly journey: Journey
  readonly account: Account
  /** Creates an audit entry for what the visit did. */
  readonly entry: (event: AuditEvent) => NewAuditEntry
}

/** The steps in which somebody sets up a factor. */
export type SetUpAt = 'enrolment' | 'recovery-codes'

/** Somebody at a step of a factor. */
export interface Asked<State extends SignIn> extends Asking {
  readonly state: State
  /** The factors that the account has. */
  readonly held: readonly Method[]
  /** Those of the account's factors that the person can choose now. */
  readonly methods: readonly Method[]
  /** The token that a form must carry to change the account. */
  readonly verifier: () => Promise<string>
}

/** The fields that a form on a factor's page posts. */
export interface Brought {
  readonly operation: string
  readonly code: string
}

/** A page of a factor, and the handler of its form. */
export interface FactorPage<At extends SignIn['at']> {
  view(asked: Asked<StateAt<At>>): Promise<Answer>
  submit(asked: Asked<StateAt<At>>, brought: Brought): Promise<Answer>
}

/** The person who types a code, on any page. */
export interface Typist {
  readonly tenant: Tenant
  readonly address: string
  readonly device: string | undefined
  readonly wish: Wish
  /** Determines the look of mails. */
  readonly purpose: Purpose
  readonly entry: (event: AuditEvent) => NewAuditEntry
}

/** The behaviour of a second factor. Its rules are in `core/flows/methods.ts`. */
export interface Factor<M extends Method = Method> {
  readonly id: M
  /** The field in the output of commands that says whether an account has this factor. */
  readonly field?: string
  /** Whether an account has it. A factor that replaces another one is asked only if the account has that other one. */
  isSetUp(store: TenantStore, account: Account): Promise<boolean>
  /** The name that people see when they choose a factor. */
  label(account: Account): Message
  /** Its pages by step: the page that asks for it, and those that set it up. */
  readonly pages: { readonly [At in AskingAt<M>]: FactorPage<At> } & {
    readonly [At in SetUpAt]?: FactorPage<At>
  }
  /** Sends the code, and redirects to the page that asks for it. */
  readonly begin?: (asking: Asking, proofs: Proofs) => Promise<Answer>
  /** Verifies what somebody typed outside these pages, and returns what is wrong. Counts the attempt. */
  readonly problem?: (
    parts: FactorParts,
    by: Typist,
    account: Account,
    typed: string,
  ) => Promise<Message | undefined>
  /** Removes it from an account. */
  readonly remove?: (tx: TenantTransaction, account: string) => Promise<void>
}

type AnyFactor = { [M in Method]: Factor<M> }[Method]

const BY_METHOD: {
  readonly [M in Method]: Factor<M> & (M extends Sending ? Required<Pick<Factor, 'begin'>> : unknown)
} = {
  totp: authenticatorApp,
  recovery: recoveryCodes,
  email: emailCode,
}

/** The second factors, strongest first. */
export const FACTORS: readonly AnyFactor[] = METHODS.map(factorOf)

export function factorOf<M extends Method>(method: M): (typeof BY_METHOD)[M] {
  return BY_METHOD[method]
}

/** The factor that has a page at a step, and the page. */
export function factorAt<At extends AskingAt | SetUpAt>(at: At): { factor: AnyFactor; page: FactorPage<At> } {
  for (const factor of FACTORS) {
    const pages: { readonly [Step in AskingAt | SetUpAt]?: FactorPage<Step> } = factor.pages
    const page = pages[at]
    if (page !== undefined) return { factor, page: page as FactorPage<At> }
  }
  throw new Error(`no factor has a page at the step ${at}`)
}
