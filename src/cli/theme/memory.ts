import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = '.tabard'

interface Kept {
  readonly files: Readonly<Record<string, string>>
}

/**
 * The state of a folder and a theme when they were last equal, stored in `.tabard/`. Losing it is harmless: equal files
 * are stored again, and files that differ are not overwritten.
 */
export class Memory {
  readonly #folder: string
  readonly #file: string

  constructor(root: string, server: string, theme: string) {
    this.#folder = join(root, FOLDER)
    const name = createHash('sha256').update(`${server}\n${theme}`).digest('hex').slice(0, 16)
    this.#file = join(this.#folder, `${name}.json`)
  }

  /** Whether a state is stored in this folder. */
  isKnown(): boolean {
    return existsSync(this.#file)
  }

  /** The digests of the files by path. */
  files(): Map<string, string> {
    try {
      const { files } = JSON.parse(readFileSync(this.#file, 'utf8')) as Kept
      return new Map(Object.entries(files).filter(([, digest]) => typeof digest === 'string'))
    } catch {
      return new Map()
    }
  }

  keep(files: ReadonlyMap<string, string>): void {
    const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
    this.#write(
      this.#file,
      `${JSON.stringify({ files: Object.fromEntries(sorted) } satisfies Kept, null, 1)}\n`,
    )
  }

  /** A stored file content that a later merge needs. */
  content(digest: string): Buffer | undefined {
    const file = this.#contentFile(digest)
    return existsSync(file) ? readFileSync(file) : undefined
  }

  keepContent(digest: string, bytes: Uint8Array): void {
    const file = this.#contentFile(digest)
    if (!existsSync(file)) this.#write(file, bytes)
  }

  #contentFile(digest: string): string {
    return join(this.#folder, 'contents', digest)
  }

  #write(file: string, content: string | Uint8Array): void {
    mkdirSync(join(this.#folder, 'contents'), { recursive: true })
    const ignores = join(this.#folder, '.gitignore')
    if (!existsSync(ignores)) writeFileSync(ignores, '*\n')
    const next = `${file}.${process.pid}`
    writeFileSync(next, content)
    renameSync(next, file)
  }
}
