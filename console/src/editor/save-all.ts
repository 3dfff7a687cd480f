import { useState } from 'react'
import { useAction } from '../action.ts'
import { ApiError, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import { themesChanged, writeFiles } from '../themes/calls.ts'
import type { Entry } from './problem-entries.ts'
import type { Check } from './saving-check.ts'

/** What is needed of an open file to save it with others. */
export interface SavedTogether {
  readonly etag: string | null
  /** Whether nothing is left to keep, so that the file becomes the master's again. */
  readonly isMasters: boolean
  /** Takes the text of this moment as saved, once there is its new tag: somebody may type meanwhile. */
  readonly adopting: () => (etag: string | null) => void
}

export interface SaveAll {
  /** How many files are not saved. */
  readonly count: number
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly run: () => void
  /** What speaks against saving them; its concerns are null where that could not be found out. */
  readonly doubt: { readonly concerns: readonly Entry[] | null } | null
  /** Saves them all the same, or leaves them. */
  readonly resolve: (saves: boolean) => void
}

interface Parts {
  readonly themeId: string
  readonly unsaved: Readonly<Record<string, string>>
  readonly documents: ReadonlyMap<string, SavedTogether>
  readonly check: Check
}

/** A file as it is when somebody asks to save it. */
interface Taken extends SavedTogether {
  readonly path: string
  readonly text: string
  readonly adopt: (etag: string | null) => void
}

interface Doubt {
  readonly concerns: readonly Entry[] | null
  readonly open: readonly Taken[]
}

/**
 * Saves all files that were changed, as one revision: those that belong together are never live one without the other.
 */
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
    const known = open.filter(({ etag }) => etag !== null)
    try {
      const etags = Object.fromEntries(known.map(({ path, etag }) => [path, etag]))
      const tags = await writeFiles(themeId, { files, etags })
      for (const { path, adopt } of open) adopt(tags[path] ?? null)
    } catch (thrown) {
      if (!isMoved(thrown)) throw thrown
      throw new ApiError(412, 'CHANGED', MOVED)
    }
    toast(`${open.length} files are saved as one revision. Pages with this theme show them at once.`)
    await themesChanged()
  }
  const ask = async () => {
    // Before the check, during which somebody may type: only what was checked is saved, and is taken for saved.
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
