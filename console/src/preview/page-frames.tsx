import { useElementSize } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useSession } from '../session.ts'
import classes from './page-frames.module.css'

/** How a page fits into the room there is. */
export interface Fit {
  readonly room: number
  readonly height: number
  readonly start: number
  readonly scale: number
}

interface PageFramesProps {
  /** The one that is seen, then the one that takes its place once it has loaded. */
  readonly frames: readonly { readonly number: number; readonly url: string }[]
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly onLoaded: (number: number) => void
  /** Told of each frame that comes, and of each that goes. */
  readonly onFrame?: (number: number, frame: HTMLIFrameElement | null) => void
  /** What stands over the page. */
  readonly children?: (fit: Fit) => ReactNode
}

/** A page, scaled to the room there is; the next one loads behind it, where it cannot take the focus. */
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
              // What the page sees as the wish for light or dark is what its frame has.
              colorScheme: scheme,
            }}
          />
        ))}
      {children?.({ room, height, start, scale })}
    </div>
  )
}
