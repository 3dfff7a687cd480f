import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import { type Context, sessionOf } from './context.ts'
import { digestOf, ThemeFolder } from './folder.ts'
import { ignoring } from './ignore.ts'
import { Memory } from './memory.ts'
import { repositoryName } from './repository.ts'
import { Refused, type Session } from './session.ts'
import {
  brandingPath,
  detailsOf,
  encodedPath,
  sourceOf,
  themeIdMade,
  themeIdOf,
  themePath,
} from './themes.ts'
import { type Compared, comparedFiles, type Theirs } from './three-way.ts'
import type { ThemeDetails, ThemeSource } from './wire.ts'

/** The files that a command works on. */
export interface Selection {
  readonly paths: readonly string[]
  readonly only?: readonly string[]
  readonly ignore?: readonly string[]
}

/** The state of a theme on the service, and the state when it was last equal to the folder. */
export interface Remote {
  readonly base: ReadonlyMap<string, string>
  readonly theme: ThemeDetails
  readonly etag: string
  readonly files: ReadonlyMap<string, Theirs>
}

const AT_ONCE = 6

/** A folder that is a copy of a theme. */
export class Copy {
  readonly session: Session
  readonly folder: ThemeFolder
  readonly memory: Memory
  readonly id: string
  /** The name of the repository of the folder. */
  readonly repository: string | undefined
  /**
   * The state that the service stores for the repository. Undefined until it is fetched, and if the folder has a state
   * of its own.
   */
  #source: ThemeSource | undefined

  private constructor(session: Session, root: string, id: string, repository: string | undefined) {
    this.session = session
    this.repository = repository
    this.folder = new ThemeFolder(root)
    this.memory = new Memory(root, session.server, id)
    this.id = id
  }

  /** The copy in the folder of a command. With `make`, the theme is created if it does not exist. */
  static async of(context: Context, make = false): Promise<Copy> {
    const session = sessionOf(context)
    const id = await (make ? themeIdMade : themeIdOf)(session, context)
    const repository = context.options.source ?? (await repositoryName(context.folder))
    return new Copy(session, context.folder, id, repository)
  }

  async remote(): Promise<Remote> {
    const { data: theme, etag } = await detailsOf(this.session, this.id)
    const files = theme.files
      .filter(({ path }) => !this.folder.ignores(path))
      .map(({ path, digest, state }) => [path, { digest, own: state !== 'master' }] as const)
    return { theme, etag, files: new Map(files), base: await this.#base() }
  }

  /**
   * The last state that was equal on both sides. In a fresh clone, it is the state after the last push from the
   * repository.
   */
  async #base(): Promise<Map<string, string>> {
    if (this.memory.isKnown() || this.repository === undefined) return this.memory.files()
    return this.#known(await this.#asked(this.repository))
  }

  /** The files that the service stores as common, without those that the folder ignores. */
  #known({ files }: ThemeSource): Map<string, string> {
    const known = new Map<string, string>()
    for (const [path, digest] of Object.entries(files))
      if (digest !== null && !this.folder.ignores(path)) known.set(path, digest)
    return known
  }

  /** The state that the service stores for the repository. */
  async #asked(repository: string): Promise<ThemeSource> {
    this.#source ??= await sourceOf(this.session, this.id, repository)
    return this.#source
  }

  /** Fetches the common ancestors of label files that a merge needs, if the folder does not have them. */
  async recall(compared: readonly Compared[]): Promise<void> {
    const lacking = compared.filter(
      ({ path, base, standing }) =>
        standing === 'conflict' &&
        isLabels(path) &&
        base !== undefined &&
        this.memory.content(base) === undefined,
    )
    if (lacking.length === 0 || this.repository === undefined) return
    const { revision } = await this.#asked(this.repository)
    for (const { path, base } of revision === null ? [] : lacking) {
      const at = `${themePath(this.id)}/revisions/${revision}/files/${encodedPath(path)}`
      // The revision may have been dropped, or may contain another version of the file. Then nothing is merged.
      const body = await this.session.call({ path: at }).then(
        answer => answer.body,
        error => {
          if (error instanceof Refused) return undefined
          throw error
        },
      )
      if (body !== undefined && digestOf(body) === base) this.memory.keepContent(base, body)
    }
  }

  /** Whether the state that the service stores for the repository is outdated. */
  isNewsForSource(common: ReadonlyMap<string, string>): boolean {
    if (this.#source === undefined) return false
    const known = this.#known(this.#source)
    return known.size !== common.size || [...known].some(([path, digest]) => common.get(path) !== digest)
  }

  /** The state of the files that a command works on. */
  compared({ files, base }: Remote, selection?: Selection): Compared[] {
    const all = comparedFiles(this.folder.digests(), base, files)
    return selection === undefined ? all : all.filter(({ path }) => isSelected(path, selection))
  }

  /** Fails if a path that somebody gave names no file, neither here nor in the theme or its master. */
  assertKnown({ files, base }: Remote, { paths }: Selection): void {
    if (paths.length > 0)
      assertMatched(paths, [...this.folder.digests().keys(), ...base.keys(), ...files.keys()])
  }

  /** File contents from the service. Fails if the theme is being changed at the same time. */
  async contents(
    wanted: readonly { readonly path: string; readonly digest: string }[],
  ): Promise<Map<string, Buffer>> {
    const found = new Map<string, Buffer>()
    const queue = [...wanted]
    const fetched = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
        const path = `${brandingPath(this.id)}/${encodedPath(next.path)}`
        const { body } = await this.session.call({ path })
        if (digestOf(body) !== next.digest)
          throw new Problem(4, 'The theme was changed while it was read. Run the command again.')
        found.set(next.path, body)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, fetched))
    return found
  }

  /** Stores which files are equal now, and the label files that a later merge needs. */
  remember({ base }: Remote, changes: ReadonlyMap<string, string | undefined>): void {
    const files = this.memory.isKnown() ? this.memory.files() : new Map(base)
    for (const [path, digest] of changes) {
      if (digest === undefined) files.delete(path)
      else files.set(path, digest)
    }
    this.memory.keep(files)
  }

  /** Files that are equal on both sides. They can be stored as such without any action of the user. */
  equal(compared: readonly Compared[]): Map<string, string | undefined> {
    const same = compared.filter(({ standing }) => standing === 'same')
    for (const { path, mine } of same)
      if (mine !== undefined && isLabels(path) && this.folder.isStill(path, mine))
        this.memory.keepContent(mine, this.folder.read(path))
    return new Map(same.map(({ path, mine }) => [path, mine]))
  }
}

/** Whether a file is merged key by key. */
export function isLabels(path: string): boolean {
  return path.endsWith('.properties')
}

/** Fails if a path that somebody gave names none of the files. Otherwise a typo would look like a success. */
export function assertMatched(paths: readonly string[], files: readonly string[]): void {
  for (const path of paths)
    if (!files.some(file => isSelected(file, { paths: [path] })))
      throw new Problem(
        2,
        `There is no file "${shown(path)}", neither here nor in the theme. Files in .tabardignore do not count.`,
      )
}

/** Paths may be relative to the theme's folder or to `templates`, and may be folders or patterns. */
export function isSelected(path: string, { paths, only = [], ignore = [] }: Selection): boolean {
  const meant = (patterns: readonly string[]) => ignoring(patterns.map(below).join('\n'))(path)
  const wanted = [...paths, ...only]
  return (wanted.length === 0 || meant(wanted)) && (ignore.length === 0 || !meant(ignore))
}

/** A pattern for paths below `templates`. The folder itself stands for all of them. */
function below(pattern: string): string {
  const rest = pattern.normalize('NFC').replace(/^(?:\.\/)?(?:templates(?:\/|$))?/, '')
  return rest === '' || rest === '.' ? '*' : rest
}
