import { isLabelFile } from '../../core/places.ts'
import { markupOf, TemplateFault } from '../../core/template/template.ts'
import type { Rule } from '../rule.ts'
import { labelLines } from '../theme-labels.ts'

const FILE = 'common/labels/default/template_labels.properties'
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
/** Elements whose end tag may be left out. */
const IMPLIED = new Set('p li dt dd option tr td th'.split(' '))
/** Labels with tags that are looked through in one file, and how long they may be. */
const MOST = 5_000
const LONGEST = 10_000

export const labelHtmlInvalid: Rule = {
  id: 'label/html-invalid',
  severity: 'warning',
  title: 'Label with unbalanced HTML',
  reason: `The text of a label may hold HTML. An element that is not closed in the label goes on behind it: a \`<b>\` without its
end makes the rest of the page bold. An end tag without its beginning may close an element of the page.`,
  bad: { [FILE]: '$LOGIN_TITLE$=Welcome <b>aboard\n' },
  good: { [FILE]: '$LOGIN_TITLE$=Welcome <b>aboard</b>\n' },
  file(file, tell) {
    if (!isLabelFile(file.path)) return
    const lines = labelLines(file).filter(({ value }) => value.length < LONGEST && /<\/?[A-Za-z]/.test(value))
    for (const { key, value, valueStart } of lines.slice(0, MOST)) {
      const flaw = imbalance(value)
      if (flaw === undefined) continue
      const { what, start, end } = flaw
      tell({ start: valueStart + start, end: valueStart + end, message: `${what} in ${key}.` })
    }
  },
}

interface Imbalance {
  readonly what: string
  readonly start: number
  readonly end: number
}

function imbalance(text: string): Imbalance | undefined {
  const open: { name: string; start: number; end: number }[] = []
  for (const { kind, name, start, end } of tagsOf(text)) {
    if (kind === 'startTag' && !VOID.has(name) && !text.slice(start, end).endsWith('/>'))
      open.push({ name, start, end })
    if (kind !== 'endTag') continue
    const from = open.findLastIndex(one => one.name === name)
    if (from === -1)
      return name === 'p' || name === 'br' ? undefined : { what: `</${name}> closes nothing`, start, end }
    const inner = open
      .splice(from)
      .slice(1)
      .find(one => !IMPLIED.has(one.name))
    if (inner !== undefined) return unclosed(inner)
  }
  const first = open.find(one => !IMPLIED.has(one.name))
  return first && unclosed(first)
}

function unclosed({ name, start, end }: { name: string; start: number; end: number }): Imbalance {
  return { what: `<${name}> is not closed`, start, end }
}

function tagsOf(text: string) {
  try {
    return markupOf(text, true).tokens
  } catch (error) {
    if (error instanceof TemplateFault) return []
    throw error
  }
}
