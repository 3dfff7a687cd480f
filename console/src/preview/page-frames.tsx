import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useSession } from '../session.ts'
import classes from './page-frames.module.css'

/** How a page fits into the available area. */
export interface Fit {
  readonly room: number
  readonly height: number
  readonly start: number
  readonly scale: number
}

interface PageFramesProps {
  /** The visible frame, and then the one that replaces it once it has loaded. */
  readonly frames: readonly { readonly number: number; readonly url: string }[]
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly onLoaded: (number: number) => void
  /** Called when a frame is added, and when one is removed. */
  readonly onFrame?: (number: number, frame: HTMLIFrameElement | null) => void
  /** Content that is shown over the page. */
  readonly children?: (fit: Fit) => ReactNode
}

/** A page, scaled to the available area. The next one loads behind it, where it cannot take the focus. */
export function PageFrames(props: PageFramesProps) {
  const { frames, name, width, scheme, onLoaded, onFrame, children } = props
  const { pagesUrl } = useSession()
  const { ref, width: room, height } = useElementSize()
  const [newest, setNewest] = useState(0)
  const scale = Math.min(1, room / width)
  const start = Math.max(0, (room - width) / 2)
  return (
    <div ref={ref} className={classes.frames}>
      {room > 0 &&
        frames.map(({ number, url }, index) => (
          <iframe
            key={number}
            ref={frame => onFrame?.(number, frame)}
            title={`Preview: ${name}`}
            sandbox="allow-scripts"
            src={pagesUrl + url}
            inert={index > 0}
            aria-hidden={index > 0 || undefined}
            onLoad={() => {
              setNewest(number)
              onLoaded(number)
            }}
            style={{
              width,
              height: height / scale,
              insetInlineStart: start,
              transform: `scale(${scale})`,
              visibility: index > 0 || number > newest ? 'hidden' : undefined,
              // The page gets the color scheme of its frame as the preferred one.
              colorScheme: scheme,
            }}
          />
        ))}
      {children?.({ room, height, start, scale })}
    </div>
  )
}
