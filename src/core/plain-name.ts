/**
 * Alphabets in which names are written. Latin, Greek and Cyrillic are limited to letters with a case, and Korean to
 * whole syllables. Some of their other characters look like a dot or an exclamation mark.
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
 * A name that cannot be anything but a name, otherwise an empty text. It is for mails to addresses that may belong to
 * somebody else. A few letters of one alphabet cannot contain a number, an address or a message.
 */
export function plainName(text: string): string {
  const name = text.trim().normalize('NFC')
  const parts = name.split(/[ \-‐]/)
  const alphabet = WORDS.find(word => word.test(parts[0]!))
  const fits = [...name].length <= LONGEST && parts.length <= MOST_PARTS
  return fits && alphabet !== undefined && parts.every(part => alphabet.test(part)) ? name : ''
}
