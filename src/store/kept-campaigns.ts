import type { CampaignState, ItemDecision, Outcome, ReviewDecision } from '../core/flows/campaign.ts'
import type { AccessOrigin, Holder, Named, RequestPerson } from './kept-access.ts'

/** What an administrator decides about a campaign. */
export interface CampaignSettings {
  readonly name: string
  readonly description: string | null
  readonly startsAt: number
  readonly endsAt: number
  /** Empty if everybody is reviewed by their own supervisor. */
  readonly reviewers: readonly Named<Holder>[]
  /** People who oversee the campaign, and take over overdue reviews. */
  readonly supervisors: readonly Named<Holder>[]
  /** What happens to access that is still undecided at the end. */
  readonly openItems: ReviewDecision
  /** Whether decisions take effect only once their reviewer has signed them off. */
  readonly signOff: boolean
  readonly remindDays: number
  readonly escalateDays: number
  /** The campaign is repeated after this many months; 0 means never. */
  readonly repeatMonths: number
}

/** A certification campaign. */
export interface Campaign extends CampaignSettings {
  readonly id: string
  readonly state: CampaignState
  /** The planned length. If the campaign starts late, it also ends later. */
  readonly lasts: number
  /** The campaign that it repeats. */
  readonly previous: string | null
  readonly createdAt: number
  /** Who created it, in the notation of the audit trail. */
  readonly createdBy: string
  readonly startedAt: number | null
  readonly remindedAt: number | null
  readonly escalatedAt: number | null
  readonly endedAt: number | null
  /** The SHA-256 digest of the report, once the campaign has ended. */
  readonly digest: string | null
}

/** The properties of a campaign that can change. */
export type CampaignChange = Partial<
  Pick<Campaign, 'state' | 'endsAt' | 'startedAt' | 'remindedAt' | 'escalatedAt' | 'endedAt' | 'digest'>
>

/** An application in a campaign, with its name at the time when the campaign was created. */
export interface CampaignApplication {
  readonly id: string
  readonly position: number
  readonly application: string
  readonly name: string
}

/** The part of a campaign that one person reviews: people with access to one application. */
export interface Review {
  readonly id: string
  readonly campaign: string
  /** The position of the application in the campaign. */
  readonly position: number
  /** Null if nobody can review these people. */
  readonly reviewer: RequestPerson | null
  /** The former reviewer, and why the review was passed on. */
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

/** A way in which somebody has access: their own, or through a group. */
export interface AccessWay {
  /** Null for a person's own access. */
  readonly group: { readonly id: string; readonly name: string } | null
  readonly since: number
  readonly endsAt: number | null
  readonly origin: AccessOrigin
  /** The account that approved the request for it, or gave it; absent if an API client or the command line did. */
  readonly by?: string
}

/** The last decision about the same access in an earlier campaign. */
export interface EarlierDecision {
  readonly decision: ReviewDecision
  readonly at: number
  readonly by: string
}

/** A person with access, as recorded when a campaign starts. */
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

/** A person's access, as an item of a review. */
export interface ReviewItem {
  readonly campaign: string
  readonly position: number
  readonly review: string
  readonly account: string
  readonly userName: string
  /** Empty if there was none. */
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
  /** Determines the order of the items. */
  readonly sortKey: string
}

/** Selects items of a review. */
export interface ItemFilter {
  /** A part of the user name or of the name. */
  readonly search?: string | undefined
  readonly decision?: ReviewDecision | 'open' | undefined
  /** Only those who have not signed in since. */
  readonly unusedSince?: number | undefined
  /** Only these people. */
  readonly accounts?: readonly string[] | undefined
}

/** The position of an item in the order. */
export interface ItemPlace {
  readonly sortKey: string
  readonly account: string
}

/** The differences between two campaigns in the applications that both review. */
export interface CampaignComparison {
  /** The number of people whose access only the later campaign has, or only the earlier one had. */
  readonly added: number
  readonly removed: number
  readonly both: number
  /** The number of people in both campaigns whose access was kept then and revoked now, and the reverse. */
  readonly keptThenRevoked: number
  readonly revokedThenKept: number
}

/** The number of items of a campaign by decision and outcome. */
export interface CampaignTotals {
  readonly items: number
  readonly kept: number
  readonly revoked: number
  readonly gone: number
  readonly reviews: number
  readonly signed: number
}
