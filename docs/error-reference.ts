import type { RefusalCode } from '../src/core/refusal.ts'
import { FAULTS, OAUTH_MESSAGES, OAUTH_OTHER } from '../src/http/request/faults.ts'
import { MESSAGES } from '../src/http/request/messages.ts'

/** What to do about each error, with the guide that explains it. An error without advice does not compile. */
const ADVICE: Readonly<Record<RefusalCode | keyof typeof FAULTS, string>> = {
  internal:
    'Look up the reference in the [log](monitoring.md#logs), and report the error if it happens again.',
  unavailable:
    'Try again. If it happens again, [check the database](troubleshooting.md#the-database-is-unavailable).',
  full: '[Free space on the disk](troubleshooting.md#the-disk-is-full-507) of the database.',
  damaged:
    '[Run the doctor, then restore a backup](troubleshooting.md#the-database-is-damaged-500-tabrd0004e).',

  route_unknown: 'Compare the address with [every call](api.md).',
  method_unknown: 'Use one of the methods in the header `Allow`.',
  host_unknown: '[Check the host names of your tenants](troubleshooting.md#404-tabrd0103e-unknown-host).',
  target_invalid: 'Percent-encode the address. The description says what is wrong with it.',
  request_malformed: 'Check the program or the [proxy](proxies.md#a-proxy) that sent the request.',
  headers_too_large: 'Send fewer or shorter headers. In a browser, delete the cookies of this site.',
  expectation_unknown: 'Send the request without the header `Expect`, or with `100-continue`.',
  query_invalid: 'Correct the parameter that the description names.',
  stopping: 'Try again. Another node may answer: see [restarts](proxies.md#restarts).',
  starting: 'Try again in a second.',
  busy: 'Try again after `Retry-After`: see [errors under load](troubleshooting.md#the-api-answers-503).',
  overloaded: 'Try again after `Retry-After`: see [overload](sizing.md#overload).',
  too_many_requests: 'Wait as long as `Retry-After` says: see [limits](api.md#limits).',
  navigation_required:
    'Open the page in a tab or window. It cannot be shown in a frame or loaded by a script.',
  cookie_repeated: 'Open the page again. If it happens again, delete the cookies of this site.',
  worker_refused: 'Do not register a service worker on the sign-in pages.',

  token_missing: '[Get a token](api.md#get-a-token) and send it as `Authorization: Bearer`.',
  token_malformed: 'Send the header exactly as in [the first calls](api.md#first-calls).',
  token_invalid: '[Get a new token](api.md#get-a-token).',
  entitlement_missing:
    'Give the API client the [entitlement](api.md#tokens) that the description names. In the console, ask an administrator for a [role](console.md#who-may-use-it).',
  client_limited: 'Use an API client [without a limit to some themes](api.md#api-clients-for-some-themes).',
  too_many_tries: 'Wait as long as `Retry-After` says, and check the client secret.',

  theme_unknown: 'Use an id in the [list of themes](api.md#list-themes). In the console, reload *Themes*.',
  theme_in_use: 'Give its applications [another theme](connect.md#3-give-it-your-brand) first.',
  themes_in_use: 'Give all applications the default theme first.',
  theme_protected:
    'Create a theme and change that one. To reset `default`, upload the [package of the master](api.md#themes).',
  theme_name_taken: 'Choose [another name](api.md#names-and-answers).',
  theme_name_reserved: 'Choose [another name](api.md#names-and-answers).',
  theme_name_fixed: 'Leave the name out. You can change the description.',
  configuration_invalid:
    'Correct the value that the description names: see [names](api.md#names-and-answers).',
  file_unknown: 'Check the path: see [files of a theme](api.md#files-of-a-theme).',
  range_outside: 'Load the file again from its beginning.',
  page_unknown:
    'Use an id of the [theme reference](theme-reference.md), or of the call `GET /v1.0/tabard/pages`.',
  revision_unknown: 'List the [revisions](api.md#history), and use one of their numbers.',
  tag_manager_taken:
    'Use this container, or [remove your snippet](analytics.md#a-snippet-that-you-added-yourself) first.',
  precondition_failed:
    'Load it again, and repeat your change. Programs send the new ETag: see [conditions](api.md#conditions).',

  session_missing: '[Sign in to the console](console.md#signing-in) again.',
  origin_foreign:
    '[Check the address of the console and the proxy](troubleshooting.md#the-console-says-that-a-call-came-from-elsewhere).',
  role_missing: 'Ask an administrator: see [who may use the console](console.md#who-may-use-it).',
  console_forbidden:
    'Ask an administrator for a role: see [who may use the console](console.md#who-may-use-it).',
  console_unbuilt: '[Install](install.md) with all dependencies, then start the service again.',
  console_missing: '[Give the tenant a console](troubleshooting.md#404-tabrd0607e-no-console-here).',
  demo_unknown: '[Start the trial sign-in](console.md#try-the-sign-in) again.',

  upload_type: 'Send the content type that the description names: see [uploads](api.md#uploads).',
  upload_encoded: 'Send the body without `Content-Encoding`: see [uploads](api.md#uploads).',
  upload_malformed: 'Correct the body as the description says: see [uploads](api.md#uploads).',
  upload_timeout: 'Try again on a faster connection: see [uploads](api.md#uploads).',
  upload_aborted: 'Try again. If it happens again, check the timeouts of the [proxy](proxies.md#a-proxy).',
  archive_invalid: 'Create the ZIP archive again: see [what is in a theme](themes.md#what-is-in-a-theme).',
  over_limit: 'Send less. If the description says so, an operator can raise the [limit](api.md#limits).',
  path_invalid: 'Rename the file: see [paths](themes.md#paths).',
  path_collides: 'Rename one of the files: see [paths](themes.md#paths).',
  content_contradicts: 'Upload a file of the type that its name says: see [assets](themes.md#assets).',

  application_unknown:
    'Reload *Applications* in the console, or run `tabard app list`, to see all [applications](openid.md#applications).',
  client_unknown:
    'Reload *API clients* in the console, or run `tabard client list`, to see all [API clients](api.md#tokens).',
  client_id_taken: 'Choose another id, or leave it out.',
  tenant_unknown: 'Run `tabard tenant list` to see all [tenants](tenants.md).',
  tenant_taken: 'Choose another name or address: see [host names](tenants.md#host-names).',
  value_invalid: 'Correct the value that the description names.',
  account_unknown: '[Find the account](people.md#find-people), and use its id or username.',
  user_name_taken: 'Choose another username, or [change the existing account](people.md#accounts).',
  last_administrator:
    'Give the role to somebody else first: see [who may use the console](console.md#who-may-use-it).',
  source_unknown:
    'Reload *Identity sources* in the console, or run `tabard source list`, to see all [identity sources](sources.md).',
  source_name_taken: 'Choose another name.',
  link_unknown: 'Run `tabard source links` to see the [links](sources.md#links) of the account.',
  source_test_unknown: '[Start a new test](sources.md#add-a-source).',
  group_unknown:
    'Reload *Groups* in the console, or run `tabard group list`, to see all [groups](console.md#groups).',
  group_name_taken: 'Choose another name.',
  access_unknown: 'Remove the person from the group that gives [access](access.md#access-to-an-application).',
  request_unknown: 'List the [requests](access.md#requests-for-access), and use one of their ids.',
  request_refused: 'The description says why: see [requests for access](access.md#requests-for-access).',
  campaign_unknown:
    'Reload *Campaigns* in the console, or run `tabard campaign list`, to see all [campaigns](access.md#certification-campaigns).',
  campaign_state:
    'Cancel a campaign before it starts. End it while it runs: see [campaigns](access.md#certification-campaigns).',
  review_unknown: 'Reload the list of [reviews](access.md#certification-campaigns).',
  review_refused: 'The description says why: see [campaigns](access.md#certification-campaigns).',
  flow_unknown:
    'Reload *User flows* in the console, or run `tabard flow list`, to see all [user flows](flows.md).',
  flow_version_unknown: 'Use one of the [versions](flows.md#versions) that are kept.',
  flow_invalid:
    'Correct the places that the description lists: see [steps and fields](flows.md#steps-and-fields).',
  flow_in_use: 'Choose another [registration](flows.md#addresses) for the applications first.',
  attribute_unknown:
    'Reload *User flows* in the console, or run `tabard attribute list`, to see all [attributes](flows.md#attributes-of-people).',
  attribute_in_use: 'The description says why: see [attributes](flows.md#attributes-of-people).',
  mail_unknown:
    'Reload *Outbox* in the console, or run `tabard outbox list`, to see all [mails](mail.md#the-outbox).',
  mail_not_kept: 'Let the person ask for a new mail: see [the outbox](mail.md#the-outbox).',
  mail_being_sent: 'Look at the mail in two minutes: see [the outbox](mail.md#the-outbox).',
  mail_server_unset: '[Connect a mail server](mail.md#connect-a-mail-server).',
  mail_check_running: 'Try again in a few seconds.',

  ticket_invalid: 'Reload the registration page: see [what is sent](analytics.md#what-is-sent).',
  too_many_events: 'Wait as long as `Retry-After` says: see [limits](analytics.md#limits).',
}

const OAUTH_ADVICE: Readonly<Record<keyof typeof OAUTH_MESSAGES, string>> = {
  invalid_request: 'Correct the parameter that `error_description` names.',
  invalid_client: 'Check the client id and the client secret, and how they are [sent](api.md#get-a-token).',
  unauthorized_client:
    'Use a client of the right kind: API clients get tokens, applications [sign people in](connect.md).',
  unsupported_grant_type: 'Use one of the [supported grants](openid.md#what-is-supported).',
  invalid_scope: 'Ask only for [supported scopes](openid.md#what-is-supported).',
  invalid_grant:
    'Start the sign-in again. Codes and [refresh tokens](openid.md#refresh-tokens) are valid once and expire.',
  server_error: 'Look up the request in the [log](monitoring.md#logs).',
  temporarily_unavailable: 'Try again after `Retry-After`.',
  invalid_dpop_proof:
    'Create a new proof for each request: see [bound tokens](openid.md#pushed-requests-and-bound-tokens).',
}

/** The tables of all errors. */
export function errorReference(): string {
  const all = Object.entries({ ...FAULTS, ...MESSAGES }) as [keyof typeof ADVICE, Row][]
  const rows = all
    .sort(([, a], [, b]) => (a.id < b.id ? -1 : 1))
    .map(([code, { id, status, title }]) => `| \`${id}\` | ${status} | ${title} | ${ADVICE[code]} |`)
  const oauth = Object.entries(OAUTH_MESSAGES).map(
    ([error, id]) => `| \`${id}\` | \`${error}\` | ${OAUTH_ADVICE[error as keyof typeof OAUTH_ADVICE]} |`,
  )
  return `| messageId | status | meaning | what to do |
| --- | --- | --- | --- |
${rows.join('\n')}

The token endpoint sends these with the OAuth error:

| messageId | error | what to do |
| --- | --- | --- |
${oauth.join('\n')}
| \`${OAUTH_OTHER}\` | any other | Look up the error in RFC 6749, and correct the request. |`
}

interface Row {
  readonly id: string
  readonly status: number
  readonly title: string
}
