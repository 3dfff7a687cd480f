import type { Rule } from '../rule.ts'

const FILE = 'common/page_style.css'
const SHEET = '.panel { color: #123456 }\n'

export const packageOutdatedBase: Rule = {
  id: 'package/outdated-base',
  severity: 'warning',
  title: 'File made from an earlier master',
  reason: `The master's file has changed since you customized it, for example to fix a mistake or to add a field. Your
theme does not have that change. Compare both files and copy what you need.`,
  bad: { [FILE]: SHEET },
  good: { [FILE]: SHEET },
  theme(theme, tell) {
    for (const path of theme.outdated)
      if (theme.own.has(path) && theme.master.has(path))
        tell({
          file: path,
          message: "The master's file has changed since this one was made from it. Compare them.",
        })
  },
}
