import type { MarkupToken } from '../core/template/template.ts'

/** A mistake within a tag or a comment, and where it is. */
export interface TagFlaw {
  readonly kind: 'quote' | 'tag' | 'stray quote' | 'twice' | 'comment' | 'nested comment'
  /** The name of the tag or the attribute that the flaw is about; empty for a comment. */
  readonly name: string
  readonly start: number
  readonly end: number
}

/** What does not end where it was meant to, so that browsers take what follows for a part of it. */
export function tagFlaws(tokens: readonly MarkupToken[], source: string): TagFlaw[] {
  const flaws = tokens.flatMap(token => {
    if (token.kind === 'comment') return commentFlaw(token, source) ?? []
    return token.kind === 'startTag' ? (quoteFlaw(token) ?? twice(token, source)) : []
  })
  const end = tokens.at(-1)?.end ?? 0
  // Browsers drop a tag that the text ends in, so that there is no token for it.
  if (source[end] !== '<') return flaws
  const name = /^<[^\s"'=<>]{0,40}/.exec(source.slice(end, end + 41))![0]
  return [...flaws, { kind: 'tag', name, start: end, end: end + name.length }]
}

/** A quote that is not closed shows in a later attribute: its name begins or ends with a quote, or opens a tag. */
function quoteFlaw({ name, start, attributes }: MarkupToken): TagFlaw | undefined {
  const index = attributes.findIndex(attribute => /[<"']/.test(attribute.name))
  if (index === -1) return undefined
  const open = attributes.slice(0, index).findLast(({ quote, value }) => quote !== '' && /[<>]/.test(value))
  if (open !== undefined) return { kind: 'quote', name: open.name, start: open.start, end: open.valueStart }
  const tag = { name: `<${name}`, start, end: start + 1 + name.length }
  return { kind: attributes[index]!.name.includes('<') ? 'tag' : 'stray quote', ...tag }
}

/** Attributes that a tag has twice. Only the first one becomes an attribute, and the other one stays between them. */
function twice({ name, start, end, attributes }: MarkupToken, source: string): TagFlaw[] {
  const known = new Set(attributes.map(attribute => attribute.name))
  const flaws: TagFlaw[] = []
  let at = start + 1 + name.length
  for (const next of [...attributes, { start: end - 1, end }]) {
    const between = next.start - at > 1 ? source.slice(at, next.start) : ''
    const written = /[^\s/=]+/.exec(between)
    if (written !== null && known.has(written[0].toLowerCase())) {
      const from = at + written.index
      flaws.push({ kind: 'twice', name: written[0], start: from, end: from + written[0].length })
    }
    at = next.end
  }
  return flaws
}

function commentFlaw({ start, end }: MarkupToken, source: string): TagFlaw | undefined {
  const text = source.slice(start, end)
  if (!text.startsWith('<!--')) return undefined
  const place = { name: '', start, end: start + 4 }
  if (!/--!?>$/.test(text)) return { kind: 'comment', ...place }
  // Comments for old browsers end with `<!-->`.
  return /<!--(?!>)/.test(text.slice(4)) ? { kind: 'nested comment', ...place } : undefined
}
