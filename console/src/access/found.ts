import { useEffect, useState } from 'react'
import { getJson } from '../api.ts'
import type { FoundHolder, FoundHolders } from '../wire.ts'

export type { FoundHolder } from '../wire.ts'

const HOLDERS = '/v1.0/tabard/holders'
const SHOWN = 8
const SETTLED_MS = 200

/** The accounts and groups that match the typed text, once typing has paused; optionally of one kind only. */
export function useFound(typed: string, kind?: FoundHolder['kind']): readonly FoundHolder[] {
  const [found, setFound] = useState<readonly FoundHolder[]>([])
  useEffect(() => {
    const search = typed.trim()
    let isOver = false
    const look = async () => {
      const query = new URLSearchParams({ search, limit: String(SHOWN), ...(kind !== undefined && { kind }) })
      // Suggestions are optional: people can always type a whole name.
      const { holders } = await getJson<FoundHolders>(`${HOLDERS}?${query}`).catch(() => ({ holders: [] }))
      if (!isOver) setFound(isTyped(holders, search) ? [] : holders)
    }
    if (search === '') setFound([])
    const timer = search === '' ? undefined : setTimeout(() => void look(), SETTLED_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [typed, kind])
  return found
}

/** Whether the only match is already typed completely. A list for it would cover the buttons. */
function isTyped(holders: readonly FoundHolder[], search: string): boolean {
  return holders.length === 1 && holders[0]?.name.toLowerCase() === search.toLowerCase()
}
