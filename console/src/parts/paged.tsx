import { Button, Group, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Resource } from '../resource.ts'
import { useListQuery } from './list-query.ts'

/** A search that runs once typing has paused, and the page of its results. Both are stored in the URL. */
export interface Paged {
  readonly typed: string
  readonly search: string
  readonly page: number
  readonly setTyped: (typed: string) => void
  readonly setPage: (page: number) => void
}

const SETTLED_MS = 250

export function usePaged(): Paged {
  const [search, setSearch] = useListQuery('search')
  const [page, setPage] = usePage()
  const [typed, setTyped] = useState(search)
  // A link to the list ends the search. While somebody types, the blank after a word stays.
  useEffect(() => setTyped(now => (now.trim() === search ? now : search)), [search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other renders must not restart the timer.
  useEffect(() => {
    const wanted = typed.trim()
    // Somebody may have gone to another page before the list is a moment old.
    if (wanted === search) return
    const timer = setTimeout(() => {
      setSearch(wanted)
      setPage(1)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [typed, search])
  return { typed, search, page, setTyped, setPage }
}

/** The page of a list, as stored in the URL. */
export function usePage(): readonly [number, (page: number) => void] {
  const [turned, setTurned] = useListQuery('page')
  const page = /^[1-9]\d{0,5}$/.test(turned) ? Number(turned) : 1
  return [page, next => setTurned(next === 1 ? '' : String(next))]
}

/** A value that is updated once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The last loaded data, so that a list stays visible while its next page loads. */
export function useLast<T>(data: T | undefined): T | undefined {
  const [last, setLast] = useState(data)
  if (data !== undefined && data !== last) setLast(data)
  return data ?? last
}

/** Goes to the last page if the current one no longer exists, as soon as it is known how many there are now. */
export function useExisting(
  { page, setPage }: Pick<Paged, 'page' | 'setPage'>,
  { data, isCurrent }: Pick<Resource<{ readonly total: number }>, 'data' | 'isCurrent'>,
  size: number,
): void {
  const last = data !== undefined && isCurrent ? lastPage(data.total, size) : page
  useEffect(() => {
    if (page > last) setPage(last)
  }, [page, last, setPage])
}

function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

interface PagesProps extends Pick<Paged, 'page' | 'setPage'> {
  /** What is listed, for example “members”. */
  readonly what: string
  readonly total: number
  readonly size: number
}

/** Navigation through the pages of a list. Renders nothing if there is only one page. */
export function Pages({ what, page, setPage, total, size }: PagesProps) {
  const last = lastPage(total, size)
  if (last === 1 && page === 1) return null
  return (
    <Group component="nav" aria-label={`Pages of ${what}`} justify="space-between">
      <Text size="sm" c="dimmed" role="status">
        Page {page} of {last}, {total} {what}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="xs" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          Previous
        </Button>
        <Button variant="default" size="xs" disabled={page >= last} onClick={() => setPage(page + 1)}>
          Next
        </Button>
      </Group>
    </Group>
  )
}
