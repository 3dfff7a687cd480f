import { useEffect, useState } from 'react'
import { type ApiError, errorOf, getFile } from '../api.ts'

const TEXT = /\.(html?|css|js|mjs|json|txt|md|xml|svg|properties|csv|map|eml|ya?ml)$/i
const IMAGE = /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp)$/i

export function isText(path: string): boolean {
  return TEXT.test(path)
}

export function isImage(path: string): boolean {
  return IMAGE.test(path)
}

/** The content of a file for display. */
export type Content = {
  readonly etag: string | null
  readonly size: number
  readonly text: string | null
  /** The object URL of an image. It is revoked when the component unmounts. */
  readonly image: string | null
}

interface Loaded {
  readonly content: Content | null
  readonly failure: ApiError | null
}

const SVG = /\.svg$/i

async function contentOf(address: string, path: string): Promise<Content> {
  const { blob, etag } = await getFile(address)
  const text = isText(path) ? await blob.text() : await textIfAny(blob, path)
  const shown = SVG.test(path) ? new Blob([blob], { type: 'image/svg+xml' }) : blob
  return { etag, size: blob.size, text, image: isImage(path) ? URL.createObjectURL(shown) : null }
}

/** The text of a file with an unknown extension; null if its bytes are not text. */
async function textIfAny(blob: Blob, path: string): Promise<string | null> {
  if (isImage(path) || blob.size > 1_000_000) return null
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer())
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** Loads a file for display. It is reloaded when `version` changes. Without an address, there is no file. */
export function useContent(address: string | null, path: string, version: string): Loaded {
  const [loaded, setLoaded] = useState<Loaded>({ content: null, failure: null })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version identifies the content at the address.
  useEffect(() => {
    if (address === null) return
    let mine: Content | null = null
    let gone = false
    const drop = () => mine?.image != null && URL.revokeObjectURL(mine.image)
    contentOf(address, path).then(
      content => {
        mine = content
        if (gone) drop()
        else setLoaded({ content, failure: null })
      },
      thrown => gone || setLoaded({ content: null, failure: errorOf(thrown) }),
    )
    return () => {
      gone = true
      drop()
    }
  }, [address, path, version])
  return loaded
}
