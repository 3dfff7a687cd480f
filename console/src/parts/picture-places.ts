import { type RefObject, useEffect, useState } from 'react'

// At most this many pictures at a time. Each is a whole page, and more would make a small machine stutter.
const MOST = 8

type Show = (shown: boolean) => void

const shown = new Set<Show>()
const waiting = new Set<Show>()

function release(show: Show): void {
  waiting.delete(show)
  if (!shown.delete(show)) return
  show(false)
  const [next] = waiting
  if (next !== undefined) take(next)
}

function take(show: Show): void {
  if (shown.size >= MOST) {
    waiting.add(show)
    return
  }
  waiting.delete(show)
  shown.add(show)
  show(true)
}

/** Whether an element may show its picture now: it is near the visible area, and not too many others are shown. */
export function usePlace(element: RefObject<HTMLElement | null>): boolean {
  const [may, setMay] = useState(false)
  useEffect(() => {
    const show: Show = value => setMay(value)
    const observer = new IntersectionObserver(
      entries => (entries.at(-1)?.isIntersecting ? take(show) : release(show)),
      { rootMargin: '120px' },
    )
    observer.observe(element.current!)
    return () => {
      observer.disconnect()
      release(show)
    }
  }, [element])
  return may
}
