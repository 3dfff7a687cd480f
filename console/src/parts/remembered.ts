import { useCallback, useState } from 'react'

/** A setting of this browser, such as the width of a column. Without storage, it lasts as long as the tab. */
export function useRemembered<T>(
  key: string,
  initial: T,
  isValid: (value: unknown) => value is T,
): [T, (value: T) => void] {
  const [value, setValue] = useState(() => stored(key, isValid) ?? initial)
  const remember = useCallback(
    (next: T) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // The storage is disabled or full.
      }
    },
    [key],
  )
  return [value, remember]
}

function stored<T>(key: string, isValid: (value: unknown) => value is T): T | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}
