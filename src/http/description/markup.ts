import { escapedHtml } from '../../core/template/template.ts'
import { NAMED, type Schema } from './schema.ts'

/** A text of a description: what stands between backticks is code. */
export function inline(text: string): string {
  return escapedHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

export function code(text: string): string {
  return `<code>${escapedHtml(text)}</code>`
}

/** The kind of a value, with a link where it has a name. */
export function kind(schema: Schema): string {
  if (schema.$ref !== undefined) return link(schema.$ref.slice(NAMED.length))
  if (schema.anyOf !== undefined) return schema.anyOf.map(kind).join(' or ')
  if (schema.const !== undefined) return code(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(code).join(', ')
  if (schema.contentMediaType !== undefined) return escapedHtml(schema.contentMediaType)
  if (schema.items !== undefined) return `list of ${kind(schema.items)}`
  if (schema.additionalProperties !== undefined) return `object of ${kind(schema.additionalProperties)}`
  return escapedHtml([schema.type ?? 'anything'].flat().join(' or '))
}

function link(name: string): string {
  return `<a href="#schema-${name}">${name}</a>`
}

/** Something with a name, what it is, and what it means. */
export interface Row {
  readonly term: string
  readonly notes?: readonly string[]
  readonly text: string
}

/** Rows of terms and meanings; short ones stand side by side where there is room. */
export function rows(found: readonly Row[], length?: 'short'): string {
  const items = found.map(({ term, notes = [], text }) => {
    const small = notes.filter(note => note !== '').map(note => `<small>${note}</small>`)
    return `<div><dt>${[term, ...small].join(' ')}</dt><dd>${text}</dd></div>`
  })
  return `<dl${length === undefined ? '' : ` class="${length}"`}>${items.join('')}</dl>`
}

/** The fields of an object; those of an object within it stand below their own. */
export function fields(schema: Schema): string {
  const found = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    term: code(name),
    notes: [kind(field), schema.required?.includes(name) ? '' : 'optional', bounds(field)],
    text: `${inline(field.description ?? '')}${inner(field)}`,
  }))
  return rows(found)
}

function inner(field: Schema): string {
  const nested = field.items ?? field
  return nested.properties === undefined ? '' : fields(nested)
}

/** What a value is limited to, and what it is unless it is given. */
export function bounds({ minimum, maximum, default: usual }: Schema): string {
  const range =
    minimum === undefined ? '' : maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`
  return [range, usual === undefined ? '' : `default ${usual}`].filter(text => text !== '').join(', ')
}
