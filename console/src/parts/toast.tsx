import { CloseButton, Paper, Text } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import classes from './toast.module.css'

interface Toast {
  readonly id: number
  readonly text: string
  readonly kind: 'done' | 'error'
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

/** Shows a message in the corner, and announces it to screen readers. */
export function toast(text: string, kind: Toast['kind'] = 'done'): void {
  const id = ++count
  set([...toasts, { id, text, kind }].slice(-3))
  setTimeout(() => dismiss(id), SHOWN_MS)
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
      {shown.map(({ id, text, kind }) => (
        <Paper key={id} shadow="lg" withBorder p="sm" className={classes.toast} data-kind={kind}>
          <Icon name={kind === 'done' ? 'check' : 'warning'} />
          <Text size="sm" flex={1}>
            {text}
          </Text>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => dismiss(id)} />
        </Paper>
      ))}
    </div>
  )
}
