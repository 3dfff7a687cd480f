import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf, sendJson } from '../api.ts'
import type { CatalogueMail, Preview, UnsavedFiles } from '../wire.ts'
import type { Finding } from './finding.ts'

export type { Catalogue, Macro, PageElement as SourceElement } from '../wire.ts'
export type { Finding, Origin } from './finding.ts'

/** How long it waits where it has asked too often. */
const PAUSE_MS = 1_000
const NEVER = -1

export const PAGES = '/v1.0/tabard/pages'

/** What pages and mails have in common. */
export type PageEntry = CatalogueMail

/** What a state of a page is about, as the beginning of a sentence. */
export function situationName({ situations }: PageEntry, state: string): string {
  const situation = situations[state] ?? state
  return situation.charAt(0).toUpperCase() + situation.slice(1)
}

export interface Wanted {
  readonly themeId: string
  readonly revision: number
  readonly page: string
  /** Empty as long as the states of the page are not known. */
  readonly state: string
  readonly locale: string
  /** Empty for the one that the language has. */
  readonly direction: string
  /** What is not saved yet, by path: texts, and bytes as base64. */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>
}

/** A page in a frame. */
export interface Frame extends Preview {
  readonly number: number
  /** Which page it shows: another one begins at its top. */
  readonly page: string
}

export interface Shown {
  /** The one that is seen, then the one that takes its place once it has loaded. */
  readonly frames: readonly Frame[]
  readonly fallback: string | null
  readonly problems: readonly Finding[]
  readonly failure: ApiError | null
  readonly loaded: (number: number) => void
}

async function ask({ themeId, page, state, locale, direction, files }: Wanted): Promise<Preview> {
  const query = new URLSearchParams({ state, locale, ...(direction !== '' && { direction }), inspect: '' })
  const unsaved: UnsavedFiles = { themeId, files }
  return await sendJson<Preview>('POST', `/v1.0/tabard/preview/${encodeURIComponent(page)}?${query}`, unsaved)
}

/**
 * A page as it would be with what is not saved yet. Each key asks for it; one question is under way at a time, and the
 * newest one waits, so that nothing else has to be waited for.
 */
export function usePreview(wanted: Wanted): Shown {
  const { themeId, revision, page, state, locale, direction, files } = wanted
  const [frames, setFrames] = useState<readonly Frame[]>([])
  const [answer, setAnswer] = useState<Preview | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const latest = useRef(wanted)
  latest.current = wanted
  const asked = useRef(0)
  const newest = useRef(0)
  const busy = useRef(false)
  const send = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    while (asked.current !== newest.current) {
      const number = newest.current
      asked.current = number
      const { current } = latest
      try {
        const next = await ask(current)
        // What was answered late for another page is not shown; an older text of this one is better than none.
        if (isOther(current, latest.current)) continue
        setAnswer(next)
        setFailure(null)
        setFrames(([seen]) => [
          ...(seen === undefined ? [] : [seen]),
          { ...next, number, page: current.page },
        ])
      } catch (thrown) {
        const failure = errorOf(thrown)
        if (failure.status === 429) {
          // The newest text is asked for again: keys come faster than previews may.
          asked.current = NEVER
          await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
        } else if (number === newest.current) setFailure(failure)
      }
    }
    busy.current = false
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these makes another page.
  useEffect(() => {
    if (state === '') return
    newest.current += 1
    void send()
  }, [themeId, revision, page, state, locale, direction, files, send])
  const loaded = useCallback(
    (number: number) => setFrames(some => some.filter(frame => frame.number >= number)),
    [],
  )
  return { frames, fallback: answer?.fallback ?? null, problems: answer?.problems ?? [], failure, loaded }
}

function isOther(one: Wanted, other: Wanted): boolean {
  return (['themeId', 'page', 'state', 'locale', 'direction'] as const).some(
    name => one[name] !== other[name],
  )
}
