import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { ThemeBlob } from '../core/blob.ts'
import { filesOf, MAILS, type MailEntry, PAGES, type PageEntry } from '../core/catalogue/catalogue.ts'
import { DEFAULT_LOCALE, localeFolders } from '../core/locale.ts'
import type { Overlay } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { isShown } from '../core/shown.ts'
import { widenings } from '../core/template/template.ts'
import { type PackageContents, unpacked } from '../zip/zip.ts'
import { problemsOf } from './explain.ts'
import type { Master } from './master.ts'
import type { Presented, Wanted } from './present.ts'
import type { Unsaved } from './previews.ts'
import { type Snapshot, snapshotOf } from './snapshot.ts'

/** So many languages of a page are looked at. */
const MOST_LOCALES = 24

/** What an upload would do: by path, and to the pages. */
export interface Plan {
  /** Whether it replaces the theme whole. */
  readonly whole: boolean
  readonly added: ThemePath[]
  readonly changed: ThemePath[]
  readonly unchanged: ThemePath[]
  readonly removed: ThemePath[]
  /** Entries that are passed over. */
  readonly ignored: readonly string[]
  /** Files that no page, mail or address leads to. */
  readonly neverShown: ThemePath[]
  /** Macros that nobody knows, which stay in the page as they are written. */
  readonly unknownMacros: { name: string; file: string; line: number }[]
  /** Origins that pages did not load anything from before. */
  readonly widened: { directive: string; origin: string; pages: string[] }[]
  /** Pages that cannot be made, so that the master's would be shown. */
  readonly unusable: { page: string; locale: string; why: string }[]
}

export interface Planned {
  readonly theme: Snapshot
  readonly upload: PackageContents
  readonly before: Overlay
  readonly after: Overlay
  readonly whole: boolean
  readonly master: Master
  readonly present: (wanted: Wanted) => Promise<Presented>
}

/** What an upload would do to a theme. */
export async function planOf(planned: Planned): Promise<Plan> {
  const { upload, before, after, whole, master } = planned
  const digestOf = (overlay: Overlay, path: ThemePath) =>
    overlay.get(path)?.digest ?? master.digests.get(path)
  const files = [...upload.files.keys()]
  const same = (path: ThemePath) => digestOf(before, path) === digestOf(after, path)
  const isNew = (path: ThemePath) => digestOf(before, path) === undefined
  const removed = [...before.keys()].filter(path => !after.has(path) && !upload.files.has(path))
  return {
    whole,
    added: files.filter(path => !same(path) && isNew(path)),
    changed: files.filter(path => !same(path) && !isNew(path)),
    unchanged: files.filter(same),
    removed,
    ignored: upload.ignored,
    neverShown: files.filter(path => !isShown(path)),
    ...(await consequences(planned, [...files.filter(path => !same(path)), ...removed].filter(isText))),
  }
}

/** What the pages become that the touched files take part in, against what they are. */
async function consequences(
  planned: Planned,
  touched: readonly ThemePath[],
): Promise<Pick<Plan, 'unknownMacros' | 'widened' | 'unusable'>> {
  const { theme, present } = planned
  const view = await afterwards(planned)
  const unknownMacros = new Map<string, Plan['unknownMacros'][number]>()
  const widened = new Map<string, Plan['widened'][number]>()
  const unusable: Plan['unusable'] = []
  for (const entry of [...PAGES, ...MAILS]) {
    // There are many, and others are waiting.
    await setImmediate()
    for (const locale of localesOf(entry, touched)) {
      const [was, is] = [
        // What is looked at once must not push out pages that people see.
        await present({ view: theme, entry, locale, numbered: locale !== DEFAULT_LOCALE }),
        await present({ view, entry, locale, numbered: true }),
      ]
      const known = new Set(macrosOf(was).map(({ name, file }) => `${name} ${file}`))
      for (const macro of macrosOf(is))
        if (!known.has(`${macro.name} ${macro.file}`))
          unknownMacros.set(`${macro.name} ${macro.file} ${macro.line}`, macro)
      for (const [directive, origin] of originsOf(is)) {
        if (originsOf(was).some(([at, from]) => at === directive && from === origin)) continue
        const key = `${directive} ${origin}`
        const { pages } = widened.get(key) ?? { pages: [] }
        widened.set(key, { directive, origin, pages: [...new Set([...pages, entry.id])] })
      }
      if (is.fallback !== undefined && was.fallback === undefined)
        unusable.push({ page: entry.id, locale, why: is.fallback })
    }
  }
  return { unknownMacros: [...unknownMacros.values()], widened: [...widened.values()], unusable }
}

/** The theme as it would be, under a name that nobody else has. */
async function afterwards({ theme, upload, after, master }: Planned): Promise<Snapshot> {
  const own = new Map(theme.entries(true).map(entry => [entry.path, entry]))
  const files = await Promise.all(
    Array.from(after, async ([path, customized]) => {
      const blob = upload.files.get(path)
      const info = blob?.digest === customized.digest ? await readable(path, blob) : own.get(path)!
      return { ...info, ...customized, path }
    }),
  )
  return snapshotOf({ id: randomUUID(), revision: 0 }, files, master)
}

/** Whether pages are made from a file. */
function isText(path: string): boolean {
  return /\.(?:html?|xml|css|properties|txt)$/i.test(path)
}

/** With the text at hand, where pages are made from it. */
async function readable(path: string, blob: ThemeBlob): Promise<ThemeBlob | Unsaved> {
  return isText(path) ? { ...blob, bytes: await unpacked(blob) } : blob
}

/** The languages in which an entry may look different: English where anything in it is touched, others by folder. */
function localesOf(entry: PageEntry | MailEntry, touched: readonly string[]): string[] {
  const folders = [...new Set(filesOf(entry).map(file => file.slice(0, file.lastIndexOf('/') + 1)))]
  const own = touched.filter(path => folders.some(folder => path.startsWith(folder)))
  const shared = touched.filter(path => path.startsWith('common/'))
  if (own.length + shared.length === 0) return []
  return [...new Set([DEFAULT_LOCALE, ...localeFolders([...own, ...shared])])].slice(0, MOST_LOCALES)
}

function macrosOf(presented: Presented): Plan['unknownMacros'] {
  return problemsOf(presented).flatMap(({ what, name, file, line }) =>
    what === 'unknown macro' ? [{ name, file, line }] : [],
  )
}

function originsOf({ compiled }: Presented): [directive: string, origin: string][] {
  return widenings(compiled.policy).map(({ directive, origin }) => [directive, origin])
}
