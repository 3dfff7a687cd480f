import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { flawText, isJunk, pathFlaw } from '../../core/path.ts'
import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import { ignoredIn } from './ignore.ts'

export const TEMPLATES = 'templates'

/** The files of a theme in a folder. */
export class ThemeFolder {
  readonly root: string
  readonly #ignored: (path: string) => boolean
  /** The names of files on the disk, where they are spelled differently from the paths of the service. */
  readonly #spelled = new Map<string, string>()

  constructor(root: string) {
    this.root = root
    this.#ignored = ignoredIn(root)
  }

  /** Whether every command ignores a file. */
  ignores(path: string): boolean {
    return isJunk(path) || this.#ignored(path)
  }

  /** The digest of each file, by path below `templates`. macOS may decompose names; the service composes them. */
  digests(): Map<string, string> {
    const found = new Map<string, string>()
    this.#spelled.clear()
    const take = (name: string) => {
      const path = this.#checked(name).normalize('NFC')
      if (found.has(path))
        throw new Problem(
          2,
          `Two files have the path ${TEMPLATES}/${shown(path)}: their names differ only in how accents are encoded. Remove one of them.`,
        )
      if (path !== name) this.#spelled.set(path, name)
      found.set(path, digestOf(this.read(path)))
    }
    const visit = (below: string) => {
      for (const entry of readdirSync(join(this.root, TEMPLATES, below), { withFileTypes: true })) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`
        if (this.ignores(entry.isDirectory() ? `${path}/` : path)) continue
        if (entry.isDirectory()) visit(path)
        else if (entry.isFile()) take(path)
        else
          throw new Problem(
            2,
            `${TEMPLATES}/${shown(path)} is a link or a special file. Put the file itself there.`,
          )
      }
    }
    if (existsSync(join(this.root, TEMPLATES))) visit('')
    return found
  }

  read(path: string): Buffer {
    return readFileSync(join(this.root, TEMPLATES, this.#spelled.get(path) ?? path))
  }

  /** Whether a file still has the content with a digest; without one, whether there is still no file. */
  isStill(path: string, digest: string | undefined): boolean {
    const file = this.#place(path)
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true
    return (isFile ? digestOf(readFileSync(file)) : undefined) === digest
  }

  /** Writes a file in one step, so that an interrupted command leaves either the old content or the new one. */
  write(path: string, bytes: Uint8Array): void {
    const file = this.#place(path)
    mkdirSync(dirname(file), { recursive: true })
    const next = `${file}.${randomBytes(6).toString('hex')}.tmp`
    try {
      writeFileSync(next, bytes, { flag: 'wx' })
      renameSync(next, file)
    } catch (error) {
      rmSync(next, { force: true })
      throw new Problem(1, `The file ${shown(file)} cannot be written: ${(error as Error).message}.`)
    }
  }

  /** Removes a file, and the folders that become empty. */
  remove(path: string): void {
    const file = this.#place(path)
    rmSync(file, { force: true })
    const top = join(this.root, TEMPLATES)
    for (let folder = dirname(file); folder !== top && folder.startsWith(top); folder = dirname(folder)) {
      if (!existsSync(folder) || readdirSync(folder).length > 0) return
      rmdirSync(folder)
    }
  }

  /**
   * The location of a file. The name may come from a server: it must not lead out of the folder, not even through a
   * link.
   */
  #place(path: string): string {
    const parts = [TEMPLATES, ...this.#checked(this.#spelled.get(path) ?? path).split('/')]
    let at = this.root
    for (const part of parts) {
      at = join(at, part)
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
        throw new Problem(2, `${shown(at)} is a link. Nothing is written through links.`)
    }
    return at
  }

  #checked(path: string): string {
    const flaw = pathFlaw(path)
    if (flaw === undefined) return path
    throw new Problem(2, `The path ${TEMPLATES}/${shown(path)} cannot be used: ${flawText(flaw)}.`)
  }
}

/** The path of a file as people see it. */
export function placeOf(path: string): string {
  return `${TEMPLATES}/${path}`
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
