/**
 * Alphabets in which names are written. Latin, Greek and Cyrillic count only letters that have a case, and Korean only
 * whole syllables: among the others are some that look like a dot or an exclamation mark.
 */
const WORDS = [
  /^[[\p{sc=Latin}&&[\p{Lu}\p{Ll}]]\p{Mn}'’]+$/v,
  /^[[\p{sc=Greek}&&[\p{Lu}\p{Ll}]]\p{Mn}'’]+$/v,
  /^[[\p{sc=Cyrillic}&&[\p{Lu}\p{Ll}]]\p{Mn}'’]+$/v,
  /^[[\p{sc=Arabic}&&\p{Lo}]\p{Mn}]+$/v,
  /^[[\p{sc=Hebrew}&&\p{Lo}]\p{Mn}]+$/v,
  /^[[\p{sc=Devanagari}&&\p{Lo}]\p{M}]+$/v,
  /^[[\p{sc=Thai}&&\p{Lo}]\p{Mn}]+$/v,
  /^\p{sc=Han}{1,4}$/v,
  /^[가-힣]{1,4}$/v,
  /^[ぁ-ゖ]{1,8}$|^[ァ-ヺー]{1,8}$/v,
]
const LONGEST = 24
const MOST_PARTS = 3

/**
 * A name that can be nothing else, or an empty text. It is for mails to addresses that may belong to somebody else: a
 * few letters in one alphabet carry neither a number, nor an address, nor a message.
 */
export function plainName(text: string): string {
  const name = text.trim().normalize('NFC')
  const parts = name.split(/[ \-‐]/)
  const alphabet = WORDS.find(word => word.test(parts[0]!))
  const fits = [...name].length <= LONGEST && parts.length <= MOST_PARTS
  return fits && alphabet !== undefined && parts.every(part => alphabet.test(part)) ? name : ''
}
