import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf } from '../api.ts'

/** The delay after the service has throttled requests. */
const PAUSE_MS = 1_000
const NEVER = -1

interface NewestFrame<Answer, About> {
  /** The visible frame, and then the one that replaces it once it has loaded. */
  readonly frames: readonly (Answer & About & { readonly number: number })[]
  readonly answer: Answer | null
  readonly failure: ApiError | null
  /** Asks again after a failure. */
  readonly retry: () => Promise<void>
  readonly loaded: (number: number) => void
}

/**
 * A frame that follows what is `wanted`; null means nothing yet. One request runs at a time, and only the newest one
 * waits. `ask`, `isOther` and `about` must keep their identity between renders.
 */
export function useNewestFrame<Wanted, Answer extends object, About extends object>(
  wanted: Wanted | null,
  ask: (wanted: Wanted) => Promise<Answer>,
  /** Whether an answer for one request is useless for the other. */
  isOther: (one: Wanted, other: Wanted) => boolean,
  about: (wanted: Wanted) => About,
): NewestFrame<Answer, About> {
  const [frames, setFrames] = useState<readonly (Answer & About & { readonly number: number })[]>([])
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const latest = useRef(wanted)
  latest.current = wanted
  const asked = useRef(0)
  const newest = useRef(0)
  const busy = useRef(false)
  const send = useCallback(async () => {
    if (busy.current) return
    busy.current = true
    while (asked.current !== newest.current) {
      const number = newest.current
      asked.current = number
      const { current } = latest
      if (current === null) continue
      try {
        const next = await ask(current)
        // A late answer for another page is not shown. An older text of the same page is better than none.
        if (latest.current === null || isOther(current, latest.current)) continue
        setAnswer(next)
        setFailure(null)
        setFrames(([seen]) => [...(seen === undefined ? [] : [seen]), { ...next, ...about(current), number }])
      } catch (thrown) {
        const failed = errorOf(thrown)
        if (failed.status === 429) {
          // The newest text is requested again, because people type faster than previews are allowed.
          asked.current = NEVER
          await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
        } else if (number === newest.current) setFailure(failed)
      }
    }
    busy.current = false
  }, [ask, isOther, about])
  useEffect(() => {
    if (wanted === null) return
    newest.current += 1
    void send()
  }, [wanted, send])
  const retry = useCallback(async () => {
    newest.current += 1
    await send()
  }, [send])
  const loaded = useCallback(
    (number: number) => setFrames(some => some.filter(frame => frame.number >= number)),
    [],
  )
  return { frames, answer, failure, retry, loaded }
}
