import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { doing } from '../progress.ts'
import { type Context, sessionOf } from './context.ts'
import type { Selection } from './copy.ts'
import { ThemeFolder } from './folder.ts'
import { masterFiles } from './local-theme.ts'
import { brandingPath, themeIdOf } from './themes.ts'

interface PackageOptions {
  readonly out?: string
  readonly all?: boolean
  readonly force?: boolean
}

interface ArchiveOptions extends Selection {
  readonly all?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
}

const NAME = 'theme.zip'

/** `package`: packs the files here into an archive that any service accepts. Equal files give equal bytes. */
export async function pack(context: Context, { out = NAME, all, force }: PackageOptions): Promise<void> {
  const folder = new ThemeFolder(context.folder)
  const { archived, packed } = await import('../../zip/zip.ts')
  const contents = new Map<string, Buffer>(all ? masterFiles() : [])
  for (const path of folder.digests().keys()) contents.set(path, folder.read(path))
  if (contents.size === 0)
    throw new Problem(
      1,
      `There are no files in ${shown(context.folder)}/templates. Eject or pull some first.`,
    )
  const archive = archived([...contents].map(([path, bytes]) => [path, packed(bytes)] as const))
  keep(out, archive, '--out', force)
  report(out, contents.size, context)
}

/** `pull --zip`: downloads the theme as an archive. */
export async function pullArchive(
  file: string,
  { all, force, dryRun, ...selection }: ArchiveOptions,
  context: Context,
): Promise<void> {
  if (dryRun || [selection.paths, selection.only, selection.ignore].some(given => given?.length))
    throw new Problem(2, '--zip writes the whole theme: it takes no paths, --only, --ignore or --dry-run.')
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const path = `${brandingPath(id)}?customized_only=${all !== true}`
  const { body } = await doing('Reading the theme', () => session.call({ path }))
  keep(file, body, '--zip', force)
  report(file, undefined, context)
}

function report(file: string, files: number | undefined, { options }: Context): void {
  if (options.json) print({ file, ...(files !== undefined && { files }) }, options)
  else console.error(`Wrote ${shown(file)}.`)
}

/** Writes a file in one step. An existing file is replaced only with --force. */
function keep(name: string, bytes: Uint8Array, option: string, force = false): void {
  const file = resolve(name)
  if (!force && existsSync(file))
    throw new Problem(
      4,
      `The file ${shown(name)} exists already. Name another with ${option}, or add --force.`,
    )
  const next = `${file}.${process.pid}.tmp`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(next, bytes)
    renameSync(next, file)
  } catch (error) {
    rmSync(next, { force: true })
    throw new Problem(1, `The file ${shown(name)} cannot be written: ${(error as Error).message}.`)
  }
}
