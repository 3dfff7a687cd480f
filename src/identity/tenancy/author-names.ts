import type { TenantStore } from '../../store/store.ts'

/** What people call an author; null for an API client that is gone, and where there is no author. */
export type AuthorName = (author: string | null | undefined) => string | null

/** Names of authors such as `account:jo` and `client:ci`: an API client is called what its name is now. */
export async function authorNames(store: Pick<TenantStore, 'clients'>): Promise<AuthorName> {
  const names = new Map((await store.clients.list()).map(({ id, name }) => [id, name]))
  return author => {
    const [, kind, id = ''] = /^(account|client):(.*)$/s.exec(author ?? '') ?? []
    return kind === 'client' ? (names.get(id) ?? null) : kind === 'account' ? id : (author ?? null)
  }
}
