// Names and texts of themes are hostile: on a terminal an escape sequence rewrites what was printed before it.
const ACTING = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu

/** A text of a theme for a terminal: characters that act or hide are written as escapes. */
export function shown(text: string): string {
  // GitHub's runner takes "##[" for the beginning of a command wherever it stands in a line.
  return text.replace(ACTING, escaped).replaceAll('##[', '## [')
}

/** JSON that is safe on a terminal, which takes U+009B for the beginning of an escape sequence. */
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
