import { isLabelFile } from '../core/places.ts'
import { TemplateFault, tokens } from '../core/template/template.ts'
import { type LintedFile, markupIn } from './file.ts'
import { isMailBody, isPagePart } from './kinds.ts'
import type { Rule, Tell } from './rule.ts'
import type { LintedTheme } from './theme.ts'
import { labelLines, labelsIn } from './theme-labels.ts'

/** Markup as rules see it: that of a file, or that of the labels in a file which pages or mails show. */
export type MarkupSource = Pick<LintedFile, 'path' | 'text' | 'markup'>

type Kind = 'pages' | 'mails'

const IS_BODY: Readonly<Record<Kind, (path: string) => boolean>> = { pages: isPagePart, mails: isMailBody }
/** Elements whose text is no markup: a label in them brings no elements. */
const PLAIN = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes'])
const TAG = /<[a-z]/i
/** Labels with tags that are looked at in one file, and how long they may be. */
const MOST = 5_000
const LONGEST = 10_000

/** The hooks of a rule that looks at the markup of pages or mails, wherever it comes from. */
export function onMarkup(
  of: Kind,
  check: (source: MarkupSource, tell: Tell) => void,
): Required<Pick<Rule, 'file' | 'theme'>> {
  return {
    file(file, tell) {
      if (IS_BODY[of](file.path)) check(file, tell)
    },
    theme(theme, tell) {
      for (const labels of shownLabels(theme, of)) check(labels, told => tell({ ...told, file: labels.path }))
    },
  }
}

const shownIn = new WeakMap<LintedTheme, Map<Kind, readonly MarkupSource[]>>()

/** The theme's own labels that bring elements into pages or mails, by file. Offsets are those of the file. */
export function shownLabels(theme: LintedTheme, of: Kind): readonly MarkupSource[] {
  const all = shownIn.get(theme) ?? new Map<Kind, readonly MarkupSource[]>()
  shownIn.set(theme, all)
  const found = all.get(of) ?? read(theme, of)
  all.set(of, found)
  return found
}

function read(theme: LintedTheme, of: Kind): MarkupSource[] {
  const tagged = [...theme.own.values()].flatMap(file => {
    const lines = isLabelFile(file.path) && !theme.isMasters(file) ? taggedLines(file, theme) : []
    return lines.length === 0 ? [] : [{ file, lines }]
  })
  if (tagged.length === 0) return []
  const names = namesShown(theme, of)
  return tagged.map(({ file: { path, text }, lines }) => ({
    path,
    text,
    markup: lines.flatMap(({ name, value, valueStart }) =>
      names.has(name) ? markupOfLabel(value, valueStart) : [],
    ),
  }))
}

/** The lines of a label file with tags in them. What the master says too is no mistake of the theme. */
function taggedLines(file: LintedFile, theme: LintedTheme) {
  const original = theme.master.get(file.path)
  const master = original && theme.labels(original)
  return labelLines(file)
    .filter(
      ({ name, value }) => value.length < LONGEST && TAG.test(value) && master?.get(name)?.text !== value,
    )
    .slice(0, MOST)
}

function markupOfLabel(value: string, start: number) {
  try {
    return markupIn(value, start)
  } catch (error) {
    if (error instanceof TemplateFault) return []
    throw error
  }
}

/** The labels that pages or mails show as content, those of the master that the theme leaves alone included. */
function namesShown(theme: LintedTheme, of: Kind): ReadonlySet<string> {
  return new Set(bodies(theme, of).flatMap(file => [...contentLabels(file)]))
}

/** The labels in scripts and event handlers of pages, where a backslash begins an escape. */
export function labelsInScripts(theme: LintedTheme): ReadonlySet<string> {
  return new Set(bodies(theme, 'pages').flatMap(({ markup, text }) => markup.flatMap(scripted(text))))
}

const scripted =
  (text: string) =>
  ({ kind, name: tag, start, end, attributes }: LintedFile['markup'][number]): string[] => {
    if (kind === 'text') return tag === 'script' ? labelsIn(tokens(text.slice(start, end))) : []
    return attributes.flatMap(({ name, value }) =>
      name.startsWith('on') || /^\s*javascript:/i.test(value) ? labelsIn(tokens(value)) : [],
    )
  }

function bodies({ own, master }: LintedTheme, of: Kind): LintedFile[] {
  const inherited = [...master.values()].filter(({ path }) => !own.has(path))
  return [...own.values(), ...inherited].filter(({ path }) => IS_BODY[of](path))
}

const namesIn = new WeakMap<LintedFile, ReadonlySet<string>>()

/** The labels that stand where elements can stand: in an attribute or a script, a tag is text. */
function contentLabels(file: LintedFile): ReadonlySet<string> {
  const found = namesIn.get(file) ?? new Set(readNames(file))
  namesIn.set(file, found)
  return found
}

function readNames({ markup, text }: LintedFile): string[] {
  return markup.flatMap(({ kind, name, start, end }) =>
    kind !== 'text' || PLAIN.has(name) ? [] : labelsIn(tokens(text.slice(start, end))),
  )
}
