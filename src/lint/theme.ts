import { type Label, labelsOf } from '../core/labels.ts'
import { DEFAULT_LOCALE, localeFolders } from '../core/locale.ts'
import { isTextPath, LintedFile } from './file.ts'

/** The content of a file; of a large asset its beginning and its size. */
export interface Content {
  readonly bytes: Uint8Array
  readonly size?: number
}

/** Of images and fonts, rules look at the beginning alone. */
export const HEAD_BYTES = 64 * 1024

/** As much of a content as rules look at. */
export function contentOf(path: string, bytes: Uint8Array): Content {
  if (isTextPath(path) || bytes.length <= HEAD_BYTES) return { bytes }
  // Copied, so that the rest of a large image need not be kept.
  return { bytes: Uint8Array.from(bytes.subarray(0, HEAD_BYTES)), size: bytes.length }
}

export type Contents = ReadonlyMap<string, Content>

/** What a tenant or a repository allows. */
export interface Allowed {
  /** Origins that scripts may be loaded from. */
  readonly scriptOrigins: readonly string[]
  /** Whether a tag manager may stand in the registration page: analytics are switched on for the theme. */
  readonly tagManager?: boolean
}

/** The master, read once for many themes. */
export class LintedMaster {
  readonly files: ReadonlyMap<string, LintedFile>

  constructor(contents: Contents) {
    this.files = lintedFiles(contents)
  }
}

const labelsIn = new WeakMap<LintedFile, ReadonlyMap<string, Label>>()

/** A theme over the master, as rules see it. */
export class LintedTheme {
  /** The theme's own files, by path. Those that equal the master's are among them. */
  readonly own: ReadonlyMap<string, LintedFile>
  readonly master: ReadonlyMap<string, LintedFile>
  readonly allowed: Allowed
  /** Paths of own files whose original in the master has changed since they were made from it. */
  readonly outdated: ReadonlySet<string>
  readonly #masters = new Map<LintedFile, boolean>()

  constructor(
    own: ReadonlyMap<string, LintedFile>,
    master: LintedMaster,
    allowed: Allowed,
    outdated: ReadonlySet<string> = new Set(),
  ) {
    this.own = own
    this.master = master.files
    this.allowed = allowed
    this.outdated = outdated
  }

  /** The theme's file, or the master's. */
  file(path: string): LintedFile | undefined {
    return this.own.get(path) ?? this.master.get(path)
  }

  /** Whether a file says what the master's says. Nothing in such a file is a mistake of the theme. */
  isMasters(file: LintedFile): boolean {
    const known = this.#masters.get(file)
    if (known !== undefined) return known
    const original = this.master.get(file.path)
    // Of a large asset only the beginning is at hand, which says nothing about the rest.
    const isKnown = original?.size === file.size && file.size === file.bytes.length
    const same = isKnown && Buffer.compare(original.bytes, file.bytes) === 0
    this.#masters.set(file, same)
    return same
  }

  /** The languages that the theme has files for, the default one first. */
  get locales(): string[] {
    const found = [...localeFolders(this.own.keys())].filter(locale => locale !== DEFAULT_LOCALE)
    return [DEFAULT_LOCALE, ...found.sort()]
  }

  /** The labels of a file, read once. */
  labels(file: LintedFile): ReadonlyMap<string, Label> {
    const known = labelsIn.get(file) ?? labelsOf(file.text)
    labelsIn.set(file, known)
    return known
  }
}

export function lintedFiles(contents: Contents): Map<string, LintedFile> {
  return new Map(Array.from(contents, ([path, { bytes, size }]) => [path, new LintedFile(path, bytes, size)]))
}
