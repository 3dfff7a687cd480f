import { useEffect, useRef } from 'react'

/** Receives messages of scripts in frames, with the number of the frame. The origin of a sandboxed frame is "null". */
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
