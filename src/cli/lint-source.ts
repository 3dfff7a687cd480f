import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { collision, flawText, isJunk, pathFlaw } from '../core/path.ts'
import { DEFAULT_LIMITS, Refusal } from '../core/refusal.ts'
import {
  type Content,
  contentOf,
  type Finding,
  findingOf,
  HEAD_BYTES,
  isTextPath,
  type LintSettings,
  refusedFinding,
} from '../lint/lint.ts'
import { readPackage, unpacked } from '../zip/zip.ts'
import { Problem } from './problem.ts'
import { ignoredIn } from './theme/ignore.ts'

/** A theme to check, and its location. */
export interface LintSource {
  /** The files by path below `templates`. */
  readonly files: Map<string, Content>
  /** Findings for what the service would reject. */
  readonly refused: readonly Finding[]
  /** Returns the location of a file, for people and for tools. */
  readonly place: (file: string) => string
  /** The folder where the search for settings starts, or the settings of the theme's tenant. */
  readonly settings: string | LintSettings
  /** Returns the URL of a rule's reference page on the service that stores the theme. */
  readonly docs?: (rule: string) => string
  /** The folder `templates`, if its files can be changed. */
  readonly templates?: string
}

/**
 * The theme in a folder or an archive; undefined if there is neither. Large assets are read completely only if `whole`
 * is set.
 */
export async function localSource(target: string, whole = false): Promise<LintSource | undefined> {
  const stats = statSync(target, { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  try {
    return stats.isDirectory() ? folderSource(target, whole) : await archiveSource(target, stats.size, whole)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new Problem(1, `The theme cannot be read: ${error.message}.`, { cause: error })
  }
}

function folderSource(folder: string, whole: boolean): LintSource {
  const templates = basename(resolve(folder)) === 'templates' ? folder : join(folder, 'templates')
  const place = (file: string) => slashed(relative('', join(templates, file)))
  if (!statSync(templates, { throwIfNoEntry: false })?.isDirectory()) {
    const message = 'The folder has no folder "templates". The files of a theme are in it.'
    const refused = [refusedFinding('package/templates-root', message)]
    return { files: new Map(), refused, place: () => slashed(relative('', folder)) || '.', settings: folder }
  }
  if (templates !== folder && lstatSync(templates).isSymbolicLink()) {
    // The target of the link may belong to somebody else, and --fix would change it.
    const refused = [refusedFinding('package/symlink', 'The folder "templates" is a link.')]
    return { files: new Map(), refused, place: () => slashed(relative('', templates)), settings: folder }
  }
  const settings = templates === folder ? dirname(resolve(folder)) : folder
  return { ...folderFiles(templates, whole, ignoredIn(settings)), place, settings, templates }
}

/** The files of a folder, up to the limits of a package. A path of a folder that may be ignored ends with a slash. */
export function folderFiles(
  templates: string,
  whole = false,
  ignores: (path: string) => boolean = () => false,
): Pick<LintSource, 'files' | 'refused'> {
  const files = new Map<string, Content>()
  const refused: Finding[] = []
  let [entries, total] = [0, 0]
  const visit = (below: string) => {
    for (const entry of readdirSync(join(templates, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (ignores(entry.isDirectory() ? `${path}/` : path)) continue
      entries += 1
      if (entries > DEFAULT_LIMITS.entries) return
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.')) visit(path)
      } else if (entry.isFile()) take(path)
      else refused.push(refusedFinding('package/symlink', 'This is a link or a special file.', path))
    }
  }
  const take = (path: string) => {
    const flaw = pathFlaw(path)
    if (flaw !== undefined)
      refused.push(
        refusedFinding('package/unsafe-path', `This path cannot be used: ${flawText(flaw)}.`, path),
      )
    const { size } = statSync(join(templates, path))
    if (size > DEFAULT_LIMITS.file) {
      refused.push(over('file', path))
      return
    }
    total += size
    if (total <= DEFAULT_LIMITS.expanded) files.set(path, contentIn(join(templates, path), size, whole))
  }
  visit('')
  if (entries > DEFAULT_LIMITS.entries) refused.push(over('entries'))
  if (total > DEFAULT_LIMITS.expanded) refused.push(over('expanded'))
  const twins = collision(
    [],
    [...files.keys()].filter(path => !isJunk(path)),
  )
  if (twins !== undefined) refused.push(findingOf(new Refusal('path_collides', twins))!)
  return { files, refused }
}

function over(what: 'file' | 'entries' | 'expanded', entry?: string): Finding {
  const limit = DEFAULT_LIMITS[what]
  return findingOf(new Refusal('over_limit', { what, limit, ...(entry !== undefined && { entry }) }))!
}

function contentIn(file: string, size: number, whole: boolean): Content {
  if (whole || isTextPath(file) || size <= HEAD_BYTES) return { bytes: readFileSync(file) }
  const bytes = Buffer.alloc(HEAD_BYTES)
  const descriptor = openSync(file, 'r')
  try {
    return { bytes: bytes.subarray(0, readSync(descriptor, bytes, 0, HEAD_BYTES, 0)), size }
  } finally {
    closeSync(descriptor)
  }
}

async function archiveSource(archive: string, size: number, whole: boolean): Promise<LintSource> {
  const place = (file: string) => (file === '' ? slashed(relative('', archive)) : `templates/${file}`)
  const settings = dirname(resolve(archive))
  try {
    if (size > DEFAULT_LIMITS.archive)
      throw new Refusal('over_limit', { what: 'archive', limit: DEFAULT_LIMITS.archive })
    const files = new Map<string, Content>()
    for (const [path, blob] of readPackage(readFileSync(archive), DEFAULT_LIMITS).files)
      files.set(path, whole ? { bytes: await unpacked(blob) } : contentOf(path, await unpacked(blob)))
    return { files, refused: [], place, settings }
  } catch (error) {
    const finding = error instanceof Refusal ? findingOf(error) : undefined
    if (finding === undefined) throw error
    return { files: new Map(), refused: [finding], place, settings }
  }
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
