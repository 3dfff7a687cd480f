import { NAMED, type Schema } from '../src/http/description/schema.ts'

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** A schema as a type. */
export function typeText(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(NAMED.length)
  if (schema.contentMediaType !== undefined)
    return schema.contentMediaType === 'application/zip' ? 'Archive' : 'Bytes'
  if (schema.const !== undefined) return quoted(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(quoted).join(' | ')
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ')
  if (schema.items !== undefined) return listText(typeText(schema.items))
  if (schema.properties !== undefined) return `{\n${fieldTexts(schema).join('\n')}\n}`
  if (schema.additionalProperties !== undefined)
    return `Record<string, ${typeText(schema.additionalProperties)}>`
  return [schema.type ?? 'object']
    .flat()
    .map(name => PRIMITIVES[name] ?? 'Record<string, unknown>')
    .join(' | ')
}

/** The fields of an object, each with what it means. */
export function fieldTexts({ properties = {}, required = [] }: Schema): string[] {
  return Object.entries(properties).map(([name, field]) =>
    fieldText(name, field, required.includes(name), field.description),
  )
}

export function fieldText(
  name: string,
  schema: Schema,
  required: boolean,
  meaning: string | undefined,
): string {
  const key = /^\w+$/.test(name) ? name : quoted(name)
  const type = required ? typeText(schema) : `${typeText(schema)} | undefined`
  return `${meaning === undefined ? '' : `  /** ${meaning} */\n`}  readonly ${key}${required ? '' : '?'}: ${type}`
}

/** The names of schemas in the text of a method. */
export function namesIn(text: string): string[] {
  const known = new Set([
    'Answer',
    'Archive',
    'Bytes',
    'Blob',
    'CallOptions',
    'Promise',
    'Record',
    'Transport',
  ])
  const code = text.replace(/\/\*\*.*?\*\//gs, '').replace(/'[^']*'/g, '')
  return [...code.matchAll(/\b[A-Z]\w*\b/g)].map(([name]) => name).filter(name => !known.has(name))
}

function listText(items: string): string {
  return /[|{]/.test(items) ? `readonly (${items})[]` : `readonly ${items}[]`
}

function quoted(text: string): string {
  return `'${text}'`
}
