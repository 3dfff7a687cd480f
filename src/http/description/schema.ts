/** A JSON Schema (2020-12), as far as the descriptions of calls need it. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: 'date-time'
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: string | number | boolean
  /** Of bytes: what they are. */
  readonly contentMediaType?: string
}

type More = Omit<Schema, 'type' | 'description'>

/** Where the named schemas stand in the description. */
export const NAMED = '#/components/schemas/'

export function text(description: string, more: More = {}): Schema {
  return { type: 'string', description, ...more }
}

export function whole(description: string, more: More = {}): Schema {
  return { type: 'integer', description, ...more }
}

export function yesOrNo(description: string, more: More = {}): Schema {
  return { type: 'boolean', description, ...more }
}

export function instant(description: string): Schema {
  return text(description, { format: 'date-time' })
}

export function oneOf(description: string, values: readonly string[]): Schema {
  return text(description, { enum: values })
}

/** A text or null. */
export function orNull(description: string): Schema {
  return { type: ['string', 'null'], description }
}

export function list(description: string, items: Schema): Schema {
  return { type: 'array', description, items }
}

export function texts(description: string): Schema {
  return list(description, { type: 'string' })
}

/** Anything by name, with values of one kind. */
export function record(description: string, values: Schema): Schema {
  return { type: 'object', description, additionalProperties: values }
}

export function bytes(description: string, contentMediaType = 'application/octet-stream'): Schema {
  return text(description, { contentMediaType })
}

/** The schema of this name. */
export function named(name: string): Schema {
  return { $ref: `${NAMED}${name}` }
}

/** An object: what is required of it, and what may be absent. */
export function object(
  description: string,
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  const names = Object.keys(required)
  return {
    type: 'object',
    description,
    properties: { ...required, ...optional },
    ...(names.length > 0 && { required: names }),
  }
}
