import { TEMPLATE_BOUNDS, TemplateFault } from './bounds.ts'
import type { Compiled } from './compile.ts'
import type { Value } from './encode.ts'
import { type Handler, NONCE, type Part, type Slot } from './part.ts'

type Parts = readonly Part[]
type Row = ReadonlyMap<string, Value>

/** The values of a page: macros by name, and the rows of its repeats. */
export interface Values {
  readonly macros: Pick<ReadonlyMap<string, Value>, 'get'>
  readonly repeats?: ReadonlyMap<string, readonly Row[]>
}

/** Joins a compiled page with its values. */
export function rendered({ parts }: Pick<Compiled, 'parts'>, values: Values, nonce: string): string {
  return joined(parts, values, nonce, text => text)
}

/**
 * Joins parts with their values, which `write` encodes for the output. A page that would be too large is refused. That
 * happens at once if its constants are too large, otherwise as soon as its values make it so.
 */
export function joined(parts: Parts, values: Values, nonce: string, write: (text: string) => string): string {
  if (leastLength(parts, values) > TEMPLATE_BOUNDS.output) throw new TemplateFault('output')
  let text = ''
  const add = (all: Parts, row: Row | undefined) => {
    for (let index = 0; index < all.length; index++) {
      const part = all[index]!
      if (typeof part === 'string') text += part
      else if (part === NONCE) text += nonce
      else if ('macro' in part) text += write(written(part, values, row))
      else for (const each of values.repeats?.get(part.repeat) ?? []) add(part.parts, each)
      if (text.length > TEMPLATE_BOUNDS.output) throw new TemplateFault('output')
    }
  }
  add(parts, undefined)
  return text
}

interface Lengths {
  readonly constant: number
  /** The length of one row of each repeat. */
  readonly rows: readonly (readonly [repeat: string, length: number])[]
}

const lengths = new WeakMap<Parts, Lengths>()

/** The length of a page whose macros are all empty. */
function leastLength(parts: Parts, { repeats }: Values): number {
  let known = lengths.get(parts)
  if (known === undefined) {
    const constant = (all: Parts) =>
      all.reduce<number>((sum, part) => sum + (typeof part === 'string' ? part.length : 0), 0)
    const rows = parts.flatMap(part =>
      typeof part === 'object' && 'repeat' in part ? [[part.repeat, constant(part.parts)] as const] : [],
    )
    known = { constant: constant(parts), rows }
    lengths.set(parts, known)
  }
  return known.rows.reduce(
    (sum, [repeat, length]) => sum + length * (repeats?.get(repeat)?.length ?? 0),
    known.constant,
  )
}

function written({ macro, kind, encode }: Slot, values: Values, row: Row | undefined): string {
  return encode(row?.get(macro) ?? values.macros.get(macro) ?? '', kind)
}

/** The texts of an event handler with its values: one text, or one for each row of the repeat that contains it. */
export function handlerTexts({ parts, repeat }: Handler, values: Values): string[] {
  const rows = repeat === undefined ? [undefined] : (values.repeats?.get(repeat) ?? [])
  return rows.map(row =>
    parts.map(part => (typeof part === 'string' ? part : written(part, values, row))).join(''),
  )
}
