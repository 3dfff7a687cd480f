import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { sendJson } from '../api.ts'
import { useSession } from '../session.ts'
import classes from './picture.module.css'
import { usePlace } from './picture-places.ts'

const WIDTH = 1280

interface PictureProps {
  readonly themeId: string
  /** Changes when the theme does, so that the picture is taken anew. */
  readonly revision?: number | undefined
}

/** The sign-in page of a theme as it is now, small; nothing in it can be reached, nor reach out of it. */
export function Picture({ themeId, revision }: PictureProps) {
  const { pagesUrl } = useSession()
  const { ref, width } = useElementSize()
  const place = useRef<HTMLDivElement>(null)
  const shown = usePlace(place)
  const [loaded, setLoaded] = useState(false)
  const url = usePreview(shown ? themeId : undefined, revision)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture has to load again.
  useEffect(() => setLoaded(false), [url])
  return (
    <div ref={place} className={classes.place} aria-hidden="true" inert>
      <div ref={ref} className={classes.picture}>
        {shown && width > 0 && url !== undefined && (
          <iframe
            key={url}
            title="Sign-in page"
            sandbox="allow-scripts"
            loading="lazy"
            tabIndex={-1}
            src={pagesUrl + url}
            onLoad={() => setLoaded(true)}
            style={{ transform: `scale(${width / WIDTH})` }}
          />
        )}
        {!loaded && <Skeleton className={classes.cover} radius={0} />}
      </div>
    </div>
  )
}

/** Where the sign-in page of a theme can be framed: the page that people get refuses to be. */
function usePreview(themeId: string | undefined, revision: number | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is another picture.
  useEffect(() => {
    let wanted = themeId !== undefined
    setUrl(undefined)
    if (themeId !== undefined) {
      sendJson<{ url: string }>('POST', '/v1.0/tabard/preview/login', { themeId, files: {} }).then(
        preview => wanted && setUrl(preview.url),
        () => {},
      )
    }
    return () => {
      wanted = false
    }
  }, [themeId, revision])
  return url
}
