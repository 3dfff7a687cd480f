import type { Label } from './labels.ts'

/** The labels of one label file: those that the theme sets itself, and the master's. */
export interface LabelLevel {
  readonly own: ReadonlyMap<string, Label>
  readonly master: ReadonlyMap<string, Label>
}

/** A label that a theme sets for all languages and does not translate into one of them. */
export interface Gap {
  readonly name: string
  /** The text in the default language. */
  readonly text: string
  /** Whose text people see instead of a translation. */
  readonly shown: 'master' | 'default'
}

/**
 * The labels that a theme sets for all languages and lacks in one of them. `levels` are the label files of the
 * language, closest first, without those of the default language.
 */
export function translationGaps(levels: readonly LabelLevel[], defaults: LabelLevel): Gap[] {
  return Array.from(defaults.own).flatMap(([name, { text }]): Gap[] => {
    const level = levels.find(({ own, master }) => own.has(name) || master.has(name))
    if (level !== undefined) return level.own.has(name) ? [] : [{ name, text, shown: 'master' }]
    // Labels that the master translates into no language, such as the product's name, are the same in all languages.
    return defaults.master.has(name) ? [] : [{ name, text, shown: 'default' }]
  })
}
