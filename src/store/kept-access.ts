import type { RequestPart, RequestState, RequestTurn } from '../core/flows/access-request.ts'
import type { Account } from './kept.ts'

/** A group of people who get access together. Groups do not contain groups. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A group with the number of its members. */
export interface CountedGroup extends Group {
  readonly members: number
}

/** A member of a group. */
export interface Member extends Pick<Account, 'id' | 'userName' | 'givenName' | 'familyName' | 'email'> {
  readonly since: number
}

/** One account, or all the accounts in a group. */
export interface Holder {
  readonly kind: 'account' | 'group'
  readonly id: string
}

/** Where access comes from: somebody gave it, it was kept for recent users, or a request was approved. */
export type AccessOrigin = 'given' | 'recent' | 'requested'

/** Access to an application that somebody has. */
export interface GivenAccess {
  readonly application: string
  readonly holder: Holder
  readonly since: number
  /** When it ends; null: never. */
  readonly endsAt: number | null
  readonly origin: AccessOrigin
}

/** Access, or the right to approve requests, with the name of its holder. */
export type Named<T> = T & { readonly name: string }

/** A person in a request for access, with the user name at that time, because the request outlives the account. */
export interface RequestPerson {
  readonly id: string
  readonly userName: string
}

/** A request for access to an application. */
export interface AccessRequest {
  readonly id: string
  readonly application: string
  /** The name of the application at that time. */
  readonly applicationName: string
  readonly requester: RequestPerson
  readonly person: RequestPerson
  readonly state: RequestState
  readonly justification: string
  /** When the access would end; null: never. */
  readonly endsAt: number | null
  readonly askedAt: number
  readonly expiresAt: number
  /** When it was decided or ended some other way; null while it is open. */
  readonly decidedAt: number | null
  /** The number of turns that it has had. */
  readonly turns: number
}

/** A turn: an event in the history of a request. */
export interface TakenTurn {
  readonly turn: RequestTurn
  readonly at: number
  /** Who did it; the id is null for an API client or the command line. Null if a deadline or a removal caused it. */
  readonly by: { readonly id: string | null; readonly userName: string } | null
  readonly part: RequestPart | null
  readonly comment: string
}

/** Somebody who may decide about requests: an approver, or the deputy of one. */
export interface Decider {
  readonly account: Account
  readonly part: 'approver' | 'deputy'
}

/** Restricts a search for people who may decide. */
export interface DeciderFilter {
  /** People to leave out, because the request is about them. */
  readonly except?: readonly string[]
  /** Only this account. */
  readonly only?: string
  readonly limit: number
}

/** Which requests are listed. */
export interface RequestFilter {
  /** Open ones, or those that were decided or ended some other way. */
  readonly open?: boolean | undefined
  readonly applications?: readonly string[] | undefined
  /** Made by this account, or for it. */
  readonly about?: string | undefined
  /** Neither made by this account nor for it. */
  readonly notAbout?: string | undefined
  /** Requests that no approver can decide about. Administrators decide about them. */
  readonly unapproved?: true | undefined
}

/** Which part of the requests is listed: newest first, or those first that have waited longest for a decision. */
export interface RequestRange {
  readonly limit: number
  readonly offset: number
  readonly waitingFirst?: true
}

/** Who decides in place of an approver, for a limited time. */
export interface Deputy {
  readonly id: string
  readonly account: string
  readonly deputy: string
  readonly fromAt: number
  readonly untilAt: number
}

/** A deputy, with the user names of both people. */
export interface ListedDeputy extends Deputy {
  readonly accountName: string
  readonly deputyName: string
}
