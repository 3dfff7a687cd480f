import { MAILS, PAGES, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import { filesOf, isTemplateAmong } from '../core/places.ts'
import { LintedFile } from './file.ts'
import { type Finding, type Severity, worstFirst } from './finding.ts'
import { composed, LintedPage, labelFiles } from './page.ts'
import { placeOf, type RenderedPage } from './rendered.ts'
import { needsBrowser, type Rule, type Tell, type Told } from './rule.ts'
import { lintSuppression, suppressionFlaws } from './rules/lint-suppression.ts'
import { RULES } from './rules.ts'
import { shapes } from './shaping-labels.ts'
import { isSilenced, silencesIn } from './silence.ts'
import { type Allowed, type Contents, type LintedMaster, LintedTheme, lintedFiles } from './theme.ts'

/** What a tenant or a repository has set. */
export interface LintSettings {
  /** Another severity for a rule, or `off`. A rule that is fatal stays so. */
  readonly rules?: Readonly<Record<string, Severity | 'off'>>
  readonly allowed?: Allowed
  /** Paths of files whose original in the master has changed since they were made from it: see `outdatedBases`. */
  readonly outdated?: ReadonlySet<string>
}

/** The most severe findings, and the number of findings of each severity, including those that are not listed. */
export interface LintReport {
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<Severity, number>>
}

/** The number of reported findings; further ones appear once these are fixed. */
export const MOST_FINDINGS = 2_000

/**
 * How many findings of one severity are kept: of one rule in a file or on a page, and of a theme. A hostile theme could
 * have millions, and must not hide its errors behind them.
 */
const MOST_OF_RULE = 1_000
const MOST_HEARD = 20_000

/** What rules found on a page or in a file, before it is merged with the same finding elsewhere. */
interface Raw extends Told {
  readonly rule: Rule
  readonly file: string
  readonly page?: string
}

const ENTRIES = [...PAGES, ...MAILS]

/**
 * Checks a theme. One that was checked can be checked again after some of its files changed, and then only what those
 * files take part in is looked at.
 */
export class Linter {
  readonly #master: LintedMaster
  readonly #settings: LintSettings
  readonly #own: Map<string, LintedFile>
  readonly #inFiles = new WeakMap<LintedFile, readonly Raw[]>()
  #onPages = new Map<string, readonly Raw[]>()
  #rendered: readonly RenderedPage[] | undefined
  readonly #ids = new WeakMap<LintedFile, number>()
  #nextId = 0

  constructor(files: Contents, master: LintedMaster, settings: LintSettings = {}) {
    this.#own = lintedFiles(files)
    this.#master = master
    this.#settings = settings
  }

  /** Replaces the content of a file, or drops the file. */
  change(path: string, bytes: Uint8Array | undefined, size = bytes?.length): void {
    // Pages are remembered by their templates, and rules look at the labels of the whole theme.
    if (/\.properties$/i.test(path)) this.#onPages.clear()
    if (bytes === undefined) this.#own.delete(path)
    else this.#own.set(path, new LintedFile(path, bytes, size))
  }

  /** Takes what a browser showed of the theme as it is now; rules that need a browser then find their mistakes too. */
  show(pages: readonly RenderedPage[]): void {
    this.#rendered = pages
  }

  /** The pages that files of the theme take part in, as far as their templates and what all pages share tell. */
  pages(): PageEntry[] {
    const theme = this.#theme()
    const isOwn = (path: string) => {
      const file = theme.own.get(path)
      return file !== undefined && !theme.isMasters(file)
    }
    const own = [...theme.own.keys()].filter(isOwn)
    if (own.some(path => path.startsWith('common/'))) return [...PAGES]
    return PAGES.filter(entry => {
      const files = new Set(filesOf(entry))
      return own.some(path => isTemplateAmong(files, path))
    })
  }

  /** Everything that is wrong, the worst first. */
  findings(): Finding[] {
    return this.#all()
  }

  report(): LintReport {
    const all = this.#all()
    const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
    for (const { severity } of all) counts[severity] += 1
    return { findings: all.slice(0, MOST_FINDINGS), counts }
  }

  #all(): Finding[] {
    const theme = this.#theme()
    const rules = RULES.filter(rule => this.#severity(rule) !== 'off')
    const onFiles = rules.filter(rule => rule.file !== undefined)
    const all = new Collected()
    this.#inPages(theme, rules, all)
    for (const file of this.#own.values()) {
      if (theme.isMasters(file)) continue
      all.add(this.#inFile(file, onFiles))
      file.forget()
    }
    for (const rule of rules)
      if (rule.theme !== undefined) all.add(heard(rule, tell => rule.theme!(theme, tell)))
    for (const page of this.#rendered ?? []) all.add(this.#onRendered(page, rules, theme))
    return this.#merged(theme, all.findings)
  }

  #theme(): LintedTheme {
    const allowed = this.#settings.allowed ?? { scriptOrigins: [] }
    return new LintedTheme(this.#own, this.#master, allowed, this.#settings.outdated)
  }

  #severity(rule: Rule): Severity | 'off' {
    return rule.severity === 'fatal' ? 'fatal' : (this.#settings.rules?.[rule.id] ?? rule.severity)
  }

  #inFile(file: LintedFile, rules: readonly Rule[]): readonly Raw[] {
    const known =
      this.#inFiles.get(file) ??
      rules.flatMap(rule => heard(rule, tell => rule.file?.(file, tell), { file: file.path }))
    this.#inFiles.set(file, known)
    return known
  }

  /** Each page once for each set of files that it is made from. */
  #inPages(theme: LintedTheme, rules: readonly Rule[], all: Collected): void {
    const checked = rules.filter(rule => rule.page !== undefined)
    const onFiles = rules.filter(rule => rule.file !== undefined)
    const before = this.#onPages
    const now = new Map<string, readonly Raw[]>()
    const locales = theme.locales.map(locale => ({
      locale,
      labels: labelFiles(theme, locale).map(({ from }) => from),
    }))
    for (const entry of ENTRIES) {
      for (const { locale, labels } of locales) {
        const made = composed(theme, entry, locale)
        if (made === undefined) continue
        const templates = [made.body, made.subject, made.header, made.footer].filter(
          file => file !== undefined,
        )
        // Labels that are text alone make no other page in another language.
        const files = [...templates, ...labels.filter(file => shapes(file, templates, theme))]
        const own = files.filter(file => theme.own.get(file.path) === file && !theme.isMasters(file))
        const [first] = own
        if (first === undefined) continue
        const key = `${entry.id} ${files.map(file => this.#id(file)).join()}`
        if (now.has(key)) continue
        let found = before.get(key)
        if (found === undefined) {
          // While a template is at hand, it is also checked by itself.
          if (own.includes(made.body)) this.#inFile(made.body, onFiles)
          // A header or a label can break a page of the master, which is no mistake of that page.
          const blamed = own.includes(made.body) ? made.body : first
          found = this.#onPage(new LintedPage(made, theme), checked, theme, blamed)
          made.body.forget()
        }
        now.set(key, found)
        all.add(found)
      }
    }
    this.#onPages = now
  }

  /** What rules find on a page. A finding without a place is reported for the blamed file. */
  #onPage(page: LintedPage, rules: readonly Rule[], theme: LintedTheme, blamed: LintedFile): Raw[] {
    const where = { page: page.entry.id, locale: page.locale }
    const placed = (told: Told) => ({
      file: told.start === undefined ? blamed.path : page.body.path,
      ...told,
    })
    return rules.flatMap(rule =>
      heard(rule, tell => rule.page?.(page, told => tell(placed(told)), theme), where),
    )
  }

  #onRendered(page: RenderedPage, rules: readonly Rule[], theme: LintedTheme): Raw[] {
    const where = { page: page.entry.id, state: page.state, locale: page.locale }
    return rules.flatMap(rule =>
      heard(
        rule,
        tell =>
          rule.rendered?.(page, ({ number, ...told }) => {
            const place = placeOf(theme, page, number)
            // All that makes it look like this is the master's.
            if (place !== undefined) tell({ ...told, ...place })
          }),
        where,
      ),
    )
  }

  #id(file: LintedFile): number {
    const known = this.#ids.get(file) ?? this.#nextId++
    this.#ids.set(file, known)
    return known
  }

  /** One finding for what was found at one place on several pages. */
  #merged(theme: LintedTheme, raw: readonly Raw[]): Finding[] {
    const groups = Map.groupBy(
      [...raw, ...this.#suppressions(theme, raw)].filter(({ rule, file, start = 0 }) => {
        const own = theme.own.get(file)
        // What stands in a file of the master's is no mistake of the theme.
        return own === undefined ? file === '' : rule.firm || !isSilenced(own, rule.id, start)
      }),
      ({ rule, file, start, message }) => JSON.stringify([rule.id, file, start, message]),
    )
    const all = Array.from(groups.values(), same => this.#finding(theme, same))
    return all.sort(worstFirst)
  }

  /** Comments that silence nothing, or not as their authors think. */
  #suppressions(theme: LintedTheme, raw: readonly Raw[]): readonly Raw[] {
    if (this.#severity(lintSuppression) === 'off') return []
    const browserOnly = this.#rendered === undefined ? RULES.filter(needsBrowser).map(({ id }) => id) : []
    // A rule that did not run may have had something to suppress.
    const isOff = (id: string) => this.#settings.rules?.[id] === 'off' || browserOnly.includes(id)
    const places = Map.groupBy(raw, ({ file }) => file)
    const all = new Collected()
    for (const file of theme.own.values()) {
      const comments = silencesIn(file).filter(({ rule }) => !isOff(rule))
      if (theme.isMasters(file) || comments.length === 0) continue
      const found = (places.get(file.path) ?? []).map(({ rule, start = 0 }) => ({ rule: rule.id, start }))
      const flaws = suppressionFlaws(file, comments, found, RULES)
      all.add(flaws.map(flaw => ({ ...flaw, rule: lintSuppression, file: file.path })))
    }
    return all.findings
  }

  #finding(theme: LintedTheme, same: readonly Raw[]): Finding {
    const { rule, file, start = 0, end = start, message, severity, fix } = same[0]!
    const text = theme.file(file)
    const place = (offset: number) => text?.place(offset) ?? { line: 1, column: 1 }
    const set = this.#severity(rule) as Severity
    const pages = distinct(same.map(({ page }) => page))
    // A browser shows two languages, of which the default one stands for all others.
    const everywhere = needsBrowser(rule) && same.some(({ locale }) => locale === DEFAULT_LOCALE)
    const locales = everywhere
      ? []
      : distinct(same.map(({ locale }) => locale)).filter(locale => locale !== DEFAULT_LOCALE)
    const states = this.#isInAllStates(rule, pages, same) ? [] : distinct(same.map(({ state }) => state))
    return {
      rule: rule.id,
      severity: set === rule.severity ? (severity ?? set) : set,
      file,
      start: place(start),
      end: place(end),
      message,
      ...(pages.length > 0 && { pages }),
      ...(locales.length > 0 && { locales }),
      ...(states.length > 0 && { states }),
      ...(fix && { fix }),
    }
  }

  /** Whether something was seen in every state in which its pages were shown. */
  #isInAllStates(rule: Rule, pages: readonly string[], same: readonly Raw[]): boolean {
    if (!needsBrowser(rule)) return false
    const stateOf = (page: string | undefined, state: string | undefined) => `${page} ${state}`
    const seen = new Set(same.map(({ page, state }) => stateOf(page, state)))
    const shown = (this.#rendered ?? []).filter(({ entry }) => pages.includes(entry.id))
    return shown.every(({ entry, state }) => seen.has(stateOf(entry.id, state)))
  }
}

/** Thrown to stop a rule that has reported enough. */
const ENOUGH = Symbol('enough')

function heard(rule: Rule, check: (tell: Tell) => void, where: Partial<Raw> = {}): Raw[] {
  const found: Raw[] = []
  const room = new Room(MOST_OF_RULE)
  try {
    check(told => {
      const one = { file: '', ...where, ...told, rule }
      if (room.take(severityOf(one))) found.push(one)
      // After milder ones than the rule usually tells, worse ones may follow.
      else if (severityOf(one) === rule.severity) throw ENOUGH
    })
  } catch (error) {
    if (error !== ENOUGH) throw error
  }
  return found
}

/** What was found in a theme, as far as there is room for it. */
class Collected {
  readonly findings: Raw[] = []
  readonly #room = new Room(MOST_HEARD)

  add(found: readonly Raw[]): void {
    for (const one of found) if (this.#room.take(severityOf(one))) this.findings.push(one)
  }
}

/** Room for findings, as much for each severity. */
class Room {
  readonly #most: number
  readonly #taken = new Map<Severity, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Takes room for a finding; false where there is none left. */
  take(severity: Severity): boolean {
    const taken = this.#taken.get(severity) ?? 0
    this.#taken.set(severity, taken + 1)
    return taken < this.#most
  }
}

/** How bad a finding is, whatever somebody has set for its rule. */
function severityOf({ rule, severity }: Raw): Severity {
  return severity ?? rule.severity
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter(value => value !== undefined))]
}
