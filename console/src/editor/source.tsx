import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useComputedColorScheme } from '@mantine/core'
import { use, useEffect, useRef } from 'react'
import { lineEnd } from '../../../src/core/lines.ts'
import { code, recolor, speak } from './code.ts'
import { completionsFor } from './completions.ts'
import classes from './editor.module.css'
import { VocabularyContext } from './vocabulary.ts'

/** A text that is put into an editor, each time as a new object. */
export interface Given {
  readonly text: string
}

interface SourceProps {
  readonly path: string
  readonly given: Given
  /** The line to go to, each time as a new object. */
  readonly target: { readonly line: number } | null
  readonly onText: (text: string) => void
}

/** The text of a file, to be edited. */
export function Source({ path, given, target, onText }: SourceProps) {
  const dark = useDark()
  const vocabulary = use(VocabularyContext)
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const tell = useRef(onText)
  tell.current = onText

  // biome-ignore lint/correctness/useExhaustiveDependencies: what changes later is put into it below.
  useEffect(() => {
    const mine = new EditorView({ state: stateOf(given.text), parent: place.current! })
    view.current = mine
    speak(mine, path)
    return () => mine.destroy()
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a newly given text is put in.
  useEffect(() => {
    const { state } = view.current!
    if (state.sliceDoc() === given.text) return
    if (state.lineBreak !== lineEnd(given.text)) {
      view.current!.setState(stateOf(given.text))
      speak(view.current!, path)
    } else view.current!.dispatch({ changes: { from: 0, to: state.doc.length, insert: given.text } })
    tell.current(given.text)
  }, [given])
  useEffect(() => recolor(view.current!, dark), [dark])
  useEffect(() => {
    if (target === null) return
    const { doc } = view.current!.state
    const { from } = doc.line(Math.min(target.line, doc.lines))
    view.current!.dispatch({
      selection: { anchor: from },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    })
    view.current!.focus()
    // Where the page stands below the editor, the editor may be out of sight.
    place.current!.scrollIntoView({ block: 'nearest' })
  }, [target])

  const stateOf = (text: string) =>
    EditorState.create({
      doc: text,
      extensions: [
        code({
          name: `Content of ${path}`,
          text,
          dark,
          offers: vocabulary ? completionsFor(path, vocabulary) : [],
        }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) tell.current(state.sliceDoc())
        }),
      ],
    })
  return <div ref={place} className={classes.source} />
}

export function useDark(): boolean {
  return useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark'
}
