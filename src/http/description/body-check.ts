import { invalidValue, Refusal } from '../../core/refusal.ts'
import type { Body } from './call.ts'
import { NAMED, type Schema, SENTENCE } from './schema.ts'
import { SCHEMAS, type SchemaName } from './schemas.ts'

/** A member of a body that is not as described, and the sentence that says so. */
export interface Flaw {
  readonly member: string
  readonly sentence: string
}

type Json = Readonly<Record<string, unknown>>

/** The described members of a body, which is refused where one of them is not as described. */
export function checkedBody({ schema, configuration = [] }: Body, body: Json): Json {
  const flaw = flawIn(schema, body)
  if (flaw === undefined) {
    const names = Object.keys(resolved(schema).properties ?? {}).filter(name => Object.hasOwn(body, name))
    return Object.fromEntries(names.map(name => [name, body[name]]))
  }
  const { member, sentence } = flaw
  throw configuration.includes(member)
    ? new Refusal('configuration_invalid', { sentence })
    : invalidValue(sentence)
}

/** The first member of a body that is not as described. Members that are not described are ignored. */
export function flawIn(schema: Schema | SchemaName, body: Json): Flaw | undefined {
  const { properties = {}, required = [] } = resolved(schema)
  for (const [member, its] of Object.entries(properties)) {
    if (Object.hasOwn(body, member)) {
      const { [SENTENCE]: sentence = `The field ${member} must be ${expected(its)}.` } = its
      if (!fits(its, body[member])) return { member, sentence }
    } else if (required.includes(member)) return { member, sentence: `The field ${member} is missing.` }
  }
  return undefined
}

const TYPES: Readonly<Record<string, { noun: string; many?: string; is: (value: unknown) => boolean }>> = {
  string: { noun: 'a text', many: 'texts', is: value => typeof value === 'string' },
  boolean: { noun: 'true or false', is: value => typeof value === 'boolean' },
  integer: { noun: 'a whole number', many: 'whole numbers', is: Number.isInteger },
  number: { noun: 'a number', many: 'numbers', is: Number.isFinite },
  null: { noun: 'null', is: value => value === null },
  array: { noun: 'a list', many: 'lists', is: Array.isArray },
  object: { noun: 'an object', many: 'objects', is: isObject },
}

/** Whether a value matches a schema. It descends only as deep as the schema, however deep the value is. */
function fits(schema: Schema, value: unknown): boolean {
  const its = resolved(schema)
  const { type, anyOf, const: only, enum: among } = its
  if (type !== undefined && !isOfType(type, value)) return false
  if (anyOf !== undefined && !anyOf.some(one => fits(one, value))) return false
  if (only !== undefined && value !== only) return false
  if (among !== undefined && !among.some(one => one === value)) return false
  if (typeof value === 'number') return isWithin(its, value)
  if (Array.isArray(value)) return hasItems(its, value)
  return !isObject(value) || hasMembers(its, value)
}

function isOfType(type: NonNullable<Schema['type']>, value: unknown): boolean {
  return typeof type === 'string' ? TYPES[type]!.is(value) : type.some(name => TYPES[name]!.is(value))
}

function isWithin(
  { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY }: Schema,
  value: number,
): boolean {
  return value >= minimum && value <= maximum
}

function hasItems(
  { items, maxItems = Number.POSITIVE_INFINITY }: Schema,
  value: readonly unknown[],
): boolean {
  return value.length <= maxItems && (items === undefined || value.every(item => fits(items, item)))
}

function hasMembers({ properties, required = [], additionalProperties: each }: Schema, value: Json): boolean {
  if (each !== undefined) return Object.values(value).every(one => fits(each, one))
  const members = Object.entries(properties ?? {})
  return (
    required.every(name => Object.hasOwn(value, name)) &&
    members.every(([name, its]) => !Object.hasOwn(value, name) || fits(its, value[name]))
  )
}

/** The expected type of a value, in words. */
function expected(schema: Schema): string {
  const { type, anyOf, const: only, enum: among, items, maxItems, ...more } = resolved(schema)
  const { required, additionalProperties } = more
  if (anyOf !== undefined) return either(anyOf.map(expected))
  if (only !== undefined) return only
  if (among !== undefined) return either(among)
  if (items !== undefined)
    return `a list of ${maxItems === undefined ? '' : `at most ${maxItems} `}${many(items)}`
  if (additionalProperties !== undefined)
    return `an object in which each value is ${expected(additionalProperties)}`
  if (required !== undefined) return `an object with ${required.join(' and ')}`
  return either([type ?? 'object'].flat().map(name => TYPES[name]!.noun)) + range(more)
}

function range({ minimum, maximum }: Schema): string {
  return `${minimum === undefined ? '' : ` from ${minimum}`}${maximum === undefined ? '' : ` up to ${maximum}`}`
}

function many(items: Schema): string {
  const { type, enum: among } = resolved(items)
  return among === undefined ? (TYPES[String(type)]?.many ?? 'values') : either(among)
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function resolved(schema: Schema | SchemaName): Schema {
  if (typeof schema === 'string') return SCHEMAS[schema]
  return schema.$ref === undefined ? schema : resolved(schema.$ref.slice(NAMED.length) as SchemaName)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
