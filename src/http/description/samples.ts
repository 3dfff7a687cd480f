import type { RefusalCode, Refusals } from '../../core/refusal.ts'
import { FAULTS } from '../request/faults.ts'
import { MESSAGES } from '../request/messages.ts'
import type { Message } from '../request/record-messages.ts'

/** An error as the description shows it. */
export interface ErrorSample {
  readonly code: string
  readonly status: number
  readonly title: string
  readonly body: { readonly messageId: string; readonly messageDescription: string }
}

const FILE = 'common/page_style.css'
const ID = '1f0c2d34-5b6a-4c7d-8e9f-a0b1c2d3e4f5'

/** Details that each refusal might have. */
const DETAILS: { readonly [C in RefusalCode]: Refusals[C] } = {
  path_invalid: { path: '../x', flaw: 'dots', why: 'a segment is . or ..' },
  path_collides: { path: FILE, other: 'common/Page_style.css' },
  content_contradicts: { path: 'common/logo.png', expected: 'a PNG image' },
  archive_invalid: { flaw: 'end', why: 'it has no end record' },
  over_limit: { what: 'archive', limit: 20_971_520 },
  upload_type: { expected: 'multipart/form-data' },
  upload_encoded: { encoding: 'gzip' },
  upload_malformed: { why: 'The form has no parts.' },
  upload_timeout: { seconds: 120 },
  upload_aborted: {},
  configuration_invalid: { sentence: 'The name of the theme must be a string.' },
  theme_name_taken: { name: 'Harbour' },
  theme_name_reserved: { name: 'master' },
  theme_name_fixed: {},
  theme_unknown: {},
  theme_in_use: { themeId: ID },
  themes_in_use: { applications: 2 },
  theme_protected: { themeId: 'master', allow: ['GET', 'HEAD'] },
  range_outside: { size: 1024 },
  file_unknown: { path: 'common/none.css' },
  page_unknown: { kind: 'page or mail', id: 'sign-in' },
  revision_unknown: { revision: 7 },
  navigation_required: {},
  cookie_repeated: {},
  worker_refused: {},
  session_missing: {},
  origin_foreign: {},
  role_missing: {},
  console_forbidden: {},
  console_unbuilt: {},
  console_missing: {},
  demo_unknown: {},
  route_unknown: {},
  method_unknown: { method: 'PATCH', allow: ['GET', 'HEAD'] },
  host_unknown: {},
  target_invalid: { why: 'it has a broken percent escape' },
  request_malformed: {},
  headers_too_large: {},
  expectation_unknown: {},
  too_many_tries: { retryAfter: 120 },
  too_many_requests: { retryAfter: 3 },
  too_many_events: { retryAfter: 30 },
  ticket_invalid: {},
  stopping: {},
  starting: {},
  busy: {},
  overloaded: {},
  query_invalid: { parameter: 'limit', problem: 'must be a whole number from 1 to 1000' },
  precondition_failed: { what: 'theme', header: 'If-Match' },
  token_missing: {},
  token_malformed: { sentence: 'The header Authorization must be Bearer, one space and the token.' },
  token_invalid: {},
  entitlement_missing: { entitlement: 'manageTemplates' },
  client_limited: {},
  application_unknown: { applicationId: ID },
  client_unknown: { clientId: ID },
  client_id_taken: { clientId: ID },
  account_unknown: { account: 'ada' },
  source_unknown: { source: 'Google' },
  source_name_taken: { name: 'Google' },
  link_unknown: { source: 'Google' },
  source_test_unknown: {},
  group_unknown: { group: 'sales' },
  group_name_taken: { name: 'sales' },
  access_unknown: { holder: 'ada' },
  request_unknown: { request: ID },
  request_refused: { why: 'request-moved-on' },
  campaign_unknown: { campaign: ID },
  campaign_state: { state: 'ended' },
  review_unknown: { review: ID },
  review_refused: { why: 'review-signed' },
  user_name_taken: { userName: 'ada' },
  last_administrator: {},
  flow_unknown: { reference: 'newsletter' },
  flow_version_unknown: { reference: 'registration', version: 7 },
  flow_invalid: { mistakes: [{ path: '/steps/0/fields/2', reason: 'There is no attribute "shoe".' }] },
  attribute_unknown: { name: 'department' },
  flow_in_use: { reference: 'partners', applications: ['Shop'] },
  attribute_in_use: { name: 'department', why: 'the flow "registration" asks for it.' },
  mail_unknown: { mail: ID },
  mail_not_kept: { mail: ID, sent: true },
  mail_being_sent: { mail: ID },
  mail_server_unset: {},
  mail_check_running: {},
  tenant_unknown: { tenant: 'shop' },
  tenant_taken: { what: 'name', value: 'shop' },
  tag_manager_taken: {
    path: 'user_flows/registration/default/registration.html',
    container: 'GTM-ABCD123',
  },
  value_invalid: { sentence: 'The name must have 1 to 128 visible characters.' },
}

/** How a refusal looks. */
export function refusalSample<C extends RefusalCode>(code: C): ErrorSample {
  return sample(code, MESSAGES[code], DETAILS[code])
}

/** How a fault looks. */
export function faultSample(code: keyof typeof FAULTS): ErrorSample {
  return sample(code, FAULTS[code], { reference: ID })
}

function sample<D>(code: string, { id, status, title, text }: Message<D>, details: D): ErrorSample {
  return { code, status, title, body: { messageId: id, messageDescription: text(details) } }
}
