import { labelKey } from '../../core/labels.ts'
import { isLabelFile } from '../../core/places.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/labels/de/template_labels.properties'

export const labelDuplicate: Rule = {
  id: 'label/duplicate',
  severity: 'error',
  title: 'A label that is defined twice in a file',
  reason: `If two lines define the same label, the last one counts. Changes of the other one have no effect. Remove one
of them.`,
  bad: { [FILE]: '$LOGIN_BUTTON$=Anmelden\n$LOGIN_BUTTON$=Einloggen\n' },
  good: { [FILE]: '$LOGIN_BUTTON$=Anmelden\n' },
  file(file, tell) {
    if (!isLabelFile(file.path)) return
    const lines = new Map<string, number>()
    for (const { 0: text, index } of file.text.matchAll(/[^\r\n]+/g)) {
      const key = labelKey(text)?.key
      if (key === undefined) continue
      const first = lines.get(key)
      if (first === undefined) lines.set(key, file.place(index).line)
      else
        tell({
          start: index,
          end: index + text.length,
          message: `${key} is defined in line ${first} already; this line replaces it.`,
        })
    }
  },
}
