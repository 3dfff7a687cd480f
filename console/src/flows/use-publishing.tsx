import { type ReactNode, useState } from 'react'
import { useAction } from '../action.ts'
import { type ApiError, getJson, isMoved } from '../api.ts'
import { toast } from '../parts/toast.tsx'
import { type FlowMistake, flowResource, publishFlow, type WholeFlow } from './calls.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { DesignState } from './use-design.ts'

interface Publishing {
  readonly busy: boolean
  readonly failure: ApiError | null
  readonly publish: () => Promise<void>
  readonly dialog: ReactNode
}

/** Publishes a design in one step. It never overwrites somebody else's version without asking. */
export function usePublishing(
  reference: string,
  { design: { document }, base, change, rebase }: DesignState,
  mistakes: readonly FlowMistake[],
  go: (path: string) => void,
  onPublished: () => void,
): Publishing {
  const { busy, failure, run } = useAction()
  const [theirs, setTheirs] = useState<WholeFlow>()
  const send = async (over: number | null) => {
    await run(async () => {
      try {
        const flow = await publishFlow(reference, document, over)
        setTheirs(undefined)
        rebase({ version: flow.version, document })
        onPublished()
        toast(`Version ${flow.version} of ${reference} was published.`)
      } catch (thrown) {
        if (!isMoved(thrown)) throw thrown
        setTheirs(await getJson<WholeFlow>(flowResource(reference)))
      }
    })
  }
  const wrong = mistakes.find(({ warning }) => !warning)
  return {
    busy,
    failure,
    async publish() {
      if (wrong === undefined) return await send(base.version)
      toast('Fix the mistakes first.', 'error')
      go(wrong.path)
    },
    dialog: theirs !== undefined && (
      <ConflictDialog
        theirs={theirs}
        busy={busy}
        failure={failure}
        onClose={() => setTheirs(undefined)}
        onTake={() => {
          rebase(theirs)
          change({ what: 'replace', document: theirs.document })
          setTheirs(undefined)
        }}
        onKeep={() => void send(theirs.version)}
      />
    ),
  }
}
