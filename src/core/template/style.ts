/** The context of a place in a style sheet; `rest` is inside a URL after a slash, and `import` the URL of another sheet. */
export type StyleState = 'value' | 'string' | 'comment' | 'url' | 'rest' | 'import' | 'unsure'

/** A URL in a style sheet, and its purpose. */
export interface StyleAddress {
  readonly address: string
  readonly use: 'style' | 'font' | 'image'
}

/** The state at each offset, given in ascending order. */
export function styleStates(css: string, offsets: readonly number[]): StyleState[] {
  const states: StyleState[] = []
  for (const { state, start, end } of runs(css)) {
    const slash = state === 'url' ? css.slice(start, end).indexOf('/') : -1
    while (states.length < offsets.length && offsets[states.length]! < end)
      states.push(slash !== -1 && start + slash < offsets[states.length]! ? 'rest' : state)
  }
  while (states.length < offsets.length) states.push('unsure')
  return states
}

/** The URLs in a style sheet. */
export function styleAddresses(css: string): StyleAddress[] {
  return runs(css).flatMap(({ state, end, start, use }) =>
    state === 'url' || state === 'import' ? [{ address: css.slice(start, end - 1).trim(), use }] : [],
  )
}

/** The positions of URLs in a style sheet, without surrounding blanks. */
export function* styleRanges(css: string): Generator<{ from: number; to: number }> {
  for (const { state, start, end } of runs(css)) {
    if (state !== 'url' && state !== 'import') continue
    const text = css.slice(start, end - 1)
    const from = start + text.length - text.trimStart().length
    yield { from, to: from + text.trim().length }
  }
}

interface Run {
  readonly state: StyleState
  /** The first offset at which the state no longer applies. */
  readonly end: number
  readonly start: number
  readonly use: StyleAddress['use']
}

const LANDMARK = /\/\*|["'\\;{}]|(?<![-\w\\\u0080-\uffff])url\(|@import|@font-face/gi
const RULE_ENDS = { style: ';{}', font: '}', image: '' }

function runs(css: string): Run[] {
  const found: Run[] = []
  let use: StyleAddress['use'] = 'image'
  let inUrl = false
  let at = 0
  const run = (state: StyleState, start: number, end: number) => found.push({ state, start, end, use })
  for (;;) {
    LANDMARK.lastIndex = at
    const match = LANDMARK.exec(css)
    if (match === null) break
    const [mark] = match
    const { index } = match
    if (mark === '/*') {
      const end = css.indexOf('*/', index + 2)
      run('value', at, index + 1)
      at = end === -1 ? css.length : end + 2
      run('comment', index, end === -1 ? css.length + 1 : at - 1)
    } else if (mark === '"' || mark === "'") {
      const end = stringEnd(css, index + 1, mark)
      run('value', at, index + 1)
      if (end === -1) {
        run('unsure', index, css.length + 1)
        return found
      }
      run(use === 'style' ? 'import' : inUrl ? 'url' : 'string', index + 1, end + 1)
      inUrl = false
      at = end + 1
    } else if (mark.toLowerCase() === 'url(') {
      at = afterBlanks(css, index + 4)
      run('value', index, index + 4)
      inUrl = css[at] === '"' || css[at] === "'"
      if (inUrl) continue
      const close = css.indexOf(')', at)
      run(use === 'style' ? 'import' : 'url', at, close === -1 ? css.length + 1 : close + 1)
      at = close === -1 ? css.length : close + 1
    } else {
      if (mark.length > 1) use = /import/i.test(mark) ? 'style' : 'font'
      else if (RULE_ENDS[use].includes(mark)) use = 'image'
      at = index + (mark === '\\' ? 2 : mark.length)
      run('value', index, at)
    }
  }
  run('value', at, css.length + 1)
  return found
}

function afterBlanks(css: string, from: number): number {
  let at = from
  while (at < css.length && /\s/.test(css[at]!)) at++
  return at
}

function stringEnd(css: string, from: number, quote: string): number {
  for (let at = from; at < css.length; at++) {
    const c = css[at]!
    if (c === '\\') at++
    else if (c === quote) return at
    else if (c === '\n' || c === '\r' || c === '\f') return -1
  }
  return -1
}
