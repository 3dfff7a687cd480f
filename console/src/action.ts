import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf } from './api.ts'
import { giveBack } from './parts/focus.ts'
import { refresh } from './resource.ts'

export interface Action {
  readonly busy: boolean
  readonly failure: ApiError | null
  /** Runs work. Returns false if it was refused; the error is then in `failure`. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>
  readonly clear: () => void
}

/**
 * State for work that takes a moment and may be refused. Controls that are disabled meanwhile lose the focus, and get it
 * back afterwards.
 */
export function useAction(): Action {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const focused = useRef<Element | null>(null)
  const run = useCallback(async (work: () => Promise<void>) => {
    focused.current = document.activeElement
    setBusy(true)
    setFailure(null)
    try {
      await work()
      return true
    } catch (thrown) {
      const error = errorOf(thrown)
      setFailure(error)
      // Somebody has deleted what is shown. Then the screen says so.
      if (error.status === 404) await refresh('/')
      return false
    } finally {
      setBusy(false)
    }
  }, [])
  useEffect(() => {
    const { current } = focused
    if (!busy && current?.isConnected && current !== document.body) giveBack(current)
    if (!busy) focused.current = null
  }, [busy])
  const clear = useCallback(() => setFailure(null), [])
  return { busy, failure, run, clear }
}
