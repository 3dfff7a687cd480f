import type { Page } from '../description/call.ts'
import { shownAndPosted } from './pages-calls.ts'

export const LINKS_PAGE = shownAndPosted(
  'linksPage',
  'The accounts elsewhere that somebody has linked with theirs.',
)

export const SOURCE_BEGIN = {
  GET: { id: 'sourceBegin', page: 'Redirects to an identity source.' },
} as const satisfies Record<string, Page>

export const SOURCE_CALLBACK = {
  GET: { id: 'sourceCallback', page: 'The redirect URI for an identity source.' },
  POST: {
    id: 'sourceCallbackPosted',
    page: 'The redirect URI for an identity source that uses `form_post`.',
  },
} as const satisfies Record<string, Page>

export const SOURCE_SIGNED_OUT = {
  GET: { id: 'sourceSignedOut', page: 'The page after signing out at an identity source.' },
} as const satisfies Record<string, Page>

export const SOURCE_LOGOUT = {
  POST: {
    id: 'sourceLogout',
    page: 'The endpoint for OpenID Connect Back-Channel Logout from identity sources.',
  },
} as const satisfies Record<string, Page>

export const SOURCE_ICON = {
  GET: { id: 'sourceIcon', page: 'The icon of an identity source.' },
} as const satisfies Record<string, Page>
