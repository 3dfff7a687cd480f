import { useEffect, useRef, useState } from 'react'
import type { Frame } from '../preview/calls.ts'
import { useFrameMessages } from '../preview/frame-messages.ts'
import { type Fit, PageFrames } from '../preview/page-frames.tsx'
import { type PageProblem, type Told, told } from './frame-talk.ts'
import { SourceMenu } from './source-menu.tsx'
import { type Source, sourcesOf } from './sources.ts'

const MOST_PROBLEMS = 50
// A frame that never reports that it is ready is shown anyway.
const SETTLED_MS = 60

export interface FramesProps {
  readonly frames: readonly Frame[]
  readonly name: string
  readonly width: number
  readonly scheme: 'light' | 'dark'
  readonly inspecting: boolean
  readonly onLoaded: (number: number) => void
  readonly onLeft: () => void
  readonly onOpen: (source: Source) => void
  /** Called with the problems of the visible page. */
  readonly onProblems: (problems: readonly PageProblem[]) => void
}

interface Picked {
  readonly sources: readonly Source[]
  /** The position in the page. */
  readonly x: number
  readonly y: number
}

/** The frames of the page. Clicking an element leads to its source. */
export function Frames(props: FramesProps) {
  const { frames, name, width, scheme, inspecting, onOpen } = props
  const [picked, setPicked] = useState<Picked | null>(null)
  const elements = useRef(new Map<number, HTMLIFrameElement>())
  const onPicked = ({ elements: made }: Frame, { number, x, y }: Told & { tabard: 'picked' }) => {
    const element = made[number]
    if (element === undefined) return
    const sources = sourcesOf(element)
    if (sources.length === 1) onOpen(sources[0]!)
    else setPicked({ sources, x, y })
  }
  const onLoaded = useTalk(elements, props, onPicked)
  return (
    <PageFrames
      frames={frames}
      name={name}
      width={width}
      scheme={scheme}
      onLoaded={onLoaded}
      onFrame={(number, frame) => {
        if (frame === null) elements.current.delete(number)
        else elements.current.set(number, frame)
      }}
    >
      {fit =>
        inspecting &&
        picked !== null && (
          <SourceMenu
            sources={picked.sources}
            at={within(fit, picked)}
            onChoose={source => {
              setPicked(null)
              onOpen(source)
            }}
            onClose={() => {
              setPicked(null)
              elements.current.get(frames[0]?.number ?? 0)?.focus()
            }}
          />
        )
      }
    </PageFrames>
  )
}

/** Converts a point of the page to the area that it is shown in. */
function within({ room, height, start, scale }: Fit, { x, y }: Picked): { x: number; y: number } {
  const bounded = (value: number, most: number) => Math.min(Math.max(value, 0), most)
  return { x: bounded(start + x * scale, room), y: bounded(y * scale, height) }
}

/** Exchanges messages with the scripts in the frames. They are not trusted: see `told`. */
function useTalk(
  elements: { readonly current: ReadonlyMap<number, HTMLIFrameElement> },
  { frames, inspecting, onLoaded, onLeft, onProblems }: FramesProps,
  onPicked: (frame: Frame, message: Told & { tabard: 'picked' }) => void,
): (number: number) => void {
  const scroll = useRef({ page: '', x: 0, y: 0 })
  const problems = useRef(new Map<number, PageProblem[]>())
  const seen = frames[0]
  const showProblems = () => onProblems([...(problems.current.get(seen?.number ?? 0) ?? [])])
  // A page may report more than once that it has settled.
  const shown = useRef(0)
  const show = (number: number) => {
    if (number <= shown.current) return
    shown.current = number
    onLoaded(number)
  }
  const hear = (number: number, message: Told) => {
    const isSeen = number === seen?.number
    if (message.tabard === 'settled') show(number)
    else if (message.tabard === 'problem') {
      const some = problems.current.get(number) ?? []
      if (some.length >= MOST_PROBLEMS) return
      problems.current.set(number, [...some, message])
      if (isSeen) showProblems()
    } else if (!isSeen) return
    else if (message.tabard === 'scrolled') scroll.current = { page: seen.page, x: message.x, y: message.y }
    // A script of the page must not pick elements while somebody types here. It may once the focus has moved into the
    // page.
    else if (!inspecting || document.activeElement !== elements.current.get(number)) return
    else if (message.tabard === 'left') onLeft()
    else onPicked(seen, message)
  }
  useFrameMessages(elements, (number, data) => {
    const message = told(data)
    if (message !== undefined) hear(number, message)
  })
  // A sandboxed frame has no origin, so no target origin can be given.
  const tell = (number: number, message: object) =>
    elements.current.get(number)?.contentWindow?.postMessage(message, '*')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the frames are told when it is switched.
  useEffect(() => {
    for (const number of elements.current.keys()) tell(number, { tabard: 'inspect', on: inspecting })
  }, [inspecting])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another frame that is seen has problems of its own.
  useEffect(() => {
    for (const number of problems.current.keys())
      if (number < (seen?.number ?? 0)) problems.current.delete(number)
    showProblems()
  }, [seen?.number])
  return number => {
    const frame = frames.find(one => one.number === number)
    const { page, x, y } = scroll.current
    if (frame === undefined) return
    if (inspecting) tell(number, { tabard: 'inspect', on: true })
    if (frame.page !== page || (x === 0 && y === 0)) show(number)
    else {
      tell(number, { tabard: 'settle', x, y })
      setTimeout(() => show(number), SETTLED_MS)
    }
  }
}
