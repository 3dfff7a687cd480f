/**
 * The context of a place in a script. `module`: in a string that names another script. `import`: where such a string is
 * expected. `unsure`: only a full parser could decide.
 */
export type ScriptState =
  | 'code'
  | 'word'
  | 'single'
  | 'double'
  | 'template'
  | 'module'
  | 'import'
  | 'regex'
  | 'comment'
  | 'unsure'

const WORD = /[\w$\\]|[^\s\0-\x7f]/
const BEFORE_REGEX = new Set(
  'return typeof instanceof in of new delete void throw case do else yield await'.split(' '),
)
const BEFORE_MODULE = new Set('import from'.split(' '))
const BEFORE_CONDITION = new Set(['if', 'while', 'for', 'with'])

/** The state at each offset; offsets must be ascending. It never fails, and takes linear time. */
export function scriptStates(code: string, offsets: readonly number[]): ScriptState[] {
  const states: ScriptState[] = []
  for (const { state, end } of runs(code)) {
    while (states.length < offsets.length && offsets[states.length]! < end) states.push(state)
  }
  while (states.length < offsets.length) states.push('unsure')
  return states
}

/** A string of a script: the text between the quotes, and its position. */
export interface ScriptString {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** The strings of a script, each with its position. */
export function placedStrings(code: string): ScriptString[] {
  const found: ScriptString[] = []
  let start = 0
  for (const { state, end } of runs(code)) {
    if (state === 'single' || state === 'double' || state === 'template' || state === 'module')
      found.push({ text: code.slice(start, end - 1), start, end: end - 1 })
    start = end
  }
  return found
}

/** The string literals of a script, as its author wrote them. */
export function scriptStrings(code: string): string[] {
  return placedStrings(code).map(({ text }) => text)
}

/** The URLs that a script imports from, if they are written as string literals. */
export function importedAddresses(code: string): string[] {
  const found: string[] = []
  let start = 0
  for (const { state, end } of runs(code)) {
    if (state === 'module') found.push(code.slice(start, end - 1))
    // From here on, only a full parser could find the strings.
    if (state === 'unsure') found.push(...Array.from(code.slice(start).matchAll(QUOTED), ([, text]) => text!))
    start = end
  }
  return found
}

const QUOTED = /["'`]((?:https?:)?\/\/[^"'`\s]+)["'`]/g

interface Run {
  readonly state: ScriptState
  /** The first offset at which the state no longer applies. */
  readonly end: number
}

function* runs(code: string): Generator<Run> {
  let at = 0
  // Whether a slash would begin a regular expression here; undefined if only a full parser could decide.
  let operand: boolean | undefined = true
  let word = ''
  // Whether the URL of a module comes next, as after `import` and `from`.
  let names = false
  // The number of open calls of `import`.
  let imports = 0
  const parentheses: { readonly condition: boolean; readonly imports: boolean }[] = []
  const braces: ('block' | 'template')[] = []

  while (at < code.length) {
    const importing: boolean = names || imports > 0
    const plain = importing ? 'import' : 'code'
    const c = code[at]!
    const two = code.slice(at, at + 2)
    if (two === '//' || code.startsWith('<!--', at) || (code.startsWith('-->', at) && startsLine(code, at))) {
      yield { state: plain, end: at + 1 }
      at = lineEnd(code, at)
      yield { state: 'comment', end: at }
      continue
    }
    if (two === '/*') {
      const end = code.indexOf('*/', at + 2)
      yield { state: plain, end: at + 1 }
      at = end === -1 ? code.length : end + 2
      yield { state: 'comment', end: end === -1 ? code.length + 1 : at - 1 }
      continue
    }
    if (c === "'" || c === '"') {
      const end = stringEnd(code, at + 1, c)
      yield { state: plain, end: at + 1 }
      if (end === -1) return yield { state: 'unsure', end: code.length }
      yield { state: importing ? 'module' : c === '"' ? 'double' : 'single', end: end + 1 }
      at = end + 1
      operand = false
      word = ''
      names = false
      continue
    }
    if (c === '`' || (c === '}' && braces.at(-1) === 'template')) {
      if (c === '}') braces.pop()
      yield { state: plain, end: at + 1 }
      const end = templateEnd(code, at + 1)
      if (end === -1) return yield { state: 'unsure', end: code.length }
      const opens = code[end] === '$'
      yield { state: importing ? 'module' : 'template', end: end + 1 }
      at = end + (opens ? 2 : 1)
      if (opens) braces.push('template')
      operand = opens
      word = ''
      names = false
      continue
    }
    if (c === '/') {
      if (operand === undefined) return yield { state: 'unsure', end: code.length }
      if (operand) {
        const end = regexEnd(code, at + 1)
        yield { state: plain, end: at + 1 }
        if (end === -1) return yield { state: 'unsure', end: code.length }
        yield { state: 'regex', end: end + 1 }
        at = end + 1
        operand = false
        word = ''
        names = false
        continue
      }
    }
    if (WORD.test(c)) {
      const start = at
      while (at < code.length && WORD.test(code[at]!)) at++
      word = code.slice(start, at)
      operand = BEFORE_REGEX.has(word)
      names = BEFORE_MODULE.has(word)
      yield { state: plain, end: start + 1 }
      yield { state: 'word', end: at }
      continue
    }
    if (c === '(') {
      parentheses.push({ condition: BEFORE_CONDITION.has(word), imports: word === 'import' })
      if (word === 'import') imports++
    }
    if (c === '{') braces.push('block')
    if (c === '}') braces.pop()
    if (!/\s/.test(c)) {
      if (c === ')') {
        const closed = parentheses.pop()
        operand = closed?.condition ?? false
        if (closed?.imports) imports--
      } else if (c === '}') operand = undefined
      else if (two === '++' || two === '--') at++
      else operand = c !== ']'
      word = ''
      names = false
    }
    at++
    yield { state: plain, end: at }
  }
  yield { state: 'code', end: code.length + 1 }
}

function startsLine(code: string, at: number): boolean {
  return /(?:^|[\n\r\u2028\u2029])(?:\s|\/\*[^*]*\*\/)*$/.test(code.slice(Math.max(0, at - 200), at))
}

function lineEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) if (isLineEnd(code[at]!)) return at
  return code.length
}

function isLineEnd(c: string): boolean {
  return c === '\n' || c === '\r' || c === '\u2028' || c === '\u2029'
}

function stringEnd(code: string, from: number, quote: string): number {
  for (let at = from; at < code.length; at++) {
    const c = code[at]!
    if (c === '\\') at += code.startsWith('\r\n', at + 1) ? 2 : 1
    else if (c === quote) return at
    else if (c === '\n' || c === '\r') return -1
  }
  return -1
}

/** The backtick, or the `$` of `${`, that ends a piece of a template literal. */
function templateEnd(code: string, from: number): number {
  for (let at = from; at < code.length; at++) {
    const c = code[at]!
    if (c === '\\') at++
    else if (c === '`' || (c === '$' && code[at + 1] === '{')) return at
  }
  return -1
}

function regexEnd(code: string, from: number): number {
  let inClass = false
  for (let at = from; at < code.length; at++) {
    const c = code[at]!
    if (c === '\\') at++
    else if (isLineEnd(c)) return -1
    else if (c === '[') inClass = true
    else if (c === ']') inClass = false
    else if (c === '/' && !inClass) return at
  }
  return -1
}
