import { CloseButton, Paper, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import type { ApiError } from '../api.ts'
import { Icon } from './icon.tsx'
import { ErrorHelp } from './problem.tsx'
import classes from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'error'
  readonly failure: ApiError | undefined
}

const SHOWN_MS = 6000

let toasts: readonly Toast[] = []
let count = 0
const watchers = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const watcher of watchers) watcher()
}

function dismiss(id: number): void {
  set(toasts.filter(toast => toast.id !== id))
}

/**
 * Shows a message in the corner, and announces it to screen readers. The message of a failed call links to its
 * documentation, and stays until it is dismissed.
 */
export function toast(text: string, kind: Toast['kind'] = 'done', failure?: ApiError): void {
  const id = ++count
  set([...toasts, { id, text, kind, failure }].slice(-3))
  if (failure === undefined) setTimeout(() => dismiss(id), SHOWN_MS)
}

export function Toasts() {
  const shown = useSyncExternalStore(
    watcher => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => toasts,
  )
  return (
    <div className={classes.toasts} role="status" aria-live="polite">
      {shown.map(({ id, text, kind, failure }) => (
        <Paper key={id} shadow="lg" withBorder p="sm" className={classes.toast} data-kind={kind}>
          <Icon name={kind === 'done' ? 'check' : 'warning'} />
          <Text size="sm" flex={1}>
            {text} {failure !== undefined && <ErrorHelp failure={failure} />}
          </Text>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </Paper>
      ))}
    </div>
  )
}
