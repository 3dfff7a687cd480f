import { useState } from 'react'
import { useAction } from '../action.ts'
import { ApiError, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import { themesChanged, writeFiles } from '../themes/calls.ts'
import type { Entry } from './problem-entries.ts'
import type { Check } from './saving-check.ts'

/** What an open file provides, so that it can be saved with others. */
export interface SavedTogether {
  readonly etag: string | null
  /** Whether nothing is left to store, so that the file becomes the master's again. */
  readonly isMasters: boolean
  /**
   * Returns a function that marks the current text as saved once its new ETag is known. Typing may continue meanwhile.
   */
  readonly adopting: () => (etag: string | null) => void
}

export interface SaveAll {
  /** The number of unsaved files. */
  readonly count: number
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly run: () => void
  /** The question about saving them. Its concerns are null if the files could not be checked. */
  readonly doubt: { readonly concerns: readonly Entry[] | null } | null
  /** Saves the files anyway, or cancels. */
  readonly resolve: (saves: boolean) => void
}

interface Parts {
  readonly themeId: string
  readonly unsaved: Readonly<Record<string, string>>
  readonly documents: ReadonlyMap<string, SavedTogether>
  readonly check: Check
}

/** A file at the time when saving was requested. */
interface Taken extends SavedTogether {
  readonly path: string
  readonly text: string
  readonly adopt: (etag: string | null) => void
}

interface Doubt {
  readonly concerns: readonly Entry[] | null
  readonly open: readonly Taken[]
}

/** Saves all changed files as one revision, so that files that belong together go live together. */
export function useSaveAll({ themeId, unsaved, documents, check }: Parts): SaveAll {
  const { busy, failure, run } = useAction()
  const [doubt, setDoubt] = useState<Doubt | null>(null)
  const taken = (): readonly Taken[] =>
    Object.entries(unsaved).flatMap(([path, text]) => {
      const document = documents.get(path)
      return document === undefined ? [] : { path, text, ...document, adopt: document.adopting() }
    })
  const save = async (open: readonly Taken[]) => {
    const files = Object.fromEntries(open.map(({ path, text, isMasters }) => [path, isMasters ? null : text]))
    try {
      const etags = Object.fromEntries(open.map(({ path, etag }) => [path, etag]))
      const tags = await writeFiles(themeId, { files, etags })
      for (const { path, adopt } of open) adopt(tags[path] ?? null)
    } catch (thrown) {
      if (!isMoved(thrown)) throw thrown
      throw new ApiError(412, 'CHANGED', MOVED, thrown.help)
    }
    toast(`${open.length} files are saved as one revision. Pages with this theme show them at once.`)
    await themesChanged()
  }
  const ask = async () => {
    // Taken before the check, because typing may continue during it: only the checked text is saved and marked as
    // saved.
    const open = taken()
    const concerns = await check(Object.fromEntries(open.map(({ path, text }) => [path, text])))
    if (concerns?.length === 0) await save(open)
    else setDoubt({ concerns, open })
  }
  const resolve = (saves: boolean) => {
    setDoubt(null)
    if (saves && doubt !== null) void run(() => save(doubt.open))
  }
  return { count: Object.keys(unsaved).length, busy, failure, run: () => void run(ask), doubt, resolve }
}

const MOVED =
  'Somebody else changed one of these files in the meantime, so none was saved. Save them one by one to compare both versions.'
