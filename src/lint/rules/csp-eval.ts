import { scriptStates } from '../../core/template/script.ts'
import { scriptsIn } from '../code.ts'
import { isPagePart } from '../kinds.ts'
import type { Rule } from '../rule.ts'

const FILE = 'common/static/js/forms.js'
const EVALUATED =
  /(?<![\w$.])(?:(?:window|self|globalThis)\.)?(?:eval\s{0,9}\(|new\s{1,9}Function\s{0,9}\(|set(?:Timeout|Interval)\s{0,9}\(\s{0,99}["'`])/g

export const cspEval: Rule = {
  id: 'csp/eval',
  severity: 'warning',
  title: 'A string that is run as code',
  reason: `The content policy of pages forbids \`eval\`, \`new Function\` and timers with a string: the script fails
with an error. Write a function instead, and read data with \`JSON.parse\`.`,
  bad: { [FILE]: 'setTimeout("document.forms[0].submit()", 10)\n' },
  good: { [FILE]: 'setTimeout(() => document.forms[0].submit(), 10)\n' },
  file(file, tell) {
    if (!/^common\/.*\.m?js$/i.test(file.path) && !isPagePart(file.path)) return
    for (const { text, start } of scriptsIn(file)) {
      const found = [...text.matchAll(EVALUATED)]
      const states = scriptStates(
        text,
        found.map(({ index }) => index),
      )
      for (const [at, { 0: call, index }] of found.entries()) {
        if (!/^(?:code|word|unsure)$/.test(states[at]!)) continue
        const name = /eval|Function|setTimeout|setInterval/.exec(call)![0]
        tell({
          start: start + index,
          end: start + index + call.length,
          message: `${name} runs a text as a script, which the content policy forbids. Write a function.`,
        })
      }
    }
  },
}
