import { type Compiled, type Handler, NONCE, type Part } from './compile.ts'
import type { Value } from './encode.ts'

/** The values of a page: macros by name, and the rows of its repeats. */
export interface Values {
  readonly macros: Pick<ReadonlyMap<string, Value>, 'get'>
  readonly repeats?: ReadonlyMap<string, readonly ReadonlyMap<string, Value>[]>
}

/** A page with its values: a compiled template only has to be joined. */
export function rendered({ parts }: Pick<Compiled, 'parts'>, values: Values, nonce: string): string {
  let text = ''
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index]!
    text += typeof part === 'string' ? part : filled(part, values, nonce, undefined)
  }
  return text
}

/** What a part of a page stands for with these values. */
export function partText(part: Part, values: Values, nonce: string): string {
  return filled(part, values, nonce, undefined)
}

function filled(
  part: Part,
  values: Values,
  nonce: string,
  row: ReadonlyMap<string, Value> | undefined,
): string {
  if (typeof part === 'string') return part
  if (part === NONCE) return nonce
  if ('macro' in part)
    return part.encode(row?.get(part.macro) ?? values.macros.get(part.macro) ?? '', part.kind)
  const rows = values.repeats?.get(part.repeat) ?? []
  return rows.map(each => part.parts.map(inner => filled(inner, values, nonce, each)).join('')).join('')
}

/** An event handler with its values: one text, or one for each row of the repeat that it stands in. */
export function handlerTexts({ parts, repeat }: Handler, values: Values): string[] {
  const rows = repeat === undefined ? [undefined] : (values.repeats?.get(repeat) ?? [])
  return rows.map(row => parts.map(part => filled(part, values, '', row)).join(''))
}
