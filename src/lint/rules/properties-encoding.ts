import { isLabelFile } from '../../core/places.ts'
import type { Fix } from '../finding.ts'
import type { Rule } from '../rule.ts'
import { labelsInScripts } from '../shown-labels.ts'
import type { LintedTheme } from '../theme.ts'
import { labelLines } from '../theme-labels.ts'

const FILE = 'common/labels/de/template_labels.properties'
const WESTERN = Uint8Array.from('$LOGIN_TITLE$=Sch\u00f6n, dass Sie da sind\n', c => c.charCodeAt(0))

export const propertiesEncoding: Rule = {
  id: 'properties/encoding',
  severity: 'error',
  title: 'Label file that is not plain UTF-8',
  reason: `Label files must be in UTF-8. Otherwise the service guesses the encoding, and people may see wrong
characters. Escapes of Java, such as \`\\u00fc\`, are shown as they are written. A byte order mark and mixed line endings are
warnings: the service can read them, but other tools may not.`,
  fixable: true,
  bad: { [FILE]: WESTERN },
  good: { [FILE]: '$LOGIN_TITLE$=Sch\u00f6n, dass Sie da sind\n' },
  file(file, tell) {
    if (!isLabelFile(file.path)) return
    const [first, second, third] = file.bytes
    if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
      tell({ message: 'The file is written in UTF-16. Save it in UTF-8.', fix: SAVED })
    else if (!isUtf8(file.bytes))
      tell({ message: 'The file is not written in UTF-8. Save it in UTF-8.', fix: SAVED })
    else if (first === 0xef && second === 0xbb && third === 0xbf)
      tell({
        message: 'The file begins with a byte order mark. Save it without.',
        severity: 'warning',
        fix: SAVED,
      })
    const returns = file.text.indexOf('\r\n')
    const feed = /(?<!\r)\n/.exec(file.text)?.index
    if (returns !== -1 && feed !== undefined)
      tell({
        start: Math.max(returns, feed),
        message: 'Some lines end with a carriage return and others do not.',
        severity: 'warning',
        fix: {
          title: 'End all lines with a line feed',
          edits: [{ start: 0, end: file.text.length, text: file.text.replaceAll('\r\n', '\n') }],
        },
      })
  },
  theme(theme, tell) {
    for (const { file, key, found, start } of escapes(theme)) {
      const meant = meantBy(found)
      const write = meant === undefined ? 'the character itself' : `"${meant}"`
      const end = start + found.length
      tell({
        file,
        start,
        end,
        message: `${key} has ${found}, which people see as it is written. Write ${write}.`,
        ...(meant !== undefined && {
          fix: { title: `Write ${meant}`, edits: [{ start, end, text: meant }] },
        }),
      })
    }
  },
}

const ESCAPES = /(?:\\u[\dA-Fa-f]{4})+/g

/** The escapes in the theme's own labels, except where a script reads them. */
function escapes(theme: LintedTheme) {
  const all = [...theme.own.values()].flatMap(file => {
    if (!isLabelFile(file.path) || !file.text.includes('\\u')) return []
    return labelLines(file).flatMap(({ key, name, value, valueStart }) =>
      Array.from(value.matchAll(ESCAPES), ({ 0: found, index }) => {
        return { file: file.path, key, name, found, start: valueStart + index }
      }),
    )
  })
  if (all.length === 0) return []
  const inScripts = labelsInScripts(theme)
  return all.filter(({ name }) => !inScripts.has(name))
}

/** The characters that escapes mean; undefined if they mean something else in a label file, or cannot be seen. */
function meantBy(found: string): string | undefined {
  const codes = found.slice(2).split('\\u')
  const text = String.fromCharCode(...codes.map(code => Number.parseInt(code, 16)))
  return /^[^\p{C}\p{Z}<>&"'\\@$#=]+$/u.test(text) ? text : undefined
}

/** Texts that are changed are saved in UTF-8, without a mark. */
const SAVED: Fix = { title: 'Save in UTF-8', edits: [{ start: 0, end: 0, text: '' }] }

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
