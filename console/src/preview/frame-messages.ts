import { useEffect, useRef } from 'react'

/** Hears what the scripts in frames say, each by the number of its frame. A frame without an origin has the name null. */
export function useFrameMessages(
  elements: { readonly current: ReadonlyMap<number, HTMLIFrameElement> },
  hear: (number: number, data: unknown) => void,
): void {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent) => {
      if (source === null || origin !== 'null') return
      const [number] = [...elements.current].find(([, { contentWindow }]) => contentWindow === source) ?? []
      if (number !== undefined) latest.current(number, data)
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [elements])
}
