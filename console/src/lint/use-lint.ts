import { useEffect, useRef, useState } from 'react'
import { errorOf } from '../api.ts'
import { lintTheme } from './calls.ts'
import type { Linted } from './finding.ts'

/** How long nobody has to type before the text is checked. */
const PAUSE_MS = 350
/** How long it waits where the service has no time for it: twice as long each time. */
const BUSY_MS = 2_000
const LONGEST_MS = 30_000

/**
 * Checks a theme while somebody types; null until it is checked, or where it cannot be. One question is under way at a
 * time, and only the answer about the newest text counts.
 */
export function useLint(
  themeId: string,
  revision: number,
  files: Readonly<Record<string, string>>,
): Linted | null {
  const [linted, setLinted] = useState<Linted | null>(null)
  const underWay = useRef<Promise<void>>(Promise.resolve())
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout>
    const ask = async (pause: number) => {
      if (gone) return
      try {
        const report = await lintTheme(themeId, files)
        if (!gone) setLinted({ report, revision, files })
      } catch (thrown) {
        if (gone) return
        if (isPassing(errorOf(thrown).status)) askIn(Math.min(pause * 2, LONGEST_MS))
        else setLinted(null)
      }
    }
    const askIn = (pause: number) => {
      timer = setTimeout(() => {
        underWay.current = underWay.current.then(() => ask(Math.max(pause, BUSY_MS / 2)))
      }, pause)
    }
    askIn(PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [themeId, revision, files])
  return linted
}

/** Whether the same question may be answered later: the service is busy, was asked too often or is not reached. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status === 503
}
