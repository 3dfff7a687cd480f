import type { RequestPart, RequestState, RequestTurn } from '../core/flows/access-request.ts'
import type { Account } from './kept.ts'

/** People who are given access together. Groups do not contain groups. */
export interface Group {
  readonly id: string
  readonly name: string
  readonly createdAt: number
}

/** A group with the number of its members. */
export interface CountedGroup extends Group {
  readonly members: number
}

/** Somebody in a group. */
export interface Member extends Pick<Account, 'id' | 'userName' | 'givenName' | 'familyName' | 'email'> {
  readonly since: number
}

/** One account, or all the accounts in a group. */
export interface Holder {
  readonly kind: 'account' | 'group'
  readonly id: string
}

/**
 * How access came about: somebody gave it, it was kept for those who had signed in recently, or a request was approved.
 */
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

/** Somebody in a request for access, with the user name that they had then: it outlives the account. */
export interface RequestPerson {
  readonly id: string
  readonly userName: string
}

/** A request for access to an application. */
export interface AccessRequest {
  readonly id: string
  readonly application: string
  /** The name that the application had then. */
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
  /** How often something has happened to it. */
  readonly turns: number
}

/** Something that happened to a request. */
export interface TakenTurn {
  readonly turn: RequestTurn
  readonly at: number
  /** Who did it, without an id for an API client or the command line; null: the clock or a removal. */
  readonly by: { readonly id: string | null; readonly userName: string } | null
  readonly part: RequestPart | null
  readonly comment: string
}

/** Somebody who may decide about requests: an approver, or the deputy of one. */
export interface Decider {
  readonly account: Account
  readonly part: 'approver' | 'deputy'
}

/** Whom to look for among those who may decide. */
export interface DeciderFilter {
  /** People who are left out, because a request is theirs. */
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
  /** Those that no approver can decide about, which are left to administrators. */
  readonly unapproved?: true | undefined
}

/** Who decides in place of an approver, from one moment until another. */
export interface Deputy {
  readonly id: string
  readonly account: string
  readonly deputy: string
  readonly fromAt: number
  readonly untilAt: number
}

/** A deputy with the user names of both. */
export interface ListedDeputy extends Deputy {
  readonly accountName: string
  readonly deputyName: string
}
