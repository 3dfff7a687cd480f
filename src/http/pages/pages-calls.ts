import type { Page } from '../description/call.ts'

export const SIGN_IN_PAGE = shownAndPosted(
  'signInPage',
  'The sign-in page in the theme that `themeId` names.',
)
export const SIGN_OUT_PAGE = shownAndPosted('signOutPage', 'The page on which people sign out.')
export const FLOW_PAGE = shownAndPosted('flowPage', 'Registration and personal details.')

/** A page that is shown and a form that it posts. */
export function shownAndPosted(id: string, page: string): { GET: Page; POST: Page } {
  return { GET: { id, page }, POST: { id: `${id}Form`, page: `What is posted from: ${page}` } }
}
