import { MAILS, PAGES } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import { LintedFile } from './file.ts'
import { type Finding, type Severity, worstFirst } from './finding.ts'
import { composed, LintedPage, labelFiles } from './page.ts'
import type { Rule, Tell, Told } from './rule.ts'
import { lintSuppression, suppressionFlaws } from './rules/lint-suppression.ts'
import { RULES } from './rules.ts'
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

/** What was found: the worst findings, and how many there are of each severity, those included that are not told. */
export interface LintReport {
  readonly findings: readonly Finding[]
  readonly counts: Readonly<Record<Severity, number>>
}

/** So many findings are told; further ones show when these are gone. */
export const MOST_FINDINGS = 2_000

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
  readonly #ids = new WeakMap<LintedFile, number>()
  #nextId = 0

  constructor(files: Contents, master: LintedMaster, settings: LintSettings = {}) {
    this.#own = lintedFiles(files)
    this.#master = master
    this.#settings = settings
  }

  /** Replaces the content of a file, or drops the file. */
  change(path: string, bytes: Uint8Array | undefined): void {
    if (bytes === undefined) this.#own.delete(path)
    else this.#own.set(path, new LintedFile(path, bytes))
  }

  /** Everything that is wrong, the worst first. */
  findings(): Finding[] {
    return this.#all().slice(0, MOST_FINDINGS)
  }

  report(): LintReport {
    const all = this.#all()
    const counts = { fatal: 0, error: 0, warning: 0, recommendation: 0 }
    for (const { severity } of all) counts[severity] += 1
    return { findings: all.slice(0, MOST_FINDINGS), counts }
  }

  #all(): Finding[] {
    const allowed = this.#settings.allowed ?? { scriptOrigins: [] }
    const theme = new LintedTheme(this.#own, this.#master, allowed, this.#settings.outdated)
    const rules = RULES.filter(rule => this.#severity(rule) !== 'off')
    const raw = [
      ...[...this.#own.values()].flatMap(file => (theme.isMasters(file) ? [] : this.#inFile(file, rules))),
      ...this.#inPages(theme, rules),
      ...rules.flatMap(rule => heard(rule, tell => rule.theme?.(theme, tell))),
    ]
    return this.#merged(theme, raw)
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
  #inPages(theme: LintedTheme, rules: readonly Rule[]): Raw[] {
    const checked = rules.filter(rule => rule.page !== undefined)
    const before = this.#onPages
    const now = new Map<string, readonly Raw[]>()
    const locales = theme.locales.map(locale => ({
      locale,
      // Labels that are text alone make no other page in another language.
      labels: labelFiles(theme, locale).flatMap(({ from }) => (hasMarkup(from) ? [from] : [])),
    }))
    for (const entry of ENTRIES) {
      for (const { locale, labels } of locales) {
        const made = composed(theme, entry, locale)
        if (made === undefined) continue
        const templates = [made.body, made.subject, made.header, made.footer].filter(
          file => file !== undefined,
        )
        const files = [...templates, ...labels]
        if (!files.some(file => theme.own.get(file.path) === file && !theme.isMasters(file))) continue
        const key = `${entry.id} ${files.map(file => this.#id(file)).join()}`
        if (now.has(key)) continue
        const found = before.get(key) ?? this.#onPage(new LintedPage(made, theme), checked, theme)
        now.set(key, found)
      }
    }
    this.#onPages = now
    return [...now.values()].flat()
  }

  #onPage(page: LintedPage, rules: readonly Rule[], theme: LintedTheme): Raw[] {
    const where = { file: page.body.path, page: page.entry.id, locale: page.locale }
    return rules.flatMap(rule => heard(rule, tell => rule.page?.(page, tell, theme), where))
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
        return own === undefined ? file === '' : !isSilenced(own, rule.id, start)
      }),
      ({ rule, file, start, message }) => JSON.stringify([rule.id, file, start, message]),
    )
    const all = Array.from(groups.values(), same => this.#finding(theme, same))
    return all.sort(worstFirst)
  }

  /** Comments that silence nothing, or not as their authors think. */
  #suppressions(theme: LintedTheme, raw: readonly Raw[]): Raw[] {
    if (this.#severity(lintSuppression) === 'off') return []
    const ids = RULES.filter(rule => this.#severity(rule) !== 'off').map(({ id }) => id)
    const places = Map.groupBy(raw, ({ file }) => file)
    return [...theme.own.values()].flatMap(file => {
      if (theme.isMasters(file) || silencesIn(file).length === 0) return []
      const found = (places.get(file.path) ?? []).map(({ rule, start = 0 }) => ({ rule: rule.id, start }))
      return suppressionFlaws(file, found, ids).map(flaw => ({
        ...flaw,
        rule: lintSuppression,
        file: file.path,
      }))
    })
  }

  #finding(theme: LintedTheme, same: readonly Raw[]): Finding {
    const { rule, file, start = 0, end = start, message, severity, fix } = same[0]!
    const text = theme.file(file)
    const place = (offset: number) => text?.place(offset) ?? { line: 1, column: 1 }
    const set = this.#severity(rule) as Severity
    const pages = distinct(same.map(({ page }) => page))
    const locales = distinct(same.map(({ locale }) => locale)).filter(locale => locale !== DEFAULT_LOCALE)
    const states = distinct(same.map(({ state }) => state))
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
}

/** Tags in labels that make another page: with forms, scripts, or parts that are not shown. */
const STRUCTURE =
  /<(?:form|input|button|select|textarea|fieldset|script|style|iframe|template|noscript|dialog|title|!--)/i

function hasMarkup({ text }: LintedFile): boolean {
  return STRUCTURE.test(text)
}

function heard(rule: Rule, check: (tell: Tell) => void, where: Partial<Raw> = {}): Raw[] {
  const found: Raw[] = []
  check(told => found.push({ file: '', ...where, ...told, rule }))
  return found
}

function distinct(values: readonly (string | undefined)[]): string[] {
  return [...new Set(values.filter(value => value !== undefined))]
}
