import { useEffect, useRef, useState } from 'react'

/** Takes a ZIP file that is dropped anywhere on the screen; the answer is whether one is above it. */
export function useDroppedZip(take: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const latest = useRef(take)
  latest.current = take
  useEffect(() => {
    const hover = (event: DragEvent) => {
      if (!isFree(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (!isFree(event)) return
      event.preventDefault()
      const zip = [...(event.dataTransfer?.files ?? [])].find(({ name }) => /\.zip$/i.test(name))
      if (zip !== undefined) latest.current(zip)
    }
    addEventListener('dragover', hover)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', hover)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return over
}

/** Whether it carries files, and no dialog is open that has a place for them. */
function isFree({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true && document.querySelector('[role=dialog]') === null
}
