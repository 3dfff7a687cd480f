import { isolateHistory } from '@codemirror/commands'
import {
  type Diagnostic,
  forEachDiagnostic,
  lintGutter,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint'
import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  type Extension,
  Prec,
  StateEffect,
  StateField,
  Text,
} from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'
import { severityName } from '../lint/counts.ts'
import type { LintFinding } from '../lint/finding.ts'
import { whereIn } from '../lint/words.ts'
import { lintLook } from './lint-look.ts'
import type { Located, Spot } from './located.ts'

/** The maximum number of marks in a text. More would help nobody, and each one slows down typing. */
const MOST_MARKS = 500

interface Mark {
  readonly finding: LintFinding
  readonly from: number
  readonly to: number
  readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: Text }[] | null
}

interface Marks {
  readonly marks: readonly Mark[]
  /** The changes since the text was checked. */
  readonly since: ChangeDesc
}

const setMarks = StateEffect.define<readonly Mark[]>()

const marked = StateField.define<Marks>({
  create: ({ doc }) => ({ marks: [], since: ChangeSet.empty(doc.length).desc }),
  update({ marks, since }, { effects, changes, state }) {
    const set = effects.find(effect => effect.is(setMarks))
    if (set !== undefined) return { marks: set.value, since: ChangeSet.empty(state.doc.length).desc }
    return { marks, since: since.composeDesc(changes.desc) }
  },
})

/** Shows findings in the gutter and under the text. F8 moves to the next one, and Ctrl+. fixes a fixable one. */
export function lintMarks(focusList: () => void): Extension {
  const toList = () => {
    focusList()
    return true
  }
  return [
    marked,
    lintGutter(),
    lintLook,
    Prec.high(
      keymap.of([
        { key: 'F8', run: told(nextDiagnostic), shift: told(previousDiagnostic) },
        { key: 'Mod-.', run: fixHere },
        { key: 'Alt-Enter', run: fixHere },
        { key: 'Mod-Shift-m', run: toList, preventDefault: true },
      ]),
    ),
  ]
}

/** Marks findings in the current text. */
export function showFindings(view: EditorView, found: readonly Located[]): void {
  const marks = found.slice(0, MOST_MARKS).map(one => markOf(view.state, one))
  const { effects } = setDiagnostics(view.state, marks.map(diagnosticOf))
  view.dispatch({ effects: [setMarks.of(marks), ...[effects ?? []].flat()] })
}

/** Fixes a finding in one step that can be undone; false if its text has changed in the meantime. */
export function applyFix(view: EditorView, finding: LintFinding): boolean {
  const { marks, since } = view.state.field(marked)
  const edits = marks.find(mark => mark.finding === finding)?.edits ?? []
  if (edits.length === 0 || edits.some(({ from, to }) => since.touchesRange(from, to) !== false)) return false
  view.dispatch({
    changes: edits.map(({ from, to, insert }) => {
      const start = since.mapPos(from, 1)
      return { from: start, to: Math.max(start, since.mapPos(to, -1)), insert }
    }),
    annotations: isolateHistory.of('full'),
    userEvent: 'input.fix',
    scrollIntoView: true,
    effects: EditorView.announce.of(`Fixed: ${finding.fix?.title}`),
  })
  view.focus()
  return true
}

function markOf({ doc }: EditorState, { finding, from, to, edits }: Located): Mark {
  const at = ({ line, column }: Spot) => {
    const { from: start, length } = doc.line(Math.min(Math.max(1, line), doc.lines))
    return line > doc.lines ? doc.length : start + Math.min(column - 1, length)
  }
  const start = at(from)
  const end = Math.max(start, at(to))
  return {
    finding,
    from: start,
    to: end > start ? end : start + wordAt(doc, start),
    edits:
      edits?.map(edit => ({
        from: at(edit.from),
        to: Math.max(at(edit.from), at(edit.to)),
        insert: Text.of(edit.text.split(/\r?\n/)),
      })) ?? null,
  }
}

/** Extends a point to the word that begins there, because a point is hard to see. */
function wordAt(doc: Text, offset: number): number {
  const { from, text } = doc.lineAt(offset)
  return /^\S+/.exec(text.slice(offset - from))?.[0].length ?? 0
}

const LEVELS = { fatal: 'error', error: 'error', warning: 'warning', recommendation: 'info' } as const

function diagnosticOf({ finding, from, to, edits }: Mark): Diagnostic {
  return {
    from,
    to,
    severity: LEVELS[finding.severity],
    message: `${severityName(finding.severity)}: ${finding.message}`,
    renderMessage: () => explained(finding),
    ...(edits !== null && {
      actions: [{ name: finding.fix!.title, apply: (view: EditorView) => void applyFix(view, finding) }],
    }),
  }
}

/** The tooltip of a finding. */
function explained(finding: LintFinding): Node {
  const message = document.createElement('span')
  message.textContent = finding.message
  const where = document.createElement('span')
  where.className = 'cm-finding-where'
  const places = whereIn(finding)
  where.append(ruleOf(finding), ...(places === '' ? [] : [` · ${places}`]))
  const all = document.createElement('div')
  all.className = 'cm-finding'
  all.append(message, where)
  return all
}

/** The name of the rule, linked to its documentation. */
function ruleOf(finding: LintFinding): Node {
  const link = document.createElement('a')
  link.href = finding.docs
  link.target = '_blank'
  link.rel = 'noreferrer'
  link.textContent = finding.rule
  return link
}

/** Wraps a command that moves to a finding, so that screen readers announce the finding. */
function told(step: Command): Command {
  return view => {
    if (!step(view)) return false
    const { from } = view.state.selection.main
    const messages: string[] = []
    forEachDiagnostic(view.state, ({ message }, start, end) => {
      if (start <= from && from <= end) messages.push(message)
    })
    view.dispatch({ effects: EditorView.announce.of(messages.join(' ')) })
    return true
  }
}

/** Fixes the first finding at the cursor, otherwise in its line. */
function fixHere(view: EditorView): boolean {
  const { head } = view.state.selection.main
  const line = view.state.doc.lineAt(head)
  const { marks, since } = view.state.field(marked)
  const near = marks
    .filter(({ edits }) => edits !== null)
    .map(({ finding, from, to }) => ({ finding, from: since.mapPos(from), to: since.mapPos(to) }))
    .filter(({ from, to }) => from <= line.to && to >= line.from)
  const best = near.find(({ from, to }) => from <= head && head <= to) ?? near[0]
  return best !== undefined && applyFix(view, best.finding)
}
