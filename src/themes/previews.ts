import { hash, randomBytes } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { BoundedCache, type CacheFigures } from '../core/bounded-cache.ts'
import { localeFolders } from '../core/locale.ts'
import type { ThemePath } from '../core/path.ts'
import { laidOver, type Snapshot, type Unsaved, unsaved } from '../pages/pages.ts'
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
/** How many files are worked on before others get their turn. */
const AT_ONCE = 250
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
  /** Previews that are being read; concurrent callers wait for the same read. */
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
    const payload = await payloadOf({ themeId, author, files })
    // Yields, because encoding megabytes takes long.
    await setImmediate()
    const most = Math.min(EACH, Math.max(1, Math.floor(EACH_LENGTH / payload.length)))
    await this.#store
      .tenant(tenant)
      .records.keep(
        { kind: PREVIEW.name, idHash: hash('sha256', id), owner: author, payload, expiresAt },
        most,
      )
    await this.#remember(tenant, id, { themeId, author, files }, expiresAt)
    return id
  }

  /** The theme with the files of the preview over it; undefined if the preview does not exist, or no longer. */
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
    const decoded = new Map<string, Buffer>()
    for await (const [path, text] of inTurns(Object.entries(files)))
      decoded.set(path, Buffer.from(text, 'base64'))
    return await this.#remember(tenant, id, { ...rest, files: decoded }, record.expiresAt ?? 0)
  }

  async #remember(
    tenant: string,
    id: string,
    { files, ...rest }: Payload<Buffer>,
    expiresAt: number,
  ): Promise<Kept> {
    const contents = new Map<string, Unsaved>()
    let weight = 300
    for await (const [path, bytes] of inTurns(files)) {
      contents.set(path, unsaved(bytes))
      weight += bytes.length + 300
    }
    const kept = { ...rest, files: contents, locales: localeFolders(files.keys()), expiresAt, weight }
    this.#known.set(`${tenant} ${id}`, kept)
    return kept
  }
}

/** The JSON that is kept. Base64 needs no escapes, so its megabytes are not searched for what to escape. */
async function payloadOf({ files, ...rest }: Payload<Buffer>): Promise<string> {
  const members: string[] = []
  for await (const [path, bytes] of inTurns(files))
    members.push(`${JSON.stringify(path)}:"${bytes.toString('base64')}"`)
  return `${JSON.stringify(rest).slice(0, -1)},"files":{${members.join()}}}`
}

async function* inTurns<File>(files: Iterable<File>): AsyncGenerator<File> {
  let count = 0
  for (const file of files) {
    yield file
    count += 1
    if (count % AT_ONCE === 0) await setImmediate()
  }
}
