import { DAY, openItems, type ReviewProblem } from '../core/flows/campaign.ts'
import type { ShownReviewEntry } from '../core/forms/apps-markup.ts'
import type { ShownFilter, ShownItem, ShownProgress, ShownReviewHead } from '../core/forms/review-markup.ts'
import { urlComponent } from '../core/text.ts'
import { type Query, reviewAddress } from '../identity/identity.ts'
import type { Campaign, ItemFilter, Review, ReviewItem } from '../store/store.ts'
import type { SeenProgress, SeenReview } from './reviews.ts'

const UNUSED_DAYS = 90
const LONGEST_SEARCH = 200

/** A filter that finds everybody. */
export const NO_FILTER: ShownFilter = { search: '', shown: '', unused: false }

/** The filter that a query or a form names. */
export function filterOf(given: Pick<Query, 'get'>): ShownFilter {
  const shown = given.get('shown')
  return {
    search: (given.get('search') ?? '').slice(0, LONGEST_SEARCH).trim(),
    shown: shown === 'open' || shown === 'keep' || shown === 'revoke' ? shown : '',
    unused: given.get('unused') === '1',
  }
}

export function itemFilter({ search, shown, unused }: ShownFilter, now: number): ItemFilter {
  return {
    ...(search !== '' && { search }),
    ...(shown !== '' && { decision: shown }),
    ...(unused && { unusedSince: now - UNUSED_DAYS * DAY }),
  }
}

/** The address of a page of a review, with its filter and a place in its list. */
export function pageOf(
  id: string,
  { search, shown, unused }: ShownFilter,
  more: Readonly<Record<string, string | null | undefined>>,
): string {
  const values = { search, shown, unused: unused ? '1' : '', ...more }
  const parameters = Object.entries(values)
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .map(([name, value]) => `${name}=${urlComponent(value)}`)
  return `${reviewAddress(id)}${parameters.length === 0 ? '' : `?${parameters.join('&')}`}`
}

function stateOf(campaign: Campaign, review: Pick<Review, 'signedAt' | 'closedAt'>, now: number) {
  if (review.signedAt !== null) return 'signed'
  return campaign.state === 'running' && campaign.endsAt > now && review.closedAt === null ? 'open' : 'ended'
}

function headOf(
  campaign: Campaign,
  application: string,
): Omit<ShownReviewHead, 'state' | 'decided' | 'items' | 'standsInFor'> {
  const { name, description, endsAt, openItems: left } = campaign
  return { campaign: name, description, application, endsAt, openItems: left }
}

export function shownHead({ campaign, application, review, part }: SeenReview, now: number): ShownReviewHead {
  return {
    ...headOf(campaign, application.name),
    standsInFor: part === 'deputy' ? review.reviewer?.userName : undefined,
    state: stateOf(campaign, review, now),
    decided: review.items - openItems(review),
    items: review.items,
  }
}

export function shownProgress(
  { campaign, application, reviews, totals }: SeenProgress,
  now: number,
): Omit<ShownProgress, 'appsHref'> {
  const listed = reviews.filter(({ items }) => items > 0)
  const ends = { signedAt: null, closedAt: null }
  return {
    ...headOf(campaign, application.name),
    state: stateOf(campaign, ends, now),
    decided: totals.items - openItems(totals),
    items: totals.items,
    reviews: listed.map(review => ({
      href: reviewAddress(review.id),
      reviewer: review.reviewer?.userName,
      decided: review.items - openItems(review),
      items: review.items,
      state: stateOf(campaign, review, now),
    })),
  }
}

/** A review in the list of somebody's applications. */
export function shownReviewEntry({ campaign, application, review, part }: SeenReview): ShownReviewEntry {
  return {
    standsInFor: part === 'deputy' ? review.reviewer?.userName : undefined,
    href: reviewAddress(review.id),
    application: application.name,
    campaign: campaign.name,
    endsAt: campaign.endsAt,
    decided: review.items - openItems(review),
    items: review.items,
  }
}

export function shownItem(item: ReviewItem): ShownItem {
  const { account, userName, fullName, since, lastSignIn, lastDecision, decision, comment } = item
  return {
    ...{ account, since, lastSignIn, lastDecision, decision, comment },
    person: { name: fullName || userName, userName },
    ways: item.ways.map(({ group, by, origin }) => {
      return { group: group?.name, by, isRequested: origin === 'requested' }
    }),
  }
}

/** Which field of the page has a problem, and the label that says what is wrong. */
export const REVIEW_PROBLEM_LABELS: Readonly<
  Record<ReviewProblem, { readonly field?: 'comment' | 'reviewer' | 'reason'; readonly label: string }>
> = {
  'campaign-not-running': { label: 'REVIEW_NOT_OPEN' },
  'review-signed': { label: 'REVIEW_NOT_OPEN' },
  'review-incomplete': { label: 'REVIEW_SIGN_HINT' },
  'review-not-yours': { label: 'REVIEW_NOT_OPEN' },
  'sign-off-not-wanted': { label: 'REVIEW_NOT_OPEN' },
  'reason-missing': { field: 'reason', label: 'REQUEST_WHY_EMPTY' },
  'reason-too-long': { field: 'reason', label: 'ACCESS_TEXT_TOO_LONG' },
  'comment-too-long': { field: 'comment', label: 'ACCESS_TEXT_TOO_LONG' },
  'reviewer-unknown': { field: 'reviewer', label: 'REQUEST_PERSON_UNKNOWN' },
  'reviewer-same': { field: 'reviewer', label: 'REVIEW_SAME' },
  'own-access': { field: 'reviewer', label: 'REVIEW_OWN' },
}
