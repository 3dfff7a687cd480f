import type { TenantStore } from '../../store/store.ts'

/** The display name of an author; null for an API client that no longer exists, and when there is no author. */
export type AuthorName = (author: string | null | undefined) => string | null

/** Resolves authors such as `account:jo` and `client:ci`. An API client gets its current name. */
export async function authorNames(store: Pick<TenantStore, 'clients'>): Promise<AuthorName> {
  const names = new Map((await store.clients.list()).map(({ id, name }) => [id, name]))
  return author => {
    const [, kind, id = ''] = /^(account|client):(.*)$/s.exec(author ?? '') ?? []
    return kind === 'client' ? (names.get(id) ?? null) : kind === 'account' ? id : (author ?? null)
  }
}
