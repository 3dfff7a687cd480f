import type { Page } from '../description/call.ts'
import { shownAndPosted } from './pages-calls.ts'

export const INTERACTION_PAGE = shownAndPosted('interactionPage', 'Signing in on the way to an application.')

/** Where RFC 8414 has it. */
export const AUTHORIZATION_SERVER_METADATA = {
  id: 'authorizationServer',
  page: 'What the OpenID provider can do, at the address of RFC 8414.',
} as const satisfies Page

/** What the OpenID provider answers, by its path. */
export const PROVIDED = {
  '/.well-known/openid-configuration': {
    id: 'openidConfiguration',
    page: 'What the OpenID provider can do.',
  },
  '/jwks': { id: 'jwks', page: 'The public keys of the OpenID provider.' },
  '/authorize': { id: 'authorize', page: 'Where applications send people to sign in.' },
  '/authorize/:uid': { id: 'authorizeResumed', page: 'The way back to the application after signing in.' },
  '/userinfo': { id: 'userinfo', page: 'What an application may know of who signed in.' },
  '/logout': { id: 'logout', page: 'Where applications send people to sign out.' },
  '/logout/confirm': { id: 'logoutConfirmed', page: 'The answer to whether somebody wants to sign out.' },
  '/logout/success': { id: 'logoutDone', page: 'The page after signing out.' },
} as const satisfies Record<string, Page>
