import { placedStrings, type ScriptString } from '../core/template/script.ts'
import { targetOf } from './addresses.ts'

/** Where a script sends what people type, and the address in it. */
export interface ScriptRequest {
  readonly origin: string
  readonly start: number
  readonly end: number
}

/** What a script does to learn what people have typed. */
const READS = new RegExp(
  [
    /\.value(?!\w)|\.valueOf\b|\bFormData\b|\.elements\b|\.serialize(?:Array)?\s?\(|\.val\s?\(\s?\)/,
    /(?<=[\w$)\]]|\?\.)\[\s{0,9}["'`]value["'`]\s{0,9}\]/,
    // The value of a field, taken apart: `({ target: { value } })`, `const { value } = field`, `({ value }) =>`.
    /[tT]arget\s{0,9}:\s{0,9}\{[^{}]{0,100}(?<![\w$.])value(?![\w$])/,
    /\{[^{}]{0,100}(?<![\w$.])value(?![\w$])[^{}]{0,100}\}\s{0,9}(?:=(?![=>])|\)\s{0,9}(?:=>|\{))/,
    // A key that is kept or sent. Good pages only compare it.
    /(?:[^=!]=|[+:]|\$\{|(?:push|append|add|set|send|sendBeacon|encodeURIComponent|escape|btoa|String|stringify)\s{0,9}\()\s{0,9}[\w$]{1,60}\.(?:key|keyCode|charCode|which)(?![\w$])(?!\s{0,9}[=!]=)/,
  ]
    .map(({ source }) => source)
    .join('|'),
)
const FOREIGN = /^\s{0,9}(?:(?:https?|wss?):)?\/\//i

/** Calls whose first argument is an address, up to where the address begins. */
const CALL =
  '(?:(?<![\\w$.])(?:fetch|axios)|(?:window|self|globalThis)\\s{0,9}\\.\\s{0,9}fetch|\\[\\s{0,9}["\'`](?:fetch|sendBeacon|open)["\'`]\\s{0,9}\\]|\\.sendBeacon|(?<![\\w$])(?:WebSocket|EventSource|WebTransport|Request)|\\.(?:post|put|patch|ajax|getJSON|load)|\\.open)(?:\\s{0,9}\\?\\.)?'
const METHOD = '(?:["\'`]\\w{1,10}["\'`]\\s{0,9},\\s{0,9})?'
/** A URL that is made of the address, or of a path and the address. */
const MADE = '(?:new\\s{1,9}URL\\s{0,9}\\(\\s{0,9}(?:["\'`][^\\n]{0,80},\\s{0,9})?)?'
const CALLED = new RegExp(`${CALL}\\s{0,9}\\(\\s{0,9}${METHOD}${MADE}["'\`]$`)
/** Other ways to send a form, or the settings of a request. */
const SET =
  /(?:\.(?:action|formAction)\s{0,9}=\s{0,9}|['"](?:form)?action['"]\s{0,9},\s{0,9}|\burl\s{0,9}:\s{0,9})["'`]$/
/** Ways to go to an address, or to load one, to which something can be added. */
const REACHED =
  /(?:(?<![\w$])location(?:\.href)?\s{0,9}=\s{0,9}|\.(?:src|href)\s{0,9}=\s{0,9}|\.(?:setAttribute|attr)\s{0,9}\(\s{0,9}["'`](?:src|srcset|href)["'`]\s{0,9},\s{0,9}|(?:\.(?:assign|replace)|(?<![\w$])open|\bimport)\s{0,9}\(\s{0,9})["'`]$/
const NAMED = new RegExp(`([\\w$]{1,60})\\s{0,9}[=:]\\s{0,9}${MADE}["'\`]$`)
/** A call with a variable, or with a property of one. Calls inside its arguments are found, too. */
const CALLED_WITH = new RegExp(
  `${CALL}(?=\\s{0,9}\\(\\s{0,9}${METHOD}${MADE}((?:[\\w$]{1,60}\\.){0,5}[\\w$]{1,60})(?![\\w$]))`,
  'g',
)
const BEFORE = 120

/** The other origins to which a script sends something, where it also reads what people type; each once. */
export function scriptRequests(code: string): ScriptRequest[] {
  if (!code.includes('//') || !READS.test(code)) return []
  const found = new Map<string, ScriptRequest>()
  const names = calledNames(code)
  for (const string of placedStrings(code)) {
    const origin = foreignOrigin(string.text)
    if (origin === undefined || found.has(origin) || !isSent(code, string, names)) continue
    found.set(origin, { origin, start: string.start, end: string.end })
  }
  return [...found.values()]
}

function foreignOrigin(text: string): string | undefined {
  if (!FOREIGN.test(text)) return undefined
  const target = targetOf(text.replace(/^\s{0,9}ws(s?):/i, 'http$1:'))
  return target === undefined || target.own ? undefined : target.origin
}

/** Whether something is sent to the address in a string: it is called with it, or with the variable that holds it. */
function isSent(code: string, { start, end }: ScriptString, names: ReadonlySet<string>): boolean {
  const before = code.slice(Math.max(0, start - BEFORE), start)
  if (CALLED.test(before) || SET.test(before)) return true
  // Behind a string of a template, `$` begins what is put into it.
  const isCompleted = /^(?:["'`]\s{0,9}\+|["'`]\.concat\b|\$\{)/.test(code.slice(end, end + 12))
  if (isCompleted && REACHED.test(before)) return true
  const name = NAMED.exec(before)?.[1]
  return name !== undefined && names.has(name)
}

/** The names of variables and properties that a script calls something with. */
function calledNames(code: string): Set<string> {
  return new Set([...code.matchAll(CALLED_WITH)].flatMap(([, names]) => names!.split('.')))
}
