import { labelKey } from '../../core/labels.ts'
import { isLabelFile } from '../../core/places.ts'
import { shortened } from '../../core/text.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/labels/default/template_labels.properties'
const SHOWN = 60
/** Others are reported when these are fixed: in a file of another format, every line would be one. */
const MOST = 50

export const propertiesSyntax: Rule = {
  id: 'properties/syntax',
  severity: 'error',
  title: 'Invalid line in a label file',
  reason: `A label file has one label on each line, \`$NAME$=text\`, and comments that begin with \`#\`. Names consist
of capital letters, digits and underscores. Any other line is ignored, also the second line of a text.`,
  bad: { [FILE]: '$LOGIN_TITLE$=Welcome\nLOGIN_BUTTON=Sign in\n' },
  good: { [FILE]: '# Sign-in\n$LOGIN_TITLE$=Welcome\n$LOGIN_BUTTON$=Come in\n' },
  file(file, tell) {
    if (!isLabelFile(file.path)) return
    let told = 0
    for (const { 0: line, index: start } of file.text.matchAll(/[^\r\n]+/g)) {
      if (/^\s*(?:[#!]|$)/.test(line) || labelKey(line) !== undefined) continue
      const place = { start, end: start + line.length }
      tell({ ...place, message: `"${shortened(line.trim(), SHOWN)}" is not a label. ${hint(line)}` })
      told += 1
      if (told === MOST) return
    }
  },
}

function hint(line: string): string {
  const name = /^\s*\$?([A-Za-z][\w.-]{0,80}?)\$?\s*[=:]/.exec(line)?.[1]
  if (name === undefined) return 'Write $NAME$=text on one line, or # before a comment.'
  return `Write $${name.toUpperCase().replace(/[.-]/g, '_')}$=text.`
}
