import { DEFAULT_LOCALE } from '../locale.ts'
import type { Mistake } from '../mistake.ts'
import type { FlowDocument, Text } from './document.ts'
import { isForAll, localesOf } from './texts.ts'

/**
 * Finds texts that are missing in a language of other texts, and markup, which people would see as plain text. A
 * language that the themes offer and no text of the flow has is reported once for all texts.
 */
export function textMistakes(document: FlowDocument, offered: readonly string[]): Mistake[] {
  const texts = textsOf(document)
  const locales = new Set(texts.flatMap(({ text }) => localesOf(text)))
  return [...unoffered(texts, locales, offered), ...textsIn(texts, locales)]
}

type Placed = ReturnType<typeof textsOf>

/** The offered languages without any text, in which people see another language. */
function unoffered(texts: Placed, locales: ReadonlySet<string>, offered: readonly string[]): Mistake[] {
  const open = texts.filter(({ text }) => typeof text !== 'string' && !isForAll(text))
  const missing = offered.filter(locale => ![...locales].some(own => covers(own, locale)))
  if (open.length === 0 || missing.length === 0) return []
  const reason = `Your themes offer ${missing.map(named).join(', ')}. ${open.length} texts have neither these languages nor a label of the theme, such as ${open[0]!.path}.`
  return [{ path: '', reason, warning: true }]
}

/** Whether the text of one language can be used for another one: `pt` for `pt_BR`. */
function covers(own: string, locale: string): boolean {
  const [one, other] = [own, locale].map(tag => tag.toLowerCase().replaceAll('-', '_')) as [string, string]
  if (own === DEFAULT_LOCALE) return other === DEFAULT_LOCALE || other.split('_')[0] === 'en'
  return one === other || other.startsWith(`${one}_`)
}

function textsIn(texts: Placed, locales: ReadonlySet<string>): Mistake[] {
  return texts.flatMap(({ text, path }) => {
    const own = localesOf(text)
    const missing = isForAll(text) ? [] : [...locales].filter(locale => !own.includes(locale))
    const values = typeof text === 'string' ? [text] : Object.values(text)
    const mistakes: Mistake[] = []
    if (missing.length > 0)
      mistakes.push({
        path,
        reason: `This text is missing in ${missing.map(named).join(', ')}.`,
        warning: true,
      })
    if (values.some(value => /<\/?[a-z][^>]*>/i.test(value)))
      mistakes.push({
        path,
        reason: 'Markup has no effect in this text. People see it as it is written.',
        warning: true,
      })
    return mistakes
  })
}

/** Every text of a flow, with its path. */
export function textsOf({ steps, end }: FlowDocument): { readonly text: Text; readonly path: string }[] {
  const of = <T extends object>(path: string, holder: T, ...names: (keyof T & string)[]) =>
    names.flatMap(name => {
      const text = holder[name] as Text | undefined
      return text === undefined ? [] : [{ text, path: `${path}/${name}` }]
    })
  return [
    ...steps.flatMap((step, index) => [
      ...of(`/steps/${index}`, step, 'title', 'text', 'button'),
      ...step.fields.flatMap((field, at) => {
        const path = `/steps/${index}/fields/${at}`
        return [
          ...of(path, field, 'label', 'help', 'placeholder'),
          ...of(`${path}/rule`, field.rule ?? {}, 'error'),
        ]
      }),
    ]),
    ...of('/end', end, 'title', 'text'),
  ]
}

function named(locale: string): string {
  return locale === DEFAULT_LOCALE ? 'US English (default)' : locale
}
