import type { PersonalTurn, RequestPart, RequestState, RequestTurn } from '../core/flows/access-request.ts'
import type { Application } from '../store/store.ts'

/** Somebody who is signed in and asks, answers or decides. */
export interface Participant {
  readonly account: string
  /** Their network address, for the audit trail. */
  readonly address: string | null
}

/** A person as a request names them, also after the account was removed. */
export interface NamedPerson {
  readonly id: string
  readonly userName: string
  /** The account's names and e-mail address; null once it was removed. */
  readonly account: {
    readonly givenName: string | null
    readonly familyName: string | null
    readonly email: string | null
  } | null
}

/** What is asked for. */
export interface AccessWish {
  readonly application: string
  /** Whom it is for, by user name or e-mail address; the requester where it is left out. */
  readonly person?: string | undefined
  readonly justification: string
  /** The last day, such as 2027-01-31; for ever where it is left out. */
  readonly until?: string | undefined
}

/** One thing that happened to a request. */
export interface SeenTurn {
  readonly turn: RequestTurn
  readonly at: number
  /** Null for turns of the clock, of removals, of API clients and of the command line. */
  readonly by: NamedPerson | null
  readonly part: RequestPart | null
  readonly comment: string
}

/** A request in a list, as somebody sees it. */
export interface ListedRequest {
  readonly id: string
  readonly state: RequestState
  readonly application: { readonly id: string; readonly name: string; readonly removed: boolean }
  readonly requester: NamedPerson
  readonly person: NamedPerson
  readonly justification: string
  /** When the access would end; null: never. */
  readonly until: number | null
  readonly askedAt: number
  readonly expiresAt: number
  /** What the viewer has to do with it, and what they can do now. */
  readonly parts: readonly RequestPart[]
  readonly can: readonly PersonalTurn[]
}

/** A request with everything that happened to it, as somebody sees it. */
export interface SeenRequest extends ListedRequest {
  /** The first is the ask. */
  readonly turns: readonly SeenTurn[]
}

/** An application that somebody may open or ask for. */
export interface OfferedApplication {
  readonly application: Pick<Application, 'id' | 'name' | 'description' | 'redirects' | 'themeId'>
  /** Whether it may be used now. */
  readonly mayUse: boolean
  /** Whether the account may ask for access for itself, also where access that it has will end. */
  readonly mayAsk: boolean
  /** Whether the account may ask for somebody else. */
  readonly mayAskForOthers: boolean
  /** When access of their own ends; null where it does not, or where it comes some other way. */
  readonly endsAt: number | null
  /** The open request for this account, if there is one. */
  readonly request: string | undefined
}

/** The requests that concern somebody, newest first. */
export interface ConcerningRequests {
  /** Those that wait for their decision. */
  readonly toDecide: readonly ListedRequest[]
  /** Those that they made, or that were made for them. */
  readonly asked: readonly ListedRequest[]
}
