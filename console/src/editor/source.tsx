import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { useComputedColorScheme } from '@mantine/core'
import { use, useEffect, useRef } from 'react'
import { lineEnd } from '../../../src/core/lines.ts'
import type { LintFinding } from '../lint/finding.ts'
import { code, recolor, speak } from './code.ts'
import { completionsFor } from './completions.ts'
import classes from './editor.module.css'
import { applyFix, lintMarks, showFindings } from './lint-marks.ts'
import type { Located } from './located.ts'
import { PROBLEMS } from './problems.tsx'
import { VocabularyContext } from './vocabulary.ts'

/** A text to put into an editor. Each time, it is a new object. */
export interface Given {
  readonly text: string
}

interface SourceProps {
  readonly path: string
  readonly given: Given
  /** The findings in the current text; null if they are not known yet. */
  readonly found: readonly Located[] | null
  /** Where to go and what to fix there. Each time, it is a new object. */
  readonly target: SourceTarget | null
  readonly onText: (text: string) => void
}

export interface SourceTarget {
  readonly line: number
  readonly column: number
  readonly fix?: LintFinding | undefined
}

/** Edits the text of a file. */
export function Source({ path, given, found, target, onText }: SourceProps) {
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
    if (found !== null) showFindings(view.current!, found)
  }, [found])
  useEffect(() => {
    if (target === null) return
    const { doc } = view.current!.state
    const { from, length } = doc.line(Math.min(target.line, doc.lines))
    const anchor = from + Math.min(target.column - 1, length)
    view.current!.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    })
    if (target.fix !== undefined) applyFix(view.current!, target.fix)
    view.current!.focus()
    // If the preview is below the editor, the editor may be out of sight.
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
        lintMarks(() => document.getElementById(PROBLEMS)?.focus()),
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
