import type { Compiled } from './compile.ts'
import { type EncoderName, encoder } from './encode.ts'
import { type Handler, NONCE, type Part, type Slot } from './part.ts'

/** A slot without its function, because functions cannot be sent between threads. */
export type SentSlot = Omit<Slot, 'encode'>

/**
 * A part for sending. A slot is replaced by its number in a list, starting at 1, because a page has many equal ones.
 */
export type SentPart = string | number | { readonly repeat: string; readonly parts: readonly SentPart[] }

/** A compiled page for sending between threads. */
export type SentPage<P extends Partial<Compiled>> = Omit<P, 'parts' | 'scriptless' | 'handlers'> & {
  readonly parts: readonly SentPart[]
  readonly scriptless: readonly SentPart[] | undefined
  readonly handlers: readonly (Omit<Handler, 'parts'> & { readonly parts: readonly SentPart[] })[]
}

type Joined = Pick<Compiled, 'parts' | 'scriptless' | 'handlers'>

/** Removes the functions from pages that are sent together. */
export class Sending {
  /** The slots of these pages, without duplicates. */
  readonly slots: SentSlot[] = []
  readonly #numbers = new Map<string, number>()

  page<P extends Joined>({ parts, scriptless, handlers, ...rest }: P): SentPage<P> {
    return {
      ...rest,
      parts: this.parts(parts),
      scriptless: scriptless && this.parts(scriptless),
      handlers: handlers.map(handler => ({ ...handler, parts: this.parts(handler.parts) })),
    }
  }

  parts(parts: readonly Part[]): SentPart[] {
    return parts.map(part => {
      if (typeof part === 'string' || part === NONCE) return part
      return 'repeat' in part ? { repeat: part.repeat, parts: this.parts(part.parts) } : this.#number(part)
    })
  }

  #number({ macro, kind, layers }: Slot): number {
    const key = `${macro} ${kind} ${layers.join()}`
    const number = this.#numbers.get(key) ?? this.slots.push({ macro, kind, layers })
    this.#numbers.set(key, number)
    return number
  }
}

/** Restores received pages, so that they can be joined with values. */
export class Receiving {
  readonly #slots: readonly Slot[]

  constructor(slots: readonly SentSlot[]) {
    this.#slots = slots.map(slot => ({ ...slot, encode: encoderOf(slot.layers) }))
  }

  page<P extends Joined>({
    parts,
    scriptless,
    handlers,
    ...rest
  }: SentPage<P>): Omit<P, keyof Joined> & Joined {
    return {
      ...(rest as Omit<P, keyof Joined>),
      parts: this.parts(parts),
      scriptless: scriptless && this.parts(scriptless),
      handlers: handlers.map(handler => ({
        ...handler,
        parts: this.parts(handler.parts) as (string | Slot)[],
      })),
    }
  }

  parts(parts: readonly SentPart[]): Part[] {
    return parts.map(part => {
      if (typeof part === 'string') return part
      if (typeof part === 'number') return part === NONCE ? NONCE : this.#slots[part - 1]!
      return { repeat: part.repeat, parts: this.parts(part.parts) }
    })
  }
}

const encoders = new Map<string, Slot['encode']>()

/** One function for all slots with the same encoding. */
function encoderOf(layers: readonly EncoderName[]): Slot['encode'] {
  const key = layers.join()
  let known = encoders.get(key)
  if (known === undefined) {
    known = encoder(layers)
    encoders.set(key, known)
  }
  return known
}
