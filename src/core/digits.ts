const DIGIT = /\p{Nd}/u
const DIGITS = /\p{Nd}/gu

/** A text in which the digits of any script are 0 to 9, and full-width signs are plain ones. */
export function plainDigits(text: string): string {
  return text.normalize('NFKC').replace(DIGITS, digit => String(numberOf(digit.codePointAt(0)!)))
}

/** Each script has its ten digits in a row, the zero first. */
function numberOf(digit: number): number {
  let zero = digit
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1
  return (digit - zero) % 10
}
