import { type Label, labelKey } from '../core/labels.ts'
import { DEFAULT_LOCALE, isLocaleFolder, localeChain } from '../core/locale.ts'
import { nearest } from '../core/nearest.ts'
import { DEFAULT_LABELS, isLabelFile, LABELS_FOLDER, labelFolder } from '../core/places.ts'
import { labelsFor, TEMPLATE_BOUNDS, type Token } from '../core/template/template.ts'
import type { LabelLevel } from '../core/translations.ts'
import type { LintedFile } from './file.ts'
import type { LintedTheme } from './theme.ts'

/** A line of a label file that sets a label, or one of its plural forms. */
export interface LabelLine {
  readonly key: string
  readonly name: string
  readonly start: number
  readonly end: number
  readonly value: string
  readonly valueStart: number
}

const linesIn = new WeakMap<LintedFile, readonly LabelLine[]>()

/** The lines of a label file that set labels. */
export function labelLines(file: LintedFile): readonly LabelLine[] {
  const known = linesIn.get(file) ?? read(file)
  linesIn.set(file, known)
  return known
}

/** Twice as many as a page may have labels: of a file with more, no label is used. */
const MOST_LINES = 2 * TEMPLATE_BOUNDS.labels

function read({ text }: LintedFile): LabelLine[] {
  const lines: LabelLine[] = []
  for (const { 0: line, index: start } of text.matchAll(/[^\r\n]+/g)) {
    const found = labelKey(line)
    if (found === undefined) continue
    if (lines.length === MOST_LINES) break
    const raw = line.slice(line.indexOf('=') + 1)
    const value = raw.trim()
    const valueStart = start + line.length - raw.trimStart().length
    lines.push({ ...found, start, end: start + line.length, value, valueStart })
  }
  return lines
}

/** A language that the theme has a label file of its own for. */
export interface Language {
  readonly locale: string
  readonly file: LintedFile
}

/** Names that are compared with all labels to find what was meant, at most, each time that a theme is checked. */
const MOST_COMPARED = 200
/** Names of the theme's own among these labels, at most. */
const MOST_NAMES = 1_000
/** Shorter names are close to too many others. */
const SHORTEST = 6
const FARTHEST = 3

/** The labels of a theme and the master's, as rules ask for them. */
export class ThemeLabels {
  readonly #theme: LintedTheme
  /** The label files of the default language that the theme has itself. */
  readonly defaultFiles: readonly LintedFile[]
  readonly languages: readonly Language[]
  /** What the theme sets for all languages itself, and what the master says there. */
  readonly defaults: LabelLevel
  readonly #meant = new Map<string, string | undefined>()
  #named: ReadonlySet<string> | undefined
  #names: readonly string[] | undefined

  constructor(theme: LintedTheme) {
    this.#theme = theme
    const own = [...theme.own.values()].filter(file => isLabelFile(file.path) && !theme.isMasters(file))
    this.defaultFiles = DEFAULT_LABELS.flatMap(path => own.find(file => file.path === path) ?? [])
    this.languages = own.flatMap(file => {
      const locale = labelFolder(file.path)
      return locale === DEFAULT_LOCALE || !isLocaleFolder(locale) ? [] : [{ locale, file }]
    })
    const master = this.#all(DEFAULT_LABELS.map(path => theme.master.get(path)))
    this.defaults = { own: differing(this.#all(this.defaultFiles), master), master }
  }

  /** The label files that serve a language, the closest first, without those of the default language. */
  levels(locale: string): LabelLevel[] {
    return localeChain(locale).map(folder => {
      const path = `${LABELS_FOLDER}${folder}/template_labels.properties`
      const master = this.#all([this.#theme.master.get(path)])
      return { own: differing(this.#all([this.#theme.own.get(path)]), master), master }
    })
  }

  /** What the default language says for a label: the theme, else the master. */
  default(name: string): Label | undefined {
    return this.defaults.own.get(name) ?? this.defaults.master.get(name)
  }

  /** Whether a label has a text in a language. */
  has(locale: string, name: string): boolean {
    return labelsFor(name).some(
      one =>
        this.default(one) !== undefined ||
        this.levels(locale).some(({ own, master }) => own.has(one) || master.has(one)),
    )
  }

  /** What the master says for a label in a language. */
  masters(locale: string, name: string): Label | undefined {
    const path = `${LABELS_FOLDER}${locale}/template_labels.properties`
    const file = this.#theme.master.get(path)
    return file && this.#theme.labels(file).get(name)
  }

  /** Whether a page or mail of the theme, or the service, shows a label. */
  isUsed(name: string): boolean {
    // The service shows some of the master's labels itself, and the theme may leave those of a page to the master's page.
    if (this.defaults.master.has(name)) return true
    this.#named ??= new Set([...this.#theme.own.values()].flatMap(file => [...labelsNamed(file)]))
    return this.#named.has(name)
  }

  /** The label of the theme or the master that a misspelt name most likely means. */
  meant(name: string): string | undefined {
    if (this.#meant.has(name)) return this.#meant.get(name)
    if (name.length < SHORTEST || this.#meant.size === MOST_COMPARED) return undefined
    this.#names ??= [
      ...this.defaults.master.keys(),
      ...[...this.defaults.own.keys()].filter(own => this.isUsed(own)).slice(0, MOST_NAMES),
    ]
    const close = this.#names.filter(
      other => other !== name && Math.abs(other.length - name.length) <= FARTHEST,
    )
    const found = nearest(name, close)
    this.#meant.set(name, found)
    return found
  }

  #all(files: readonly (LintedFile | undefined)[]): ReadonlyMap<string, Label> {
    const [first, ...others] = files.filter(file => file !== undefined).map(file => this.#theme.labels(file))
    if (others.length === 0) return first ?? new Map()
    return new Map([...others.toReversed().flatMap(labels => [...labels]), ...first!])
  }
}

function differing(
  own: ReadonlyMap<string, Label>,
  master: ReadonlyMap<string, Label>,
): ReadonlyMap<string, Label> {
  return new Map([...own].filter(([name, { text }]) => master.get(name)?.text !== text))
}

const known = new WeakMap<LintedTheme, ThemeLabels>()

/** The labels of a theme, gathered once for all rules. */
export function themeLabels(theme: LintedTheme): ThemeLabels {
  const found = known.get(theme) ?? new ThemeLabels(theme)
  known.set(theme, found)
  return found
}

const namedIn = new WeakMap<LintedFile, ReadonlySet<string>>()

/** The labels that a file asks for. */
export function labelsNamed(file: LintedFile): ReadonlySet<string> {
  const found = namedIn.get(file) ?? new Set(isLabelFile(file.path) ? [] : labelsIn(file.constructs))
  namedIn.set(file, found)
  return found
}

/** The labels among the constructs of a text. */
export function labelsIn(constructs: Iterable<Token>): string[] {
  return [...constructs].flatMap(token =>
    token.kind === 'label' || (token.kind === 'macro' && token.name.startsWith('LABEL_'))
      ? labelsFor(token.name)
      : [],
  )
}
