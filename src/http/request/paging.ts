import { Refusal } from '../../core/refusal.ts'
import { queryOf } from './target.ts'

const DEFAULT_LIMIT = 200
const LARGEST_LIMIT = 1000

/** The page of a list that a query asks for, as `page` and `limit` or both inside `pagination`. */
export function listPage(
  target: string,
  { usual = DEFAULT_LIMIT, largest = LARGEST_LIMIT } = {},
): { page: number; limit: number } {
  const query = queryOf(target, ['page', 'limit', 'pagination'])
  const packed = query.get('pagination')
  if (packed !== undefined && (query.has('page') || query.has('limit'))) {
    throw new Refusal('query_invalid', {
      parameter: 'pagination',
      problem: 'cannot be combined with page or limit',
    })
  }
  const given = packed === undefined ? query : queryOf(`?${packed}`, ['page', 'limit'])
  return {
    page: whole(given, 'page', 1, Number.MAX_SAFE_INTEGER / LARGEST_LIMIT),
    limit: pageLimit(given, { usual, largest }),
  }
}

const LONGEST_SEARCH = 256

/** The page of a list that can be searched; `search` is empty where everything is wanted. */
export function searchedPage(target: string): {
  page: number
  limit: number
  offset: number
  search: string
} {
  const { page, limit } = listPage(target)
  return { page, limit, search: searchIn(target), offset: (page - 1) * limit }
}

/** The search text of a query; empty if there is none. */
export function searchIn(target: string): string {
  const search = queryOf(target, ['search']).get('search')?.trim() ?? ''
  if (search.length > LONGEST_SEARCH)
    throw new Refusal('query_invalid', {
      parameter: 'search',
      problem: `has more than ${LONGEST_SEARCH} characters`,
    })
  return search
}

/** How many a query asks for. */
export function pageLimit(
  given: ReadonlyMap<string, string>,
  { usual = DEFAULT_LIMIT, largest = LARGEST_LIMIT } = {},
): number {
  return whole(given, 'limit', usual, largest)
}

function whole(values: ReadonlyMap<string, string>, name: string, fallback: number, largest: number): number {
  const text = values.get(name)
  if (text === undefined) return fallback
  const value = /^\d{1,16}$/.test(text) ? Number(text) : 0
  if (value >= 1 && value <= largest) return value
  const range = name === 'limit' ? `from 1 to ${largest}` : 'from 1'
  throw new Refusal('query_invalid', { parameter: name, problem: `must be a whole number ${range}` })
}
