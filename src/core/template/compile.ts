import { scriptAddress } from './address.ts'
import { asWritten } from './as-written.ts'
import { assembled } from './assemble.ts'
import { counter, TemplateFault } from './bounds.ts'
import { type EncoderName, encoder, type MacroKind } from './encode.ts'
import { budget, type Construct, type Item, included, isOldLabel, paired, type SourceText } from './expand.ts'
import { factsOf, type PageFacts } from './facts.ts'
import { type LabelText, labelTexts, withLabels } from './fitted.ts'
import { scriptOrigins } from './foreign-scripts.ts'
import { itemAt, located, type Marked, marked } from './marked.ts'
import { type MarkupToken, type ParsedPage, parsedPage } from './markup.ts'
import type { Handler, Part, Slot } from './part.ts'
import type { Place } from './places.ts'
import { type PolicyNeeds, policyNeeds } from './policy.ts'
import { type BoundedPolicy, expectedPolicy } from './policy-bound.ts'
import { repeatsAround, slotPlaces } from './repeats.ts'
import { type CarriedTag, carriedTags, type Stretch } from './tag-manager.ts'

/** The sources of a page. */
export interface Sources {
  readonly page: SourceText
  /** The header or footer, by the name of its macro. */
  readonly snippet: (name: string) => SourceText | undefined
  readonly label: (name: string) => LabelText | undefined
  /** The kind of a macro; undefined for an unknown one, which stays in the text. */
  readonly macro: (name: string) => MacroKind | undefined
  /** The macro whose value is used instead of another one in a context. By default, each macro has its own value. */
  readonly standIn?: (name: string, where: Where) => string
  /**
   * A new random word of lower-case letters and digits, which marks macros. A theme could write any known one with
   * character references or escapes.
   */
  readonly secret: string
  /** A style sheet of the theme, by the static URL with which a page links it. */
  readonly styleSheet: (address: string) => string | undefined
}

/** The contexts in which a macro may have different values: at the beginning of a URL, in a script, and elsewhere. */
export type Where = 'address' | 'script' | 'elsewhere'

export interface CompileOptions {
  /** Appended to constant URLs of static files, so that a page and its files belong to the same generation. */
  readonly generation?: string
  /** Whether the theme's own colors rule out a dark mode of the service's sheets. */
  readonly light?: boolean
  /** Whether the theme says that its pages are for light mode only. */
  readonly lightOnly?: boolean
  /** Numbers the elements, so that a click can be traced to its source. */
  readonly numbered?: boolean
  /** Whether the page may contain a tag manager. */
  readonly measured?: boolean
  /** Whether it is shown with a content policy, which must then be short enough. */
  readonly policed?: boolean
}

/** A page after includes and labels are inserted, as a browser's tokenizer reads it. */
export interface ReadPage {
  readonly items: readonly Item[]
  /** The text of the items, with marks in place of macros. */
  readonly text: Marked
  /** The tokens with scripts turned on, without the content of `noscript`. */
  readonly markup: readonly MarkupToken[]
}

/**
 * The findings for an author. A template that exceeds a limit is not shown, and neither is one that lacks a required
 * part. A mail is sent even if it lacks its main value.
 */
export const FINDINGS = [
  'unknown macro',
  'missing label',
  'include cycle',
  'uneven repeat',
  'broad policy',
  'over a bound',
  'missing part',
  'missing value',
] as const

/** A finding in a template, for its author. */
export interface Finding {
  readonly what: (typeof FINDINGS)[number]
  readonly name: string
  readonly file: string
  readonly offset: number
}

interface Origin {
  readonly file: string
  readonly offset: number
}

/** The source of an element: its tag, and the labels and macros in it. */
export interface SourceElement extends Origin {
  readonly tag: string
  readonly labels: readonly (Origin & { name: string })[]
  readonly macros: readonly (Origin & { name: string })[]
}

/** A page, ready to be joined with values. */
export interface Compiled {
  readonly parts: readonly Part[]
  /** The page without the script elements of its template; undefined if there are none. */
  readonly scriptless: readonly Part[] | undefined
  readonly macros: readonly string[]
  readonly labels: readonly string[]
  readonly repeats: readonly string[]
  readonly findings: readonly Finding[]
  readonly policy: PolicyNeeds
  /** The origins that its scripts are loaded from. */
  readonly scripts: readonly string[]
  /** Its tag managers, if it may contain some. */
  readonly tags: readonly CarriedTag[]
  /** What people can see, type into and submit. */
  readonly facts: PageFacts
  /** The handlers, without duplicates. */
  readonly handlers: readonly Handler[]
  /** By number, if elements are numbered. */
  readonly elements: readonly SourceElement[]
}

/** The maximum number of findings of a kind. The rest appear once these are fixed. */
const MOST_FINDINGS = 1_000

/** A page as read, with everything that is needed to compile it. */
export interface Reading extends ReadPage {
  readonly parsed: ParsedPage
  /** The contexts of its macros. */
  readonly places: readonly Place[]
  readonly labels: readonly string[]
  readonly findings: readonly Finding[]
}

/**
 * Expands includes and labels, and finds the context of each macro. `parse` must report the same tokens as a browser's
 * parser. With `once`, a page whose labels fit unchanged is parsed once instead of twice.
 */
export function readPage(
  sources: Sources,
  parse: (source: string) => ParsedPage = parsedPage,
  once = false,
): Reading {
  const findings: Finding[] = []
  const spend = budget()
  const cycle = (item: Construct) => findings.push(finding('include cycle', item))
  const page = included(sources.page, sources.snippet, cycle, spend).map(item =>
    isOldLabel(item) && sources.label(item.name) !== undefined ? { ...item, kind: 'label' as const } : item,
  )
  const labels = named(page, 'label')
  for (const item of page) {
    if (item.kind === 'label' && sources.label(item.name) === undefined)
      findings.push(finding('missing label', item))
  }
  let unknown: Construct[] = []
  const final = (item: Item): Item => {
    if (item.kind !== 'macro' || sources.macro(item.name) !== undefined) return item
    unknown.push(item)
    return { ...item, kind: 'text' as const }
  }
  const parts = paired(page)
  const texts = once ? labelTexts(parts, sources.label, spend) : undefined
  const written = texts && asWritten(parts, texts, sources.secret, final, parse)
  if (written === undefined) unknown = []
  const items =
    written?.items ??
    withLabels(parts, sources.secret, () => texts ?? labelTexts(parts, sources.label, spend), parse).map(
      final,
    )
  findings.push(...unknown.map(item => finding('unknown macro', item)))

  const text = written?.text ?? marked(items, sources.secret, ({ kind }) => kind === 'macro')
  const uneven = (item: Construct) => findings.push(finding('uneven repeat', item))
  const [parsed, places] = located(items, text.starts, () => {
    const found = written?.parsed ?? parse(text.source)
    return [found, slotPlaces(items, text, found, uneven)]
  })
  return { items, text, markup: parsed.scripted.tokens, parsed, places, labels, findings }
}

/** Expands includes and labels, finds the context of each macro, and produces constants and slots. */
export function compile(sources: Sources, options: CompileOptions = {}): Compiled {
  return compiled(readPage(sources), sources, options)
}

/** Compiles a page that was read into constants and slots. */
export function compiled(reading: Reading, sources: Sources, options: CompileOptions = {}): Compiled {
  const { items, text, places, labels } = reading
  const findings = [...reading.findings]
  const { markup, scripts } = mergedMarkup(reading.parsed)
  const slots = slotsOf(reading, sources)
  const tags = options.measured ? carriedTags(markup, text.source) : []
  const elements = options.numbered ? elementsOf(markup, items, text) : []
  const policy = policyNeeds(markup, text, sources.styleSheet, hostMarks(items, text), tags.length > 0)
  const handlers = handlersOf(markup, items, text, places, sources)
  if (options.policed) findings.push(...policyFindings(sources.page, expectedPolicy(policy, handlers)))
  const assemble = (omitted: readonly Stretch[]) =>
    assembled(items, text, slots, places, markup, options, omitted)
  const parts = assemble([])
  return {
    parts,
    scriptless: scripts.length > 0 ? assemble(scripts) : undefined,
    macros: macrosOf(reading),
    labels,
    repeats: named(items, 'repeat'),
    findings: findings.slice(0, MOST_FINDINGS),
    policy,
    scripts: boundedOrigins(sources.page, scriptOrigins(parts, policy.tagManager)),
    tags,
    facts: pageFacts(reading, sources),
    handlers,
    elements,
  }
}

/** The marks where a page names the host of the service, with or without its scheme. */
function hostMarks(items: readonly Item[], text: Marked): Set<string> {
  const named = text.marks.filter((_, mark) => {
    const item = items[text.items[mark]!]
    return item?.kind === 'macro' && (item.name === 'TENANT' || item.name === 'TENANT_URL')
  })
  return new Set(named.map(mark => mark.text))
}

/** The slots of a page that was read, in their order. */
export function slotsOf({ items, text, places }: Reading, sources: Sources): Slot[] {
  return places.map((place, index) => slot(items[text.items[index]!]!, place.layers, sources))
}

/** The macros of a page that was read, without duplicates. */
export function macrosOf({ items }: ReadPage): string[] {
  return named(items, 'macro')
}

/** What people can see, type into and submit on a page that was read. */
export function pageFacts({ parsed, items, text, places, markup }: Reading, { standIn }: Sources): PageFacts {
  const tokens = { seen: markup, scriptless: parsed.scriptless.tokens }
  const meant = (name: string) => standIn?.(name, 'elsewhere') ?? name
  return factsOf(parsed.scripted.document, tokens, items, text, places, meant)
}

/** All origins, because any of them could be harmful. Their number is limited, so that a person can read them. */
function boundedOrigins({ file, offset = 0 }: SourceText, origins: string[]): string[] {
  counter('scriptOrigins')(origins.length, { file, offset })
  return origins
}

/** The directives that had to become broader. Throws if the policy is still too long. */
function policyFindings({ file, offset = 0 }: SourceText, { broad, fits }: BoundedPolicy): Finding[] {
  if (!fits) throw new TemplateFault('policy', { file, offset })
  return broad.map(name => ({ what: 'broad policy', name, file, offset }))
}

function named(items: readonly Item[], kind: Item['kind']): string[] {
  return [...new Set(items.flatMap(item => (item.kind === kind && item.kind !== 'text' ? [item.name] : [])))]
}

function finding(what: Finding['what'], item: Construct): Finding {
  return { what, name: item.name, file: item.file, offset: item.offset }
}

/**
 * What a browser sees with scripts, and what it sees in addition without them: the content of `noscript`. Script
 * elements that are the same in both are reported once.
 */
function mergedMarkup({ source, scripted, scriptless }: ParsedPage): {
  markup: MarkupToken[]
  scripts: Stretch[]
} {
  const { tokens } = scripted
  const bare = scriptless.tokens
  const hidden: { start: number; end: number }[] = []
  for (const { kind, name, start, end } of tokens) {
    if (kind !== 'text' || name !== 'noscript') continue
    const last = hidden.at(-1)
    if (last?.end === start) last.end = end
    else hidden.push({ start, end })
  }
  let at = 0
  const more = bare.filter(({ start, end }) => {
    while (at < hidden.length && hidden[at]!.end <= start) at++
    return at < hidden.length && hidden[at]!.start <= start && end <= hidden[at]!.end
  })
  const without = new Set(scriptElements(bare, source).map(({ start, end }) => `${start} ${end}`))
  return {
    markup: [...tokens, ...more].sort((a, b) => a.start - b.start),
    scripts: scriptElements(tokens, source).filter(({ start, end }) => without.has(`${start} ${end}`)),
  }
}

/** The positions of script elements, including their tags. A script without an end tag does not count. */
function scriptElements(tokens: readonly MarkupToken[], source: string): Stretch[] {
  return tokens.flatMap(({ kind, name, start, end, foreign }, index) => {
    if (kind !== 'startTag' || name !== 'script') return []
    // Only in SVG, a script can close itself in its own tag.
    if (foreign && source.startsWith('/>', end - 2)) return [{ start, end }]
    let next = index + 1
    while (tokens[next]?.kind === 'text') next++
    const close = tokens[next]
    return close?.kind === 'endTag' && close.name === 'script' ? [{ start, end: close.end }] : []
  })
}

function slot(item: Item, layers: readonly EncoderName[], sources: Sources): Slot {
  const name = item.kind === 'macro' ? item.name : ''
  const macro = sources.standIn?.(name, whereOf(layers[0])) ?? name
  return { macro, kind: sources.macro(macro) ?? 'text', layers, encode: encoder(layers) }
}

function whereOf(innermost: EncoderName | undefined): Where {
  if (innermost === 'url-start' || innermost === 'url-trusted') return 'address'
  return innermost?.startsWith('js-') ? 'script' : 'elsewhere'
}

function handlersOf(
  markup: readonly MarkupToken[],
  items: readonly Item[],
  text: Marked,
  places: readonly Place[],
  sources: Sources,
): Handler[] {
  const marksIn = Map.groupBy(text.marks.keys(), mark => places[mark]!.attribute?.start)
  const repeats = repeatsAround(items)
  const scripts = markup.flatMap(({ name, attributes }) =>
    attributes.flatMap(attribute => {
      const value = attribute.name.startsWith('on') ? attribute.value : scriptAddress(name, attribute)
      return value === undefined ? [] : [{ start: attribute.start, value }]
    }),
  )
  const handlers = scripts.map(({ start, value }): Handler => {
    const parts: (string | Slot)[] = []
    let repeat: string | undefined
    let from = 0
    for (const mark of marksIn.get(start) ?? []) {
      const at = value.indexOf(text.marks[mark]!.text, from)
      if (at === -1) continue
      const item = text.items[mark]!
      parts.push(value.slice(from, at), slot(items[item]!, places[mark]!.layers.slice(0, -1), sources))
      repeat ??= repeats[item]
      from = at + text.marks[mark]!.text.length
    }
    return { parts: [...parts, value.slice(from)], repeat }
  })
  // Handlers with the same text have the same hash.
  return [...new Map(handlers.map(handler => [JSON.stringify(handler), handler])).values()]
}

/** The elements in the order of their numbers. */
function elementsOf(markup: readonly MarkupToken[], items: readonly Item[], text: Marked): SourceElement[] {
  const tags = markup.filter(({ kind }) => kind === 'startTag')
  const at = (offset: number) => itemAt(text.starts, items.length, offset)
  const bounds = markup.filter(({ kind }) => kind !== 'text' && kind !== 'comment').map(({ start }) => start)
  let next = 0
  return tags.map(({ name, start }) => {
    const first = at(start)
    while (next < bounds.length && bounds[next]! <= start) next++
    const inside = items.slice(first, next === bounds.length ? items.length : at(bounds[next]!) + 1)
    const labels = inside.flatMap(({ label, file, offset }) =>
      label === undefined ? [] : [{ name: label, file, offset }],
    )
    return {
      tag: name,
      file: items[first]?.file ?? '',
      offset: (items[first]?.offset ?? 0) + start - (text.starts[first] ?? 0),
      labels: [...new Map(labels.map(label => [label.name, label])).values()],
      macros: inside.flatMap(item =>
        item.kind === 'macro' ? [{ name: item.name, file: item.file, offset: item.offset }] : [],
      ),
    }
  })
}
