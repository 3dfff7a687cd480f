import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { decodedText, labelsOf } from '../core/labels.ts'
import { DEFAULT_LOCALE } from '../core/locale.ts'
import { type LabelFile, linksIn, type MadePage, madePage } from '../core/made-page.ts'
import { filesOf } from '../core/places.ts'
import { Refusal } from '../core/refusal.ts'
import { type Compiled, plainText, TEMPLATE_BOUNDS, TemplateFault } from '../core/template/template.ts'
import { MASTER } from '../core/theme.ts'
import { type Words, wordsOf } from '../core/words.ts'
import { randomWord } from '../random.ts'
import { Ahead } from './ahead.ts'
import { CompilerFault } from './compile-thread.ts'
import type { Asker, Compiler } from './compiler.ts'
import { Gatherer, type UsedFile, type Wanted } from './gather.ts'
import { COMPILED_BYTES, Shelf } from './shelf.ts'
import type { Snapshot } from './snapshot.ts'

export type { UsedFile, Wanted } from './gather.ts'

/** A page or the body of a mail, compiled for a theme and a locale. */
export interface Presented extends MadePage {
  readonly files: readonly UsedFile[]
  /** Why the master's page is shown instead of the theme's. */
  readonly fallback?: string
}

/** A template without a part that the person in front of it needs. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'

  constructor(part: string, file: string) {
    super(`${file} lacks ${part}`)
  }
}

/** Why people see the master's page, always or in some situation; undefined where they never do. */
export function whyMaster({ fallback, problems }: Presented): string | undefined {
  if (fallback !== undefined) return fallback
  const missing = problems.filter(({ what }) => what === 'missing part')
  const [first] = missing
  return first && new PartMissing(missing.map(({ name }) => name).join(', '), first.file).message
}

const SLOW = 1_000
/** Pages are compiled ahead only while the cache is filled below this share: requested pages come first. */
const AHEAD_FILL = 0.5
/** A page that takes longer to compile counts against what its theme may take. */
const SLOW_SECONDS = 0.5

/** Turns templates into pages that only have to be joined, once for each theme revision, page and locale. */
export class Presenter {
  readonly #compiler: Compiler
  readonly #gatherer: Gatherer
  readonly #master: Snapshot
  readonly #failed: (theme: string, page: string, error: unknown) => void
  readonly #isAway: (error: unknown) => boolean
  readonly #visitors = new Shelf<Presented>()
  readonly #authors = new Shelf<Presented>()
  /** Templates that took too long or too much memory: they are not tried again in every language. */
  readonly #slow = new BoundedCache<string, TemplateFault>(SLOW)
  /** Parts that templates lack and that were already reported. */
  readonly #told = new BoundedCache<string, true>(SLOW)
  /** The seconds that slow pages of a theme revision took. */
  readonly #spent = new BoundedCache<string, number>(SLOW)
  readonly #ahead: Ahead | undefined

  constructor(parts: {
    compiler: Compiler
    content: (info: BlobInfo) => Promise<Buffer>
    master: Snapshot
    /** Hears of a theme's page that could not be shown to people. */
    failed: (theme: string, page: string, error: unknown) => void
    /** Whether an error says that contents cannot be read at the moment, and nothing about the page. */
    isAway?: (error: unknown) => boolean
    /** Whether sign-in pages are compiled in all languages of a theme once somebody has visited one. */
    ahead?: boolean
  }) {
    this.#compiler = parts.compiler
    this.#gatherer = new Gatherer(parts.content, parts.master)
    this.#master = parts.master
    this.#failed = parts.failed
    this.#isAway = parts.isAway ?? (() => false)
    if (parts.ahead)
      this.#ahead = new Ahead({
        compile: (asker, wanted) => this.#compileAhead(asker, wanted),
        state: () => parts.compiler.state,
      })
  }

  /** What is remembered, by name. */
  get caches(): Record<string, CacheFigures> {
    const { pages, words: labels, wordings } = this.#visitors
    return { pages, labels, wordings, previewPages: this.#authors.pages, previewLabels: this.#authors.words }
  }

  /** The page of a theme; the master's where the theme's cannot be compiled: nobody is locked out by a theme. */
  async present(asker: Asker, wanted: Wanted): Promise<Presented> {
    const on = this.#behalf(asker, wanted.view)
    const key = this.#keyOf(asker, wanted)
    const { pages } = this.#shelf(asker)
    const known =
      pages.get(key) ?? (pages === this.#visitors.pages ? undefined : this.#visitors.pages.get(key))
    if (known !== undefined) return known.value
    return await this.#once(on, key, async () => {
      const { value, lasting } = await this.#attempt(on, wanted)
      if (lasting) pages.set(key, { value, weight: weightOf(value) })
      return value
    })
  }

  /**
   * Whether the caller gets an error instead of the master's page: contents cannot be read at the moment, or an author
   * has too much waiting. Where too much waits for visitors, they see the master for a while.
   */
  isForCaller({ customer }: Pick<Asker, 'customer'>, error: unknown): boolean {
    return this.#isAway(error) || (error instanceof Refusal && customer !== 'visitors')
  }

  /** The master's page in place of one that failed, with why. */
  async instead(asker: Asker, wanted: Wanted, error: unknown): Promise<Presented> {
    this.tell(asker, wanted, error)
    if (error instanceof TemplateFault && SPENT.has(error.bound))
      this.#slow.set(templateOf(asker, wanted), error)
    const shown = await this.present(asker, { ...wanted, view: this.#master })
    if (!(error instanceof TemplateFault))
      return { ...shown, fallback: error instanceof Error ? error.message : String(error) }
    const { file, line = 1 } = error.place ?? this.#gatherer.place(wanted)
    const problems = [{ what: 'over a bound', name: error.bound, file, line }] as const
    return { ...shown, fallback: `${error.message}, in ${file}`, problems }
  }

  /** The master's template with the header, the footer, the labels and the style of the theme. */
  async restored(asker: Asker, wanted: Wanted): Promise<Presented> {
    return await this.present(asker, { ...wanted, view: this.#withoutPage(wanted), restored: true })
  }

  /** Reports that the master's page was shown. */
  tell(asker: Asker, wanted: Wanted, error: unknown): void {
    const { view, entry } = wanted
    if (asker.customer === 'visitors' && this.#isNews(asker, wanted, error))
      this.#failed(view.id, entry.id, error)
  }

  #withoutPage({ view, entry }: Wanted): Snapshot {
    const files = filesOf(entry).map(path => {
      const cut = path.lastIndexOf('/')
      return [`${path.slice(0, cut)}/`, path.slice(cut)] as const
    })
    const isPage = (path: string) =>
      files.some(([folder, file]) => path.startsWith(folder) && path.endsWith(file))
    return {
      ...view,
      own: path => (isPage(path) ? undefined : view.own(path)),
      file: path => (isPage(path) ? this.#master.file(path) : view.file(path)),
      ownPaths: () => [...view.ownPaths()].filter(path => !isPage(path)),
    }
  }

  /** A part is missing at every visit, but is reported once for each revision of a theme. */
  #isNews(asker: Asker, wanted: Wanted, error: unknown): boolean {
    if (!(error instanceof PartMissing)) return true
    const key = `${templateOf(asker, wanted)} ${error.message}`
    if (this.#told.get(key) !== undefined) return false
    this.#told.set(key, true)
    return true
  }

  /** The texts of labels in a theme and a locale; the master's where the theme's cannot be read. */
  async words(asker: Asker, view: Snapshot, locale: string): Promise<Words> {
    const on = this.#behalf(asker, view)
    const { words, wordings } = this.#shelf(asker)
    const key = `${this.#themeOf(asker, view)} ${locale}`
    const known = words.get(wordings.get(key) ?? '')
    if (known !== undefined) return known
    return await this.#once(on, `words ${key}`, async () => {
      const chain = await this.#gatherer.labels(view, locale)
      const files = chain.map(({ file, digest }) => `${file} ${digest}`).join('\n')
      wordings.set(key, files)
      const same = words.get(files)
      if (same !== undefined) return same
      const { value, lasting } = await this.#attemptWords(on, view, locale, chain)
      if (lasting) words.set(files, value)
      return value
    })
  }

  /** The labels whose texts differ between two themes in a locale, other than in the default one. */
  async changedLabels(asker: Asker, before: Snapshot, after: Snapshot, locale: string) {
    const change = async (of: string) => ({
      was: await this.#gatherer.labels(before, of),
      is: await this.#gatherer.labels(after, of),
    })
    const shared = locale === DEFAULT_LOCALE ? {} : { shared: await change(DEFAULT_LOCALE) }
    return await this.#compiler.changedLabels(asker, { ...(await change(locale)), ...shared })
  }

  /** The labels that a file of a theme names. */
  async labelNames(asker: Asker, view: Snapshot, path: string): Promise<readonly string[]> {
    return await this.#compiler.labelNames(asker, await this.#gatherer.source(view, path))
  }

  /** The logo of a theme by its static name. */
  async logo(view: Snapshot, locale: string): Promise<string | undefined> {
    return await this.#gatherer.logo(view, locale)
  }

  /** The text of a mail from its markup. */
  async plainText(asker: Asker, html: string, isMasters: boolean): Promise<string> {
    return await this.#trusting(
      asker,
      isMasters,
      () => this.#compiler.plainText(asker, html),
      () => plainText(html),
    )
  }

  /** Whether a mail gives a secret of its reader away; one that cannot be read counts as if it did. */
  async leaks(asker: Asker, html: string, secrets: readonly string[]): Promise<boolean> {
    try {
      return await this.#compiler.leaks(asker, html, secrets)
    } catch (error) {
      if (this.isForCaller(asker, error)) throw error
      return true
    }
  }

  #shelf({ customer }: Asker): Shelf<Presented> {
    return customer === 'visitors' ? this.#visitors : this.#authors
  }

  /** A theme among those of all tenants, at its revision. The master belongs to none of them. */
  #themeOf({ tenant }: Asker, view: Snapshot): string {
    return `${view === this.#master ? '' : tenant} ${view.id} ${view.generation}`
  }

  #keyOf(asker: Asker, wanted: Wanted): string {
    const { view, entry, locale, numbered = false, forms = {}, restored = false } = wanted
    const made = `${numbered} ${restored} ${JSON.stringify(forms)}`
    return `${this.#themeOf(asker, view)} ${entry.id} ${locale} ${made}`
  }

  /** Compiles a page that nobody has asked for yet, unless it is there or there is little room left. */
  async #compileAhead(asker: Asker, wanted: Wanted): Promise<void> {
    const { pages } = this.#visitors
    const key = this.#keyOf(asker, wanted)
    if (pages.has(key) || pages.fill > AHEAD_FILL) return
    const value = await this.#made(asker, wanted)
    pages.set(key, { value, weight: weightOf(value) })
  }

  /** What is the master's is made for visitors of all tenants, and does not wait behind their themes. */
  #behalf(asker: Asker, view: Snapshot): Asker {
    return view === this.#master && asker.customer === 'visitors' ? { ...asker, tenant: MASTER } : asker
  }

  /** An author waits for work of nobody else. */
  async #once<T>(asker: Asker, key: string, make: () => Promise<T>): Promise<T> {
    const { customer } = asker
    return await this.#shelf(asker).once(
      customer === 'visitors' ? key : `${asker.tenant} ${customer.author} ${key}`,
      make,
    )
  }

  /** The master's templates are known to be harmless, and nobody could sign in without them: no thread is needed. */
  async #trusting<T>(asker: Asker, master: boolean, apart: () => Promise<T>, here: () => T): Promise<T> {
    try {
      return await apart()
    } catch (error) {
      if (!master || this.isForCaller(asker, error)) throw error
      return here()
    }
  }

  async #attempt(asker: Asker, wanted: Wanted): Promise<{ value: Presented; lasting: boolean }> {
    try {
      const slow = this.#slow.get(templateOf(asker, wanted))
      if (slow !== undefined) throw slow
      const value = await this.#made(asker, wanted)
      // What cannot be remembered would be compiled for every visitor.
      if (weightOf(value) > COMPILED_BYTES) throw new TemplateFault('page')
      return { value, lasting: true }
    } catch (error) {
      if (wanted.view === this.#master || this.isForCaller(asker, error)) throw error
      return { value: await this.instead(asker, wanted, error), lasting: isLasting(error) }
    }
  }

  async #made(asker: Asker, wanted: Wanted): Promise<Presented> {
    const isMaster = wanted.view === this.#master
    const { sources, files } = await this.#gatherer.page(wanted, named =>
      this.#trusting(
        asker,
        isMaster,
        () => this.#compiler.links(asker, named),
        () => linksIn(named),
      ),
    )
    const { made, seconds } = await this.#trusting(
      asker,
      isMaster,
      () => this.#compiler.page(asker, sources),
      () => ({
        made: madePage(sources, ({ bytes }) => labelsOf(decodedText(bytes)), randomWord()),
        seconds: 0,
      }),
    )
    // The master's pages would be compiled on the main thread where no thread can do it.
    if (!isMaster) this.#ahead?.made(asker, wanted, seconds)
    if (seconds > SLOW_SECONDS && asker.customer === 'visitors') this.#spend(asker, wanted, seconds)
    return { ...made, files }
  }

  /** Counts what the slow pages of a theme take; once that is too much, a slow one is made for the last time. */
  #spend(asker: Asker, wanted: Wanted, seconds: number): void {
    const theme = this.#themeOf(asker, wanted.view)
    const spent = (this.#spent.get(theme) ?? 0) + seconds
    this.#spent.set(theme, spent)
    if (spent > TEMPLATE_BOUNDS.secondsOfTheme)
      this.#slow.set(templateOf(asker, wanted), new TemplateFault('secondsOfTheme'))
  }

  async #attemptWords(
    asker: Asker,
    view: Snapshot,
    locale: string,
    chain: readonly LabelFile[],
  ): Promise<{ value: Words; lasting: boolean }> {
    const failed = (file: string, error: unknown) => {
      if (asker.customer === 'visitors') this.#failed(view.id, file, error)
    }
    try {
      const value = await this.#trusting(
        asker,
        view === this.#master,
        () => this.#compiler.words(asker, chain),
        () => wordsOf(chain.map(({ file, bytes }) => labelSource(file, decodedText(bytes)))),
      )
      const [fault] = value.faults
      if (fault !== undefined) failed(fault.file, new Error(fault.why))
      return { value, lasting: true }
    } catch (error) {
      if (view === this.#master || this.isForCaller(asker, error)) throw error
      failed('labels', error)
      const value = await this.words(asker, this.#master, locale)
      if (!(error instanceof TemplateFault)) return { value, lasting: isLasting(error) }
      const { file, line = 1 } = error.place ?? { file: chain[0]!.file }
      const fault = { what: 'over a bound', name: error.bound, file, line, why: error.message } as const
      return { value: { ...value, faults: [fault] }, lasting: true }
    }
  }
}

const SPENT: ReadonlySet<TemplateFault['bound']> = new Set(['seconds', 'memory', 'secondsOfTheme'])

/** Whether the same template would fail again. */
function isLasting(error: unknown): boolean {
  return error instanceof TemplateFault || error instanceof CompilerFault
}

function templateOf({ tenant }: Asker, { view, entry }: Wanted): string {
  return `${tenant} ${view.id} ${view.generation} ${entry.id}`
}

function labelSource(file: string, text: string) {
  return { file, text, labels: labelsOf(text) }
}

function weightOf({ compiled, problems, elements }: Presented): number {
  const { parts, scriptless = [], handlers, macros, labels, policy, facts } = compiled
  const inside = (of: Compiled['parts']): number =>
    of.reduce<number>((sum, part) => {
      if (typeof part === 'string') return sum + 2 * part.length
      return sum + 20 + (typeof part === 'object' && 'repeat' in part ? inside(part.parts) : 0)
    }, 0)
  const origins = Object.values(policy.origins).reduce((sum, named) => sum + named.size, 0)
  const handled = handlers.reduce((sum, handler) => sum + inside(handler.parts), 0)
  const traced = elements.reduce(
    (sum, element) => sum + 200 * (1 + element.labels.length + element.macros.length),
    0,
  )
  const { forms, shown, covered, scripted, variables } = facts
  const controls = forms.reduce((sum, form) => sum + 1 + form.controls.length, 0)
  const seen = 100 * (shown.length + covered.length + scripted.length + variables.length) + 300 * controls
  const names = 300 * (problems.length + macros.length + labels.length + origins)
  return inside(parts) + inside(scriptless) + handled + traced + names + seen + 1_000
}
