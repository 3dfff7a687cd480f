const DIGIT = /\p{Nd}/u
const DIGITS = /\p{Nd}/gu

/** Converts the digits of any script to 0 to 9, and full-width characters to plain ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(DIGITS, digit => String(numberOf(digit.codePointAt(0)!)))
}

/** In every script, the ten digits are consecutive, starting with zero. */
function numberOf(digit: number): number {
  let zero = digit
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (digit - zero) % 10
}
