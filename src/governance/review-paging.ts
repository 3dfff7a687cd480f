import type { Query } from '../identity/identity.ts'
import type { ItemFilter, ItemPlace, ReviewItem, Tenant } from '../store/store.ts'
import type { Reviews } from './reviews.ts'

/** People of a review on a page, and where the pages beside it begin. */
export interface PagedItems {
  readonly items: readonly ReviewItem[]
  /** The place of the first or last of them, where there are more before or after it; as an address has it. */
  readonly before: string | undefined
  readonly after: string | undefined
}

/** The page of a review that a query names. */
export async function pagedItems(
  reviews: Pick<Reviews, 'items'>,
  { tenant, review }: { readonly tenant: Tenant; readonly review: string },
  filter: ItemFilter,
  query: Query,
  size: number,
): Promise<PagedItems> {
  const [after, before] = [placeOf(query.get('after')), placeOf(query.get('before'))]
  // Reads one entry more than the page shows, to know whether there is a next page.
  const found = await reviews.items(tenant, review, filter, { after, before, limit: size + 1 })
  const isBack = before !== undefined && after === undefined
  const items = isBack ? found.slice(-size) : found.slice(0, size)
  const hasMore = found.length > size
  const [first, last] = [items[0], items.at(-1)]
  return {
    items,
    before: first && (isBack ? hasMore : after !== undefined) ? placeText(first) : undefined,
    after: last && (isBack || hasMore) ? placeText(last) : undefined,
  }
}

function placeText({ sortKey, account }: ItemPlace): string {
  return Buffer.from(JSON.stringify([sortKey, account])).toString('base64url')
}

function placeOf(text: string | undefined): ItemPlace | undefined {
  if (text === undefined || text === '' || text.length > 1_000) return undefined
  try {
    const [sortKey, account] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
    const isText = typeof sortKey === 'string' && typeof account === 'string'
    return isText && !/\0/.test(sortKey + account) ? { sortKey, account } : undefined
  } catch {
    return undefined
  }
}
