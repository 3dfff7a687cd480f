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
  /** Changes with the theme, so that the picture is rendered again. */
  readonly revision?: number | undefined
  /** The id of the page or mail; by default, the sign-in page. */
  readonly page?: string
  /** The width of the window in which the page is rendered. */
  readonly pixels?: number
  /** Unsaved files by path. */
  readonly files?: Readonly<Record<string, { readonly base64: string }>>
  /** Whether it may be rendered now. */
  readonly shown?: boolean
}

// The same ratio as in the style sheet.
const RATIO = 1280 / 800
const NO_FILES = {}

/** A small picture of a page in the current theme. It is rendered when there is capacity for it. */
export function Picture(props: Omit<PagePictureProps, 'files' | 'shown'>) {
  const place = useRef<HTMLDivElement>(null)
  const shown = usePlace(place)
  return (
    <div ref={place}>
      <PagePicture {...props} shown={shown} />
    </div>
  )
}

/** A small picture of a page. It is isolated: it cannot be focused, and its scripts cannot reach the console. */
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

/** The URL of a page that can be framed. The real page refuses to be framed. */
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
