import { useState } from 'react'
import { NO_THEME } from '../drafts.ts'
import { useDraft } from '../use-draft.ts'
import type { Base, DesignState } from './use-design.ts'

/** Lower than any version. */
const NEVER = 0

interface FlowDraft {
  /** When the restored draft was designed; null if nothing was restored. */
  readonly at: number | null
  readonly discard: () => void
  /** Call this after publishing: what was changed meanwhile is new. */
  readonly settle: () => void
  readonly drop: () => void
}

/** Stores the design in this browser until it is published or discarded. */
export function useFlowDraft(reference: string, state: DesignState): FlowDraft {
  const { design, base, dirty, change, rebase } = state
  // A new flow is dirty from the beginning, but there is nothing to keep before it is edited.
  const isEdited = JSON.stringify(design.document) !== JSON.stringify(base.document)
  const [before, setBefore] = useState<(Base & { readonly at: number }) | null>(null)
  const drop = useDraft<Base>({
    themeId: NO_THEME,
    part: `flow ${reference}`,
    value: isEdited ? { version: base.version, document: design.document } : null,
    ready: true,
    restore({ value, at }) {
      if (JSON.stringify(value.document) === JSON.stringify(design.document)) return
      setBefore({ ...base, at })
      change({ what: 'replace', document: value.document })
      // A version that was published since then is a conflict, as if the tab had stayed open.
      if (base.version !== null) rebase({ ...base, version: value.version ?? NEVER })
    },
  })
  // What is designed after it was published or discarded is new.
  if (!dirty && before !== null) setBefore(null)
  const settle = () => setBefore(null)
  return {
    at: before?.at ?? null,
    discard() {
      if (before !== null) {
        rebase(before)
        change({ what: 'replace', document: before.document })
      }
      settle()
    },
    settle,
    drop() {
      settle()
      drop()
    },
  }
}
