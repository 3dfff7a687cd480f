import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf, sendJson } from '../api.ts'

export const PAGES = '/v1.0/tabard/pages'

export interface PageEntry {
  readonly id: string
  readonly meaning: string
  readonly states: readonly string[]
  /** The paths of its templates, without the folder of the locale. */
  readonly files: readonly string[]
}

export interface Catalogue {
  readonly pages: readonly PageEntry[]
  readonly mails: readonly PageEntry[]
}

export interface Finding {
  readonly what: string
  readonly name: string
  readonly file: string
  readonly line: number
}

interface Answer {
  readonly url: string
  /** Why the master's page is shown instead. */
  readonly fallback: string | null
  readonly problems: readonly Finding[]
}

export interface Wanted {
  readonly themeId: string
  readonly revision: number
  readonly page: string
  /** Empty as long as the states of the page are not known. */
  readonly state: string
  readonly locale: string
  /** The texts that are not saved yet, by path. */
  readonly files: Readonly<Record<string, string>>
}

interface Frame {
  readonly number: number
  readonly url: string
}

export interface Shown {
  /** The one that is seen, then the one that takes its place once it has loaded. */
  readonly frames: readonly Frame[]
  readonly fallback: string | null
  readonly problems: readonly Finding[]
  readonly failure: ApiError | null
  readonly loaded: (number: number) => void
}

/** A page as it would be with what is not saved yet. */
export function usePreview({ themeId, revision, page, state, locale, files }: Wanted): Shown {
  const [frames, setFrames] = useState<readonly Frame[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const newest = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is another page.
  useEffect(() => {
    if (state === '') return
    const number = ++newest.current
    const query = new URLSearchParams({ state, locale })
    const address = `/v1.0/tabard/preview/${encodeURIComponent(page)}?${query}`
    sendJson<Answer>('POST', address, { themeId, files }).then(
      next => {
        if (number !== newest.current) return
        setAnswer(next)
        setFailure(null)
        setFrames(([seen]) => [...(seen === undefined ? [] : [seen]), { number, url: next.url }])
      },
      thrown => {
        if (number === newest.current) setFailure(errorOf(thrown))
      },
    )
  }, [themeId, revision, page, state, locale, files])
  const loaded = useCallback(
    (number: number) => setFrames(some => some.filter(frame => frame.number >= number)),
    [],
  )
  return { frames, fallback: answer?.fallback ?? null, problems: answer?.problems ?? [], failure, loaded }
}
