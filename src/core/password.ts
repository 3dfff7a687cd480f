import { passwordStems } from './password-stem.ts'

/** Why a password is rejected. */
export type PasswordProblem = 'empty' | 'short' | 'long' | 'common' | 'context'

export interface PasswordContext {
  /** The minimum number of characters. */
  readonly minimum: number
  /** Words that an attacker would try first: names of the person, the tenant and the service, and mail addresses. */
  readonly words: readonly string[]
  /** Whether a password in lower case is common. */
  readonly common: (lowercased: string) => boolean
  /** Whether a word is the stem of a common password. */
  readonly commonWord: (stem: string) => boolean
}

/** The maximum number of characters. */
export const MAXIMUM_PASSWORD = 256
const SHORTEST_WORD = 3

/** A password in Unicode normalization form KC, so that the same characters from different keyboards are equal. */
export function normalizedPassword(text: string): string {
  return text.normalize('NFKC')
}

/** What is wrong with a new password. All characters are allowed; passwords that are easy to guess are not. */
export function passwordProblem(password: string, context: PasswordContext): PasswordProblem | undefined {
  const text = normalizedPassword(password)
  const { length } = [...text]
  if (length === 0) return 'empty'
  if (length < context.minimum) return 'short'
  if (length > MAXIMUM_PASSWORD) return 'long'
  const lowercased = text.toLowerCase()
  if (repeats(lowercased) || isSequence(lowercased) || context.common(lowercased)) return 'common'
  if ([...passwordStems(text)].some(context.commonWord)) return 'common'
  return isMadeOf(context, text) ? 'context' : undefined
}

/** Whether a text repeats one to three characters. */
function repeats(text: string): boolean {
  const characters = [...text]
  return [1, 2, 3].some(
    unit => characters.length >= 2 * unit && characters.every((one, at) => one === characters[at % unit]),
  )
}

const ROWS = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
]
const SEQUENCES = ROWS.flatMap(row => [row, [...row].reverse().join('')])

/**
 * Whether a text is a sequence of digits, the alphabet or the keyboard, forwards or backwards, possibly wrapping
 * around.
 */
function isSequence(text: string): boolean {
  return SEQUENCES.some(row => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text))
}

/**
 * Whether a password has too few letters and digits without these words and their parts. Too few means less than half
 * of them, and fewer than the minimum.
 */
function isMadeOf({ words, minimum }: PasswordContext, password: string): boolean {
  const parts = words
    .flatMap(word => [word, ...word.split(/[^\p{L}\p{M}\p{N}]+/u)])
    .map(folded)
    .filter(part => [...part].length >= SHORTEST_WORD)
    .sort((a, b) => b.length - a.length)
  const whole = folded(password)
  const left = parts.reduce((text, part) => text.replaceAll(part, ' '), whole)
  const count = [...left.replaceAll(' ', '')].length
  return count < minimum && count * 2 < [...whole].length
}

/** Only letters and digits, without case and accents. In upper case, because ß and ss are equal there. */
function folded(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
