import { randomText } from '../random.ts'
import { oneByte } from './page-bytes.ts'

/** A text of letters and digits, which nearly every place of a page takes as it is. */
export const MARK = 'zq0stencil7mark3of9a5token1qz'

/** A text that is the same from answer to answer, but for a token and a nonce. */
export type Stencil = readonly (string | typeof TOKEN | typeof NONCE)[]

/** A page that is the same from answer to answer, but for a token and a nonce. */
export interface Stenciled {
  readonly bytes: Stencil
  readonly policy: Stencil
  readonly language: string
}

/** What a page is made from for one visitor after the other. */
export interface Mould {
  readonly stencil: Stenciled
  /** Whether the master's page is shown, because the theme's lacks a part. */
  readonly missing: boolean
  readonly again: (token: string) => Filled
}

type Filled = Readonly<Record<keyof Stenciled, string>> & { readonly again: (token: string) => Filled }

const TOKEN = 0
const NONCE = 1

/** What is left of a page that was made with the mark and this nonce. */
export function stenciledPage(page: Record<keyof Stenciled, string>, nonce: string): Stenciled {
  const { bytes, policy, language } = page
  return { bytes: stencil(bytes, nonce), policy: stencil(policy, nonce), language }
}

/** The page with a token and a nonce of its own. */
export function filledPage(page: Stenciled, token: string, nonce: string): Record<keyof Stenciled, string> {
  const { bytes, policy, language } = page
  return { bytes: filled(bytes, token, nonce), policy: filled(policy, token, nonce), language }
}

/** Makes the page with one token after the other, each time with a nonce of its own. */
export function again(page: Stenciled): (token: string) => Filled {
  const next = (token: string): Filled => ({ ...filledPage(page, token, randomText()), again: next })
  return next
}

/** What is left of a text that was made with the mark and this nonce. */
function stencil(text: string, nonce: string): Stencil {
  const bytes = oneByte(Buffer.from(text, 'latin1'))
  return bytes.split(MARK).flatMap((part, index): Stencil => {
    const pieces = part.split(nonce).flatMap((piece, at): Stencil => (at === 0 ? [piece] : [NONCE, piece]))
    return index === 0 ? pieces : [TOKEN, ...pieces]
  })
}

/** The text with a token and a nonce of its own. */
function filled(pieces: Stencil, token: string, nonce: string): string {
  let text = ''
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!
    text += piece === TOKEN ? token : piece === NONCE ? nonce : piece
  }
  return text
}
