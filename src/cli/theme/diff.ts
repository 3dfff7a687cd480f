import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { doing } from '../progress.ts'
import type { Context } from './context.ts'
import { assertMatched, Copy, isLabels, isSelected, type Selection } from './copy.ts'
import { placeOf } from './folder.ts'
import { originalsOf, outdatedIn } from './originals.ts'
import { detailsOf, encodedPath, themeIdFor, themePath } from './themes.ts'
import { byKey, counted, unified } from './unified.ts'
import type { FileList } from './wire.ts'

export interface DiffOptions extends Selection {
  readonly against?: string
  readonly originals?: boolean
  readonly stat?: boolean
  readonly nameOnly?: boolean
  readonly exitCode?: boolean
}

/** A file that differs, with its content before and after. */
interface Difference {
  readonly path: string
  readonly before: Buffer | undefined
  readonly after: Buffer | undefined
}

/** `diff`: compares the files here with those of the theme, the master, another theme or a revision. */
export async function diff(context: Context, options: DiffOptions): Promise<void> {
  const copy = await Copy.of(context)
  const found = await doing('Comparing', () =>
    options.originals ? changedOriginals(copy, options) : differences(copy, options),
  )
  if (options.exitCode && found.length > 0) process.exitCode = 1
  if (context.options.json) {
    print(
      found.map(({ path, before, after }) => ({
        path,
        what: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
        ...counted(before ?? Buffer.alloc(0), after ?? Buffer.alloc(0)),
      })),
      context.options,
    )
    return
  }
  for (const one of found) for (const line of linesOf(one, options)) console.log(line)
}

function linesOf({ path, before, after }: Difference, { stat, nameOnly }: DiffOptions): string[] {
  const name = placeOf(path)
  if (nameOnly) return [shown(name)]
  if (stat) {
    const { added, removed } = counted(before ?? Buffer.alloc(0), after ?? Buffer.alloc(0))
    return [`${`+${added} -${removed}`.padEnd(12)}  ${shown(name)}`]
  }
  // A new label file cannot be compared key by key.
  if (isLabels(path) && before !== undefined && after !== undefined) {
    const keys = byKey(name, before, after)
    if (keys.length > 2) return keys
  }
  return unified(name, before, after)
}

async function differences(copy: Copy, options: DiffOptions): Promise<Difference[]> {
  const base = await baseOf(copy, options.against ?? 'remote')
  const { data } = await copy.session.json<FileList>({ path: `${base}/files` })
  const there = new Map(data.files.map(file => [file.path, file]))
  const here = copy.folder.digests()
  assertMatched(options.paths, [...here.keys(), ...there.keys()])
  const own = data.files.filter(({ path, state }) => state !== 'master' && !copy.folder.ignores(path))
  const paths = [...new Set([...here.keys(), ...own.map(({ path }) => path)])].sort()
  const found: Difference[] = []
  for (const path of paths) {
    if (!isSelected(path, options) || here.get(path) === there.get(path)?.digest) continue
    const before = there.has(path)
      ? (await copy.session.call({ path: `${base}/files/${encodedPath(path)}` })).body
      : undefined
    found.push({ path, before, after: here.has(path) ? copy.folder.read(path) : undefined })
  }
  return found
}

/** The API path of the files to compare with. */
async function baseOf({ session, id }: Copy, against: string): Promise<string> {
  const at = (theme: string, point: string | number) => `${themePath(theme)}/revisions/${point}`
  if (against === 'master' || /^\d{1,9}$/.test(against)) return at(id, against)
  const theme = against === 'remote' ? id : await themeIdFor(session, against)
  return at(theme, (await detailsOf(session, theme)).data.revision)
}

async function changedOriginals(copy: Copy, options: DiffOptions): Promise<Difference[]> {
  if (options.against !== undefined)
    throw new Problem(2, 'Give either --originals or --against: originals are compared with each other.')
  const outdated = outdatedIn(copy, await copy.remote()).filter(({ path }) => isSelected(path, options))
  return await Promise.all(
    outdated.map(async file => {
      const { before, after } = await originalsOf(copy, file)
      return {
        path: file.path,
        before: file.from === null ? undefined : before,
        after: file.to === null ? undefined : after,
      }
    }),
  )
}
