// Names and texts of themes are untrusted: on a terminal, an escape sequence can rewrite what was printed before it.
const ACTING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** Makes a text of a theme safe for a terminal: invisible and control characters are written as escapes. */
export function shown(text: string): string {
  // GitHub's runner interprets "##[" as the start of a command, anywhere in a line.
  return text.replace(ACTING, escaped).replaceAll('##[', '## [')
}

/** JSON that is safe on a terminal, which interprets U+009B as the start of an escape sequence. */
export function shownJson(data: unknown): string {
  return JSON.stringify(data, null, 2).replace(ACTING, character =>
    character === '\n' ? '\n' : unit(character),
  )
}

function escaped(character: string): string {
  const code = character.codePointAt(0)!
  return code <= 0xff ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`
}

function unit(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map(code => `\\u${code.toString(16).padStart(4, '0')}`)
    .join('')
}
