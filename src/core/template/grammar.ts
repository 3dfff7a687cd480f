/** A construct of the template language, with where it stands in its text. */
export type Token =
  | { readonly kind: 'text'; readonly start: number; readonly end: number }
  | {
      readonly kind: 'macro' | 'label' | 'repeat' | 'endRepeat'
      readonly name: string
      readonly start: number
      readonly end: number
    }

// Each alternative ends at a character that cannot go on, so that the time is linear in the text.
const CONSTRUCT =
  /@@(LABEL_[A-Z0-9_]+)@@|@([A-Za-z][A-Za-z0-9_.:-]*)@|\$([A-Z][A-Z0-9_]*)\$|\[(RPT|ERPT) ([^\][\s]+)\]/g

/** The constructs of a text, in order; whatever only looks like one is text. */
export function* tokens(text: string): Generator<Token> {
  let start = 0
  for (const match of text.matchAll(CONSTRUCT)) {
    const [whole, old, macro, label = old, repeat, repeated] = match
    if (match.index > start) yield { kind: 'text', start, end: match.index }
    start = match.index + whole.length
    const place = { start: match.index, end: start }
    if (macro !== undefined) yield { kind: 'macro', name: macro, ...place }
    else if (label !== undefined) yield { kind: 'label', name: label, ...place }
    else yield { kind: repeat === 'RPT' ? 'repeat' : 'endRepeat', name: repeated!, ...place }
  }
  if (start < text.length) yield { kind: 'text', start, end: text.length }
}

const RENAMED: Readonly<Record<string, string>> = {
  LABEL_CHECK_REMEMBER: 'OIDC_CHECKBOX_REMEMBER',
  LABEL_COPYRIGHT: 'COPYRIGHT_ALL_RIGHTS',
  LABEL_PRODUCT: 'PRODUCT_NAME',
}

/**
 * The labels of which the first that exists is shown for a name. Old pages made for IBM Security Verify write
 * `@LABEL_BUTTON_DENY@` or `@@LABEL_BUTTON_DENY@@` for what is `$OIDC_BUTTON_DENY$` today.
 */
export function labelsFor(name: string): string[] {
  if (!name.startsWith('LABEL_')) return [name]
  const rest = name.slice('LABEL_'.length)
  return [name, RENAMED[name] ?? `OIDC_${rest}`, rest]
}
