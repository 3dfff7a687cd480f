/** Who made a change, for people: `account:jo` and `client:ci` as the server tells them. */
export function authorName(author: string): string {
  if (author.startsWith('account:')) return author.slice('account:'.length)
  if (author.startsWith('client:')) return `API client ${author.slice('client:'.length)}`
  return author
}
