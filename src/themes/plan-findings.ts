import { setTimeout as sleep } from 'node:timers/promises'
import type { BlobInfo, ThemeBlob } from '../core/blob.ts'
import type { Overlay } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import type { Finding, LintReport, Severity } from '../lint/lint.ts'
import type { Snapshot } from '../pages/pages.ts'
import type { ThemeFile } from '../store/store.ts'
import { type PackageContents, unpacked } from '../zip/zip.ts'
import type { ThemeLinting } from './linting.ts'

/** What the linter finds in a theme after an upload and does not find today. */
export interface PlanFindings {
  /** Whether the linter finished in time. If not, there are no findings. */
  readonly checked: boolean
  readonly counts: Readonly<Record<Severity, number>>
  /** The worst first; further ones are counted only. */
  readonly added: readonly Finding[]
}

const MOST_ADDED = 200
const NOTHING = { fatal: 0, error: 0, warning: 0, recommendation: 0 }

interface Parts {
  readonly linting: ThemeLinting
  readonly content: (info: BlobInfo) => Promise<Buffer>
}

/** A theme before and after an upload. */
interface Sides {
  readonly theme: Snapshot
  readonly upload: PackageContents
  readonly before: ReadonlyMap<ThemePath, ThemeFile>
  readonly after: Overlay
}

/** What an upload adds. A linter that fails or takes longer than it may is no reason for a plan to fail. */
export async function planFindings(parts: Parts, sides: Sides, mostMs: number): Promise<PlanFindings> {
  const patience = new AbortController()
  const late = sleep(mostMs, undefined, { signal: patience.signal }).catch(() => undefined)
  const compared = await Promise.race([reportsOf(parts, sides).catch(() => undefined), late])
  patience.abort()
  if (compared === undefined) return { checked: false, counts: NOTHING, added: [] }
  const added = addedFindings(compared.before.findings, compared.after.findings)
  const counts: Record<Severity, number> = { ...NOTHING }
  for (const { severity } of added) counts[severity] += 1
  return { checked: true, counts, added: added.slice(0, MOST_ADDED) }
}

/** What the linter says of a theme as it is, and as the upload would make it. */
async function reportsOf(
  { linting, content }: Parts,
  { theme, upload, before, after }: Sides,
): Promise<{ before: LintReport; after: LintReport }> {
  const entries = Array.from(after, ([path, { digest }]) => {
    const blob = upload.files.get(path)
    return blob?.digest === digest ? { ...blob, path } : before.get(path)!
  })
  const read = (entry: ThemeFile | (ThemeBlob & { path: ThemePath })): Promise<Uint8Array> =>
    'deflated' in entry ? unpacked(entry) : content(entry)
  const today = await linting.revision(theme)
  return { before: today, after: await linting.over(theme.id, { entries, overlay: after, read }) }
}

/** The findings of one list that are not in another. Lines may have moved, so places are not compared. */
function addedFindings(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  const known = new Map<string, number>()
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1)
  return after.filter(finding => {
    const left = known.get(keyOf(finding)) ?? 0
    known.set(keyOf(finding), left - 1)
    return left <= 0
  })
}

function keyOf({ rule, file, message }: Finding): string {
  return JSON.stringify([rule, file, message])
}
