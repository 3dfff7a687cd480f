import { decodedText } from '../../core/labels.ts'
import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { doing } from '../progress.ts'
import type { Context } from './context.ts'
import { Copy, isLabels, isSelected, type Selection } from './copy.ts'
import { placeOf } from './folder.ts'
import { mergedLabels } from './label-merge.ts'
import type { Compared } from './three-way.ts'

export interface PullOptions extends Selection {
  readonly all?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
}

/** What a pull changes in a file. */
interface Pulled {
  readonly path: string
  readonly what: 'written' | 'removed' | 'merged' | 'conflict'
}

/** `pull`: downloads the changes of the theme. Local changes are not overwritten without --force. */
export async function pull(context: Context, options: PullOptions): Promise<void> {
  const copy = await Copy.of(context)
  const remote = await copy.remote()
  copy.assertKnown(remote, options)
  const compared = copy.compared(remote, options)
  const known = new Set(compared.map(({ path }) => path))
  // Files of the master that are not here are downloaded only with --all.
  const rest = options.all
    ? [...remote.files].flatMap(([path, theirs]) =>
        known.has(path) || !isSelected(path, options) ? [] : [{ path, theirs, standing: 'same' as const }],
      )
    : []
  const selected = rest.length === 0 ? compared : [...compared, ...rest]
  const wanted = selected.filter(file => isWanted(file, options))
  const bytes = await doing('Reading the theme', () =>
    copy.contents(wanted.flatMap(({ path, theirs }) => (theirs ? [{ path, digest: theirs.digest }] : []))),
  )
  await copy.recall(wanted)
  const remembered = copy.equal(compared)
  const pulled: Pulled[] = []
  // Removals come first: where a name changed case, or a file takes the place of a folder, they would remove the new file.
  const inOrder = wanted.toSorted((a, b) => Number(isTheirs(a, options)) - Number(isTheirs(b, options)))
  for (const file of inOrder) {
    const { path, theirs } = file
    const content = bytes.get(path)
    const taken = isEdited(copy, file, options)
      ? ({ what: 'conflict' } as const)
      : takenFrom(copy, file, content, options)
    pulled.push({ path, what: taken.what })
    if (taken.what === 'conflict' || options.dryRun) continue
    if (taken.bytes === undefined) copy.folder.remove(path)
    else copy.folder.write(path, taken.bytes)
    remembered.set(path, taken.bytes === undefined ? undefined : theirs!.digest)
    if (content !== undefined && isLabels(path)) copy.memory.keepContent(theirs!.digest, content)
  }
  pulled.sort((a, b) => (a.path < b.path ? -1 : 1))
  if (!options.dryRun) copy.remember(remote, remembered)
  report(pulled, remote.theme.revision, context, options)
}

function isWanted({ mine, theirs, standing }: Compared, { all, force }: PullOptions): boolean {
  if (standing === 'remote' || standing === 'reverted' || standing === 'conflict') return true
  if (force && (standing === 'local' || standing === 'deleted'))
    return standing === 'deleted' || theirs !== undefined
  return all === true && standing === 'same' && mine === undefined && theirs !== undefined
}

/** Whether somebody saved a file while the others were downloaded. */
function isEdited({ folder }: Copy, { path, mine }: Compared, { force, dryRun }: PullOptions): boolean {
  return !force && !dryRun && !folder.isStill(path, mine)
}

/** The new content of a file; undefined if the file is removed. */
function takenFrom(
  copy: Copy,
  file: Compared,
  content: Buffer | undefined,
  options: PullOptions,
): { readonly what: Pulled['what']; readonly bytes?: Buffer } {
  const { path, mine, base, standing } = file
  if (standing === 'conflict' && !options.force) {
    const before = base === undefined ? undefined : copy.memory.content(base)
    if (mine === undefined && content !== undefined) return { what: 'written', bytes: content }
    if (isLabels(path) && before !== undefined && content !== undefined && mine !== undefined) {
      const texts = [copy.folder.read(path), before, content].map(decodedText)
      const { text, conflicts } = mergedLabels(texts[0]!, texts[1]!, texts[2]!)
      if (conflicts.length === 0) return { what: 'merged', bytes: Buffer.from(text) }
    }
    return { what: 'conflict' }
  }
  return isTheirs(file, options) ? { what: 'written', bytes: content! } : { what: 'removed' }
}

/** Whether the folder gets the file of the theme. */
function isTheirs({ theirs }: Compared, { all }: PullOptions): boolean {
  return theirs?.own === true || (all === true && theirs !== undefined)
}

function report(
  pulled: readonly Pulled[],
  revision: number,
  { options }: Context,
  { dryRun }: PullOptions,
): void {
  const conflicts = pulled.filter(({ what }) => what === 'conflict')
  if (conflicts.length > 0) process.exitCode = 4
  if (options.json) {
    print({ revision, files: pulled }, options)
    return
  }
  for (const { path, what } of pulled) console.log(`${what.padEnd(8)}  ${shown(placeOf(path))}`)
  if (conflicts.length > 0)
    console.error(
      `${conflicts.length === 1 ? 'One file was' : `${conflicts.length} files were`} changed both locally and on the server; the local version was kept. Fetch the other one with "pull --force <path>", or keep yours with "push --force <path>".`,
    )
  else if (pulled.length === 0) console.error(`The folder is up to date with revision ${revision}.`)
  if (dryRun) console.error('Nothing was written.')
}
