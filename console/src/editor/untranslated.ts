import { labelsOf } from '../../../src/core/labels.ts'
import { lineOfLabel, ownLabels } from '../../../src/core/own-labels.ts'
import { labelFolder } from '../../../src/core/places.ts'
import { shortened } from '../../../src/core/text.ts'
import { type Gap, type LabelLevel, translationGaps } from '../../../src/core/translations.ts'
import { languageName } from '../parts/languages.ts'
import type { Finding } from '../preview/finding.ts'

/** A label file of a theme, and the master's file with the same path; empty if there is none. */
export interface LabelFile {
  readonly path: string
  readonly own: string
  readonly master: string
}

/** The files for finding labels that a theme does not have in all its languages. */
export interface Translations {
  readonly defaults: LabelFile
  /** For each language, the files that apply to it, most specific first. The default language's files are left out. */
  readonly languages: readonly (readonly LabelFile[])[]
  /** The labels that the master translates. */
  readonly translatable: ReadonlySet<string>
}

const SHOWN = 80
const MOST = 10
const MOST_NAMES = 3

/**
 * The untranslated labels of a label file; for the default language, those that the theme's other languages lack.
 * Labels that the linter already reports in the default language's file are left out.
 */
export function untranslated(path: string, translations: Translations, linted = false): Finding[] {
  const { defaults, languages } = translations
  const own = levelOf(defaults)
  const gaps = (files: readonly LabelFile[]) => translationGaps(files.map(levelOf), own)
  if (path === defaults.path) {
    const told = (files: readonly LabelFile[]) =>
      gaps(files).filter(({ shown }) => !linted || shown === 'master')
    return languages.flatMap(files => inLanguage(files, told(files)))
  }
  return languages.flatMap(files => [
    ...inFile(files, defaults, gaps(files)),
    ...ofMaster(files, translations),
  ])
}

function levelOf({ own, master }: LabelFile): LabelLevel {
  return { own: labelsOf(ownLabels(own, master).text), master: labelsOf(master) }
}

function inFile([file]: readonly LabelFile[], defaults: LabelFile, all: readonly Gap[]): Finding[] {
  const { path } = file!
  const told = all.slice(0, MOST).map(({ name, text, shown }) => {
    const from = shown === 'master' ? file! : defaults
    return {
      what: shown === 'master' ? 'master text shown' : 'default text shown',
      name: shortened(`$${name}$=${text}`, SHOWN),
      file: from.path,
      line: lineOfLabel(from.own, name) ?? 1,
      label: name,
    }
  })
  if (all.length <= MOST) return told
  return [...told, { what: 'untranslated', name: `${all.length - MOST} more labels`, file: path, line: 1 }]
}

/** How many of the master's labels are missing in a language that the theme adds. */
function ofMaster(files: readonly LabelFile[], { defaults, translatable }: Translations): Finding[] {
  if (files.some(({ master }) => master !== '')) return []
  const has = new Set(files.flatMap(({ own }) => [...labelsOf(own).keys()]))
  const missing = [...translatable].filter(name => !has.has(name))
  if (missing.length === 0) return []
  const name = `${missing.length} of ${translatable.size} labels of the master, first $${missing[0]}$`
  return [{ what: 'untranslated', name, file: defaults.path, line: 1, label: missing[0]! }]
}

function inLanguage([file]: readonly LabelFile[], all: readonly Gap[]): Finding[] {
  if (all.length === 0) return []
  const names = all.slice(0, MOST_NAMES).map(({ name }) => `$${name}$`)
  const rest = all.length > MOST_NAMES ? ` and ${all.length - MOST_NAMES} more` : ''
  const { path } = file!
  const name = `${languageName(labelFolder(path))}: ${names.join(', ')}${rest}`
  return [{ what: 'missing in a language', name, file: path, line: 1, label: all[0]!.name }]
}
