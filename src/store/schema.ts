/** The tables, as kysely types. Times are milliseconds since 1970; flags and numbers are integers. */
export interface Schema {
  tenants: {
    id: string
    name: string
    name_key: string
    host: string | null
    public_url: string | null
    console_url: string | null
    locale: string | null
    factors: string | null
    ticks_scopes: number | null
    directory: number | null
    created_at: number
  }
  blobs: { digest: string; size: number; crc: number; deflated_size: number; deflated: Uint8Array }
  masters: { id: string; first_seen: number }
  master_files: { master: string; path: string; digest: string }
  themes: {
    tenant: string
    id: string
    name: string
    name_key: string
    description: string | null
    head: number
    created_at: number
    updated_at: number
  }
  revisions: {
    tenant: string
    theme: string
    revision: number
    at: number
    author: string
    cause: string
    master: string
    changes: string
    message: string | null
  }
  theme_files: {
    tenant: string
    theme: string
    path: string
    digest: string
    base: string | null
    opened: number
    closed: number | null
  }
  applications: {
    tenant: string
    id: string
    name: string
    description: string | null
    theme: string | null
    secret_hash: string | null
    redirects: string
    logout_redirects: string
    second_factor: number
    factors: string
    consent: number
    form_post: number
    access: string
    requests_for_others: number
    sources: string | null
    directory: number
    created_at: number
    registration: string | null
  }
  accounts: {
    tenant: string
    id: string
    user_name: string
    user_name_key: string
    email: string | null
    email_key: string | null
    email_verified: number
    given_name: string | null
    family_name: string | null
    age: number | null
    mobile_number: string | null
    locale: string | null
    status: string
    administrator: number
    theme_developer: number
    password_hash: string | null
    password_temporary: number
    recovered_at: number | null
    password_expires_at: number | null
    /** The account of the person's supervisor, which may have been removed. */
    supervisor: string | null
    created_at: number
    updated_at: number
  }
  authenticators: { tenant: string; account: string; secret: string; used_step: number }
  recovery_codes: { tenant: string; account: string; hash: string }
  outbox: {
    tenant: string
    id: string
    event: string
    recipient: string
    sender: string
    subject: string
    html: string
    text: string
    state: string
    tries: number
    created_at: number
    due_at: number
    claimed_until: number | null
    retried_at: number | null
    expires_at: number | null
    problem: string | null
  }
  audit: {
    tenant: string
    at: number
    /** Orders the entries of one millisecond. */
    turn: string
    event: string
    account: string | null
    application: string | null
    address: string | null
    details: string
  }
  tenant_keys: { tenant: string; id: string; purpose: string; material: string; created_at: number }
  tries: {
    tenant: string
    key: string
    failures: number
    wait_until: number
    forget_at: number
    subject: string | null
  }
  lint_settings: { tenant: string; rules: string; script_origins: string; tag_manager: number }
  flows: { tenant: string; reference: string; head: number }
  flow_versions: {
    tenant: string
    reference: string
    version: number
    document: string | null
    at: number
    author: string
    cause: string
  }
  own_attributes: { tenant: string; name: string; definition: string }
  attribute_values: { tenant: string; account: string; attribute: string; value: string; at: number }
  theme_analytics: { tenant: string; theme: string; eval_container: string | null; first_party: number }
  theme_sources: {
    tenant: string
    theme: string
    source: string
    revision: number
    files: string
    pushed_at: number
  }
  analytics_days: {
    tenant: string
    day: string
    theme: string
    application: string
    locale: string
    event: string
    times: number
    journeys: number
  }
  api_clients: {
    tenant: string
    id: string
    name: string
    secret_hash: string
    entitlements: string
    replace_status: number
    created_at: number
    last_used_at: number | null
    misread_at: number | null
    theme_limit: string | null
  }
  short_lived: {
    tenant: string
    kind: string
    id_hash: string
    owner: string | null
    handle: string | null
    payload: string
    expires_at: number | null
  }
  jobs: {
    tenant: string
    id: string
    kind: string
    due_at: number
    payload: string
    tries: number
    claim: string | null
    claimed_until: number | null
    problem: string | null
    done_at: number | null
  }
  people_groups: {
    tenant: string
    id: string
    name: string
    name_key: string
    created_at: number
    removed_at: number | null
  }
  group_members: { tenant: string; group_id: string; account: string; since: number }
  account_access: AccessRow & { account: string }
  group_access: AccessRow & { group_id: string }
  access_approvers: { tenant: string; application: string; kind: string; approver: string }
  access_requests: {
    tenant: string
    id: string
    application: string
    application_name: string
    requester: string
    requester_name: string
    person: string
    person_name: string
    state: string
    justification: string
    ends_at: number | null
    asked_at: number
    expires_at: number
    /** When it was decided or ended some other way; null while it is open. */
    decided_at: number | null
    turns: number
  }
  access_request_turns: {
    tenant: string
    request: string
    number: number
    turn: string
    at: number
    account: string | null
    name: string | null
    part: string | null
    comment: string
  }
  deputies: {
    tenant: string
    id: string
    account: string
    deputy: string
    from_at: number
    until_at: number
  }
  campaigns: {
    tenant: string
    id: string
    name: string
    description: string | null
    state: string
    starts_at: number
    ends_at: number
    /** The planned length. If a campaign starts late, it also ends later. */
    lasts: number
    reviewers: string
    supervisors: string
    open_items: string
    sign_off: number
    remind_days: number
    escalate_days: number
    repeat_months: number
    previous: string | null
    created_at: number
    created_by: string
    started_at: number | null
    reminded_at: number | null
    escalated_at: number | null
    ended_at: number | null
    digest: string | null
  }
  campaign_applications: {
    tenant: string
    campaign: string
    id: string
    position: number
    application: string
    name: string
  }
  campaign_reviews: {
    tenant: string
    id: string
    campaign: string
    position: number
    reviewer: string | null
    reviewer_name: string | null
    reviewer_key: string
    former: string | null
    former_name: string | null
    reason: string | null
    items: number
    kept: number
    revoked: number
    gone: number
    reminded_at: number | null
    escalated_at: number | null
    signed_at: number | null
    signed_name: string | null
    closed_at: number | null
  }
  campaign_items: {
    tenant: string
    campaign: string
    position: number
    account: string
    review: string
    user_name: string
    full_name: string
    sort_key: string
    name_key: string
    since: number
    ways: string
    last_sign_in: number | null
    last_decision: string | null
    decision: string | null
    comment: string
    decided_at: number | null
    decided_by: string | null
    decided_name: string | null
    outcome: string | null
    applied_at: number | null
  }
  identity_sources: {
    tenant: string
    id: string
    settings: string
    secret: string | null
    created_at: number
    updated_at: number
  }
  account_links: {
    tenant: string
    source: string
    subject: string
    account: string
    email: string | null
    origin: string
    created_at: number
    used_at: number | null
  }
  changes: { id: number; number: number }
}

interface AccessRow {
  tenant: string
  application: string
  since: number
  ends_at: number | null
  origin: string
}
