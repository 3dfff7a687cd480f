import { useRef, useState } from 'react'
import { getFile } from '../api.ts'
import { base64Of } from '../parts/base64.ts'
import type { ListedFile } from '../theme/file-tree.ts'
import { type FileChanges, fileAddress, tagsOf } from '../themes/calls.ts'
import { useDraft } from '../use-draft.ts'
import { ImageProblem } from './image.ts'
import type { Bytes, Slot } from './slots.ts'

export interface ImageForm {
  /** The URL of the chosen image, or of the theme's one; null if there is none. */
  readonly address: string | null
  readonly dirty: boolean
  readonly problem: string | null
  /** Whether the theme has, or would have after saving, an image of its own. */
  readonly own: boolean
  /** When the restored choice was made; null if nothing was restored. */
  readonly restored: number | null
  /** The changes to save. */
  readonly changes: FileChanges
  /** The files that the preview shows instead of the theme's. */
  readonly preview: Readonly<Record<string, Bytes>>
  readonly choose: (file: File) => Promise<void>
  /** Removes the image of the theme. */
  readonly remove: () => Promise<void>
  readonly settle: (sent: FileChanges) => void
  /** Updates the tags of files that somebody else has changed, so that saving again replaces them. */
  readonly meet: (files: readonly ListedFile[]) => void
  readonly discard: () => void
}

interface Choice {
  readonly changes: FileChanges
  readonly preview: Readonly<Record<string, Bytes>>
}

const NOTHING: Choice = { changes: { files: {}, etags: {} }, preview: {} }
const NOT_LOADED = 'The picture could not be loaded. Check your connection, then try again.'

/** An image of a theme, and the new one that was chosen for it. */
export function useImage(themeId: string, slot: Slot, themeFiles: readonly ListedFile[]): ImageForm {
  const [choice, setChoice] = useState<Choice | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [restored, setRestored] = useState<number | null>(null)
  const newest = useRef(0)
  const there = slot.paths.flatMap(path => themeFiles.find(file => file.path === path) ?? [])
  const own = there.filter(({ state }) => state !== 'master')
  useDraft<Choice>({
    themeId,
    part: `brand/${slot.name}`,
    value: choice,
    ready: true,
    restore: ({ value, at }) => {
      setChoice(value)
      setRestored(at)
    },
  })

  const take = async (made: () => Promise<Omit<Choice, 'changes'> & { files: FileChanges['files'] }>) => {
    const mine = ++newest.current
    try {
      const { files, preview } = await made()
      if (mine !== newest.current) return
      setChoice({ preview, changes: { files, etags: tagsOf(themeFiles, Object.keys(files)) } })
      setProblem(null)
    } catch (thrown) {
      if (mine === newest.current) setProblem(thrown instanceof ImageProblem ? thrown.message : NOT_LOADED)
    }
  }
  const discard = () => {
    newest.current++
    setChoice(null)
    setProblem(null)
    setRestored(null)
  }
  const { changes, preview } = choice ?? NOTHING
  const chosen = slot.paths.find(path => changes.files[path])
  return {
    address: choice === null ? savedAddress(themeId, own[0] ?? there[0]) : chosenAddress(slot, changes),
    dirty: choice !== null,
    problem,
    own: choice === null ? own.length > 0 : chosen !== undefined,
    restored,
    changes,
    preview,
    choose: file =>
      take(async () => {
        const made = await slot.filesOf(file)
        // Files in another format are removed, because they would take precedence over the new image.
        const dropped = own.filter(({ path }) => made[path] === undefined).map(({ path }) => [path, null])
        return { preview: made, files: { ...made, ...Object.fromEntries(dropped) } }
      }),
    remove: async () => {
      // Without an image of its own, the theme already shows the master's.
      if (own.length === 0) return discard()
      await take(async () => {
        const shown = own.flatMap(({ path }) => slot.instead(themeId, path) ?? []).map(loaded)
        return {
          preview: Object.fromEntries(await Promise.all(shown)),
          files: Object.fromEntries(own.map(({ path }) => [path, null])),
        }
      })
    },
    settle(sent) {
      setRestored(null)
      // Another image may have been chosen in the meantime.
      setChoice(now => (now?.changes === sent ? null : now))
    },
    meet(files) {
      if (choice === null) return
      // Files that somebody else has removed cannot be removed again.
      const left = Object.entries(changes.files).filter(
        ([path, content]) => content !== null || files.some(file => file.path === path),
      )
      const etags = tagsOf(files, Object.keys(changes.files))
      setChoice(left.length === 0 ? null : { preview, changes: { files: Object.fromEntries(left), etags } })
    },
    discard,
  }
}

async function loaded({ path, address }: { path: string; address: string }) {
  return [path, { base64: await base64Of((await getFile(address)).blob) }] as const
}

function savedAddress(themeId: string, file: ListedFile | undefined): string | null {
  return file === undefined ? null : `${fileAddress(themeId, file.path)}?${file.digest}`
}

function chosenAddress({ paths, original }: Slot, { files }: FileChanges): string | null {
  const chosen = paths.find(path => files[path])
  return chosen === undefined ? original : dataAddress(chosen, files[chosen] as Bytes)
}

const TYPES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
}

function dataAddress(path: string, { base64 }: Bytes): string {
  return `data:${TYPES[path.slice(path.lastIndexOf('.') + 1)]};base64,${base64}`
}
