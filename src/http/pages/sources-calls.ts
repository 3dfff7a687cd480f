import type { Page } from '../description/call.ts'
import { shownAndPosted } from './pages-calls.ts'

export const LINKS_PAGE = shownAndPosted(
  'linksPage',
  'The accounts elsewhere that somebody has linked with theirs.',
)

export const SOURCE_BEGIN = {
  GET: { id: 'sourceBegin', page: 'The way to an identity source.' },
} as const satisfies Record<string, Page>

export const SOURCE_CALLBACK = {
  GET: { id: 'sourceCallback', page: 'The way back from an identity source.' },
  POST: { id: 'sourceCallbackPosted', page: 'The way back from an identity source whose answer is posted.' },
} as const satisfies Record<string, Page>

export const SOURCE_SIGNED_OUT = {
  GET: { id: 'sourceSignedOut', page: 'The page after signing out at an identity source.' },
} as const satisfies Record<string, Page>

export const SOURCE_LOGOUT = {
  POST: {
    id: 'sourceLogout',
    page: 'Where identity sources tell sign-outs (OpenID Connect Back-Channel Logout).',
  },
} as const satisfies Record<string, Page>

export const SOURCE_ICON = {
  GET: { id: 'sourceIcon', page: 'The picture of an identity source.' },
} as const satisfies Record<string, Page>
