import { MEASURED_PAGE } from './analytics/events.ts'
import { isMail } from './catalogue/catalogue.ts'
import {
  asWritten,
  type GatheredPage,
  gatheredPage,
  type PageSources,
  plainLine,
  type ReadLabels,
} from './made-page.ts'
import {
  type Compiled,
  compiled,
  type Finding,
  macrosOf,
  type PageFacts,
  pageFacts,
  quicklyParsed,
  type Reading,
  readPage,
  type Slot,
  slotsOf,
} from './template/template.ts'

/** A page or a mail for checks: the properties of its compiled form, without compiling it. */
export interface CheckedPage {
  /** Unknown labels and macros, and parts that include themselves. */
  readonly findings: readonly Finding[]
  readonly macros: readonly string[]
  readonly labels: readonly string[]
  /** The origins that its scripts are loaded from. */
  readonly scripts: readonly string[]
  /** Only for mails. */
  readonly subject: Pick<Compiled, 'parts'>
  /** Computed on demand. */
  facts(): PageFacts
  slots(): readonly Slot[]
}

/** At most this many findings. Others are reported once these are fixed. */
const MOST_FINDINGS = 1_000

/**
 * The page that its files produce. `secret` is a new random word for marks, and `look` gets the page as read. Throws if a
 * limit is exceeded.
 */
export function checkedPage(
  sources: PageSources,
  labelsOf: ReadLabels,
  secret: string,
  look: (page: Reading) => void,
): CheckedPage {
  const gathered = gatheredPage(sources, labelsOf, secret)
  const { entry, parts, unknown } = gathered
  const reading = readPage(parts, quicklyParsed, true)
  look(reading)
  const scripts = isMail(entry) || isPlain(gathered, reading) ? [] : compiledScripts(gathered, reading)
  const subject = plainLine(parts, gathered.subject)
  // Called only to check the length.
  plainLine(parts, gathered.sender, asWritten)
  let facts: PageFacts | undefined
  return {
    findings: [...reading.findings.slice(0, MOST_FINDINGS), ...unknown()],
    macros: macrosOf(reading),
    labels: reading.labels,
    scripts,
    subject,
    facts: () => {
      facts ??= pageFacts(reading, parts)
      return facts
    },
    slots: () => slotsOf(reading, parts),
  }
}

/** What only a compiled page shows: the origins of its scripts, and whether its content policy is short enough. */
function compiledScripts({ entry, parts }: GatheredPage, reading: Reading): readonly string[] {
  return compiled(reading, parts, { measured: entry.id === MEASURED_PAGE, policed: true }).scripts
}

const OWN_PATH = /^\/[\w.-]/
const FOREIGN = /\/\/|[:\\]/

/** Whether a page names no foreign URLs and runs only scripts of the service. Its policy is then short. */
function isPlain({ entry }: GatheredPage, { parsed, markup, text }: Reading): boolean {
  if (entry.id === MEASURED_PAGE || parsed.scripted !== parsed.scriptless) return false
  return markup.every(({ kind, name, attributes, start, end }) => {
    if (kind === 'text') {
      const raw = name === 'script' || name === 'style' ? text.source.slice(start, end) : ''
      return name === 'script' ? raw.trim() === '' : !FOREIGN.test(raw.replaceAll(': ', ''))
    }
    if (kind !== 'startTag') return true
    if (name === 'base') return false
    return attributes.every(({ name: attribute, value }) => {
      if (attribute.startsWith('on')) return false
      if (attribute === 'src' && name === 'script')
        return OWN_PATH.test(value) && !value.split('?', 1)[0]!.includes(text.prefix)
      if (attribute === 'rel') return !/preload/i.test(value)
      return attribute === 'content' || attribute === 'xmlns' || !FOREIGN.test(value.replaceAll(': ', ''))
    })
  })
}
