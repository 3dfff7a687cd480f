import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { useSession } from '../session.ts'
import classes from './page-frames.module.css'

interface PageFramesProps {
  /** The one that is seen, then the one that takes its place once it has loaded. */
  readonly frames: readonly { readonly number: number; readonly url: string }[]
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly onLoaded: (number: number) => void
}

/** A page, scaled to the room there is; the next one loads behind it, where it cannot take the focus. */
export function PageFrames({ frames, name, width, scheme, onLoaded }: PageFramesProps) {
  const { pagesUrl } = useSession()
  const { ref, width: room, height } = useElementSize()
  const [seen, setSeen] = useState(0)
  const scale = Math.min(1, room / width)
  return (
    <div ref={ref} className={classes.frames}>
      {room > 0 &&
        frames.map(({ number, url }, index) => (
          <iframe
            key={number}
            title={`Preview: ${name}`}
            sandbox="allow-scripts"
            src={pagesUrl + url}
            inert={index > 0}
            aria-hidden={index > 0 || undefined}
            onLoad={() => {
              setSeen(number)
              onLoaded(number)
            }}
            style={{
              width,
              height: height / scale,
              insetInlineStart: Math.max(0, (room - width) / 2),
              transform: `scale(${scale})`,
              visibility: number > seen ? 'hidden' : undefined,
              // A page that is framed takes the scheme of its frame.
              colorScheme: scheme,
            }}
          />
        ))}
    </div>
  )
}
