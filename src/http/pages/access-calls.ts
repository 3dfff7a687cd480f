import { shownAndPosted } from './pages-calls.ts'

export const APPS_PAGE = shownAndPosted(
  'appsPage',
  'The applications that somebody may open or ask for, and the requests that concern them.',
)
export const ASKING_PAGE = shownAndPosted('accessRequestPage', 'Asking for access to an application.')
export const REQUEST_PAGE = shownAndPosted(
  'accessDecisionPage',
  'A request for access, for those who asked and for those who decide.',
)
export const REVIEW_PAGE = shownAndPosted(
  'accessReviewPage',
  'A review of who has access to an application, for its reviewer and for supervisors of the campaign.',
)
