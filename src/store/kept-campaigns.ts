import type { CampaignState, ItemDecision, Outcome, ReviewDecision } from '../core/flows/campaign.ts'
import type { AccessOrigin, Holder, Named, RequestPerson } from './kept-access.ts'

/** What an administrator decides about a campaign. */
export interface CampaignSettings {
  readonly name: string
  readonly description: string | null
  readonly startsAt: number
  readonly endsAt: number
  /** Empty: everybody is reviewed by their own supervisor. */
  readonly reviewers: readonly Named<Holder>[]
  /** Who follows the campaign, and takes over reviews that are overdue. */
  readonly supervisors: readonly Named<Holder>[]
  /** What happens to access that nobody has decided about at the end. */
  readonly openItems: ReviewDecision
  /** Whether decisions count once their reviewer has signed them off. */
  readonly signOff: boolean
  readonly remindDays: number
  readonly escalateDays: number
  /** It is repeated after this many months; 0: never. */
  readonly repeatMonths: number
}

/** A certification campaign. */
export interface Campaign extends CampaignSettings {
  readonly id: string
  readonly state: CampaignState
  /** The length that was planned; the end moves where it starts late. */
  readonly lasts: number
  /** The campaign that it repeats. */
  readonly previous: string | null
  readonly createdAt: number
  /** Who created it, as the audit trail names them. */
  readonly createdBy: string
  readonly startedAt: number | null
  readonly remindedAt: number | null
  readonly escalatedAt: number | null
  readonly endedAt: number | null
  /** The SHA-256 digest of the report, once the campaign has ended. */
  readonly digest: string | null
}

/** What can change of a campaign. */
export type CampaignChange = Partial<
  Pick<Campaign, 'state' | 'endsAt' | 'startedAt' | 'remindedAt' | 'escalatedAt' | 'endedAt' | 'digest'>
>

/** An application in a campaign, with the name that it had when the campaign was created. */
export interface CampaignApplication {
  readonly id: string
  readonly position: number
  readonly application: string
  readonly name: string
}

/** What one person has to review of one application. */
export interface Review {
  readonly id: string
  readonly campaign: string
  /** Which application of the campaign. */
  readonly position: number
  /** Null where nobody can review these people. */
  readonly reviewer: RequestPerson | null
  /** Who reviewed before, and why it was passed on. */
  readonly former: RequestPerson | null
  readonly reason: string | null
  readonly items: number
  readonly kept: number
  readonly revoked: number
  readonly gone: number
  readonly remindedAt: number | null
  readonly escalatedAt: number | null
  readonly signedAt: number | null
  /** The user name of the person who signed it off: the reviewer, or a deputy. */
  readonly signedBy: string | null
  /** When its application was removed. */
  readonly closedAt: number | null
}

/** One way in which somebody has access. */
export interface AccessWay {
  /** Null: access of their own. */
  readonly group: { readonly id: string; readonly name: string } | null
  readonly since: number
  readonly endsAt: number | null
  readonly origin: AccessOrigin
  /** Who approved the request for it, or gave it; absent where that was no account. */
  readonly by?: string
}

/** The last decision about the same access in an earlier campaign. */
export interface EarlierDecision {
  readonly decision: ReviewDecision
  readonly at: number
  readonly by: string
}

/** Somebody who has access, as a campaign finds them when it starts. */
export interface Reviewed {
  readonly account: string
  readonly userName: string
  readonly givenName: string | null
  readonly familyName: string | null
  /** Their supervisor, if that account can sign in. */
  readonly supervisor: RequestPerson | undefined
  readonly since: number
  readonly ways: readonly AccessWay[]
  readonly lastSignIn: number | null
  readonly lastDecision: EarlierDecision | null
}

/** Somebody's access in a review. */
export interface ReviewItem {
  readonly campaign: string
  readonly position: number
  readonly review: string
  readonly account: string
  readonly userName: string
  /** Empty where there was none. */
  readonly fullName: string
  readonly since: number
  readonly ways: readonly AccessWay[]
  readonly lastSignIn: number | null
  readonly lastDecision: EarlierDecision | null
  readonly decision: ItemDecision | null
  readonly comment: string
  readonly decidedAt: number | null
  readonly decidedBy: RequestPerson | null
  readonly outcome: Outcome | null
  readonly appliedAt: number | null
  /** Orders the items. */
  readonly sortKey: string
}

/** Which items of a review are meant. */
export interface ItemFilter {
  /** A part of the user name or of the name. */
  readonly search?: string | undefined
  readonly decision?: ReviewDecision | 'open' | undefined
  /** Only those who have not signed in since. */
  readonly unusedSince?: number | undefined
  /** Only these people. */
  readonly accounts?: readonly string[] | undefined
}

/** The place of an item in its order. */
export interface ItemPlace {
  readonly sortKey: string
  readonly account: string
}

/** How two campaigns differ in what they share. */
export interface CampaignComparison {
  /** People whose access only the later one has, or only the earlier one had. */
  readonly added: number
  readonly removed: number
  readonly both: number
  /** Of both: kept then and revoked now, and the other way round. */
  readonly keptThenRevoked: number
  readonly revokedThenKept: number
}

/** How many items of a campaign have which decision and outcome. */
export interface CampaignTotals {
  readonly items: number
  readonly kept: number
  readonly revoked: number
  readonly gone: number
  readonly reviews: number
  readonly signed: number
}
