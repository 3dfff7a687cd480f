import { setImmediate } from 'node:timers/promises'
import type { ThemeBlob } from '../core/blob.ts'
import { isMail } from '../core/catalogue/catalogue.ts'
import { type ChangedOriginal, type Overlay, outdatedBases } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { widenings } from '../core/template/template.ts'
import {
  foreignScripts,
  type LostAddress,
  type Master,
  type Presented,
  type Snapshot,
  snapshotOf,
  type Unsaved,
  type Wanted,
  whyMaster,
} from '../pages/pages.ts'
import { type PackageContents, unpacked } from '../zip/zip.ts'
import type { PlanFindings } from './plan-findings.ts'
import { candidates, Differences, ENTRIES, type LabelReader, type Look } from './plan-looks.ts'

/** How many pages are compiled at most, before and after; the rest is named as not checked. */
const MOST_LOOKS = 300
/** How many milliseconds that may take. */
export const MOST_MS = 5_000

/** What an upload would do: by path, and to the pages. */
export interface Plan {
  /** Other origins that changed pages load scripts from: such a script can read everything that people type. */
  readonly scripts: { origin: string; newOn: string[]; alreadyOn: string[] }[]
  /** Whether it replaces the theme whole. */
  readonly whole: boolean
  readonly added: ThemePath[]
  readonly changed: ThemePath[]
  readonly unchanged: ThemePath[]
  readonly removed: ThemePath[]
  /** Customized files whose original has changed since they were made from it. */
  readonly outdatedBases: readonly ChangedOriginal[]
  /** Entries that are ignored. */
  readonly ignored: readonly string[]
  /** Files that equal those of an earlier master: the theme follows the current master in them. */
  readonly outdated: ThemePath[]
  /** Files that no page, mail or address leads to. */
  readonly neverShown: ThemePath[]
  /** Unknown macros, which stay in the page as they are written. */
  readonly unknownMacros: { name: string; file: string; line: number }[]
  /** Addresses in the theme's own style sheets that lead to no file. */
  readonly lostAddresses: readonly LostAddress[]
  /** Origins that pages did not load anything from before. */
  readonly widened: { directive: string; origin: string; pages: string[] }[]
  /** Pages that cannot be made or lack a part, so that the master's would be shown, at least to some people. */
  readonly unusable: { page: string; locale: string; why: string }[]
  /** What the linter finds after the upload and does not find today. */
  readonly findings: PlanFindings
  /** Languages in which pages and mails that may have changed were not checked, because there are too many. */
  readonly notChecked: { locale: string; pages: number }[]
}

/** A package that was read, and what it does to a theme. */
export interface Uploaded extends PackageContents {
  /** Whether it replaces a theme whole. */
  readonly whole: boolean
  readonly outdated: ThemePath[]
  readonly neverShown: ThemePath[]
  readonly overlay: (before: Overlay) => Overlay
}

export interface Planned {
  /** Under which the theme is compiled as it would be: nobody else has it. */
  readonly id: string
  readonly theme: Snapshot
  readonly upload: Uploaded
  readonly before: Overlay
  readonly after: Overlay
  readonly master: Master
  readonly present: (wanted: Wanted) => Promise<Presented>
  readonly labels: LabelReader
  /** The addresses in a theme's own style sheets that lead to no file. */
  readonly lost: (view: Snapshot) => Promise<readonly LostAddress[]>
  /** The origin of the pages themselves. */
  readonly origin: string
  /** Whether the caller has disconnected. */
  readonly abandoned: () => boolean
  /** How many milliseconds the comparison of pages may take. */
  readonly mostMs: number
}

/** What an upload would do to a theme. */
export async function planOf(planned: Planned): Promise<Omit<Plan, 'findings'>> {
  const { upload, before, after, master } = planned
  const digestOf = (overlay: Overlay, path: ThemePath) =>
    overlay.get(path)?.digest ?? master.digests.get(path)
  const files = [...upload.files.keys()]
  const same = (path: ThemePath) => digestOf(before, path) === digestOf(after, path)
  const isNew = (path: ThemePath) => digestOf(before, path) === undefined
  const isGone = (path: ThemePath) => digestOf(after, path) === undefined
  const removed = [...before.keys()].filter(
    path => !after.has(path) && (!upload.files.has(path) || isGone(path)),
  )
  const touched = [...files.filter(path => !same(path) && !isGone(path)), ...removed].filter(isText)
  const { scripts, ...others } = await consequences(planned, touched)
  return {
    scripts,
    whole: upload.whole,
    added: files.filter(path => !same(path) && isNew(path)),
    changed: files.filter(path => !same(path) && !isNew(path) && !isGone(path)),
    unchanged: files.filter(same),
    removed,
    outdatedBases: outdatedBases(master.digests, after),
    ignored: upload.ignored,
    outdated: upload.outdated,
    neverShown: upload.neverShown,
    ...others,
  }
}

type Consequences = Pick<
  Plan,
  'scripts' | 'unknownMacros' | 'lostAddresses' | 'widened' | 'unusable' | 'notChecked'
>

/** What the pages become that the touched files take part in, against what they are. */
async function consequences(planned: Planned, touched: readonly ThemePath[]): Promise<Consequences> {
  const { theme: before, present, labels, origin, abandoned, mostMs } = planned
  const after = await afterwards(planned)
  const differences = new Differences({ before, after, touched }, labels)
  const found = new Findings(origin)
  const notChecked: Plan['notChecked'] = []
  const deadline = new Deadline(mostMs)
  let left = MOST_LOOKS
  const isOver = () => left === 0 || deadline.isOver || abandoned()
  const compared = async (look: Look) => {
    if (!(await differences.isChanged(look))) return
    left -= 1
    found.compare(look, await present({ ...look, view: before }), await present({ ...look, view: after }))
  }
  let lostAddresses: readonly LostAddress[] = []
  const lost = async () => {
    lostAddresses = await planned.lost(after)
  }
  try {
    await deadline.keeps(lost())
    for (const locale of candidates(touched)) {
      let checked = 0
      for (const entry of isOver() ? [] : ENTRIES) {
        // Others are waiting, and every page is some milliseconds of work.
        await setImmediate()
        if (isOver() || !(await deadline.keeps(compared({ entry, locale })))) break
        checked += 1
      }
      if (checked < ENTRIES.length) notChecked.push({ locale, pages: ENTRIES.length - checked })
    }
  } finally {
    deadline.clear()
  }
  return { ...found.all(), lostAddresses, notChecked }
}

/** A time after which nothing is waited for. */
class Deadline {
  readonly #passed = Promise.withResolvers<false>()
  readonly #timer: NodeJS.Timeout
  isOver = false

  constructor(ms: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#passed.resolve(false)
    }, ms)
  }

  /** Whether work ends in time. */
  async keeps(work: Promise<void>): Promise<boolean> {
    return await Promise.race([work.then(() => true), this.#passed.promise])
  }

  clear(): void {
    clearTimeout(this.#timer)
  }
}

/** Collects what comparing pages finds. */
class Findings {
  readonly #origin: string
  readonly #scripts = new Map<string, { newOn: Set<string>; alreadyOn: Set<string> }>()
  readonly #macros = new Map<string, Plan['unknownMacros'][number]>()
  readonly #widened = new Map<string, { directive: string; origin: string; pages: Set<string> }>()
  readonly #unusable: Plan['unusable'] = []

  constructor(origin: string) {
    this.#origin = origin
  }

  compare({ entry, locale }: Look, was: Presented, is: Presented): void {
    if (!isMail(entry)) this.#compareScripts(entry.id, was, is)
    const known = new Set(macrosOf(was).map(({ name, file }) => `${name} ${file}`))
    for (const macro of macrosOf(is))
      if (!known.has(`${macro.name} ${macro.file}`))
        this.#macros.set(`${macro.name} ${macro.file} ${macro.line}`, macro)
    const origins = new Set(widenings(was.compiled.policy).map(keyOf))
    for (const widening of widenings(is.compiled.policy)) {
      const key = keyOf(widening)
      if (origins.has(key)) continue
      const { directive, origin } = widening
      const entries = this.#widened.get(key) ?? { directive, origin, pages: new Set() }
      this.#widened.set(key, entries)
      entries.pages.add(entry.id)
    }
    const why = whyMaster(is)
    if (why !== undefined && whyMaster(was) === undefined)
      this.#unusable.push({ page: entry.id, locale, why })
  }

  #compareScripts(page: string, was: Presented, is: Presented): void {
    const before = foreignScripts(was.compiled, this.#origin)
    for (const origin of foreignScripts(is.compiled, this.#origin)) {
      const on = this.#scripts.get(origin) ?? { newOn: new Set(), alreadyOn: new Set() }
      this.#scripts.set(origin, on)
      ;(before.includes(origin) ? on.alreadyOn : on.newOn).add(page)
    }
  }

  /** Origins that are new come first. */
  all(): Omit<Consequences, 'lostAddresses' | 'notChecked'> {
    const scripts = Array.from(this.#scripts, ([origin, { newOn, alreadyOn }]) => ({
      origin,
      newOn: [...newOn],
      alreadyOn: [...alreadyOn].filter(page => !newOn.has(page)),
    }))
    return {
      scripts: scripts.sort((a, b) => Number(b.newOn.length > 0) - Number(a.newOn.length > 0)),
      unknownMacros: [...this.#macros.values()],
      widened: Array.from(this.#widened.values(), ({ pages, ...rest }) => ({ ...rest, pages: [...pages] })),
      unusable: this.#unusable,
    }
  }
}

/** The theme as it would be, under a name that nobody else has. */
async function afterwards({ id, theme, upload, after, master }: Planned): Promise<Snapshot> {
  const own = new Map(theme.entries(true).map(entry => [entry.path, entry]))
  const files = await Promise.all(
    Array.from(after, async ([path, customized]) => {
      const blob = upload.files.get(path)
      const info = blob?.digest === customized.digest ? await readable(path, blob) : own.get(path)!
      return { ...info, ...customized, path }
    }),
  )
  return snapshotOf({ id, revision: 0, updatedAt: 0 }, files, master)
}

/** Whether pages are made from a file. */
function isText(path: string): boolean {
  return /\.(?:html?|xml|css|properties|txt)$/i.test(path)
}

/** With the text at hand, where pages are made from it. */
async function readable(path: string, blob: ThemeBlob): Promise<ThemeBlob | Unsaved> {
  return isText(path) ? { ...blob, bytes: await unpacked(blob) } : blob
}

function macrosOf(presented: Presented): Plan['unknownMacros'] {
  return presented.problems.flatMap(({ what, name, file, line }) =>
    what === 'unknown macro' ? [{ name, file, line }] : [],
  )
}

function keyOf({ directive, origin }: { directive: string; origin: string }): string {
  return `${directive} ${origin}`
}
