import { MEASURED_PAGE } from './analytics/events.ts'
import { assetName } from './asset.ts'
import {
  entryOf,
  isMail,
  type MailEntry,
  macroKind,
  type PageEntry,
  sampleRows,
  sampleValues,
  standIn,
} from './catalogue/catalogue.ts'
import { missingPart } from './catalogue/contract.ts'
import { checkLabels, countOf, decodedText, formOf, type Label, type LabelLine, linesOf } from './labels.ts'
import { lineFinder } from './lines.ts'
import { mailSource } from './mail.ts'
import { labelFolder } from './places.ts'
import type { ChosenForms } from './plurals.ts'
import { counter } from './template/bounds.ts'
import { tokens } from './template/grammar.ts'
import {
  type Compiled,
  compile,
  compilePlain,
  type Finding,
  type LabelText,
  labelsFor,
  type PageFacts,
  type SourceElement,
  type Sources,
  type Values,
} from './template/template.ts'
import { timesIn } from './times.ts'
import { type BrandColors, brandColors, hasFixedColors, isLightOnly } from './tokens.ts'

/** A file of a page, as stored. */
export interface SourceFile {
  readonly file: string
  readonly bytes: Uint8Array
  /** The decoded text, if somebody has already decoded it. */
  readonly text?: string
}

/** A label file. Files with the same digest are equal. */
export interface LabelFile extends SourceFile {
  readonly digest: string
}

/** Reads the labels of a file. */
export type ReadLabels = (file: LabelFile) => ReadonlyMap<string, Label>

/** Everything that a page or a mail is compiled from. */
export interface PageSources {
  /** Id of the page or mail. */
  readonly entry: string
  readonly body: SourceFile
  /** The subject of a mail, if it is in a separate file. */
  readonly subject: SourceFile | undefined
  readonly header: SourceFile | undefined
  readonly footer: SourceFile | undefined
  /** The label files, closest first. */
  readonly labels: readonly LabelFile[]
  /** Style sheets that the page links, by the name in their static URL. */
  readonly styles: ReadonlyMap<string, Uint8Array>
  /** The style sheet with the brand's colors, if the page uses them. */
  readonly colors: Uint8Array | undefined
  readonly generation: string
  readonly numbered: boolean
  /** The plural forms of labels. */
  readonly forms: ChosenForms
}

/** A finding for the author, with file and line. */
export type Problem = Omit<Finding, 'offset'> & { readonly line: number }

interface Traced {
  readonly file: string
  readonly line: number
}

/** The source of an element in a page whose elements are numbered. */
export interface TracedElement extends Traced {
  readonly tag: string
  readonly labels: readonly (Traced & { readonly name: string })[]
  readonly macros: readonly (Traced & { readonly name: string })[]
}

/** A compiled page or mail body, ready to be joined with values. It is small enough to pass between threads. */
export interface MadePage {
  readonly compiled: Omit<Compiled, 'findings' | 'elements'>
  readonly problems: readonly Problem[]
  /** By number, if elements are numbered. */
  readonly elements: readonly TracedElement[]
  /** Only for mails. */
  readonly subject: Pick<Compiled, 'parts'>
  readonly sender: Pick<Compiled, 'parts'>
  readonly colors: BrandColors
}

/** The texts from the files of a page, as its compiler needs them. */
export interface GatheredPage {
  readonly entry: PageEntry | MailEntry
  readonly parts: Sources
  readonly body: string
  /** Only for mails: the texts of the subject and the sender. */
  readonly subject: string
  readonly sender: string
  readonly sheets: ReadonlyMap<string, string>
  /** Unknown macros in plural forms that the page uses only for other counts, among the labels that were read. */
  readonly unknown: () => Finding[]
}

/** Reads the files of a page. Throws if they have too many labels. `secret` is a new random word for marks. */
export function gatheredPage(sources: PageSources, labelsOf: ReadLabels, secret: string): GatheredPage {
  const { styles, forms } = sources
  const entry = entryOf(sources.entry)
  if (entry === undefined) throw new Error(`there is no page ${sources.entry}`)
  const [body, subject, header, footer] = (['body', 'subject', 'header', 'footer'] as const).map(role =>
    textOf(sources[role]),
  )
  const chain = sources.labels.map(source => ({ file: source.file, labels: labelsOf(source) }))
  checkLabels(chain)
  const others = new Map<string, UnusedForms>()
  const label = (name: string): LabelText | undefined => {
    for (const one of labelsFor(name)) {
      const holder = chain.find(({ labels }) => labels.has(one))
      if (holder === undefined) continue
      const { file } = holder
      const found = holder.labels.get(one)!
      const count = countOf(found)
      const chosen = formOf(found, count === undefined ? undefined : forms[count]?.[labelFolder(file)])
      if (found.forms !== undefined)
        others.set(`${file} ${one}`, {
          file,
          lines: linesOf(found).filter(({ offset }) => offset !== chosen.offset),
        })
      return { file, text: chosen.text, offset: chosen.offset }
    }
    return undefined
  }
  const sheets = new Map(Array.from(styles, ([name, bytes]) => [name, decodedText(bytes)]))
  const macro = (name: string) => macroKind(entry, name)
  const mail = isMail(entry) ? mailSource(body!.text) : undefined
  const { text, offset } = mail?.message ?? { text: body!.text, offset: 0 }
  return {
    entry,
    parts: {
      page: { file: body!.file, text, offset },
      snippet: name => (isMail(entry) ? undefined : name === 'PAGE_HEADER' ? header : footer),
      label,
      macro,
      secret,
      standIn: (name, where) => standIn(entry, name, where),
      styleSheet: address => sheets.get(assetName(address) ?? ''),
    },
    body: body!.file,
    subject: mail?.subject.text ?? subject?.text.trim() ?? '',
    sender: mail?.sender.text ?? '',
    sheets,
    unknown: () => unknownMacros(others.values(), macro),
  }
}

/** Compiles the page from its files. `secret` is a new random word for marks. */
export function madePage(sources: PageSources, labelsOf: ReadLabels, secret: string): MadePage {
  const { generation, numbered } = sources
  const { entry, parts, body, subject, sender, sheets, unknown } = gatheredPage(sources, labelsOf, secret)
  const { findings, elements, ...compiled } = compile(parts, {
    ...(!isMail(entry) && { generation }),
    light: hasFixedColors(sheets.get('theme.css') ?? ''),
    lightOnly: isLightOnly(sheets.get('theme.css') ?? ''),
    numbered,
    measured: entry.id === MEASURED_PAGE,
    policed: !isMail(entry),
  })
  const lineOf = lineIn(sources)
  return {
    compiled,
    problems: [
      ...(isMail(entry)
        ? missingValue(entry, compiled.macros, body)
        : missingParts(entry, compiled.facts, body)),
      ...[...findings, ...unknown()].map(({ offset: at, ...rest }) => ({
        ...rest,
        line: lineOf(rest.file, at),
      })),
    ],
    elements: traced(elements, lineOf),
    subject: plainLine(parts, subject),
    sender: plainLine(parts, sender, asWritten),
    colors: brandColors(sources.colors === undefined ? '' : decodedText(sources.colors)),
  }
}

/** The subject or the sender of a mail. */
export function plainLine(
  { page, label, macro }: Sources,
  text: string,
  read?: (label: string) => string,
): Pick<Compiled, 'parts'> {
  return compilePlain({ page: { file: page.file, text }, label, macro }, read)
}

/** In a sender, an address in angle brackets is not a tag. */
export function asWritten(label: string): string {
  return label
}

/** The plural forms of a label that a page uses only for other counts. */
interface UnusedForms {
  readonly file: string
  readonly lines: readonly LabelLine[]
}

/** The maximum number of findings of a kind. The rest appear once these are fixed. */
const MOST_UNKNOWN = 100

/** Unknown macros in these forms. Without this, the author would learn about them only when such a count occurs. */
function unknownMacros(all: Iterable<UnusedForms>, macro: (name: string) => unknown): Finding[] {
  const found: Finding[] = []
  for (const { file, lines } of all) {
    for (const { text, offset } of lines) {
      for (const token of tokens(text)) {
        if (token.kind !== 'macro' || macro(token.name) !== undefined) continue
        if (found.length === MOST_UNKNOWN) return found
        found.push({ what: 'unknown macro', name: token.name, file, offset: offset + token.start })
      }
    }
  }
  return found
}

/** What a template lacks in any of the states of its page. */
function missingParts(entry: PageEntry, facts: PageFacts, file: string): Problem[] {
  const parts = new Set(partsMissing(entry, facts).map(({ part }) => part))
  return Array.from(parts, name => ({ what: 'missing part', name, file, line: 1 }))
}

/** What a template lacks in each state of its page. Scripts count where they are allowed to run. */
export function partsMissing(entry: PageEntry, facts: PageFacts): { state: string; part: string }[] {
  const { contract, scriptless } = entry
  if (contract === undefined) return []
  return samplesOf(entry).flatMap(({ state, values }) => {
    const part = missingPart(contract, facts, values, scriptless !== true)
    return part === undefined ? [] : [{ state, part }]
  })
}

const samples = new WeakMap<PageEntry, readonly { readonly state: string; readonly values: Values }[]>()

/** The values of each state of a page. */
function samplesOf(entry: PageEntry) {
  const word = Object.assign((label: string) => label, { language: 'en' })
  const times = timesIn('en')
  const known =
    samples.get(entry) ??
    Object.keys(entry.states).map(state => ({
      state,
      values: {
        macros: sampleValues(entry, state, word, times),
        repeats: sampleRows(entry, state, word, times),
      },
    }))
  samples.set(entry, known)
  return known
}

/** The code or link that is the purpose of a mail, if the mail does not show it. */
function missingValue({ needs = [] }: MailEntry, shown: readonly string[], file: string): Problem[] {
  if (needs.length === 0 || needs.some(name => shown.includes(name))) return []
  const name = needs.map(macro => `@${macro}@`).join(' or ')
  return [{ what: 'missing value', name, file, line: 1 }]
}

/** Finds the lines of offsets in the files of a page. */
export function lineIn(sources: PageSources): (file: string, offset: number) => number {
  const { body, subject, header, footer, labels } = sources
  const files = [body, subject, header, footer, ...labels]
  return lineFinder(name => textOf(files.find(source => source?.file === name))?.text)
}

function textOf(source: SourceFile | undefined): { file: string; text: string } | undefined {
  return source && { file: source.file, text: source.text ?? decodedText(source.bytes) }
}

/** The maximum number of elements of a page that lead to their source, and of labels and macros in them. */
const TRACED = 5_000
const TRACED_NAMES = 10_000

function traced(
  elements: readonly SourceElement[],
  lineOf: (file: string, offset: number) => number,
): TracedElement[] {
  let left = TRACED_NAMES
  const place = ({ file, offset }: { file: string; offset: number }) => ({ file, line: lineOf(file, offset) })
  const named = (all: SourceElement['labels']) => all.map(one => ({ name: one.name, ...place(one) }))
  const found: TracedElement[] = []
  for (const element of elements.slice(0, TRACED)) {
    left -= element.labels.length + element.macros.length
    if (left < 0) break
    const { tag, labels, macros } = element
    found.push({ tag, ...place(element), labels: named(labels), macros: named(macros) })
  }
  return found
}

const STATIC_ADDRESS = /template\/v1\.0\/static\/[\w./-]+/g
const COLORS = /@COLOR_(?:ON_BRAND|BRAND(?:_EDGE)?)@/

/** What the files of a page refer to, and what must be loaded before the page can be compiled. */
export interface Links {
  /** Style sheets, by the name of their static address: the policy allows the fonts and images that they load. */
  readonly sheets: readonly string[]
  /** Whether the colors of the brand are used. */
  readonly colored: boolean
}

/** What the files of a page refer to. */
export function linksIn(files: readonly SourceFile[]): Links {
  const sheets = new Set<string>()
  const count = counter('sheets')
  let colored = false
  for (const { file, bytes } of files) {
    const text = decodedText(bytes)
    colored ||= COLORS.test(text)
    for (const { 0: address, index } of text.matchAll(STATIC_ADDRESS)) {
      const name = address.endsWith('.css') ? assetName(address) : undefined
      if (name === undefined || sheets.has(name)) continue
      count(1, { file, offset: index })
      sheets.add(name)
    }
  }
  return { sheets: [...sheets], colored }
}
