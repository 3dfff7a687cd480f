import type { ThemeBlob } from '../core/blob.ts'
import { applied, type Files, isWhole, outdated } from '../core/overlay.ts'
import type { ThemePath } from '../core/path.ts'
import { Refusal } from '../core/refusal.ts'
import { isShown } from '../core/shown.ts'
import type { TenantStore, TenantTransaction, Theme } from '../store/store.ts'
import type { PackageContents } from '../zip/zip.ts'
import type { Uploaded } from './plan.ts'
import type { ThemeParts } from './theme-parts.ts'

export interface WriteParts extends ThemeParts {
  readonly tenantStore: TenantStore
  /** Does the writes of this node to one theme one after the other. */
  readonly inTurn: <T>(theme: string, write: () => Promise<T>) => Promise<T>
  /** The files of each master that was ever shipped. */
  readonly masters: () => Promise<Files[]>
}

const NOTHING: PackageContents = { files: new Map(), ignored: [] }

/** What is in an archive, and what it makes of a theme; without an archive, nothing. */
export async function uploadedPackage(
  archive: Uint8Array | undefined,
  parts: Pick<WriteParts, 'codec' | 'limits' | 'master' | 'masters'>,
): Promise<Uploaded> {
  const { codec, limits, master } = parts
  const contents = archive === undefined ? NOTHING : await codec.read(archive, limits)
  const digests = digestsOf(contents.files)
  const masters = await parts.masters()
  const whole = isWhole(digests, masters)
  return {
    ...contents,
    whole,
    outdated: outdated(master.digests, digests, masters),
    neverShown: [...digests.keys()].filter(path => !isShown(path)),
    overlay: before => applied(master.digests, before, digests, whole, masters),
  }
}

/** Runs work on a locked theme. */
export async function onTheme<T>(
  { tenantStore, inTurn }: Pick<WriteParts, 'tenantStore' | 'inTurn'>,
  id: string,
  work: (tx: TenantTransaction, theme: Theme) => Promise<T>,
): Promise<T> {
  // Queued in memory, because in the database each waiting write would hold a connection.
  return await inTurn(id, () =>
    tenantStore.write(async tx => {
      const theme = await tx.themes.lock(id)
      if (theme === undefined) throw new Refusal('theme_unknown', {})
      return await work(tx, theme)
    }),
  )
}

export function digestsOf(files: ReadonlyMap<ThemePath, ThemeBlob>): Files {
  return new Map(Array.from(files, ([path, { digest }]) => [path, digest]))
}
