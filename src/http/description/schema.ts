declare const VALUE: unique symbol
/** Refuses a value of the wrong type in a body, where the words that follow from the schema say too little. */
export const SENTENCE: unique symbol = Symbol('sentence')

/** A JSON Schema (2020-12), as far as the descriptions of calls need it, and the type of the values that it accepts. */
export interface Schema<T = unknown> {
  /** Exists for the compiler only. */
  readonly [VALUE]?: T
  readonly [SENTENCE]?: string
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema
  readonly items?: Schema
  readonly maxItems?: number
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string
  readonly format?: 'date-time'
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  /** Of bytes: what they are. */
  readonly contentMediaType?: string
}

/** The type of the values that a schema accepts. */
export type ValueOf<S> = S extends Schema<infer T> ? T : never

type More = Omit<Schema, 'type' | 'description' | typeof VALUE>
type Members = Readonly<Record<string, Schema>>

/** Where the named schemas stand in the description. */
export const NAMED = '#/components/schemas/'

export function text(description: string, more: More = {}): Schema<string> {
  return { type: 'string', description, ...more }
}

export function whole(description: string, more: More = {}): Schema<number> {
  return { type: 'integer', description, ...more }
}

export function yesOrNo(description: string, more: More = {}): Schema<boolean> {
  return { type: 'boolean', description, ...more }
}

export function instant(description: string): Schema<string> {
  return text(description, { format: 'date-time' })
}

export function oneOf<T extends string>(description: string, values: readonly T[]): Schema<T> {
  return { type: 'string', description, enum: values }
}

/** A text or null. */
export function orNull(description: string, more: More = {}): Schema<string | null> {
  return { type: ['string', 'null'], description, ...more }
}

export function list<T>(description: string, items: Schema<T>, more: More = {}): Schema<readonly T[]> {
  return { type: 'array', description, items, ...more }
}

export function texts(description: string, more: More = {}): Schema<readonly string[]> {
  return list<string>(description, { type: 'string' }, more)
}

/** Anything by name, with values of one kind. */
export function record<T>(description: string, values: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return { type: 'object', description, additionalProperties: values }
}

export function bytes(description: string, contentMediaType = 'application/octet-stream'): Schema<string> {
  return text(description, { contentMediaType })
}

/** The schema of this name. */
export function named(name: string): Schema {
  return { $ref: `${NAMED}${name}` }
}

/** An object: what is required of it, and what may be absent. */
export function object<R extends Members, O extends Members = Record<never, Schema>>(
  description: string,
  required: R,
  optional?: O,
): Schema<{ readonly [N in keyof R]: ValueOf<R[N]> } & { readonly [N in keyof O]?: ValueOf<O[N]> }> {
  const names = Object.keys(required)
  return {
    type: 'object',
    description,
    properties: { ...required, ...optional },
    ...(names.length > 0 && { required: names }),
  }
}
