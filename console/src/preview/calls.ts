import { useMemo } from 'react'
import { type ApiError, sendJson } from '../api.ts'
import type { CatalogueMail, Preview, UnsavedFiles } from '../wire.ts'
import type { Finding } from './finding.ts'
import { useNewestFrame } from './newest-frame.ts'

export type { Catalogue, Macro, PageElement as SourceElement } from '../wire.ts'
export type { Finding, Origin } from './finding.ts'

const NO_PROBLEMS: readonly Finding[] = []

export const PAGES = '/v1.0/tabard/pages'

/** The common properties of pages and mails. */
export type PageEntry = CatalogueMail

/** The situation in which a page has a state, as the beginning of a sentence. */
export function situationName({ situations }: PageEntry, state: string): string {
  const situation = situations[state] ?? state
  return situation.charAt(0).toUpperCase() + situation.slice(1)
}

export interface Wanted {
  readonly themeId: string
  readonly revision: number
  readonly page: string
  /** Empty until the states of the page are known. */
  readonly state: string
  readonly locale: string
  /** Empty for the direction of the language. */
  readonly direction: string
  /** Unsaved files by path: texts, and bytes in base64. */
  readonly files: Readonly<Record<string, string | { readonly base64: string }>>
}

/** A page in a frame. */
export interface Frame extends Preview {
  readonly number: number
  /** The page that it shows. Another page starts at its top. */
  readonly page: string
}

export interface Shown {
  /** The visible frame, and then the one that replaces it once it has loaded. */
  readonly frames: readonly Frame[]
  readonly fallback: string | null
  readonly problems: readonly Finding[]
  readonly failure: ApiError | null
  readonly retry: () => Promise<void>
  readonly loaded: (number: number) => void
}

async function ask({ themeId, page, state, locale, direction, files }: Wanted): Promise<Preview> {
  const query = new URLSearchParams({ state, locale, ...(direction !== '' && { direction }), inspect: '' })
  const unsaved: UnsavedFiles = { themeId, files }
  return await sendJson<Preview>('POST', `/v1.0/tabard/preview/${encodeURIComponent(page)}?${query}`, unsaved)
}

/** A preview of a page, including unsaved changes. */
export function usePreview(wanted: Wanted): Shown {
  const { themeId, revision, page, state, locale, direction, files } = wanted
  const asked = useMemo(
    () => (state === '' ? null : { themeId, revision, page, state, locale, direction, files }),
    [themeId, revision, page, state, locale, direction, files],
  )
  const { frames, answer, failure, retry, loaded } = useNewestFrame(asked, ask, isOther, pageIn)
  return {
    frames,
    fallback: answer?.fallback ?? null,
    problems: answer?.problems ?? NO_PROBLEMS,
    failure,
    retry,
    loaded,
  }
}

function pageIn({ page }: Wanted): { readonly page: string } {
  return { page }
}

function isOther(one: Wanted, other: Wanted): boolean {
  return (['themeId', 'page', 'state', 'locale', 'direction'] as const).some(
    name => one[name] !== other[name],
  )
}
