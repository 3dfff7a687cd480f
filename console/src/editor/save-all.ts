import { useAction } from '../action.ts'
import { ApiError, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import { themesChanged, writeFiles } from '../themes/calls.ts'
import type { Check } from './document.ts'

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
}

interface Parts {
  readonly themeId: string
  readonly unsaved: Readonly<Record<string, string>>
  readonly documents: ReadonlyMap<string, SavedTogether>
  readonly check: Check
  /** Brings a file to the front that has to be looked at first. */
  readonly onDoubt: (path: string) => void
}

/** Saves all files that were changed, as one revision: those that belong together are never live one without the other. */
export function useSaveAll({ themeId, unsaved, documents, check, onDoubt }: Parts): SaveAll {
  const { busy, failure, run } = useAction()
  const save = async () => {
    const open = Object.entries(unsaved).flatMap(([path, text]) => {
      const document = documents.get(path)
      return document === undefined ? [] : { path, text, ...document, adopt: document.adopting() }
    })
    for (const { path, text } of open) {
      const findings = await check(path, text, unsaved)
      if (findings?.length === 0) continue
      onDoubt(path)
      throw new ApiError(
        409,
        'DOUBT',
        `A page may not work with ${path}. Save this file by itself to see why.`,
      )
    }
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
  return { count: Object.keys(unsaved).length, busy, failure, run: () => void run(save) }
}

const MOVED =
  'Somebody else changed one of these files meanwhile, so none was saved. Save them one by one to compare both versions.'
