import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import classes from './splitter.module.css'

interface SplitterProps {
  /** The name of the part that it resizes. */
  readonly label: string
  /** The id of the part that it resizes. */
  readonly controls: string
  readonly value: number
  readonly min: number
  readonly max: number
  /** How far an arrow key moves it. */
  readonly step: number
  /** How much one pixel changes the value. */
  readonly perPixel: () => number
  readonly onChange: (value: number) => void
  /** The value that a double click or Enter restores. */
  readonly usual: number
}

/** A divider between two columns, moved by pointer or arrow keys. */
export function Splitter(props: SplitterProps) {
  const { label, controls, value, min, max, step, perPixel, onChange, usual } = props
  const from = useRef<{ readonly x: number; readonly value: number; readonly each: number } | null>(null)
  const move = (next: number) => onChange(Math.min(max, Math.max(min, next)))
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, value, each: perPixel() }
  }
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (from.current !== null) move(from.current.value + (clientX - from.current.x) * from.current.each)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, number> = {
      ArrowLeft: value - step,
      ArrowRight: value + step,
      Home: min,
      End: max,
      Enter: usual,
    }
    const next = keys[event.key]
    if (next === undefined) return
    event.preventDefault()
    move(next)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved.
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuenow={Math.round(value)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={classes.splitter}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        from.current = null
      }}
      onPointerCancel={() => {
        from.current = null
      }}
      onDoubleClick={() => move(usual)}
      onKeyDown={onKeyDown}
    />
  )
}
