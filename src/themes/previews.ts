import { hash, randomBytes } from 'node:crypto'
import type { BlobInfo } from '../core/blob.ts'
import { BoundedCache } from '../core/bounded-cache.ts'
import { localeFolders } from '../core/locale.ts'
import type { ThemePath } from '../core/path.ts'
import type { Store } from '../store/store.ts'
import type { Snapshot } from './snapshot.ts'

const KIND = 'Preview'
const MINUTES = 15
const REMEMBERED_BYTES = 16 * 1024 * 1024
const ID = /^preview-[\w-]{32}$/

/** Whether an id is that of a preview. */
export function isPreview(id: string): boolean {
  return ID.test(id)
}

/** A content that is at hand, because it was never stored. */
export interface Unsaved extends BlobInfo {
  readonly bytes: Buffer
}

interface Kept {
  readonly themeId: string
  readonly files: Readonly<Record<string, string>>
}

/** Files that are not saved yet, laid over a theme for a quarter of an hour. The id is the key to them. */
export class Previews {
  readonly #store: Store
  readonly #known = new BoundedCache<string, { kept: Kept; weight: number }>(
    REMEMBERED_BYTES,
    ({ weight }) => weight,
  )

  constructor(store: Store) {
    this.#store = store
  }

  async keep(tenant: string, themeId: string, files: ReadonlyMap<ThemePath, Buffer>): Promise<string> {
    const id = `preview-${randomBytes(24).toString('base64url')}`
    const kept: Kept = {
      themeId,
      files: Object.fromEntries(Array.from(files, ([path, bytes]) => [path, bytes.toString('base64')])),
    }
    const payload = JSON.stringify(kept)
    await this.#store.tenant(tenant).keepShortLived({
      kind: KIND,
      idHash: hash('sha256', id),
      client: null,
      payload,
      expiresAt: Date.now() + MINUTES * 60_000,
    })
    this.#known.set(`${tenant} ${id}`, { kept, weight: payload.length })
    return id
  }

  /** The theme with the files over it; undefined when there is no such preview, or not any more. */
  async view(
    tenant: string,
    id: string,
    theme: (id: string) => Promise<Snapshot | undefined>,
  ): Promise<Snapshot | undefined> {
    if (!isPreview(id)) return undefined
    const kept = this.#known.get(`${tenant} ${id}`)?.kept ?? (await this.#read(tenant, id))
    const below = kept && (await theme(kept.themeId))
    return below && laidOver(id, below, kept.files)
  }

  async #read(tenant: string, id: string): Promise<Kept | undefined> {
    const record = await this.#store.tenant(tenant).shortLived(KIND, hash('sha256', id))
    if (record === undefined || (record.expiresAt ?? 0) < Date.now()) return undefined
    const kept = JSON.parse(record.payload) as Kept
    this.#known.set(`${tenant} ${id}`, { kept, weight: record.payload.length })
    return kept
  }
}

function laidOver(id: string, below: Snapshot, files: Kept['files']): Snapshot {
  const unsaved = new Map<string, Unsaved>(
    Object.entries(files).map(([path, text]) => {
      const bytes = Buffer.from(text, 'base64')
      return [path, { digest: hash('sha256', bytes), size: bytes.length, crc: 0, deflatedSize: 0, bytes }]
    }),
  )
  return {
    ...below,
    id,
    locales: new Set([...below.locales, ...localeFolders(unsaved.keys())]),
    own: path => unsaved.get(path) ?? below.own(path),
    file: path => unsaved.get(path) ?? below.file(path),
    ownPaths: () => new Set([...below.ownPaths(), ...unsaved.keys()]),
  }
}
