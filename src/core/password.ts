import { passwordStems } from './password-stem.ts'

/** Why a password is rejected. */
export type PasswordProblem = 'empty' | 'short' | 'long' | 'common' | 'context'

export interface PasswordContext {
  /** The least number of characters. */
  readonly minimum: number
  /** What an attacker would try first: names of the person, the tenant and the service, mail addresses. */
  readonly words: readonly string[]
  /** Whether a password in lower case is one that many people have. */
  readonly common: (lowercased: string) => boolean
  /** Whether many people have a password that is made of this word. */
  readonly commonWord: (stem: string) => boolean
}

const MAXIMUM = 256
const SHORTEST_WORD = 3

/** A password in Unicode normalization form KC, so that the same characters from another keyboard are equal. */
export function normalizedPassword(text: string): string {
  return text.normalize('NFKC')
}

/** What is wrong with a new password. All characters are allowed; passwords that are easy to guess are not. */
export function passwordProblem(password: string, context: PasswordContext): PasswordProblem | undefined {
  const text = normalizedPassword(password)
  const { length } = [...text]
  if (length === 0) return 'empty'
  if (length < context.minimum) return 'short'
  if (length > MAXIMUM) return 'long'
  const lowercased = text.toLowerCase()
  if (repeats(lowercased) || isSequence(lowercased) || context.common(lowercased)) return 'common'
  if ([...passwordStems(text)].some(context.commonWord)) return 'common'
  return isMadeOf(context, text) ? 'context' : undefined
}

/** One to three characters over and over. */
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

/** A stretch of the digits, the alphabet or the keyboard, forwards or backwards; the end goes on at the start. */
function isSequence(text: string): boolean {
  return SEQUENCES.some(row => row.repeat(Math.ceil(text.length / row.length) + 1).includes(text))
}

/**
 * Whether a password has too few letters and digits left without these words and their parts: less than half of its
 * own, and fewer than a password needs.
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

/** Letters and digits alone, without case and accents; in capitals, where ß and ss are the same. */
function folded(text: string): string {
  return text
    .toUpperCase()
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
