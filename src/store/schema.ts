/** The tables, as kysely sees them. Times are milliseconds since 1970; flags and numbers are integers. */
export interface Schema {
  tenants: {
    id: string
    name: string
    name_key: string
    host: string | null
    public_url: string | null
    locale: string | null
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
  applications: { tenant: string; id: string; name: string; theme: string | null; created_at: number }
  api_clients: {
    tenant: string
    id: string
    name: string
    secret_hash: string
    entitlements: string
    replace_status: number
    created_at: number
  }
  short_lived: {
    tenant: string
    kind: string
    id_hash: string
    client: string | null
    payload: string
    expires_at: number | null
  }
}
