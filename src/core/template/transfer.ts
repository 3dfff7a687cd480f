import type { Compiled, Handler, Part, Slot } from './compile.ts'
import { type EncoderName, encoder } from './encode.ts'

/** A part without functions, which no message between threads can carry. */
export type SentPart =
  | Exclude<Part, object>
  | Omit<Slot, 'encode'>
  | { readonly repeat: string; readonly parts: readonly SentPart[] }

/** A compiled page as it travels between threads. */
export type SentPage = Omit<Compiled, 'parts' | 'handlers'> & {
  readonly parts: readonly SentPart[]
  readonly handlers: readonly (Omit<Handler, 'parts'> & { readonly parts: readonly SentPart[] })[]
}

/** A page without the functions that write its values. */
export function sentPage({ parts, handlers, ...rest }: Compiled): SentPage {
  return {
    ...rest,
    parts: sentParts(parts),
    handlers: handlers.map(handler => ({ ...handler, parts: sentParts(handler.parts) })),
  }
}

/** Parts without the functions that write their values. */
export function sentParts(parts: readonly Part[]): SentPart[] {
  return parts.map(part => {
    if (typeof part !== 'object') return part
    if ('repeat' in part) return { repeat: part.repeat, parts: sentParts(part.parts) }
    return { macro: part.macro, kind: part.kind, layers: part.layers }
  })
}

/** A page that arrived, ready to be joined with values. */
export function receivedPage({ parts, handlers, ...rest }: SentPage): Compiled {
  return {
    ...rest,
    parts: receivedParts(parts),
    handlers: handlers.map(handler => ({
      ...handler,
      parts: receivedParts(handler.parts) as (string | Slot)[],
    })),
  }
}

/** Parts that arrived, ready to be joined with values. */
export function receivedParts(parts: readonly SentPart[]): Part[] {
  return parts.map(part => {
    if (typeof part !== 'object') return part
    if ('repeat' in part) return { repeat: part.repeat, parts: receivedParts(part.parts) }
    return { ...part, encode: encoderOf(part.layers) }
  })
}

const encoders = new Map<string, Slot['encode']>()

/** One function for all slots that are written alike. */
function encoderOf(layers: readonly EncoderName[]): Slot['encode'] {
  const key = layers.join()
  let known = encoders.get(key)
  if (known === undefined) {
    known = encoder(layers)
    encoders.set(key, known)
  }
  return known
}
