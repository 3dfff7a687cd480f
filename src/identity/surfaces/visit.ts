import type { Page, Wish } from '../../pages/pages.ts'
import type { Tenant } from '../../store/store.ts'
import type { Session } from '../sessions/sessions.ts'
import type { Leaving } from './leaving.ts'

/** The parts of a request that matter to the pages. */
export interface Visit {
  readonly tenant: Tenant
  /** The value of the browser's cookie. Flows and sessions are bound to it. */
  readonly browser: string
  readonly session: Session | undefined
  /** The value of the session cookie, if it opens no session. */
  readonly endedSession: string | undefined
  /** The value of the cookie that is set after the first proof of a sign-in. */
  readonly steps: string | undefined
  /** The value of the cookie of the last registration. */
  readonly registration: string | undefined
  /** The cookie that recognizes this device for an account. */
  readonly device: string | undefined
  /** The id of the identity source that was last used in the browser. */
  readonly source: string | undefined
  /** The cookie of the provider's own session. */
  readonly providerSession: string | undefined
  /** The network address. */
  readonly address: string
  readonly wish: Wish
  /** Whether the browser asks to be left out of analytics. */
  readonly declines: boolean
  /** The path that was requested, without its query. */
  readonly path: string
  /** The reference that connects a page with the log. */
  readonly reference: string
}

/** Cookies that an answer sets; null removes one. */
export interface AnswerCookies {
  readonly session?: string | null
  readonly steps?: string | null
  readonly registration?: string
  readonly device?: string
  readonly source?: string
}

/** The answer to a visit. */
export type Answer =
  | {
      readonly page: Page
      readonly status: number
      readonly cookies?: AnswerCookies
      /**
       * Makes the page for another browser with the same wishes, without a session and without an identity source that it
       * has used before. It holds until the store changes; undefined if the page cannot be made without
       * reading the store.
       */
      readonly again?: (browser: string) => Page | undefined
    }
  | {
      readonly redirect: string
      readonly cookies?: AnswerCookies
      /** Whether a form had no effect, so that a repeated one is processed again: each wrong password counts. */
      readonly idle?: true
    }
  /** Continues by a page. Browsers apply the policy of a page with a form to redirects, but not to this. */
  | (Leaving & { readonly cookies?: AnswerCookies })
