/** The tables, as kysely sees them. Times are milliseconds since 1970; flags and numbers are integers. */
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
    created_at: number
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
  theme_analytics: { tenant: string; theme: string; eval_container: string | null; first_party: number }
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
  changes: { id: number; number: number }
}

interface AccessRow {
  tenant: string
  application: string
  since: number
  ends_at: number | null
  origin: string
}
