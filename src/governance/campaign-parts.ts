import {
  inTurn,
  MOST_REVIEWERS,
  MOST_SUPERVISORS,
  openItems,
  type Reviewing,
  reviewerOf,
} from '../core/flows/campaign.ts'
import type {
  Campaign,
  CampaignApplication,
  CampaignSettings,
  RequestPerson,
  Review,
  Reviewed,
  TenantStore,
} from '../store/store.ts'

/** What the jobs of campaigns work on. */
export const CAMPAIGN = 'campaign'

/** A campaign with its applications. */
export interface WholeCampaign {
  readonly campaign: Campaign
  readonly applications: readonly CampaignApplication[]
}

export async function wholeCampaign(store: TenantStore, id: string): Promise<WholeCampaign | undefined> {
  const campaign = await store.campaigns.get(id)
  return campaign && { campaign, applications: await store.campaigns.applications(id) }
}

/** The supervisors of a campaign who can sign in. */
export async function supervisorsOf(
  store: TenantStore,
  { supervisors }: Pick<CampaignSettings, 'supervisors'>,
): Promise<RequestPerson[]> {
  return await store.campaigns.active(supervisors, { limit: MOST_SUPERVISORS })
}

/** Whether a review waits for its reviewer: decisions or, where it is wanted, the sign-off are missing. */
export function isUnfinished({ signOff }: Pick<Campaign, 'signOff'>, review: Review): boolean {
  if (review.items === 0 || review.signedAt !== null || review.closedAt !== null) return false
  return signOff || openItems(review) > 0
}

/** Who gets to review whom, among those who can sign in now. */
export class Assignment {
  readonly #reviewing: Reviewing
  readonly #names: Map<string, RequestPerson>

  private constructor(reviewing: Reviewing, people: readonly RequestPerson[]) {
    this.#reviewing = reviewing
    this.#names = new Map(people.map(person => [person.id, person]))
  }

  static async of(
    store: TenantStore,
    settings: Pick<CampaignSettings, 'reviewers' | 'supervisors'>,
  ): Promise<Assignment> {
    const reviewers = await store.campaigns.active(settings.reviewers, { limit: MOST_REVIEWERS })
    const supervisors = await supervisorsOf(store, settings)
    const reviewing = {
      bySupervisor: settings.reviewers.length === 0,
      reviewers: reviewers.map(({ id }) => id),
      supervisors: supervisors.map(({ id }) => id),
    }
    return new Assignment(reviewing, [...reviewers, ...supervisors])
  }

  /** Reviewers whom the campaign names, whether they get anything or not. */
  get named(): RequestPerson[] {
    return this.#reviewing.reviewers.map(id => this.#names.get(id)!)
  }

  /** Who reviews somebody whose turn this is; null where nobody can. */
  reviewer({ account, supervisor }: Pick<Reviewed, 'account' | 'supervisor'>, turn: number) {
    if (supervisor !== undefined) this.#names.set(supervisor.id, supervisor)
    return this.#named(reviewerOf({ account, supervisor: supervisor?.id }, this.#reviewing, turn))
  }

  /** The supervisor of the campaign whose turn it is, but not this account; null where there is none. */
  supervisor(except: string, turn: number): RequestPerson | null {
    return this.#named(inTurn(this.#reviewing.supervisors, turn, except))
  }

  /** Whether somebody supervises the campaign. */
  supervises(person: RequestPerson | null): boolean {
    return person !== null && this.#reviewing.supervisors.includes(person.id)
  }

  #named(id: string | undefined): RequestPerson | null {
    return id === undefined ? null : this.#names.get(id)!
  }
}
