import type {
  Completion,
  CompletionContext,
  CompletionResult,
  CompletionSource,
} from '@codemirror/autocomplete'
import { labelsOf } from '../../../src/core/labels.ts'
import type { Term } from './terms.ts'
import type { Vocabulary } from './vocabulary.ts'

const LONGEST = 60

/** The shared parts of pages. Mails have neither. */
const SNIPPETS = [
  {
    name: 'PAGE_HEADER',
    kind: 'file',
    meaning: 'the header of all pages: common/page_components/page_header.html',
  },
  {
    name: 'PAGE_FOOTER',
    kind: 'file',
    meaning: 'the footer of all pages: common/page_components/page_footer.html',
  },
]

/** The completion sources for a file. */
export function completionsFor(path: string, vocabulary: Vocabulary): CompletionSource[] {
  const macros = completion(/@[\w.:-]*/, /^@[\w.:-]*$/, async () => macroOptions(path, vocabulary))
  const labels = completion(/\$[A-Z0-9_]*/, /^\$[A-Z0-9_]*$/, async () =>
    (await vocabulary.labels()).map(({ name, text }) => option(`$${name}$`, text, 'constant')),
  )
  const repeats = completion(/\[[ERPT]*(?: [^\][\s]*)?/, /^\[[ERPT]*(?: [^\][\s]*)?$/, async () =>
    vocabulary.repeats(path).map(({ name, macros: inside }) => ({
      ...option(
        `[RPT ${name}]`,
        `for each row: ${inside.map(macro => `@${macro.name}@`).join(' ')}`,
        'keyword',
      ),
      apply: `[RPT ${name}][ERPT ${name}]`,
    })),
  )
  const tokens = completion(/--[\w-]*/, /^--[\w-]*$/, async () =>
    (await vocabulary.tokens()).map(({ name, text }) => option(name, text, 'variable')),
  )
  if (/\.(?:html?|xml)$/i.test(path)) return [macros, labels, repeats, tokens]
  if (/\.css$/i.test(path)) return [tokens]
  if (/\.properties$/i.test(path)) return [macros, labelNames(path, vocabulary)]
  return []
}

/** Offers `options` if the text before the cursor matches. */
function completion(
  before: RegExp,
  validFor: RegExp,
  options: () => Promise<readonly Completion[]>,
): CompletionSource {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const typed = context.matchBefore(before)
    if (typed === null || (typed.from === typed.to && !context.explicit)) return null
    return { from: typed.from, to: closed(context, typed.text), options: await options(), validFor }
  }
}

/** The end of the replaced text. A closing sign that is already there is replaced, so that it is not doubled. */
function closed({ state, pos }: CompletionContext, typed: string): number {
  const sign = typed.charAt(0)
  return (sign === '@' || sign === '$') && typed.length > 1 && state.sliceDoc(pos, pos + 1) === sign
    ? pos + 1
    : pos
}

/** The names of labels that a label file could have and does not. */
function labelNames(path: string, vocabulary: Vocabulary): CompletionSource {
  return async context => {
    const line = context.state.doc.lineAt(context.pos)
    const typed = context.matchBefore(/\$[A-Z0-9_]*/)
    if (typed === null || typed.from !== line.from) return null
    const there = labelsOf(context.state.sliceDoc())
    const missing = (await vocabulary.masterLabels(path)).filter(({ name }) => !there.has(name))
    const options = missing.map((term: Term) => ({
      ...option(`$${term.name}$`, term.text, 'constant'),
      apply: `$${term.name}$=`,
    }))
    return { from: typed.from, options, validFor: /^\$[A-Z0-9_]*$/ }
  }
}

function macroOptions(path: string, vocabulary: Vocabulary): Completion[] {
  const rows = vocabulary.repeats(path).flatMap(({ macros }) => macros)
  const snippets = vocabulary.isMail(path) || !/\.html?$/i.test(path) ? [] : SNIPPETS
  const known = new Map([...vocabulary.macros(path), ...rows, ...snippets].map(macro => [macro.name, macro]))
  return Array.from(known.values(), ({ name, meaning, kind }) => ({
    ...option(`@${name}@`, meaning, 'variable'),
    info: `${meaning} (${kind})`,
  }))
}

function option(label: string, text: string, type: string): Completion {
  const long = text.length > LONGEST
  return { label, type, detail: long ? `${text.slice(0, LONGEST)}…` : text, ...(long && { info: text }) }
}
