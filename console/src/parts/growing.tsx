import { type ReactNode, useEffect, useRef, useState } from 'react'

// A few screens full. The rest is rendered when it comes near the visible area.
const STEP = 24

/** How many items of a long list to render, and an element that renders more once it comes near the visible area. */
export function useGrowing(total: number): { readonly count: number; readonly more: ReactNode } {
  const [count, setCount] = useState(STEP)
  const end = useRef<HTMLDivElement>(null)
  const isWhole = count >= total
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each step, the end is somewhere else.
  useEffect(() => {
    if (isWhole) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setCount(before => before + STEP)
      },
      { rootMargin: '600px' },
    )
    observer.observe(end.current!)
    return () => observer.disconnect()
  }, [isWhole, count])
  return { count, more: isWhole ? null : <div ref={end} aria-hidden="true" /> }
}
