import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, errorOf, sendJson } from '../api.ts'
import { useFrameMessages } from '../preview/frame-messages.ts'
import type { Preview } from '../wire.ts'
import { type Judged, walkTold } from './walk-talk.ts'

/** The pages of a registration, in the order in which people see them. */
export const WALK = ['start', 'verify', 'verified', 'created']

/** The options of a walk. */
export interface WalkLook {
  readonly locale: string
  /** Whether the container loads after the page is parsed, or before its title is. */
  readonly arrival: 'after' | 'before'
  /** Whether the container knows the page titles in the language. */
  readonly titles: boolean
}

export interface Happened {
  readonly event: string
  readonly on: string
  readonly tags: readonly Judged[]
}

/** A page that was loaded, and the events on it. */
export interface PageLoad {
  readonly number: number
  readonly step: string
  readonly look: WalkLook
  readonly happened: readonly Happened[]
}

interface Frame {
  readonly number: number
  readonly url: string
}

export interface Walk {
  readonly step: string
  readonly frames: readonly Frame[]
  readonly loads: readonly PageLoad[]
  readonly failure: ApiError | null
  readonly go: (step: string) => void
  /** Returns to the first page, and clears the log. */
  readonly restart: () => void
  readonly onLoaded: (number: number) => void
  readonly onFrame: (number: number, frame: HTMLIFrameElement | null) => void
}

const MOST_HAPPENED = 500
/** A page must be shown this long before it can navigate to the next one; otherwise, its script could loop forever. */
const SEEN_MS = 500

/** A walk through the registration of a theme. Each step loads a new page. */
export function useWalk(themeId: string, look: WalkLook): Walk {
  const { locale, arrival, titles } = look
  const [place, setPlace] = useState({ step: WALK[0]!, visit: 1 })
  const [frames, setFrames] = useState<readonly Frame[]>([])
  const [loads, setLoads] = useState<readonly PageLoad[]>([])
  const [failure, setFailure] = useState<ApiError | null>(null)
  const elements = useRef(new Map<number, HTMLIFrameElement>())
  const newest = useRef(0)
  const shown = useRef({ number: 0, at: 0 })
  const { step, visit } = place
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is a page of its own.
  useEffect(() => {
    newest.current += 1
    const number = newest.current
    const query = new URLSearchParams({
      state: step,
      locale,
      container: arrival,
      ...(titles && { titles: '' }),
    })
    sendJson<Preview>('POST', `/v1.0/tabard/preview/registration?${query}`, { themeId }).then(
      ({ url }) => {
        if (number !== newest.current) return
        setFailure(null)
        setLoads(some => [...some.filter(isSeen), { number, step, look, happened: [] }])
        setFrames(([seen]) => [...(seen === undefined ? [] : [seen]), { number, url }])
      },
      thrown => number === newest.current && setFailure(errorOf(thrown)),
    )
  }, [themeId, step, visit, locale, arrival, titles])
  const go = useCallback((next: string) => setPlace(was => ({ step: next, visit: was.visit + 1 })), [])
  const hear = (number: number, data: unknown) => {
    const message = walkTold(data)
    // Messages of a page that is being replaced are ignored.
    if (message === undefined || number !== newest.current) return
    const next = WALK[WALK.indexOf(step) + 1]
    const seen = shown.current.number === number && performance.now() - shown.current.at >= SEEN_MS
    if (message.tabard === 'happened')
      setLoads(some => some.map(load => (load.number === number ? withOne(load, message) : load)))
    else if (!seen) return
    else if (message.again) go(step)
    else if (next !== undefined) go(next)
  }
  useFrameMessages(elements, hear)
  return {
    step,
    frames,
    loads,
    failure,
    go,
    restart: useCallback(() => {
      setLoads([])
      go(WALK[0]!)
    }, [go]),
    onLoaded: useCallback((number: number) => {
      shown.current = { number, at: performance.now() }
      setFrames(some => some.filter(frame => frame.number >= number))
    }, []),
    onFrame: useCallback((number: number, frame: HTMLIFrameElement | null) => {
      if (frame === null) elements.current.delete(number)
      else elements.current.set(number, frame)
    }, []),
  }
}

/** Whether anything happened on a page before it was left. Otherwise, it is not shown in the log. */
function isSeen({ happened }: PageLoad): boolean {
  return happened.length > 0
}

function withOne(load: PageLoad, { event, on, tags }: Happened): PageLoad {
  if (load.happened.length >= MOST_HAPPENED) return load
  return { ...load, happened: [...load.happened, { event, on, tags }] }
}
