import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls a strip, such as one of tabs, so that its current item is in view. It may be wider than the window. */
export function useInView<T extends HTMLElement>(item: string, current: unknown): RefObject<T | null> {
  const strip = useRef<T>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item may be the current one.
  useEffect(() => {
    strip.current?.querySelector(item)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [item, current])
  return strip
}
