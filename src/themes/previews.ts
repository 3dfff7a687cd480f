import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import type { ThemePath } from '../core/path.ts'
import { laidOver, type Snapshot, type Unsaved, unsavedFiles } from '../pages/pages.ts'
import { RecordKind, type Store } from '../store/store.ts'
import { checkLocales } from './revise.ts'

/** What is kept of a preview; files in base64. */
const PREVIEW = new RecordKind<Omit<Payload<never>, 'files'> & { files: Readonly<Record<string, string>> }>(
  'Preview',
)
const MINUTES = 15
/** How many previews are kept for one API client or person; a further one takes the place of the oldest. */
const EACH = 20
/** How many characters all of them may have together: of large ones fewer are kept. */
const EACH_LENGTH = 32 * 1024 * 1024
/** Several times the largest preview, so that none has to be read again for each file that a page asks for. */
const REMEMBERED_BYTES = 32 * 1024 * 1024
const ID = /^preview-[\w-]{32}$/

/** Whether an id is that of a preview. */
export function isPreview(id: string): boolean {
  return ID.test(id)
}

interface Kept extends Payload<Unsaved> {
  readonly expiresAt: number
  readonly locales: ReadonlySet<string>
  readonly weight: number
}

interface Payload<Content> {
  readonly themeId: string
  /** The API client or the person that tries it out. */
  readonly author: string
  readonly files: ReadonlyMap<string, Content>
}

/** Files that are not saved yet, laid over a theme for a quarter of an hour. The id is the key to them. */
export class Previews {
  readonly #store: Store
  readonly #now: () => number
  readonly #known = new BoundedCache<string, Kept>(REMEMBERED_BYTES, ({ weight }) => weight)
  /** Previews that are being read: whoever asks meanwhile waits for the same reading. */
  readonly #reading = new Map<string, Promise<Kept | undefined>>()

  constructor(store: Store, now: () => number) {
    this.#store = store
    this.#now = now
  }

  get cache(): CacheFigures {
    return this.#known
  }

  async keep(
    tenant: string,
    author: string,
    themeId: string,
    files: ReadonlyMap<ThemePath, Buffer>,
  ): Promise<string> {
    checkLocales(files.keys())
    const id = `preview-${randomBytes(24).toString('base64url')}`
    const expiresAt = this.#now() + MINUTES * 60_000
    const payload = payloadOf({ themeId, author, files })
    // Megabytes have been encoded: whoever waits gets a turn.
    await setImmediate()
    const most = Math.min(EACH, Math.max(1, Math.floor(EACH_LENGTH / payload.length)))
    await this.#store
      .tenant(tenant)
      .records.keep(
        { kind: PREVIEW.name, idHash: hash('sha256', id), owner: author, payload, expiresAt },
        most,
      )
    this.#remember(tenant, id, { themeId, author, files }, expiresAt)
    return id
  }

  /** The theme with the files over it; undefined when there is no such preview, or not any more. */
  async view(
    tenant: string,
    id: string,
    theme: (id: string) => Promise<Snapshot | undefined>,
  ): Promise<Snapshot | undefined> {
    const kept = this.#known.get(`${tenant} ${id}`) ?? (await this.#read(tenant, id))
    if (kept === undefined || kept.expiresAt <= this.#now()) return undefined
    const below = await theme(kept.themeId)
    return below && laidOver(below, { ...kept, id })
  }

  async #read(tenant: string, id: string): Promise<Kept | undefined> {
    const key = `${tenant} ${id}`
    const reading = this.#reading.get(key) ?? this.#readOnce(tenant, id)
    this.#reading.set(key, reading)
    try {
      return await reading
    } finally {
      this.#reading.delete(key)
    }
  }

  async #readOnce(tenant: string, id: string): Promise<Kept | undefined> {
    const record = await this.#store.tenant(tenant).records.get(PREVIEW.name, hash('sha256', id))
    if (record === undefined) return undefined
    const { files, ...rest } = PREVIEW.heldIn(record)
    const decoded = Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')] as const)
    return this.#remember(tenant, id, { ...rest, files: new Map(decoded) }, record.expiresAt ?? 0)
  }

  #remember(tenant: string, id: string, { files, ...rest }: Payload<Buffer>, expiresAt: number): Kept {
    const unsaved = unsavedFiles(files)
    const weight = [...unsaved.files.values()].reduce((sum, { size }) => sum + size + 300, 300)
    const kept = { ...rest, ...unsaved, expiresAt, weight }
    this.#known.set(`${tenant} ${id}`, kept)
    return kept
  }
}

/** The JSON that is kept. Base64 needs no escapes, so its megabytes are not searched for what to escape. */
function payloadOf({ files, ...rest }: Payload<Buffer>): string {
  const members = Array.from(
    files,
    ([path, bytes]) => `${JSON.stringify(path)}:"${bytes.toString('base64')}"`,
  )
  return `${JSON.stringify(rest).slice(0, -1)},"files":{${members.join()}}}`
}
