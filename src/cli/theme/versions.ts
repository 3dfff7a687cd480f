import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { Problem } from '../problem.ts'
import { confirm } from './ask.ts'
import { type Context, sessionOf } from './context.ts'
import { Copy } from './copy.ts'
import { placeOf } from './folder.ts'
import { repositoryName } from './repository.ts'
import { isLive } from './sending.ts'
import { etagOf, Refused, type Session } from './session.ts'
import { detailsOf, sourceOf, themeIdOf, themePath } from './themes.ts'
import type { RevisionList, ThemeDetails, ThemeSource } from './wire.ts'

/** `history`: the revisions of a theme, newest first. */
export async function history(context: Context): Promise<void> {
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const { data } = await session.json<RevisionList>({ path: `${themePath(id)}/revisions` })
  const rows = data.revisions.map(({ revision, at, author, authorName, cause, changes, message }) => ({
    revision,
    at,
    author: authorName ?? author,
    cause,
    files: changes.length,
    message: message?.split('\n', 1)[0] ?? null,
  }))
  print(context.options.json ? data.revisions : rows, context.options)
}

/** `rollback`: restores all files of an earlier revision, as a new revision. */
export async function rollback(
  given: string,
  { allowLive }: { readonly allowLive?: boolean },
  context: Context,
): Promise<void> {
  if (!/^\d{1,9}$/.test(given) && given !== 'master')
    throw new Problem(2, 'Name a revision by its number, which "tabard theme history" prints, or master.')
  const session = sessionOf(context)
  const id = await themeIdOf(session, context)
  const { data, etag } = await detailsOf(session, id)
  if (!allowLive && isLive({ theme: data }))
    await confirm(context.options, {
      what: `The theme "${shown(data.name)}" is live. It will be rolled back to revision ${given}.`,
      word: 'yes',
      flag: '--allow-live',
    })
  const source = context.options.source ?? (await repositoryName(context.folder))
  const common = source === undefined ? undefined : await sourceOf(session, id, source)
  const { headers } = await session.call({
    method: 'POST',
    path: `${themePath(id)}/restore`,
    headers: { 'if-match': etag },
    json: { revision: given === 'master' ? given : Number(given) },
  })
  const restored = (await detailsOf(session, id)).data
  if (common !== undefined && common.revision !== null) {
    // Everything that was changed after the last push is by others.
    const isLater = given !== 'master' && Number(given) >= common.revision
    const theirs = (isLater ? changedByOthers : addedByOthers)(restored, common)
    const except = [...new Set([...changedByOthers(data, common), ...theirs])]
    await keepSource(session, id, { name: source!, except }, etagOf(headers))
  }
  const { revision } = restored
  if (context.options.json) print({ id, revision, restored: given }, context.options)
  else
    console.error(
      `Revision ${given} was restored as revision ${revision}. Run "tabard theme pull" to fetch its files.`,
    )
}

/** The files that somebody changed in the theme since the last push from a repository. */
function changedByOthers({ files }: ThemeDetails, common: ThemeSource): string[] {
  const own = new Map(
    files.filter(({ state }) => state !== 'master').map(({ path, digest }) => [path, digest] as const),
  )
  const paths = new Set([...own.keys(), ...Object.keys(common.files)])
  return [...paths].filter(path => own.get(path) !== (common.files[path] ?? undefined))
}

/** The files of a theme that the repository never had: others added them, maybe in an earlier revision. */
function addedByOthers({ files }: ThemeDetails, common: ThemeSource): string[] {
  return files
    .filter(({ path, state }) => state !== 'master' && common.files[path] === undefined)
    .map(({ path }) => path)
}

/**
 * Stores the rolled-back state for a repository, so that the next push from it does not conflict. What others changed
 * stays their change. If somebody was faster, or nobody can tell, nothing is stored: then the next push may conflict, but
 * loses nothing.
 */
async function keepSource(
  session: Session,
  id: string,
  source: { readonly name: string; readonly except: readonly string[] },
  etag: string,
): Promise<void> {
  if (etag === '') return
  const call = {
    method: 'POST',
    path: `${themePath(id)}/push`,
    headers: { 'if-match': etag },
    form: { configuration: { source } },
    repeatable: true,
  } as const
  await session.call(call).catch((error: unknown) => {
    if (!(error instanceof Refused) || error.status !== 412) throw error
  })
}

/** `eject`: copies files of the theme into the folder, so that they can be customized. */
export async function eject(paths: readonly string[], context: Context): Promise<void> {
  const copy = await Copy.of(context)
  const remote = await copy.remote()
  const { files } = remote
  const wanted = paths.map(given => {
    const path = below(given)
    const theirs = files.get(path)
    if (theirs === undefined)
      throw new Problem(1, `Neither the theme nor the master has the file ${shown(placeOf(path))}.`)
    return { path, digest: theirs.digest }
  })
  const here = copy.folder.digests()
  assertNone(wanted.filter(({ path }) => here.has(path)))
  const contents = await copy.contents(wanted)
  // Somebody may have saved one of them while they were downloaded.
  assertNone(wanted.filter(({ path }) => !copy.folder.isStill(path, undefined)))
  for (const { path } of wanted) copy.folder.write(path, contents.get(path)!)
  copy.remember(remote, new Map(wanted.map(({ path, digest }) => [path, digest])))
  print(
    wanted.map(({ path }) => ({ path: placeOf(path) })),
    context.options,
  )
}

function assertNone(existing: readonly { readonly path: string }[]): void {
  if (existing.length === 0) return
  const names = existing.map(({ path }) => shown(placeOf(path))).join(', ')
  throw new Problem(4, `These files exist already: ${names}. Nothing was written.`)
}

/** `revert`: removes local files, so that the next push with --delete restores the originals. */
export async function revert(
  paths: readonly string[],
  { force }: { readonly force?: boolean },
  context: Context,
): Promise<void> {
  const copy = await Copy.of(context)
  const remote = await copy.remote()
  const compared = copy.compared(remote)
  const wanted = paths.map(given => {
    const found = compared.find(({ path, mine }) => path === below(given) && mine !== undefined)
    if (found === undefined) throw new Problem(1, `There is no file ${shown(placeOf(below(given)))} here.`)
    return found
  })
  const unsent = wanted.filter(({ standing }) => standing === 'local' || standing === 'conflict')
  const names = unsent.map(({ path }) => shown(placeOf(path))).join(', ')
  if (unsent.length > 0 && !force)
    await confirm(context.options, {
      what: `Changes that you have not pushed will be lost: ${names}.`,
      word: 'yes',
      flag: '--force',
    })
  copy.remember(remote, copy.equal(compared))
  for (const { path } of wanted) copy.folder.remove(path)
  print(
    wanted.map(({ path }) => ({ path: placeOf(path) })),
    context.options,
  )
  if (!context.options.json)
    console.error('Run "tabard theme push --delete" to revert these files on the server, too.')
}

/** A path may be relative to the theme's folder or to `templates`. */
function below(given: string): string {
  return given.normalize('NFC').replace(/^(?:\.\/)?(?:templates\/)?/, '')
}
