/**
 * Who made a change, for people: `account:jo` and `client:ci` as the server tells them, and the name that an API client
 * has now; without one, the client is gone. Null for a theme that the service made itself.
 */
export function authorShown(author: string | null, name: string | null): string {
  if (author === null) return 'the service'
  if (author.startsWith('account:')) return author.slice('account:'.length)
  if (author.startsWith('client:')) return `API client ${name ?? author.slice('client:'.length)}`
  return author
}
