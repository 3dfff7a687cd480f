// An administrator's pattern is matched by following all its states at once. So no answer takes longer than its length
// times the length of the pattern. JavaScript's own engine would try one alternative after the other.

/** A parsed pattern. */
export interface Pattern {
  matches(text: string): boolean
}

export class PatternFault extends Error {
  override readonly name = 'PatternFault'
}

type Test = (character: string) => boolean

/** A state. It consumes a character that passes its test, or continues without one. */
interface State {
  readonly test?: Test
  readonly to: number[]
}

/** A piece of a pattern, which can be built again for each repetition. */
type Piece = (states: State[], next: number) => number

const MOST_STATES = 500
const MOST_REPEATS = 300
const DEEPEST = 10

const DIGIT: Test = character => /\d/u.test(character)
const LETTER: Test = character => /\w/u.test(character)
const BLANK: Test = character => /\s/u.test(character)
const not =
  (test: Test): Test =>
  character =>
    !test(character)
const CLASSES: Readonly<Record<string, Test>> = {
  d: DIGIT,
  D: not(DIGIT),
  w: LETTER,
  W: not(LETTER),
  s: BLANK,
  S: not(BLANK),
}

/** Parses a pattern. Throws a `PatternFault` with the reason if it is invalid or too large. */
export function patternOf(source: string): Pattern {
  const piece = new Reader(source).whole()
  const states: State[] = [{ to: [] }]
  const first = piece(states, 0)
  return { matches: text => accepts(states, first, text) }
}

function accepts(states: readonly State[], first: number, text: string): boolean {
  let at = reached(states, [first])
  for (const character of text) {
    const next: number[] = []
    for (const index of at) {
      const { test, to } = states[index]!
      if (test?.(character)) next.push(...to)
    }
    at = reached(states, next)
    if (at.size === 0) return false
  }
  return at.has(0)
}

/** These states, and those that can be reached from them without a character. */
function reached(states: readonly State[], from: readonly number[]): Set<number> {
  const all = new Set(from)
  for (const index of all) {
    const { test, to } = states[index]!
    if (test === undefined) for (const next of to) all.add(next)
  }
  return all
}

class Reader {
  readonly #characters: readonly string[]
  #at = 0

  constructor(source: string) {
    this.#characters = [...source]
  }

  whole(): Piece {
    // The anchor is not needed, because the whole answer must match in any case.
    if (this.#characters[0] === '^') this.#at = 1
    const piece = this.#alternatives(0)
    if (this.#peek() === '$' && this.#at === this.#characters.length - 1) this.#at += 1
    if (this.#at < this.#characters.length) throw this.#fault(`"${this.#peek()}" is not expected`)
    return piece
  }

  #alternatives(depth: number): Piece {
    if (depth > DEEPEST) throw this.#fault('there are too many groups inside each other')
    const ways = [this.#sequence(depth)]
    while (this.#peek() === '|') {
      this.#at += 1
      ways.push(this.#sequence(depth))
    }
    if (ways.length === 1) return ways[0]!
    return (states, next) =>
      added(
        states,
        ways.map(way => way(states, next)),
      )
  }

  #sequence(depth: number): Piece {
    const pieces: Piece[] = []
    for (let next = this.#peek(); next !== undefined && !'|)'.includes(next); next = this.#peek()) {
      if (next === '$' && this.#at === this.#characters.length - 1) break
      pieces.push(this.#repeated(this.#single(depth)))
    }
    // Every piece has a state, so that the limit on states also limits repetitions.
    if (pieces.length === 0) return (states, next) => added(states, [next])
    return (states, next) => pieces.reduceRight((then, piece) => piece(states, then), next)
  }

  #single(depth: number): Piece {
    const character = this.#take()
    if (character === '(') {
      if (this.#peek() === '?') {
        this.#at += 1
        if (this.#take() !== ':') throw this.#fault('only plain groups are possible')
      }
      const inside = this.#alternatives(depth + 1)
      if (this.#peek() !== ')') throw this.#fault('a group is not closed')
      this.#at += 1
      return inside
    }
    if (character === '[') return taking(this.#set())
    if (character === '.') return taking(() => true)
    if (character === '\\') return taking(this.#escaped())
    if ('*+?{}]^$'.includes(character)) throw this.#fault(`"${character}" needs a backslash here`)
    return taking(other => other === character)
  }

  #repeated(piece: Piece): Piece {
    const mark = this.#peek()
    if (mark === undefined || !'*+?{'.includes(mark)) return piece
    this.#at += 1
    const [least, most] =
      mark === '{' ? this.#counts() : ({ '*': [0], '+': [1], '?': [0, 1] } as const)[mark as '*']!
    if ('*+?{'.includes(this.#peek() ?? ' ')) throw this.#fault('a repeat cannot be repeated')
    return (states, next) => {
      let then = next
      if (most === undefined) {
        const again = added(states, [next])
        states[again]!.to.push(piece(states, again))
        then = again
      } else
        for (let count = least; count < most; count += 1) then = added(states, [next, piece(states, then)])
      for (let count = 0; count < least; count += 1) then = piece(states, then)
      return then
    }
  }

  #counts(): readonly [number, number | undefined] {
    let inside = ''
    for (let next = this.#take(); next !== '}'; next = this.#take()) inside += next
    const found = /^(\d{1,3})(,(\d{1,3})?)?$/.exec(inside)
    if (found === null) throw this.#fault(`"{${inside}}" is not a number of repeats`)
    const least = Number(found[1])
    const most = found[2] === undefined ? least : found[3] === undefined ? undefined : Number(found[3])
    if (Math.max(least, most ?? 0) > MOST_REPEATS)
      throw this.#fault(`something is repeated more than ${MOST_REPEATS} times`)
    if (most === 0) throw this.#fault('something is repeated zero times')
    if (most !== undefined && most < least) throw this.#fault(`"{${inside}}" ends before it begins`)
    return [least, most]
  }

  #set(): Test {
    const negated = this.#peek() === '^'
    if (negated) this.#at += 1
    const tests: Test[] = []
    for (let next = this.#take(); next !== ']'; next = this.#take()) {
      if (next === '\\') {
        tests.push(this.#escaped())
        continue
      }
      const last = this.#peek() === '-' && this.#characters[this.#at + 1] !== ']' ? this.#rangeEnd() : next
      const [from, to] = [next.codePointAt(0)!, last.codePointAt(0)!]
      if (to < from) throw this.#fault(`"${next}-${last}" ends before it begins`)
      tests.push(character => character.codePointAt(0)! >= from && character.codePointAt(0)! <= to)
    }
    const listed: Test = character => tests.some(test => test(character))
    return negated ? not(listed) : listed
  }

  #rangeEnd(): string {
    this.#at += 1
    const end = this.#take()
    return end === '\\' ? this.#take() : end
  }

  #escaped(): Test {
    const character = this.#take()
    const known = CLASSES[character]
    if (known !== undefined) return known
    if (/[A-Za-z0-9]/.test(character)) throw this.#fault(`"\\${character}" is not possible`)
    return other => other === character
  }

  #peek(): string | undefined {
    return this.#characters[this.#at]
  }

  #take(): string {
    const character = this.#peek()
    if (character === undefined) throw this.#fault('it ends too early')
    this.#at += 1
    return character
  }

  #fault(why: string): PatternFault {
    return new PatternFault(`The pattern cannot be used: ${why}.`)
  }
}

function taking(test: Test): Piece {
  return (states, next) => added(states, [next], test)
}

function added(states: State[], to: number[], test?: Test): number {
  if (states.length >= MOST_STATES) throw new PatternFault('The pattern cannot be used: it is too large.')
  states.push(test === undefined ? { to } : { to, test })
  return states.length - 1
}
