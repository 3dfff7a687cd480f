import { useEffect, useRef, useState } from 'react'

/** Accepts a ZIP file that is dropped anywhere on the screen. Returns whether one is being dragged over it. */
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

/** Whether files are being dragged, and no open dialog accepts them. */
function isFree({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true && document.querySelector('[role=dialog]') === null
}
