import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf } from '../api.ts'

/** How long it waits where it has asked too often. */
const PAUSE_MS = 1_000
const NEVER = -1

interface NewestFrame<Answer, About> {
  /** The one that is seen, then the one that takes its place once it has loaded. */
  readonly frames: readonly (Answer & About & { readonly number: number })[]
  readonly answer: Answer | null
  readonly failure: ApiError | null
  readonly loaded: (number: number) => void
}

/**
 * A page in a frame that follows what is wanted; null wants nothing yet. One question is under way at a time, and the
 * newest one waits, so that nothing else has to be waited for. `ask`, `isOther` and `about` stay the same functions.
 */
export function useNewestFrame<Wanted, Answer extends object, About extends object>(
  wanted: Wanted | null,
  ask: (wanted: Wanted) => Promise<Answer>,
  /** Whether an answer for one is of no use for the other. */
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
        // What was answered late for another page is not shown; an older text of this one is better than none.
        if (latest.current === null || isOther(current, latest.current)) continue
        setAnswer(next)
        setFailure(null)
        setFrames(([seen]) => [...(seen === undefined ? [] : [seen]), { ...next, ...about(current), number }])
      } catch (thrown) {
        const failed = errorOf(thrown)
        if (failed.status === 429) {
          // The newest text is asked for again: keys come faster than previews may.
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
  const loaded = useCallback(
    (number: number) => setFrames(some => some.filter(frame => frame.number >= number)),
    [],
  )
  return { frames, answer, failure, loaded }
}
