import type { MouseEvent } from 'react'
import { errorOf, getFile } from '../api.ts'
import { toast } from './toast.tsx'

/**
 * Handles the click on a link that downloads. Without this, nothing would happen if the session has ended: now it waits
 * until somebody has signed in again.
 */
export function download(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault()
  const { href, download } = event.currentTarget
  getFile(href)
    .then(({ blob, name }) => saveFile(blob, download || name))
    .catch(thrown => {
      const failure = errorOf(thrown)
      toast(`The download failed. ${failure.messageDescription}`, 'error', failure)
    })
}

/** Lets the browser store bytes as a file. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
