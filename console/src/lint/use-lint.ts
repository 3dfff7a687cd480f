import { useEffect, useRef, useState } from 'react'
import { errorOf } from '../api.ts'
import { lintTheme } from './calls.ts'
import type { Linted } from './finding.ts'

/** The pause in typing before the text is checked. */
const PAUSE_MS = 350
/** The first delay before a retry if the service is busy. It doubles each time. */
const BUSY_MS = 2_000
const LONGEST_MS = 30_000

/**
 * Checks a theme during editing; null until it is checked, and if it cannot be checked. Only one request runs at a
 * time, and only the response for the newest text counts.
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

/** Whether a retry may succeed: the service is busy, throttles, or cannot be reached. */
function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status === 503
}
