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

/** What factors work with. */
export interface FactorParts {
  readonly store: Store
  readonly surfaces: Surfaces
  readonly seals: Seals
  readonly sessions: Sessions
  readonly flows: Flows
  readonly throttle: Throttle
  readonly now: () => number
  /** Tells that there is a mail to send. */
  readonly mailQueued: () => void
}

/** What the journey does that asks for a factor. */
export interface Way {
  readonly views: {
    failed(visit: Visit, purpose: Purpose, label: string): Promise<Answer>
  }
  /** Keeps a step, and leads to its page. */
  step(visit: Visit, journey: Journey, state: SignIn): Promise<Answer>
  /** Goes on after a proof. */
  proceed(visit: Visit, journey: Journey, account: Account, proofs: Proofs): Promise<Answer>
  /** The address of the page at which the journey stands. */
  address(visit: Visit, journey: Journey): Promise<string>
  /** Where a journey ends that no application waits for. */
  home(visit: Visit, journey: Journey, notice?: Notice): Promise<string>
}

/** Somebody of whom a factor is asked, on the way to something. */
export interface Asking {
  readonly parts: FactorParts
  readonly views: FlowViews
  readonly way: Way
  readonly visit: Visit
  readonly journey: Journey
  readonly account: Account
  /** An entry of the audit trail for what the visit did. */
  readonly entry: (event: AuditEvent) => NewAuditEntry
}

/** The steps in which somebody sets up a factor. */
export type SetUpAt = 'enrolment' | 'recovery-codes'

/** Somebody at a step of a factor. */
export interface Asked<State extends SignIn> extends Asking {
  readonly state: State
  /** The factors that the account has. */
  readonly held: readonly Method[]
  /** Those of them that the person can choose from now. */
  readonly methods: readonly Method[]
  /** What a form that changes the account has to carry. */
  readonly verifier: () => Promise<string>
}

/** What a form of a factor's page brings. */
export interface Brought {
  readonly operation: string
  readonly code: string
}

/** A page of a factor, and what comes of its form. */
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
  /** Decides about the look of mails. */
  readonly purpose: Purpose
  readonly entry: (event: AuditEvent) => NewAuditEntry
}

/** A second factor: what it does. Its rules stand in `core/flows/methods.ts`. */
export interface Factor<M extends Method = Method> {
  readonly id: M
  /** The member in the output of commands that says whether an account has it. */
  readonly field?: string
  /** Whether an account has it. Asked of a factor that stands in for another one only where there is that one. */
  isSetUp(store: TenantStore, account: Account): Promise<boolean>
  /** What it is called where people choose. */
  label(account: Account): Message
  /** Its pages, by the steps at which they are shown: the one that asks for it, and those that set it up. */
  readonly pages: { readonly [At in AskingAt<M>]: FactorPage<At> } & {
    readonly [At in SetUpAt]?: FactorPage<At>
  }
  /** Sends it, and leads to the page that asks for it. */
  readonly begin?: (asking: Asking, proofs: Proofs) => Promise<Answer>
  /** Verifies what somebody typed outside these pages, and answers with what is wrong. The try is counted. */
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
