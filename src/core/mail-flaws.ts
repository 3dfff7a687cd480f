import { type Flaw, MOST_FLAWS } from './flaw.ts'
import { lineFinder } from './lines.ts'
import { hasPageTags, mailSource } from './mail.ts'

const MARKS = /<!--|<!\[CDATA\[|<\?|\]\]>|<(\/?)([A-Za-z][\w.-]*)(?:\s[^<>]*)?\/?>|</g
const CLOSED_BY: Readonly<Record<string, string>> = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>' }

/** The flaws of a mail in its XML form. A file that contains only the body of a mail has none. */
export function mailFlaws(text: string): Flaw[] {
  if (!/^\uFEFF?\s*<\?xml|<root[\s>]/i.test(text)) return []
  const source = mailSource(text)
  if (source === undefined && hasPageTags(text)) return []
  const lineOf = lineFinder(() => text)
  const flaws: Flaw[] = []
  const tell = (name: string, at: number) => {
    flaws.push({ what: 'broken XML', name, line: lineOf('', at) })
  }
  const open: { readonly tag: string; readonly at: number }[] = []
  const marks = new RegExp(MARKS)
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const { 0: found, 1: slash, 2: tag, index } = mark
    if (flaws.length === MOST_FLAWS) return flaws
    const end = CLOSED_BY[found]
    if (end !== undefined) {
      const close = text.indexOf(end, marks.lastIndex)
      if (close === -1) {
        tell(`${found} without ${end}`, index)
        return flaws
      }
      marks.lastIndex = close + end.length
    } else if (tag === undefined)
      tell(found === ']]>' ? ']]> without <![CDATA[' : '< that begins no tag', index)
    else if (slash === '/') {
      const partner = open.findLastIndex(one => one.tag === tag)
      if (partner === -1) tell(`</${tag}> without <${tag}>`, index)
      else for (const one of open.splice(partner).slice(1)) tell(`<${one.tag}> without </${one.tag}>`, one.at)
    } else if (!found.endsWith('/>')) open.push({ tag, at: index })
  }
  for (const one of open) tell(`<${one.tag}> without </${one.tag}>`, one.at)
  const { subject, message } = source ?? {}
  for (const [part, content] of [
    ['Subject', subject],
    ['Message', message],
  ] as const)
    if (flaws.length === 0 && (content?.text ?? '') === '') tell(`no text in <${part}><Value>`, 0)
  return flaws
}
