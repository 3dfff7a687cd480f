import { Skeleton } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import { sendJson } from '../api.ts'
import { useSession } from '../session.ts'
import type { Preview } from '../wire.ts'
import classes from './picture.module.css'
import { usePlace } from './picture-places.ts'

interface PagePictureProps {
  readonly themeId: string
  /** Changes when the theme does, so that the picture is taken anew. */
  readonly revision?: number | undefined
  /** Id of the page or mail; the sign-in page without one. */
  readonly page?: string
  /** The width of the window that the page is shown in. */
  readonly pixels?: number
  /** What is not saved yet, by path. */
  readonly files?: Readonly<Record<string, { readonly base64: string }>>
  /** Whether it is drawn already. */
  readonly shown?: boolean
}

// As the style sheet has it.
const RATIO = 1280 / 800
const NO_FILES = {}

/** A page of a theme as it is now, small; it is drawn when there is room for it. */
export function Picture(props: Omit<PagePictureProps, 'files' | 'shown'>) {
  const place = useRef<HTMLDivElement>(null)
  const shown = usePlace(place)
  return (
    <div ref={place}>
      <PagePicture {...props} shown={shown} />
    </div>
  )
}

/** A page of a theme, small; nothing in it can be reached, nor reach out of it. */
export function PagePicture(props: PagePictureProps) {
  const { themeId, revision, page = 'login', pixels = 1280, files = NO_FILES, shown = true } = props
  const { pagesUrl } = useSession()
  const { ref, width } = useElementSize()
  const [loaded, setLoaded] = useState(false)
  const url = usePreview(shown ? themeId : undefined, page, revision, files)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another picture has to load again.
  useEffect(() => setLoaded(false), [url])
  return (
    <div className={classes.place} aria-hidden="true" inert>
      <div ref={ref} className={classes.picture}>
        {shown && width > 0 && url !== undefined && (
          <iframe
            key={url}
            title="Picture of a page"
            sandbox="allow-scripts"
            loading="lazy"
            tabIndex={-1}
            src={pagesUrl + url}
            onLoad={() => setLoaded(true)}
            style={{ width: pixels, height: pixels / RATIO, transform: `scale(${width / pixels})` }}
          />
        )}
        {!loaded && <Skeleton className={classes.cover} radius={0} />}
      </div>
    </div>
  )
}

/** Where a page of a theme can be framed: the page that people get refuses to be. */
function usePreview(
  themeId: string | undefined,
  page: string,
  revision: number | undefined,
  files: object,
): string | undefined {
  const [url, setUrl] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is another picture.
  useEffect(() => {
    let wanted = themeId !== undefined
    setUrl(undefined)
    if (themeId !== undefined) {
      sendJson<Preview>('POST', `/v1.0/tabard/preview/${page}`, { themeId, files }).then(
        preview => wanted && setUrl(preview.url),
        () => {},
      )
    }
    return () => {
      wanted = false
    }
  }, [themeId, page, revision, files])
  return url
}
