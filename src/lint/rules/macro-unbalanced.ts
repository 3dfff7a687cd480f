import { isGiven, isKnownMacro } from '../../core/catalogue/catalogue.ts'
import { examplePage, PAGE } from '../example.ts'
import type { LintedFile } from '../file.ts'
import type { Rule, Tell } from '../rule.ts'

export const macroUnbalanced: Rule = {
  id: 'macro/unbalanced',
  severity: 'warning',
  title: 'Macro or repeat without its end',
  reason: `A macro has an \`@\` on both sides, and a repeat begins with \`[RPT name]\` and ends with \`[ERPT name]\`. If
one of them is missing, people see the source text. Repeats cannot be nested. Both ends of a repeat must be in the same
context. If one is between elements and the other one in a tag, the service leaves the values out.`,
  bad: { [PAGE]: examplePage('<p>@THEME_ID</p>') },
  good: { [PAGE]: examplePage('<p>@THEME_ID@</p>') },
  file(file, tell) {
    if (!file.isMarkup) return
    halfMacros(file, tell)
    lonelyRepeats(file, tell)
  },
  page(page, tell) {
    for (const { what, name, file, offset } of page.made?.findings ?? []) {
      if (what !== 'uneven repeat') continue
      tell({
        file,
        start: offset,
        end: offset + `[RPT ${name}]`.length,
        message: `[RPT ${name}] and [ERPT ${name}] are at different kinds of places, or in a style or a handler. Values are left out or reduced to letters. Put both between elements.`,
      })
    }
  },
}

const HALF =
  /(?<![\w@.])@([A-Z][A-Z0-9_.]{2,60})(?![\w@.:-])|(?<![\w@.$-])([A-Z][A-Z0-9.]{0,30}_[A-Z0-9_.]{1,60})@(?![\w@])/g

function halfMacros(file: LintedFile, tell: Tell): void {
  for (const token of file.constructs) {
    if (token.kind !== 'text') continue
    const text = file.text.slice(token.start, token.end)
    for (const { 0: half, 1: begun, 2: ended, index } of text.matchAll(HALF)) {
      const name = begun ?? ended!
      if (!isGiven(name) && !isKnownMacro(name)) continue
      // Next to another macro, the sign may belong to that one.
      if (begun === undefined && index + half.length === text.length) continue
      const start = token.start + index
      tell({ start, end: start + half.length, message: `"${half}" is half a macro. Write @${name}@.` })
    }
  }
}

function lonelyRepeats({ constructs }: LintedFile, tell: Tell): void {
  const open = new Map<string, { start: number; end: number }>()
  const lonely = (marker: string, place: { start: number; end: number }, partner: string) =>
    tell({ ...place, message: `${marker} has no ${partner}, and people see it as it is written.` })
  for (const token of constructs) {
    if (token.kind !== 'repeat' && token.kind !== 'endRepeat') continue
    const { name, start, end } = token
    if (token.kind === 'repeat') {
      const before = open.get(name)
      if (before !== undefined) lonely(`[RPT ${name}]`, before, `[ERPT ${name}]`)
      open.set(name, { start, end })
    } else if (!open.has(name)) lonely(`[ERPT ${name}]`, { start, end }, `[RPT ${name}]`)
    else {
      open.delete(name)
      // What was opened before and is still open stands around this repeat.
      for (const [other, place] of open) lonely(`[RPT ${other}]`, place, `[ERPT ${other}]`)
      open.clear()
    }
  }
  for (const [name, place] of open) lonely(`[RPT ${name}]`, place, `[ERPT ${name}]`)
}
