import { MEASURED_PAGE } from '../core/analytics/events.ts'
import { containerId } from '../core/analytics/snippet.ts'
import { auditEntry } from '../core/audit-events.ts'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { pageEntry } from '../core/catalogue/catalogue.ts'
import { askedLocales, chosenLocale, DEFAULT_LOCALE, languageTag, localeFolders } from '../core/locale.ts'
import type { Customized, Files, Overlay } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { bodyPlaces, COMPONENTS_FOLDER } from '../core/places.ts'
import { checkPrecondition } from '../core/precondition.ts'
import { invalidValue, Refusal } from '../core/refusal.ts'
import { type CarriedTag, TemplateFault } from '../core/template/template.ts'
import { shortened } from '../core/text.ts'
import { checkWritable } from '../core/theme.ts'
import type { Word } from '../core/word.ts'
import { type Words, worded } from '../core/words.ts'
import {
  type Presented,
  rewritten,
  type Snapshot,
  snapshotOf,
  themeTag,
  type Wanted,
} from '../pages/pages.ts'
import type { TenantStore, ThemeAnalytics } from '../store/store.ts'
import { revise } from './revise.ts'
import type { ThemeParts, Writing } from './theme-parts.ts'

/** What the registration pages of a theme send, and where to. */
export interface AnalyticsState {
  /** The container that they carry. */
  readonly container: string | null
  /** Whether a person put it there, and not the service. */
  readonly byHand: boolean
  /** Whether the tag manager may evaluate text as script. */
  readonly eval: boolean
  /** Whether the pages send their events to the service. */
  readonly firstParty: boolean
}

/**
 * The settings to change. A container of null removes the one that the service inserted; settings that are absent do
 * not change. `eval` is granted to one container and does not apply to the next one.
 */
export type AnalyticsWish = Partial<Omit<AnalyticsState, 'byHand'>>

interface AnalyticsParts extends ThemeParts {
  readonly tenantStore: TenantStore
  readonly snapshot: (id: string) => Promise<Snapshot>
  readonly content: (info: BlobInfo) => Promise<Buffer>
  readonly present: (wanted: Wanted) => Promise<Presented>
  readonly words: (view: Snapshot, locale: string) => Promise<Words>
  readonly snippets: (html: string, container: string | null) => Promise<string>
}

/** A registration page in a locale: the file that it is made from, and the tag managers in it. */
interface MeasuredPage {
  readonly path: ThemePath
  readonly tags: readonly CarriedTag[]
  readonly fallback: string | undefined
}

/** The settings of a theme that has none: everything off. */
export const NO_ANALYTICS: ThemeAnalytics = { evalFor: null, firstParty: false }
const MOST_LOCALES = 50

/** What the registration pages of a tenant's themes send. */
export class PageAnalytics {
  readonly #parts: AnalyticsParts

  constructor(parts: AnalyticsParts) {
    this.#parts = parts
  }

  async state(id: string): Promise<AnalyticsState> {
    return await this.#state(await this.#parts.snapshot(id))
  }

  /** Puts snippets in or takes them out, together with what they may do: there is never one without the other. */
  async set(
    id: string,
    wish: AnalyticsWish,
    writing: Writing,
  ): Promise<{ state: AnalyticsState; tag: string }> {
    checkWritable(id)
    if (wish.container != null) containerId(wish.container)
    let after = await this.#attempt(id, wish, writing)
    // Another write happened while the pages were read.
    while (after === undefined) after = await this.#attempt(id, wish, writing)
    return { state: await this.#state(after), tag: after.tag }
  }

  /** The texts of a theme's labels in these languages, by language tag. */
  async words(id: string, asked: readonly string[]): Promise<Map<string, Word>> {
    if (asked.length > MOST_LOCALES) throw wrongLocales(`has more than ${MOST_LOCALES} languages`)
    const view = await this.#parts.snapshot(id)
    const words = new Map<string, Word>()
    for (const text of asked) {
      const locale = localeOf(text, view)
      const language = languageTag(locale)
      const known = await this.#parts.words(view, locale)
      const word = (label: string, values: Readonly<Record<string, string>> = {}) =>
        worded(known, label, values)
      words.set(language, Object.assign(word, { language }))
    }
    return words
  }

  async #attempt(
    id: string,
    wish: AnalyticsWish,
    { author, precondition, by }: Writing,
  ): Promise<Snapshot | undefined> {
    const { tenantStore, master, now } = this.#parts
    const view = await this.#fresh(id)
    const { container = (await this.#carried(view)).container } = wish
    const blobs = wish.container === undefined ? new Map() : await this.#edited(view, wish.container)
    const done = await tenantStore.write(async tx => {
      const theme = await tx.themes.lock(id)
      if (theme === undefined) throw new Refusal('theme_unknown', {})
      checkPrecondition(precondition, 'theme', themeTag(theme, master))
      if (theme.revision !== view.revision) return false
      const overlay = (files: Overlay) => edited(master.digests, files, blobs)
      await revise(tx, theme, { author, by, cause: 'analytics', blobs, overlay }, this.#parts)
      const before = (await tx.analytics.of(id)) ?? NO_ANALYTICS
      const wanted = settingsAfter(before, wish, container)
      const same = before.evalFor === wanted.evalFor && before.firstParty === wanted.firstParty
      if (!same) await tx.analytics.set(id, wanted)
      if (same && blobs.size === 0) return true
      const details = {
        themeId: id,
        container: container ?? '',
        eval: String(wanted.evalFor !== null),
        firstParty: String(wanted.firstParty),
        ...(by.account === null && { author }),
      }
      await tx.audit.record(auditEntry('theme-analytics-changed', now(), by, details))
      return true
    })
    return done ? await this.#fresh(id) : undefined
  }

  async #state(view: Snapshot): Promise<AnalyticsState> {
    const { evalFor, firstParty } =
      (await this.#parts.tenantStore.analytics.settings()).get(view.id) ?? NO_ANALYTICS
    const { tags, ...carried } = await this.#carried(view)
    return {
      ...carried,
      eval: evalFor !== null && tags.some(({ container }) => container === evalFor),
      firstParty,
    }
  }

  /** The tag managers of all pages, and the one of them that they are said to carry. */
  async #carried(view: Snapshot) {
    const tags = (await this.#pages(view)).flatMap(page => page.tags)
    const ours = tags.find(({ marked }) => marked)
    const named = ours ?? tags.find(({ container }) => container !== undefined)
    return { tags, container: named?.container ?? null, byHand: ours === undefined && tags.length > 0 }
  }

  /** The theme as it is in the store, whatever is remembered of it. */
  async #fresh(id: string): Promise<Snapshot> {
    const { tenantStore, master } = this.#parts
    const theme = await tenantStore.themes.get(id)
    if (theme === undefined) throw new Refusal('theme_unknown', {})
    return snapshotOf(theme, await tenantStore.themes.files(id, theme.revision), master)
  }

  /** The pages that differ by what they are made from: other locales are shown one of these. */
  async #pages(view: Snapshot): Promise<MeasuredPage[]> {
    const entry = pageEntry(MEASURED_PAGE)
    const paths = view
      .entries(false)
      .map(({ path }) => path)
      .filter(path => path.startsWith(`${entry.folder}/`) || path.startsWith(COMPONENTS_FOLDER))
    const pages: MeasuredPage[] = []
    for (const locale of [DEFAULT_LOCALE, ...localeFolders(paths)]) {
      const { compiled, fallback } = await this.#parts.present({ view, entry, locale })
      // The theme's own file, also where the master's is shown because it cannot be compiled.
      const places = bodyPlaces(entry, locale)
      const path = places.find(place => view.file(place) !== undefined) as ThemePath
      pages.push({ path, tags: compiled.tags, fallback })
    }
    return pages
  }

  /** The files of the pages that change when a container is to be in them, or none. */
  async #edited(view: Snapshot, container: string | null): Promise<Map<ThemePath, ThemeBlob>> {
    const { codec, content } = this.#parts
    const wishes = container === null ? copiesOf(view) : wishesFor(await this.#pages(view), container)
    const blobs = new Map<ThemePath, ThemeBlob>()
    for (const [path, wanted] of wishes) {
      const before = await content(view.file(path)!)
      const after = await rewritten(before, text => this.#withSnippets(path, text, wanted))
      if (!after.equals(before)) blobs.set(path, await codec.pack(after))
    }
    return blobs
  }

  async #withSnippets(path: ThemePath, html: string, container: string | null): Promise<string> {
    try {
      return await this.#parts.snippets(html, container)
    } catch (error) {
      if (error instanceof TemplateFault) throw unusable(path, error.message)
      throw error
    }
  }
}

function unusable(path: ThemePath, why: string): Refusal {
  return invalidValue(`The file ${path} cannot be made into a page: ${why}.`)
}

/** The settings of pages that carry a container, or none, after a wish. */
function settingsAfter(
  before: ThemeAnalytics,
  wish: AnalyticsWish,
  container: string | null,
): ThemeAnalytics {
  const { firstParty = before.firstParty } = wish
  if (wish.container === undefined && wish.eval === undefined) return { ...before, firstParty }
  const { eval: evaluates = before.evalFor === container } = wish
  return { evalFor: evaluates ? container : null, firstParty }
}

/** Every copy of the page that a theme has, shown or not: none of them is to carry anything. */
function copiesOf(view: Snapshot): Map<ThemePath, null> {
  const { folder, file } = pageEntry(MEASURED_PAGE)
  const copies = [...view.ownPaths()].filter(
    path => path.startsWith(`${folder}/`) && path.endsWith(`/${file}`),
  )
  return new Map(copies.map(path => [path as ThemePath, null]))
}

/** What each file of the pages is to carry; refuses where one cannot be made into a page. */
function wishesFor(pages: readonly MeasuredPage[], container: string): Map<ThemePath, string | null> {
  const wishes = new Map<ThemePath, string | null>()
  for (const [path, its] of Map.groupBy(pages, page => page.path)) {
    const fallback = its.find(page => page.fallback !== undefined)?.fallback
    if (fallback !== undefined) throw unusable(path, fallback)
    wishes.set(path, carriedByHand(its, container) ? null : container)
  }
  return wishes
}

/** Whether a person has put the container into every page of a file; refuses where it is another one. */
function carriedByHand(pages: readonly MeasuredPage[], container: string): boolean {
  const byHand = pages.map(({ tags }) => tags.filter(({ marked }) => !marked).map(tag => tag.container))
  const other = byHand.flat().find(found => found !== undefined && found !== container)
  if (other !== undefined) throw new Refusal('tag_manager_taken', { path: pages[0]!.path, container: other })
  return byHand.every(found => found.includes(container))
}

/** The overlay with contents in it; a file keeps the base that it was made from. */
function edited(
  master: Files,
  before: Overlay,
  blobs: ReadonlyMap<ThemePath, ThemeBlob>,
): Map<ThemePath, Customized> {
  const after = new Map(before)
  for (const [path, { digest }] of blobs) {
    const original = master.get(path) ?? null
    if (digest === original) after.delete(path)
    else after.set(path, { digest, base: before.get(path)?.base ?? original })
  }
  return after
}

function localeOf(text: string, { locales }: Snapshot): string {
  const asked = askedLocales({ parameter: text })
  if (asked.length !== 1)
    throw wrongLocales(`contains ${JSON.stringify(shortened(text, 50))}, which is not a language`)
  const locale = chosenLocale(asked, locales)
  if (locale === DEFAULT_LOCALE && new Intl.Locale(asked[0]!).language !== 'en')
    throw wrongLocales(
      `contains ${asked[0]}, which the theme does not have. It has ${['en', ...locales].join(', ')}`,
    )
  return locale
}

function wrongLocales(problem: string): Refusal {
  return new Refusal('query_invalid', { parameter: 'locales', problem })
}
