import type { RequestProblem } from './flows/access-request.ts'
import type { CampaignState, ReviewProblem } from './flows/campaign.ts'
import type { Mistake } from './mistake.ts'

/** What can be written under a precondition, as errors call it. */
export type Conditional =
  | 'theme'
  | 'file'
  | 'flow'
  | 'attribute'
  | 'application'
  | 'API client'
  | 'identity source'
  | 'linter settings'
  | 'access settings'

/** Every refusal by the rules, with the details that a person needs to fix the problem. */
export interface Refusals {
  path_invalid: { path: string; flaw: string; why: string }
  path_collides: { path: string; other: string }
  content_contradicts: { path: string; expected: string }

  archive_invalid: { flaw: string; why: string; entry?: string }
  over_limit: {
    what:
      | Exclude<LimitName, 'path' | 'segment' | 'levels' | 'revisions'>
      | 'body'
      | 'form'
      | 'authorization'
      | 'locales'
    limit: number
    entry?: string
  }

  upload_type: { expected: string }
  upload_encoded: { encoding: string }
  upload_malformed: { why: string }
  upload_timeout: { seconds: number }
  upload_aborted: Record<never, never>

  configuration_invalid: { sentence: string }
  theme_name_taken: { name: string }
  theme_name_reserved: { name: string }
  theme_name_fixed: Record<never, never>
  theme_unknown: Record<never, never>
  theme_in_use: { themeId: string }
  themes_in_use: { applications: number }
  theme_protected: { themeId: 'default' | 'master'; allow: string[] }
  /** `places`: where the file of an asset could be, by the name in its URL. */
  file_unknown: { path: string; places?: readonly string[] }
  range_outside: { size: number }
  page_unknown: { kind: 'mail' | 'page or mail'; id: string }
  revision_unknown: { revision: number }
  tag_manager_taken: { path: string; container: string }

  ticket_invalid: Record<never, never>
  too_many_events: { retryAfter: number }

  session_missing: Record<never, never>
  origin_foreign: Record<never, never>
  role_missing: Record<never, never>
  console_forbidden: Record<never, never>
  console_unbuilt: Record<never, never>
  console_missing: Record<never, never>
  demo_unknown: Record<never, never>

  navigation_required: Record<never, never>
  cookie_repeated: Record<never, never>
  worker_refused: Record<never, never>

  route_unknown: Record<never, never>
  method_unknown: { method: string; allow: string[] }
  host_unknown: Record<never, never>
  target_invalid: { why: string }
  request_malformed: Record<never, never>
  headers_too_large: Record<never, never>
  expectation_unknown: Record<never, never>
  too_many_tries: { retryAfter: number }
  too_many_requests: { retryAfter: number }
  stopping: Record<never, never>
  starting: Record<never, never>
  busy: Record<never, never>
  overloaded: Record<never, never>

  /** The problem completes a sentence that begins with the name of the parameter. */
  query_invalid: { parameter: string; problem: string }
  /** `isVain`: the header would fail for every version. */
  precondition_failed: { what: Conditional; header: 'If-Match' | 'If-None-Match'; isVain?: boolean }
  token_missing: Record<never, never>
  token_malformed: { sentence: string }
  token_invalid: Record<never, never>
  entitlement_missing: { entitlement: string }
  client_limited: Record<never, never>

  application_unknown: { applicationId: string }
  group_unknown: { group: string }
  group_name_taken: { name: string }
  access_unknown: { holder: string }
  request_unknown: { request: string }
  request_refused: { why: RequestProblem }
  campaign_unknown: { campaign: string }
  campaign_state: { state: CampaignState }
  review_unknown: { review: string }
  review_refused: { why: ReviewProblem }
  source_unknown: { source: string }
  source_name_taken: { name: string }
  link_unknown: { source: string }
  source_test_unknown: Record<string, never>
  client_unknown: { clientId: string }
  client_id_taken: { clientId: string }
  account_unknown: { account: string }
  user_name_taken: { userName: string }
  last_administrator: Record<never, never>
  flow_unknown: { reference: string }
  flow_version_unknown: { reference: string; version: number }
  flow_in_use: { reference: string; applications: readonly string[] }
  flow_invalid: { mistakes: readonly Mistake[] }
  attribute_unknown: { name: string }
  attribute_in_use: { name: string; why: string }
  mail_unknown: { mail: string }
  mail_not_kept: { mail: string; sent: boolean }
  mail_being_sent: { mail: string }
  mail_server_unset: Record<never, never>
  mail_check_running: Record<never, never>
  tenant_unknown: { tenant: string }
  tenant_taken: { what: 'name' | 'host' | 'console'; value: string }
  value_invalid: { sentence: string }
}

export type RefusalCode = keyof Refusals

/** A value that cannot be used; the sentence says what is wrong with it, or what to give instead. */
export function invalidValue(sentence: string): Refusal<'value_invalid'> {
  return new Refusal('value_invalid', { sentence })
}

/** A refusal by the rules: an expected outcome with a code, never a fault. */
export class Refusal<C extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refusal'
  readonly code: C
  readonly details: Refusals[C]

  constructor(code: C, details: Refusals[C]) {
    super(code)
    this.code = code
    this.details = details
  }
}

/** Limits on what a tenant may store and a client may send. An operator can change each of them. */
export interface Limits {
  archive: number
  expanded: number
  file: number
  entries: number
  ratio: number
  path: number
  segment: number
  levels: number
  themes: number
  revisions: number
}

export type LimitName = keyof Limits

const MiB = 1024 * 1024

export const DEFAULT_LIMITS: Readonly<Limits> = Object.freeze({
  archive: 20 * MiB,
  expanded: 64 * MiB,
  file: 10 * MiB,
  entries: 5000,
  ratio: 100,
  path: 512,
  segment: 255,
  levels: 16,
  themes: 1000,
  revisions: 100,
})
