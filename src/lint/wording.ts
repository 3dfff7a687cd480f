import { shortened } from '../core/text.ts'

/** Words that begin with a small letter within names. */
const PARTICLES = new Set('and the for of von van der den des del della'.split(' '))
/** Fewer letters are often the same in two languages. */
const SHORTEST = 12

/** The number of characters of a text that are read. */
const LONGEST = 500

/** The words of a text, without its tags, macros, labels and addresses. */
function wordsOf(text: string): string[] {
  const said = shortened(text, LONGEST).replace(
    /<[^<>]*>|[@$][\w.:-]+[@$]|&[#\w]+;|[\w.+-]*:?\/\/\S*|\S+@\S+|\bwww\.\S+/g,
    ' ',
  )
  return said.match(/\p{L}[\p{L}\p{M}’'-]*/gu) ?? []
}

function isSmall(word: string): boolean {
  return word.length > 2 && /^\p{Ll}/u.test(word) && !PARTICLES.has(word)
}

/** Whether a text is the same in every language: a name, an address, a number. */
export function isName(text: string): boolean {
  const words = wordsOf(text)
  return words.length === 0 || /[©®™]/.test(text) || (words.length > 1 && !words.some(isSmall))
}

/** Whether a text is one that readers of another language would see translated: several words, and not a name. */
export function isSentence(text: string): boolean {
  const words = wordsOf(text)
  return words.length > 1 && words.join('').length >= SHORTEST && !isName(text)
}
