/** Common substitutes for letters. */
const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '8': 'b',
  '(': 'c',
  '3': 'e',
  '€': 'e',
  '6': 'g',
  '9': 'g',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
  '+': 't',
  '2': 'z',
}
/** The two letters that `1` and `|` can replace. */
const ONES = ['i', 'l']
const ROWS = ['01234567890', '!@#$%^&*()']
const YEAR = /(?:19|20)\d\d/g
const LONGEST_END = 24
/** The maximum weight of the characters around a word: as much as four unrelated characters. */
const MOST_WEIGHT = 4
const SHORTEST_STEM = 3
const LONGEST_STEM = 40

/**
 * The words that a password may be made of: its letters in lower case, without surrounding digits, years and
 * punctuation. Accents are removed, and substitutions such as @ for a are undone. Only words that make up nearly the
 * whole password are returned.
 */
export function passwordStems(password: string): Set<string> {
  const text = [
    ...unrepeated(
      password
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase(),
    ),
  ]
  const { first, last } = letters(text)
  const stems = new Set<string>()
  if (first === -1 || first > LONGEST_END || text.length - last > LONGEST_END) return stems
  if (last - first > LONGEST_STEM) return stems
  // A character at either end may be part of the word, as in `p@$$`.
  for (let start = 0; start <= first; start++) {
    for (let end = last + 1; end <= text.length; end++) {
      const around = weight(text.slice(0, start)) + weight(text.slice(end))
      if (around <= MOST_WEIGHT) for (const word of words(text.slice(start, end))) stems.add(word)
    }
  }
  return stems
}

/** The words of a common password, without the characters around its letters. */
export function listedStems(lowercased: string): string[] {
  const text = [...lowercased]
  const { first, last } = letters(text)
  return first === -1 ? [] : words(text.slice(first, last + 1))
}

/** The positions of the first and last letter in a text. */
function letters(text: readonly string[]): { first: number; last: number } {
  return { first: text.findIndex(isLetter), last: text.findLastIndex(isLetter) }
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character > '\x7f' && /\p{L}/u.test(character))
}

/** The shortest text that yields this one when it is repeated. */
function unrepeated(text: string): string {
  const unit = (text + text).indexOf(text, 1)
  return text.slice(0, unit === -1 ? text.length : unit)
}

function words(characters: readonly string[]): string[] {
  const read = ONES.map(one =>
    characters
      .map(character => (character === '1' || character === '|' ? one : (LETTERS[character] ?? character)))
      .filter(isLetter)
      .join(''),
  )
  return read.map(unrepeated).filter(word => word.length >= SHORTEST_STEM)
}

/** The weight of characters. Years weigh nothing, nor does a character that repeats or continues the one before. */
function weight(characters: readonly string[]): number {
  const rest = [...characters.join('').replace(YEAR, '')]
  return rest.filter((character, at) => at === 0 || !continues(rest[at - 1]!, character)).length
}

function continues(before: string, character: string): boolean {
  if (before === character) return true
  return ROWS.some(row => row.includes(before + character) || row.includes(character + before))
}
