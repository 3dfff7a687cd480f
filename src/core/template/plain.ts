import { counter } from './bounds.ts'
import type { Compiled, Sources } from './compile.ts'
import { encoder } from './encode.ts'
import { budget, itemsOf } from './expand.ts'
import { textLine } from './plain-text.ts'

/**
 * A line of plain text, such as a mail's subject: labels and macros. Labels are markup, of which the text remains, unless
 * they are read otherwise.
 */
export function compilePlain(
  { page, label, macro }: Pick<Sources, 'page' | 'label' | 'macro'>,
  read: (label: string) => string = textLine,
): Pick<Compiled, 'parts'> {
  const layers = ['plain'] as const
  const encode = encoder(layers)
  const spend = budget()
  const items = itemsOf(page).flatMap(item => {
    const found = item.kind === 'label' ? label(item.name) : undefined
    const inside =
      found === undefined ? [item] : itemsOf(found, item.kind === 'label' ? item.name : undefined)
    for (const one of inside) spend(one)
    return found === undefined ? inside : inside.map(one => ({ ...one, text: read(one.text) }))
  })
  const constant = items.map(({ kind, text }) => (kind === 'macro' ? '' : text)).join('')
  counter('subject')(constant.replace(/\s+/g, ' ').length, { file: page.file, offset: page.offset ?? 0 })
  return {
    parts: items.map(item => {
      const kind = item.kind === 'macro' ? macro(item.name) : undefined
      return item.kind === 'macro' && kind !== undefined
        ? { macro: item.name, kind, layers, encode }
        : item.text
    }),
  }
}
