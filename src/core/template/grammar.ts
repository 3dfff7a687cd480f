/** A construct of the template language, and its position in the text. */
export type Token =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'macro' | 'label' | 'repeat' | 'endRepeat'
      readonly name: string
      readonly start: number
      readonly end: number
    }

// Each alternative ends at a character that cannot continue it, so that the time is linear in the text.
const CONSTRUCT =
  /@@(LABEL_[A-Z0-9_]+)@@|@([A-Za-z][A-Za-z0-9_.:-]*)@|\$([A-Z][A-Z0-9_]*)\$|\[(RPT|ERPT) ([^\][\s]+)\]/g

/** The constructs of a text, in order. Anything that only looks like one is text. */
export function* tokens(text: string): Generator<Token> {
  const construct = new RegExp(CONSTRUCT)
  let start = 0
  for (;;) {
    const match = construct.exec(text)
    if (match === null) break
    const { index } = match
    if (index > start) yield { kind: 'text', start, end: index }
    start = construct.lastIndex
    const macro = match[2]
    const label = match[3] ?? match[1]
    if (macro !== undefined) yield { kind: 'macro', name: macro, start: index, end: start }
    else if (label !== undefined) yield { kind: 'label', name: label, start: index, end: start }
    else
      yield {
        kind: match[4] === 'RPT' ? 'repeat' : 'endRepeat',
        name: match[5]!,
        start: index,
        end: start,
      }
  }
  if (start < text.length) yield { kind: 'text', start, end: text.length }
}

const RENAMED: Readonly<Record<string, string>> = {
  LABEL_CHECK_REMEMBER: 'OIDC_CHECKBOX_REMEMBER',
  LABEL_COPYRIGHT: 'COPYRIGHT_ALL_RIGHTS',
  LABEL_PRODUCT: 'PRODUCT_NAME',
}

/**
 * The labels to try for a name; the first existing one is shown. Old pages made for IBM Security Verify write
 * `@LABEL_BUTTON_DENY@` or `@@LABEL_BUTTON_DENY@@` for today's `$OIDC_BUTTON_DENY$`.
 */
export function labelsFor(name: string): string[] {
  if (!name.startsWith('LABEL_')) return [name]
  const rest = name.slice('LABEL_'.length)
  return [name, RENAMED[name] ?? `OIDC_${rest}`, rest]
}
