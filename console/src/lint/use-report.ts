import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf } from '../api.ts'
import { lintTheme } from './calls.ts'
import type { LintReport } from './finding.ts'

interface Report {
  readonly report: LintReport | null
  readonly failure: ApiError | null
  readonly busy: boolean
  readonly reload: () => Promise<void>
}

/** The findings in a theme as saved. */
export function useReport(themeId: string, revision: number): Report {
  const [answer, setAnswer] = useState<LintReport | ApiError | null>(null)
  const [busy, setBusy] = useState(false)
  const newest = useRef(0)
  const load = useCallback(async () => {
    const mine = ++newest.current
    setBusy(true)
    const next = await lintTheme(themeId).catch(errorOf)
    // A response about an earlier revision may arrive later.
    if (mine !== newest.current) return
    setAnswer(next)
    setBusy(false)
  }, [themeId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another revision has other files.
  useEffect(() => {
    void load()
    return () => {
      newest.current += 1
    }
  }, [load, revision])
  const failed = answer instanceof Error
  return {
    report: failed ? null : answer,
    failure: failed ? answer : null,
    busy,
    reload: load,
  }
}
