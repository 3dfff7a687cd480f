import type { Mistake } from '../mistake.ts'
import { MOST } from './bounds.ts'
import type { ShapeSchema, ShapeType } from './schema.ts'

const DEEPEST = 24
const MOST_MEMBERS = 100
const TYPE_NAMES: Readonly<Record<ShapeType, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
}
// Control characters except line breaks, lone surrogates, and characters that change the writing direction.
const UNFIT = /[^\P{Cc}\n\r\t]|[\p{Cs}\u202a-\u202e]/u

/** The reasons why a JSON value does not match a schema, at most a hundred. */
export function shapeMistakes(schema: ShapeSchema, value: unknown): Mistake[] {
  const found: Mistake[] = []
  for (const mistake of mistakesIn(schema.$defs ?? {}, schema, value, '', 0))
    if (found.push(mistake) === MOST.mistakes) break
  return found
}

type Definitions = NonNullable<ShapeSchema['$defs']>

function* mistakesIn(
  defs: Definitions,
  given: ShapeSchema,
  value: unknown,
  path: string,
  depth: number,
): Generator<Mistake, void> {
  const of = given.$ref === undefined ? given : defs[given.$ref.slice('#/$defs/'.length)]!
  const types = of.type === undefined ? [] : [of.type].flat()
  if (depth > DEEPEST) yield { path, reason: 'The document is nested too deeply.' }
  else if (!types.some(type => isOf(type, value)))
    yield { path, reason: `This must be ${types.map(type => TYPE_NAMES[type]).join(' or ')}.` }
  else if (typeof value === 'string') yield* inText(of, value, path)
  else if (typeof value === 'number' && value < (of.minimum ?? value))
    yield { path, reason: `This must be at least ${of.minimum}.` }
  else if (Array.isArray(value)) yield* inList(defs, of, value, path, depth)
  else if (typeof value === 'object') yield* inObject(defs, of, value as Record<string, unknown>, path, depth)
}

function* inText(of: ShapeSchema, text: string, path: string): Generator<Mistake, void> {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = of
  if (UNFIT.test(text)) yield { path, reason: 'This contains control characters.' }
  else if (of.enum !== undefined && !of.enum.includes(text))
    yield { path, reason: `This must be one of ${of.enum.join(', ')}.` }
  else if (text.length < minLength) yield { path, reason: 'This must not be empty.' }
  else if (text.length > maxLength)
    yield { path, reason: `This has ${text.length} characters; at most ${maxLength} are possible.` }
  else if (of.pattern !== undefined && !new RegExp(of.pattern, 'u').test(text))
    yield { path, reason: `This does not match ${of.pattern}.` }
}

function* inList(
  defs: Definitions,
  of: ShapeSchema,
  items: readonly unknown[],
  path: string,
  depth: number,
): Generator<Mistake, void> {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = of
  if (items.length < minItems)
    yield { path, reason: `This list needs at least ${minItems} ${minItems === 1 ? 'entry' : 'entries'}.` }
  else if (items.length > maxItems)
    yield { path, reason: `There are ${items.length} here; at most ${maxItems} are possible.` }
  else
    for (const [index, item] of items.entries())
      yield* mistakesIn(defs, of.items!, item, `${path}/${index}`, depth + 1)
}

function* inObject(
  defs: Definitions,
  of: ShapeSchema,
  members: Readonly<Record<string, unknown>>,
  path: string,
  depth: number,
): Generator<Mistake, void> {
  const { properties = {}, additionalProperties, propertyNames } = of
  const { minProperties = 0, maxProperties = MOST_MEMBERS } = of
  const names = Object.keys(members)
  if (names.length < minProperties) return yield { path, reason: 'This must not be empty.' }
  if (names.length > maxProperties)
    return yield {
      path,
      reason: `There are ${names.length} members here; at most ${maxProperties} are possible.`,
    }
  for (const name of of.required ?? [])
    if (!Object.hasOwn(members, name)) yield { path, reason: `The member "${name}" is missing.` }
  for (const name of names) {
    const below = `${path}/${pointer(name)}`
    const named = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (!named) yield { path: below, reason: 'This member is unknown.' }
    else {
      if (named === additionalProperties && propertyNames !== undefined)
        yield* mistakesIn(defs, propertyNames, name, below, depth + 1)
      yield* mistakesIn(defs, named, members[name], below, depth + 1)
    }
  }
}

function isOf(type: ShapeType, value: unknown): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return Number.isSafeInteger(value)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    default:
      return typeof value === type
  }
}

/** A name as a segment of a JSON pointer. */
function pointer(name: string): string {
  return name.slice(0, 60).replaceAll('~', '~0').replaceAll('/', '~1')
}
