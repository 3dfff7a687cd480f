import { EditorView } from '@codemirror/view'

const ERROR = 'light-dark(#b42323, #ff8f8f)'
const WARNING = 'light-dark(#a86200, #f0c27a)'
const ADVICE = 'light-dark(#1d6697, #86b7d6)'

function underlined(color: string) {
  return {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${color} 1.5px`,
    textDecorationSkipInk: 'none',
    textUnderlineOffset: '3px',
  }
}

/** How findings look in the gutter, under the text and in tooltips. Each severity has a different shape. */
export const lintLook = EditorView.theme({
  '.cm-gutter-lint': { width: '18px' },
  '.cm-gutter-lint .cm-gutterElement': {
    display: 'flex',
    // Aligned with the first row of a wrapped line.
    alignItems: 'flex-start',
    justifyContent: 'center',
    padding: '5px 0 0',
  },
  '.cm-lint-marker': { width: '10px', height: '10px', boxSizing: 'border-box' },
  '.cm-lint-marker-error': { content: '""', borderRadius: '50%', backgroundColor: ERROR },
  '.cm-lint-marker-warning': {
    content: '""',
    width: '12px',
    backgroundColor: WARNING,
    clipPath: 'polygon(50% 0, 100% 100%, 0 100%)',
  },
  '.cm-lint-marker-info': { content: '""', border: `2px solid ${ADVICE}`, borderRadius: '50%' },
  '.cm-lintRange-error': underlined(ERROR),
  '.cm-lintRange-warning': underlined(WARNING),
  '.cm-lintRange-info': underlined(ADVICE),
  '.cm-lintPoint:after': { borderBottomColor: ERROR },
  '.cm-lintPoint-warning:after': { borderBottomColor: WARNING },
  '.cm-lintPoint-info:after': { borderBottomColor: ADVICE },
  '.cm-tooltip .cm-tooltip-lint': { maxWidth: 'min(460px, 86vw)', listStyle: 'none' },
  '.cm-diagnostic': {
    marginLeft: '0',
    padding: '8px 12px',
    borderLeftWidth: '3px',
    fontFamily: 'var(--mantine-font-family)',
    fontSize: '13px',
    lineHeight: '1.45',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
  },
  '.cm-diagnostic + .cm-diagnostic': { borderTop: '1px solid var(--line)' },
  '.cm-diagnostic-error': { borderLeftColor: ERROR },
  '.cm-diagnostic-warning': { borderLeftColor: WARNING },
  '.cm-diagnostic-info': { borderLeftColor: ADVICE },
  '.cm-finding-where': {
    display: 'block',
    marginTop: '3px',
    color: 'var(--mantine-color-dimmed)',
    fontSize: '12px',
    '& a': { color: 'var(--mantine-color-anchor)' },
  },
  '.cm-diagnosticAction': {
    margin: '7px 8px 1px 0',
    padding: '3px 9px',
    border: '1px solid light-dark(#87919b, #727b85)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
    color: 'inherit',
    fontSize: '12px',
    fontWeight: '600',
    '&:hover': { backgroundColor: 'var(--hover)' },
    '& u': { textDecoration: 'none' },
  },
})
