import type { Page, Wish } from '../../pages/pages.ts'
import type { Tenant } from '../../store/store.ts'
import type { Session } from '../sessions/sessions.ts'

/** Somebody's request, as far as it matters here. */
export interface Visit {
  readonly tenant: Tenant
  /** What the browser's cookie holds: flows and sessions are bound to it. */
  readonly browser: string
  readonly session: Session | undefined
  /** What the cookie of the last first proof holds. */
  readonly steps: string | undefined
  /** What the cookie of the last registration holds. */
  readonly registration: string | undefined
  /** What the browser keeps of an account that signed in there. */
  readonly device: string | undefined
  /** The id of the identity source that was last used in the browser. */
  readonly source: string | undefined
  /** The cookie of the provider's own session. */
  readonly providerSession: string | undefined
  /** The network address. */
  readonly address: string
  readonly wish: Wish
  /** Whether the browser asks not to be counted. */
  readonly declines: boolean
  /** The address that was asked for, without its query. */
  readonly path: string
  /** Leads from a page to the log. */
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
  | { readonly page: Page; readonly status: number; readonly cookies?: AnswerCookies }
  | {
      readonly redirect: string
      readonly cookies?: AnswerCookies
      /** Whether a form had no effect, so that a repeated one is processed again: each wrong password counts. */
      readonly idle?: true
    }
  /** Leads on by a page: browsers hold the policy of a page with a form against redirects, but not against this. */
  | { readonly leaves: string; readonly label: string; readonly cookies?: AnswerCookies }
