import { type AuditEvent, auditEntry } from '../core/audit-events.ts'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import { localeFolders } from '../core/locale.ts'
import { difference, type Overlay } from '../core/overlay.ts'
import { collision, type ThemePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { TEMPLATE_BOUNDS } from '../core/template/template.ts'
import { shortened } from '../core/text.ts'
import type { RevisionCause } from '../core/theme.ts'
import type { Master } from '../pages/pages.ts'
import type { AuditEntry, TenantTransaction, Theme, ThemeFile } from '../store/store.ts'
import { archiveSize, RATIO_FLOOR } from '../zip/zip.ts'

/** Who writes: as revisions name them, and as the audit trail does. */
export interface Author {
  readonly author: string
  readonly by: Pick<AuditEntry, 'account' | 'address'>
}

/** What a write does to a theme. */
export interface Edit extends Author {
  readonly cause: RevisionCause
  readonly name?: string | undefined
  readonly description?: string | null
  /** What its author says about it. */
  readonly message?: string | null
  /** The contents that the write brings, by path. */
  readonly blobs?: ReadonlyMap<ThemePath, ThemeBlob>
  /** The overlay after the write. Unset: the files stay as they are. */
  readonly overlay?: (before: Overlay) => Overlay
}

/** Characters of a message in the audit trail; the revision has all of it. */
const AUDITED_MESSAGE = 200

/** What the audit trail calls a write; undefined for those that record more themselves. */
const EVENTS: Readonly<Record<Edit['cause'], AuditEvent | undefined>> = {
  create: 'theme-created',
  replace: 'theme-replaced',
  configure: 'theme-configured',
  'write file': 'theme-file-written',
  'write files': 'theme-files-written',
  push: 'theme-pushed',
  'revert file': 'theme-file-reverted',
  restore: 'theme-restored',
  reset: undefined,
  analytics: undefined,
}

/** Adds a revision to a theme that the transaction has locked; a write that changes nothing adds none. */
export async function revise(
  tx: TenantTransaction,
  before: Theme,
  edit: Edit,
  { master, limits, now }: { master: Master; limits: Limits; now: () => number },
): Promise<Theme> {
  const { name = before.name, description = before.description, author, cause, blobs = new Map() } = edit
  const { message = null } = edit
  const files = new Map((await tx.themes.files(before)).map(file => [file.path, file]))
  await heal(tx, files, blobs)
  const after = edit.overlay?.(files) ?? files
  const changes = difference(master.digests, files, after)
  const isNew = before.revision === 0
  if (!isNew && changes.length === 0 && name === before.name && description === before.description)
    return before

  const opened = new Map(changes.flatMap(({ path }) => (after.has(path) ? [[path, after.get(path)!]] : [])))
  const whole = new Map<ThemePath, BlobInfo>(master.files)
  for (const path of after.keys()) whole.set(path, blobs.get(path) ?? files.get(path)!)
  checkFits(whole, limits)
  const clash = collision(
    [...whole.keys()].filter(path => !opened.has(path)),
    opened.keys(),
  )
  if (clash !== undefined) throw new Refusal('path_collides', clash)

  const kept = Array.from(opened.keys(), path => blobs.get(path)).filter(blob => blob !== undefined)
  const commit = {
    name,
    description,
    author,
    cause,
    master: master.id,
    message,
    changes,
    opened,
    blobs: kept,
  }
  const revised = await tx.themes.commit(before, commit, limits.revisions)
  const event = EVENTS[cause]
  if (event !== undefined) {
    const [only, another] = changes
    const what = only !== undefined && another === undefined ? { path: only.path } : {}
    const said = message === null ? {} : { message: shortened(message, AUDITED_MESSAGE) }
    const details = { files: String(changes.length), ...what, ...said }
    await recordTheme(tx, edit, event, revised, details, now())
  }
  return revised
}

/** Records a change of a theme and its author in the audit trail. */
export async function recordTheme(
  tx: TenantTransaction,
  { author, by }: Author,
  event: AuditEvent,
  { id, name, revision }: Pick<Theme, 'id' | 'name' | 'revision'>,
  more: Readonly<Record<string, string>>,
  at: number,
): Promise<void> {
  const who = by.account === null ? { author } : {}
  const details = { themeId: id, name, revision: String(revision), ...more, ...who }
  await tx.audit.record(auditEntry(event, at, by, details))
}

/** Puts contents back that were lost, where the write brings them. */
async function heal(
  tx: TenantTransaction,
  files: ReadonlyMap<ThemePath, ThemeFile>,
  blobs: ReadonlyMap<ThemePath, ThemeBlob>,
): Promise<void> {
  const lost = new Set([...files.values()].flatMap(({ digest, missing }) => (missing ? [digest] : [])))
  if (lost.size > 0) await tx.themes.keepBlobs([...blobs.values()].filter(({ digest }) => lost.has(digest)))
}

/** A theme fits when it could be uploaded as one package: what can be downloaded can be uploaded again. */
function checkFits(files: ReadonlyMap<ThemePath, BlobInfo>, limits: Limits): void {
  const entries = Array.from(files, ([path, info]) => ({ path, ...info }))
  let expanded = 0
  let deflated = 0
  for (const { path, size, deflatedSize } of entries) {
    checkRatio(size, deflatedSize, limits, path)
    expanded += size
    deflated += deflatedSize
  }
  // The folder templates is an entry too.
  if (entries.length + 1 > limits.entries) throw over('entries', limits)
  checkLocales(files.keys())
  if (expanded > limits.expanded) throw over('expanded', limits)
  if (archiveSize(entries) > limits.archive) throw over('archive', limits)
  checkRatio(expanded, deflated, limits)
}

/** Refuses files in too many languages: each of them is looked at when a visitor's language is chosen. */
export function checkLocales(paths: Iterable<string>): void {
  const { locales: limit } = TEMPLATE_BOUNDS
  if (localeFolders(paths).size > limit) throw new Refusal('over_limit', { what: 'locales', limit })
}

function checkRatio(size: number, deflatedSize: number, limits: Limits, entry?: string): void {
  if (size > RATIO_FLOOR && size > deflatedSize * limits.ratio) throw over('ratio', limits, entry)
}

function over(what: 'archive' | 'entries' | 'expanded' | 'ratio', limits: Limits, entry?: string): Refusal {
  return new Refusal('over_limit', { what, limit: limits[what], ...(entry !== undefined && { entry }) })
}
