/**
 * The author of a change, for people. The server sends `account:jo` or `client:ci`, and the current name of an API
 * client, which is null if the client was removed. The author is null for a theme that the service created itself.
 */
export function authorShown(author: string | null, name: string | null): string {
  if (author === null) return 'the service'
  if (author.startsWith('account:')) return author.slice('account:'.length)
  if (author.startsWith('client:')) return `API client ${name ?? author.slice('client:'.length)}`
  return author
}
