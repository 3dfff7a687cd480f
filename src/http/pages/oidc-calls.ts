import type { Page } from '../description/call.ts'
import { shownAndPosted } from './pages-calls.ts'

export const INTERACTION_PAGE = shownAndPosted('interactionPage', 'Signing in on the way to an application.')

/** Where RFC 8414 has it. */
export const AUTHORIZATION_SERVER_METADATA = {
  id: 'authorizationServer',
  page: 'The metadata of the OpenID provider, at the address defined in RFC 8414.',
} as const satisfies Page

/** What the OpenID provider answers, by its path. */
export const PROVIDED = {
  '/.well-known/openid-configuration': {
    id: 'openidConfiguration',
    page: 'The metadata of the OpenID provider (OpenID Connect Discovery).',
  },
  '/jwks': { id: 'jwks', page: 'The public keys of the OpenID provider.' },
  '/authorize': {
    id: 'authorize',
    page: 'The authorization endpoint: applications send people here to sign in.',
  },
  '/authorize/:uid': {
    id: 'authorizeResumed',
    page: 'Returns people to the application after they have signed in.',
  },
  '/userinfo': { id: 'userinfo', page: 'The claims about the person who signed in.' },
  '/logout': { id: 'logout', page: 'The end session endpoint: applications send people here to sign out.' },
  '/logout/confirm': {
    id: 'logoutConfirmed',
    page: 'Receives the confirmation that a person wants to sign out.',
  },
  '/logout/success': { id: 'logoutDone', page: 'The page after signing out.' },
} as const satisfies Record<string, Page>
