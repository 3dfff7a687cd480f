import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { labelsOf } from '../core/labels.ts'
import { type MadePage, madePage } from '../core/made-page.ts'
import { Refusal } from '../core/refusal.ts'
import { type Compiled, plainText, TemplateFault } from '../core/template/template.ts'
import { type Words, wordsOf } from '../core/words.ts'
import { StoreFault } from '../store/store.ts'
import type { Compiler } from './compiler.ts'
import { type Gathered, Gatherer, type UsedFile, type Wanted } from './gather.ts'
import type { Snapshot } from './snapshot.ts'

export type { UsedFile, Wanted } from './gather.ts'

/** A page or the body of a mail, compiled for a theme and a locale. */
export interface Presented extends MadePage {
  readonly files: readonly UsedFile[]
  /** The texts of the files, to tell lines by. */
  readonly texts: ReadonlyMap<string, string>
  /** Why the master's page is shown instead of the theme's. */
  readonly fallback?: string
}

/** The texts of the labels of a theme in a locale, by name. */
export type LabelsIn = (view: Snapshot, locale: string) => Promise<ReadonlyMap<string, string>>

interface Weighed<T> {
  readonly value: T
  readonly weight: number
}

const COMPILED_BYTES = 32 * 1024 * 1024
const NUMBERED_BYTES = 4 * 1024 * 1024
const WORD_BYTES = 8 * 1024 * 1024
const WORDINGS = 200
const SLOW = 1_000

/** Turns templates into pages that only have to be joined, once for each theme revision, page and locale. */
export class Presenter {
  readonly #compiler: Compiler
  readonly #gatherer: Gatherer
  readonly #master: Snapshot
  readonly #failed: (theme: string, page: string, error: unknown) => void
  readonly #presented = new BoundedCache<string, Weighed<Presented>>(COMPILED_BYTES, ({ weight }) => weight)
  /** Apart, for the few moments until they are framed: their numbers weigh more than themselves. */
  readonly #numbered = new BoundedCache<string, Weighed<Presented>>(NUMBERED_BYTES, ({ weight }) => weight)
  /** Templates that took too long or too much memory: they are not tried again in every language. */
  readonly #slow = new BoundedCache<string, TemplateFault>(SLOW)
  /** By the label files that they are from: many themes share them. */
  readonly #words = new BoundedCache<string, Weighed<Words>>(WORD_BYTES, ({ weight }) => weight)
  readonly #wordings = new BoundedCache<string, Words>(WORDINGS)
  /** What is being made: who asks meanwhile waits for the same. */
  readonly #pending = new Map<string, Promise<unknown>>()

  constructor(parts: {
    compiler: Compiler
    content: (info: BlobInfo) => Promise<Buffer>
    master: Snapshot
    /** Hears of a theme's page that could not be compiled. */
    failed: (theme: string, page: string, error: unknown) => void
  }) {
    this.#compiler = parts.compiler
    this.#gatherer = new Gatherer(parts.content, parts.master)
    this.#master = parts.master
    this.#failed = parts.failed
  }

  /** What is remembered, by name. */
  get caches(): Record<string, CacheFigures> {
    return {
      pages: this.#presented,
      labels: this.#words,
      texts: this.#gatherer.cache,
      wordings: this.#wordings,
    }
  }

  /** The page of a theme; the master's where the theme's cannot be compiled: nobody is locked out by a theme. */
  async present(tenant: string, wanted: Wanted): Promise<Presented> {
    const { view, entry, locale, numbered = false } = wanted
    const key = `${tenant} ${view.id} ${view.generation} ${entry.id} ${locale} ${numbered}`
    const cache = numbered ? this.#numbered : this.#presented
    const known = cache.get(key)
    if (known !== undefined) return known.value
    return await this.#once(key, async () => {
      const value = await this.#safely(tenant, wanted)
      if (!wanted.passing) cache.set(key, { value, weight: weightOf(value) })
      return value
    })
  }

  /** The master's page in place of one that failed, with why. */
  async instead(
    tenant: string,
    wanted: Wanted,
    error: unknown,
    texts?: Gathered['texts'],
  ): Promise<Presented> {
    const { view, entry } = wanted
    if (!wanted.passing) this.#failed(view.id, entry.id, error)
    const shown = await this.present(tenant, { ...wanted, view: this.#master })
    if (!(error instanceof TemplateFault))
      return { ...shown, fallback: error instanceof Error ? error.message : String(error) }
    const place = error.place ?? this.#gatherer.place(wanted)
    const findings = [{ what: 'over a bound', name: error.bound, ...place }] as const
    const text = texts?.get(place.file)
    return {
      ...shown,
      fallback: `${error.message}, in ${place.file}`,
      compiled: { ...shown.compiled, findings },
      texts: text === undefined ? shown.texts : new Map([...shown.texts, [place.file, text]]),
    }
  }

  /** The texts of labels in a theme and a locale. */
  async words(tenant: string, view: Snapshot, locale: string): Promise<Words> {
    const key = `${tenant} ${view.id} ${view.generation} ${locale}`
    const known = this.#wordings.get(key)
    if (known !== undefined) return known
    return await this.#once(`words ${key}`, async () => {
      const words = await this.#safeWords(tenant, view, locale)
      this.#wordings.set(key, words)
      return words
    })
  }

  /** The texts of all labels of a theme in a locale, as they stand in their files. */
  async labels(tenant: string, view: Snapshot, locale: string): Promise<ReadonlyMap<string, string>> {
    return await this.#compiler.labels(tenant, await this.#gatherer.labels(view, locale))
  }

  /** The text of a file that a theme has. */
  async source(view: Snapshot, path: string): Promise<string> {
    return await this.#gatherer.source(view, path)
  }

  /** The logo of a theme by its static name. */
  async logo(view: Snapshot, locale: string): Promise<string | undefined> {
    return await this.#gatherer.logo(view, locale)
  }

  /** The text of a mail from its markup. */
  async plainText(tenant: string, html: string, isMasters: boolean): Promise<string> {
    return await this.#trusting(
      isMasters,
      () => this.#compiler.plainText(tenant, html),
      () => plainText(html),
    )
  }

  /** Whether a mail gives a secret of its reader away; one that cannot be read counts as if it did. */
  async leaks(tenant: string, html: string, secrets: readonly string[]): Promise<boolean> {
    try {
      return await this.#compiler.leaks(tenant, html, secrets)
    } catch (error) {
      if (isPassing(error)) throw error
      return true
    }
  }

  /** The master's templates are known to be harmless, and nobody could sign in without them: no thread is needed. */
  async #trusting<T>(master: boolean, apart: () => Promise<T>, here: () => T): Promise<T> {
    try {
      return await apart()
    } catch (error) {
      if (!master || isPassing(error)) throw error
      return here()
    }
  }

  async #once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const pending = (this.#pending.get(key) as Promise<T> | undefined) ?? make()
    this.#pending.set(key, pending)
    try {
      return await pending
    } finally {
      this.#pending.delete(key)
    }
  }

  async #safely(tenant: string, wanted: Wanted): Promise<Presented> {
    const { view, entry } = wanted
    const template = `${tenant} ${view.id} ${view.generation} ${entry.id}`
    let gathered: Gathered | undefined
    try {
      const slow = this.#slow.get(template)
      if (slow !== undefined) throw slow
      gathered = await this.#gatherer.page(wanted)
      const { files, texts } = gathered
      const presented = { ...(await this.#made(tenant, wanted, gathered)), files, texts }
      // What cannot be remembered would be compiled for every visitor.
      if (weightOf(presented) > COMPILED_BYTES) throw new TemplateFault('sources')
      return presented
    } catch (error) {
      if (isPassing(error) || view === this.#master) throw error
      if (error instanceof TemplateFault && SPENT.has(error.bound)) this.#slow.set(template, error)
      return await this.instead(tenant, wanted, error, gathered?.texts)
    }
  }

  async #made(tenant: string, { view, numbered, passing }: Wanted, { sources }: Gathered): Promise<MadePage> {
    return await this.#trusting(
      view === this.#master,
      () => this.#compiler.page(tenant, numbered || passing ? 'authors' : 'visitors', sources),
      () => madePage(sources, ({ text }) => labelsOf(text)),
    )
  }

  async #safeWords(tenant: string, view: Snapshot, locale: string): Promise<Words> {
    try {
      const words = await this.#wordsIn(tenant, view, locale)
      const [fault] = words.faults
      if (fault !== undefined) this.#failed(view.id, fault.file, new Error(fault.why))
      return words
    } catch (error) {
      if (isPassing(error) || view === this.#master) throw error
      this.#failed(view.id, 'labels', error)
      return await this.#wordsIn(tenant, this.#master, locale)
    }
  }

  async #wordsIn(tenant: string, view: Snapshot, locale: string): Promise<Words> {
    const chain = await this.#gatherer.labels(view, locale)
    const key = chain.map(({ file, digest }) => `${file} ${digest}`).join('\n')
    const known = this.#words.get(key)
    if (known !== undefined) return known.value
    const value = await this.#trusting(
      view === this.#master,
      () => this.#compiler.words(tenant, chain),
      () => wordsOf(chain.map(source => ({ ...source, labels: labelsOf(source.text) }))),
    )
    const weight = Array.from(value.texts).reduce(
      (sum, [name, text]) => sum + 2 * (name.length + text.length) + 100,
      0,
    )
    this.#words.set(key, { value, weight })
    return value
  }
}

const SPENT: ReadonlySet<TemplateFault['bound']> = new Set(['seconds', 'memory'])

/** Whether an error has nothing to do with the template: the database is away, or too many wait. */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreFault || error instanceof Refusal
}

function weightOf({ compiled, texts, files }: Presented): number {
  const { parts, findings, handlers, macros, labels, policy, elements } = compiled
  const inside = (of: Compiled['parts']): number =>
    of.reduce<number>((sum, part) => {
      if (typeof part === 'string') return sum + 2 * part.length
      return sum + 200 + (typeof part === 'object' && 'repeat' in part ? inside(part.parts) : 0)
    }, 0)
  // The master's texts are shared by all.
  const own = files.filter(({ from }) => from === 'theme')
  const sources = own.reduce((sum, { path }) => sum + 2 * (texts.get(path)?.length ?? 0), 0)
  const origins = Object.values(policy.origins).reduce((sum, named) => sum + named.size, 0)
  const handled = handlers.reduce((sum, handler) => sum + inside(handler.parts), 0)
  const numbers = elements.reduce(
    (sum, element) => sum + 200 * (1 + element.labels.length + element.macros.length),
    0,
  )
  return (
    inside(parts) +
    sources +
    handled +
    300 * (findings.length + macros.length + labels.length + origins) +
    numbers +
    1_000
  )
}
