import type { CompletionSource } from '@codemirror/autocomplete'
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { search } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { basicSetup } from 'codemirror'
import { lineEnd } from '../../../src/core/lines.ts'
import { nonce } from '../nonce.ts'

interface CodeOptions {
  /** The name for screen readers. */
  readonly name: string
  /** The initial text, which determines the line endings. */
  readonly text: string
  readonly dark: boolean
  /** The sources of completions. */
  readonly offers?: readonly CompletionSource[]
}

/** Label files: comments, and lines `$NAME$=text` with macros in the text. */
const properties = StreamLanguage.define({
  token(stream) {
    if (stream.sol() && stream.match(/\s*[#!].*/)) return 'comment'
    if (stream.sol() && stream.match(/\s*\$[A-Z][A-Z0-9_]*(?:\.[a-z]+)?\$(?=\s*=)/)) return 'propertyName'
    if (stream.match(/@[A-Za-z][\w.:-]*@/)) return 'className'
    stream.next()
    return null
  },
})

const scheme = new Compartment()
const language = new Compartment()

export const LANGUAGES: readonly (readonly [RegExp, () => Promise<Extension>])[] = [
  // The XML parts of a mail are tags, and the body of a mail is HTML.
  [/\.(?:html?|xml|svg)$/i, async () => (await import('@codemirror/lang-html')).html()],
  [/\.css$/i, async () => (await import('@codemirror/lang-css')).css()],
  [/\.properties$/i, async () => properties],
]

export const colors = HighlightStyle.define([
  { tag: tags.comment, color: 'light-dark(#58626c, #a3abb3)', fontStyle: 'italic' },
  { tag: [tags.tagName, tags.keyword, tags.modifier], color: 'light-dark(#8f1d5c, #f0a3cf)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'light-dark(#165681, #8fc1e3)' },
  { tag: [tags.className, tags.labelName, tags.typeName], color: 'light-dark(#5b3a9b, #c5b0f5)' },
  {
    tag: [tags.string, tags.attributeValue, tags.special(tags.string)],
    color: 'light-dark(#06543f, #8ed8b8)',
  },
  { tag: [tags.number, tags.unit, tags.color, tags.atom, tags.bool], color: 'light-dark(#7a4500, #f0c27a)' },
  { tag: tags.invalid, color: 'light-dark(#b42323, #ff8f8f)' },
])

const look = EditorView.theme({
  '&': { height: '100%', color: 'inherit', backgroundColor: 'var(--surface)', fontSize: '13px' },
  '&.cm-focused': { outline: '2px solid light-dark(#1d6697, #86b7d6)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'var(--mantine-font-family-monospace)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'light-dark(#000, #fff)' },
  '.cm-cursor': { borderLeftColor: 'light-dark(#000, #fff)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--mantine-color-dimmed)',
    borderRight: '1px solid var(--line)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    boxShadow: '0 4px 16px rgb(0 0 0 / 12%)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(620px, 90vw)',
    fontFamily: 'var(--mantine-font-family-monospace)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--chosen)',
    color: 'var(--chosen-text)',
  },
  '.cm-completionDetail': {
    fontFamily: 'var(--mantine-font-family)',
    fontStyle: 'normal',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '6px 10px', maxWidth: '320px' },
  '.cm-panels': { backgroundColor: 'var(--ground)', color: 'inherit' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '8px 36px 8px 10px',
    fontFamily: 'var(--mantine-font-family)',
    '& br': { display: 'block', flexBasis: '100%', height: '0', content: '""' },
    '& label': { display: 'inline-flex', alignItems: 'center', gap: '4px', margin: '0', fontSize: '12px' },
    '& input[type=checkbox]': { margin: '0', accentColor: 'light-dark(#1d6697, #86b7d6)' },
  },
  '.cm-panel.cm-search .cm-textfield': {
    flex: '1 1 120px',
    minWidth: '0',
    height: '30px',
    margin: '0',
    padding: '0 9px',
    border: '1px solid light-dark(#87919b, #727b85)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'inherit',
    fontSize: '13px',
  },
  '.cm-panel.cm-search .cm-button': {
    height: '30px',
    margin: '0',
    padding: '0 10px',
    border: '1px solid light-dark(#87919b, #727b85)',
    borderRadius: '6px',
    background: 'var(--surface)',
    color: 'inherit',
    fontSize: '12px',
    fontWeight: '600',
    textTransform: 'capitalize',
    cursor: 'pointer',
    '&:hover': { background: 'var(--hover)' },
    '&:active': { background: 'var(--chosen)' },
  },
  '.cm-panel.cm-search [name=close]': {
    top: '8px',
    right: '8px',
    width: '28px',
    height: '28px',
    borderRadius: '6px',
    color: 'inherit',
    fontSize: '18px',
    cursor: 'pointer',
    '&:hover': { background: 'var(--hover)' },
  },
  '.cm-searchMatch': { backgroundColor: 'light-dark(#ffe58a, #6b5a12)' },
  '.cm-searchMatch.cm-searchMatch-selected': { backgroundColor: 'light-dark(#ffc53d, #96760a)' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'light-dark(#1d66970f, #86b7d614)' },
})

/** The extensions of a text editor. Tab moves the focus, so that keyboard users can leave the editor. */
export function code({ name, text, dark, offers = [] }: CodeOptions): Extension {
  return [
    EditorState.languageData.of(() => offers.map(autocomplete => ({ autocomplete }))),
    EditorView.cspNonce.of(nonce),
    EditorState.lineSeparator.of(lineEnd(text)),
    basicSetup,
    search({ top: true }),
    language.of([]),
    EditorView.lineWrapping,
    // Editable content can always get the focus. The tabindex is only for accessibility checkers.
    EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
    syntaxHighlighting(colors),
    look,
    scheme.of(EditorView.darkTheme.of(dark)),
  ]
}

/** Loads the language of a file for highlighting. Until then, and without it, the text can still be edited. */
export function speak(view: EditorView, path: string): void {
  LANGUAGES.find(([names]) => names.test(path))?.[1]().then(
    extension => view.dispatch({ effects: language.reconfigure(extension) }),
    () => undefined,
  )
}

export function recolor(view: EditorView, dark: boolean): void {
  view.dispatch({ effects: scheme.reconfigure(EditorView.darkTheme.of(dark)) })
}
