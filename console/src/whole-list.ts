import { getJson } from './api.ts'

/** The service sends at most this many entries at a time. */
const PAGE_SIZE = 1000
const EVERY_PAGE = '&page=*'

type ListPage = Readonly<Record<string, unknown>> & { readonly total: number }

/** The path of a list with all of its pages. */
export function wholeList(path: string): string {
  return `${path}?limit=${PAGE_SIZE}${EVERY_PAGE}`
}

export function isWhole(path: string): boolean {
  return path.endsWith(EVERY_PAGE)
}

/** Reads all pages of a list, as one. */
export async function getWhole(path: string, background: boolean): Promise<unknown> {
  const page = (number: number) => getJson<ListPage>(path.replace('*', String(number)), background)
  const first = await page(1)
  const others = Array.from({ length: Math.ceil(first.total / PAGE_SIZE) - 1 }, (_, index) => page(index + 2))
  const pages = [first, ...(await Promise.all(others))]
  const joined = Object.entries(first).map(([name, value]) => {
    if (!Array.isArray(value)) return [name, value]
    // An entry is on two pages if another one was added before it meanwhile.
    const entries = pages.flatMap(one => one[name] as readonly { readonly id: string }[])
    return [name, [...new Map(entries.map(entry => [entry.id, entry])).values()]]
  })
  return Object.fromEntries(joined)
}
