import { MergeView } from '@codemirror/merge'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useEffect, useRef } from 'react'
import { code, speak } from './code.ts'
import classes from './editor.module.css'
import { useDark } from './source.tsx'

export interface SidesProps {
  readonly path: string
  readonly left: string
  readonly right: string
  readonly leftName: string
  readonly rightName: string
  /** Called when the right text changes. */
  readonly onText: (text: string) => void
}

/** Two texts side by side. The left one is read-only. */
export default function Sides({ path, left, right, leftName, rightName, onText }: SidesProps) {
  const dark = useDark()
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onText)
  tell.current = onText
  // biome-ignore lint/correctness/useExhaustiveDependencies: the right text is where editing begins.
  useEffect(() => {
    const merge = new MergeView({
      a: {
        doc: left,
        extensions: [code({ name: leftName, text: left, dark }), EditorState.readOnly.of(true)],
      },
      b: {
        doc: right,
        extensions: [
          code({ name: rightName, text: right, dark }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            if (docChanged) tell.current(state.sliceDoc())
          }),
        ],
      },
      parent: place.current!,
      revertControls: 'a-to-b',
      renderRevertControl: () => {
        const button = document.createElement('button')
        button.type = 'button'
        button.textContent = '→'
        button.ariaLabel = `Take this part from ${leftName}`
        button.title = button.ariaLabel
        return button
      },
      collapseUnchanged: { margin: 3, minSize: 6 },
    })
    for (const view of [merge.a, merge.b]) speak(view, path)
    merge.b.focus()
    return () => merge.destroy()
  }, [path, left])
  return (
    <>
      <div className={classes.names} aria-hidden="true">
        <span>{leftName}</span>
        <span>{rightName}</span>
      </div>
      <div ref={place} className={classes.sides} />
    </>
  )
}
