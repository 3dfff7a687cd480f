import { signOffMarkup } from '../core/forms/review-markup.ts'
import type { Answer, Identity, Journey, Query, Visit } from '../identity/identity.ts'
import { wordingOf } from './access-page.ts'
import { pagedItems } from './review-paging.ts'
import type { Reviews, SeenReview } from './reviews.ts'
import { NO_FILTER, pageOf } from './shown-reviews.ts'

/** People on a page of the last step. */
const NAMED = 200

/**
 * The last step before decisions are final. It names everybody, in pages: styles of a theme can hide people on the page
 * before, who are then part of a decision about all.
 */
export async function signOffPage(
  { identity, reviews }: { identity: Pick<Identity, 'surfaces' | 'signedIn'>; reviews: Reviews },
  visit: Visit,
  signing: Journey,
  { application, review }: SeenReview,
  query: Query,
): Promise<Answer> {
  const wording = await wordingOf(identity, visit, signing)
  const which = { tenant: visit.tenant, review: review.id }
  const { items, before, after } = await pagedItems(reviews, which, {}, query, NAMED)
  const names = (wanted: 'keep' | 'revoke') =>
    items
      .filter(({ decision }) => decision === wanted)
      .map(({ fullName, userName }) => (fullName === '' ? userName : `${fullName} (${userName})`))
  const flow = query.get('flow')
  const link = (place: Readonly<Record<string, string | undefined>>) =>
    pageOf(review.id, NO_FILTER, { flow, ...place })
  const sign = {
    application: application.name,
    kept: review.kept,
    revoked: review.revoked,
    keeping: names('keep'),
    losing: names('revoke'),
    previousHref: before && link({ before }),
    nextHref: after && link({ after }),
  }
  const page = await identity.surfaces.page(wording.audience, 'access-review', {
    REVIEW_PAGE_TITLE: wording.word('SIGN_OFF_TITLE', { APPLICATION: application.name }),
    REVIEW_FORM: signOffMarkup(sign, await identity.signedIn.posting(visit, signing), wording),
  })
  return { page, status: 200 }
}
