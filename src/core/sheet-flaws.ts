import { type Flaw, MOST_FLAWS } from './flaw.ts'
import { lineFinder } from './lines.ts'
import { isClosed, PARTNERS, past } from './style-sheet.ts'
import { shortened } from './text.ts'

const SHOWN = 40
const ENDS = new Map([
  ['/', '/* without */'],
  ['"', '" without its end'],
  ["'", "' without its end"],
  ['(', '( without )'],
  ['\\', '\\ at the end'],
])

/** The flaws of a style sheet, by line. */
export function sheetFlaws(css: string): Flaw[] {
  const lineOf = lineFinder(() => css)
  return brokenPlaces(css).map(({ name, at }) => ({ what: 'broken CSS', name, line: lineOf('', at) }))
}

/** A place in a style sheet that a browser cannot parse. */
interface BrokenPlace {
  readonly name: string
  readonly at: number
}

/**
 * Mistakes that make a browser read a style sheet differently from what was intended. They are unclosed parts, ends
 * without a beginning, declarations without a colon, text outside of any rule, and imports that are not at the beginning.
 */
export function brokenPlaces(css: string): BrokenPlace[] {
  const flaws: BrokenPlace[] = []
  const open: { readonly char: string; readonly at: number }[] = []
  let rules = 0
  let isBeginning = true
  let statement: { readonly at: number; text: string } | undefined
  const tell = (name: string, at: number) => {
    flaws.push({ name: shortened(name, SHOWN), at })
  }
  const unclosed = ({ char, at }: { char: string; at: number }) =>
    tell(`${char} without ${PARTNERS[char]}`, at)
  const endStatement = () => {
    const text = statement?.text.trim() ?? ''
    if (/^@import(?![\w-])/i.test(text) && !isBeginning) tell('@import after other rules', statement!.at)
    if (/^@namespace(?![\w-])/i.test(text)) isBeginning = false
    if (text !== '' && !text.startsWith('@') && !(rules > 0 && text.includes(':'))) tell(text, statement!.at)
    statement = undefined
  }
  const close = (char: string, at: number) => {
    const partner = open.findLastIndex(one => PARTNERS[one.char] === char)
    // A rule that ends also ends an unclosed round bracket inside it, but not the other way round.
    if (partner === -1 || (char !== '}' && partner !== open.length - 1))
      tell(`${char} that closes nothing`, at)
    else {
      const closed = open.splice(partner)
      rules -= closed.filter(one => one.char === '{').length
      for (const one of closed.slice(1)) unclosed(one)
    }
  }
  for (let at = 0; at < css.length && flaws.length < MOST_FLAWS; ) {
    const char = css[at]!
    const next = past(css, at)
    const isLone = next === at + 1
    const isComment = !isLone && char === '/'
    if (isLone ? ENDS.has(char) && char !== '/' && char !== '(' : !isClosed(css, at, next))
      tell(ENDS.get(char) ?? char, at)
    if (isLone && char === '}') {
      endStatement()
      close(char, at)
    } else if (isLone && (char === ')' || char === ']')) close(char, at)
    else if (isLone && char in PARTNERS) {
      open.push({ char, at })
      if (char === '{') {
        rules += 1
        isBeginning = false
        statement = undefined
      }
    }
    const ends = isLone && char === ';' && open.at(-1)?.char !== '('
    if (ends) endStatement()
    else if (statement !== undefined) statement.text += isComment ? ' ' : css.slice(at, next)
    else if (!isComment && !/[\s{}]/.test(char)) statement = { at, text: css.slice(at, next) }
    at = next
  }
  if (flaws.length === MOST_FLAWS) return flaws
  for (const one of open.slice(0, MOST_FLAWS - flaws.length)) unclosed(one)
  if (open.length === 0) endStatement()
  return flaws.sort((one, other) => one.at - other.at)
}
