import { type ReactNode, useState } from 'react'
import { type Action, useAction } from '../action.ts'
import { errorOf } from '../api.ts'
import { errorsOfSaving, unchecked } from '../lint/check-saving.ts'
import { base64Of } from '../parts/base64.ts'
import type { CheckedFiles } from '../wire.ts'
import { DoubtDialog } from './doubt-dialog.tsx'
import { type Entry, findingEntry } from './problem-entries.ts'

type Files = NonNullable<CheckedFiles['files']>

interface Question {
  readonly what: string
  readonly concerns: readonly Entry[] | null
  readonly store: () => Promise<void>
}

interface CheckedSaving extends Omit<Action, 'run'> {
  /** Stores the files that `what` names. If they have errors, it asks first. */
  readonly save: (what: string, files: Files | Promise<Files>, store: () => Promise<void>) => Promise<boolean>
  /** The question, if there is one. */
  readonly question: ReactNode
}

/** Checks files before they are stored. */
export function useCheckedSaving(themeId: string): CheckedSaving {
  const { busy, failure, run, clear } = useAction()
  const [question, setQuestion] = useState<Question | null>(null)
  const save = (what: string, files: Files | Promise<Files>, store: () => Promise<void>) =>
    run(async () => {
      const concerns = await concernsOf(themeId, await files)
      if (concerns?.length === 0) await store()
      else setQuestion({ what, concerns, store })
    })
  return {
    busy,
    failure,
    clear,
    save,
    question: question !== null && (
      <DoubtDialog
        what={question.what}
        concerns={question.concerns}
        onResolve={saves => {
          setQuestion(null)
          if (saves) void run(question.store)
        }}
      />
    ),
  }
}

async function concernsOf(themeId: string, files: Files): Promise<readonly Entry[] | null> {
  try {
    return (await errorsOfSaving(themeId, files)).map(finding => findingEntry(finding))
  } catch (thrown) {
    // If the service refuses to check files, it also refuses to store them, and says why.
    return errorOf(thrown).status === 400 ? [] : unchecked(thrown)
  }
}

/** A chosen file that replaces the one at a path. */
export async function uploaded(path: string, file: File): Promise<Files> {
  return { [path]: { base64: await base64Of(file) } }
}
