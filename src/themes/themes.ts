import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import type { ThemePath } from '../core/path.ts'
import { type Limits, Refusal } from '../core/refusal.ts'
import { MASTER } from '../core/theme.ts'
import type { Store } from '../store/store.ts'
import { type Codec, unpacked } from '../zip/zip.ts'
import type { Master } from './master.ts'
import { masterSnapshot, type Snapshot, snapshotOf } from './snapshot.ts'
import { TenantThemes } from './tenant-themes.ts'

export { loadMaster, type Master } from './master.ts'
export { fileTag } from './snapshot.ts'
export type { TenantThemes, Writing, Written } from './tenant-themes.ts'

export interface ThemeParts {
  readonly store: Store
  readonly master: Master
  readonly limits: Limits
  readonly codec: Codec
  readonly newId: () => string
}

const CONTENT_BYTES = 32 * 1024 * 1024
const SNAPSHOTS = 1_000

/** The themes of all tenants, and what is remembered of them: nothing is asked of the store that has not changed. */
export class Themes {
  readonly #parts: ThemeParts
  readonly #contents = new BoundedCache<string, Buffer>(CONTENT_BYTES, content => content.length + 100)
  readonly #snapshots = new BoundedCache<string, { epoch: number; revision: number; snapshot: Snapshot }>(
    SNAPSHOTS,
  )
  #masters: { epoch: number; paths: ThemePath[][] } | undefined

  constructor(parts: ThemeParts) {
    this.#parts = parts
  }

  /** The themes of one tenant. */
  of(tenant: string): TenantThemes {
    return new TenantThemes({
      ...this.#parts,
      tenantStore: this.#parts.store.tenant(tenant),
      snapshot: id => this.#snapshot(tenant, id),
      content: info => this.#content(info),
      masters: () => this.#shipped(),
    })
  }

  async #snapshot(tenant: string, id: string): Promise<Snapshot> {
    const { store, master } = this.#parts
    if (id === MASTER) return masterSnapshot(master)
    const key = `${tenant} ${id}`
    const epoch = store.epoch()
    const known = this.#snapshots.get(key)
    if (known?.epoch === epoch) return known.snapshot
    const tenantStore = store.tenant(tenant)
    const theme = await tenantStore.theme(id)
    if (theme === undefined) {
      this.#snapshots.delete(key)
      throw new Refusal('theme_unknown', {})
    }
    const snapshot =
      known?.revision === theme.revision
        ? known.snapshot
        : snapshotOf(theme, await tenantStore.files(id, theme.revision), master)
    this.#snapshots.set(key, { epoch, revision: theme.revision, snapshot })
    return snapshot
  }

  async #content({ digest }: BlobInfo): Promise<Buffer> {
    const known = this.#contents.get(digest)
    if (known !== undefined) return known
    const blob = (await this.#parts.store.blobs([digest])).get(digest)
    if (blob === undefined) throw new Error(`content ${digest} is missing`)
    const content = await unpacked(blob)
    this.#contents.set(digest, content)
    return content
  }

  async #shipped(): Promise<ThemePath[][]> {
    const epoch = this.#parts.store.epoch()
    if (this.#masters?.epoch !== epoch) {
      this.#masters = { epoch, paths: [...(await this.#parts.store.masters()).values()] }
    }
    return this.#masters.paths
  }
}
