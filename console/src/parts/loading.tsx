import { Loader, Skeleton, type SkeletonProps, VisuallyHidden } from '@mantine/core'
import { useEffect, useSyncExternalStore } from 'react'

// Most answers arrive sooner, and are not worth an announcement.
const ANNOUNCED_AFTER_MS = 500

const shown = new Set<symbol>()
const watchers = new Set<() => void>()
let announced = ''
let timer: ReturnType<typeof setTimeout> | undefined

function announce(text: string): void {
  announced = text
  for (const watcher of watchers) watcher()
}

/** A screen with several placeholders is announced once: the first one speaks for all. */
function appear(label: string): () => void {
  const one = Symbol(label)
  if (shown.size === 0) timer = setTimeout(() => announce(label), ANNOUNCED_AFTER_MS)
  shown.add(one)
  return () => {
    shown.delete(one)
    if (shown.size > 0) return
    clearTimeout(timer)
    announce('')
  }
}

/** What is loading, for screen readers only. */
function Loading({ label }: { readonly label: string }) {
  useEffect(() => appear(label), [label])
  return <VisuallyHidden>{label}</VisuallyHidden>
}

interface PlaceholderProps extends SkeletonProps {
  /** What is loading, such as “Loading people”. */
  readonly label: string
}

/** Holds the place of something that is still loading. */
export function Placeholder({ label, ...size }: PlaceholderProps) {
  return (
    <Skeleton {...size}>
      <Loading label={label} />
    </Skeleton>
  )
}

/** Turns while a whole screen is loading. */
export function Spinner() {
  return (
    <>
      <Loader />
      <Loading label="Loading" />
    </>
  )
}

/** Announces that something is loading. It is always there, because screen readers miss regions that are added later. */
export function LoadingStatus() {
  const text = useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => announced,
  )
  return <VisuallyHidden role="status">{text}</VisuallyHidden>
}
