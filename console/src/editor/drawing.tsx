import { useEffect, useState } from 'react'
import classes from './asset-file.module.css'
import { Picture } from './asset-file.tsx'

/** Draws the current text of an SVG file. Scripts in it do not run. */
export function Drawing({ path, text }: { readonly path: string; readonly text: string }) {
  const [drawn, setDrawn] = useState<{ readonly address: string; readonly size: number } | null>(null)
  useEffect(() => {
    const blob = new Blob([text], { type: 'image/svg+xml' })
    const address = URL.createObjectURL(blob)
    setDrawn({ address, size: blob.size })
    return () => URL.revokeObjectURL(address)
  }, [text])
  return <div className={classes.drawn}>{drawn !== null && <Picture {...drawn} path={path} />}</div>
}
