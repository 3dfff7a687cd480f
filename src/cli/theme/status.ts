import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import { isFileError, Problem } from '../problem.ts'
import type { Context } from './context.ts'
import { Copy, type Remote, type Selection } from './copy.ts'
import { placeOf } from './folder.ts'
import { measured, outdatedIn } from './originals.ts'
import { themePath } from './themes.ts'
import type { Compared } from './three-way.ts'

export interface StatusOptions extends Selection {
  readonly exitCode?: boolean
  readonly markCurrent?: readonly string[]
}

/** `status`: the differences between folder and theme, who made them, and which originals have changed. */
export async function status(context: Context, options: StatusOptions): Promise<void> {
  const copy = await Copy.of(context)
  const remote = await copy.remote()
  if (options.markCurrent !== undefined) {
    await markCurrent(copy, remote, options.markCurrent, context)
    return
  }
  copy.assertKnown(remote, options)
  const compared = copy.compared(remote, options)
  try {
    copy.remember(remote, copy.equal(compared))
  } catch (error) {
    // A pipeline may have a checkout that it can only read. What is not remembered is compared again.
    if (!isFileError(error)) throw error
  }
  const files = compared
    .filter(({ standing }) => standing !== 'same')
    .map(file => ({ path: file.path, what: whatOf(file) }))
  const outdated = await measured(copy, outdatedIn(copy, remote))
  const { id, name, revision } = remote.theme
  if (options.exitCode && files.length + outdated.length > 0) process.exitCode = 1
  if (context.options.json) {
    print({ theme: { id, name, revision }, files, outdated }, context.options)
    return
  }
  for (const { path, what } of files) console.log(`${what.padEnd(16)}  ${shown(placeOf(path))}`)
  for (const { path, added, removed } of outdated)
    console.log(`${'outdated'.padEnd(16)}  ${shown(placeOf(path))}  (original: +${added} -${removed} lines)`)
  if (files.length === 0) console.error(`The folder is the same as "${shown(name)}" in revision ${revision}.`)
  if (outdated.length > 0)
    console.error(
      'The originals of outdated files have changed since they were customized. Compare them with "tabard theme diff --originals", then run "tabard theme status --mark-current <file>".',
    )
}

/** Marks customized files as compared with their current originals. */
async function markCurrent(
  copy: Copy,
  remote: Remote,
  given: readonly string[],
  context: Context,
): Promise<void> {
  const outdated = new Set(outdatedIn(copy, remote).map(({ path }) => path))
  const reviewed = given.map(path => path.replace(/^(?:\.\/)?(?:templates\/)?/, ''))
  const wrong = reviewed.find(path => !outdated.has(path))
  if (wrong !== undefined)
    throw new Problem(
      1,
      `${shown(placeOf(wrong))} is not outdated. Run "tabard theme status" to see which files are.`,
    )
  await copy.session.call({
    method: 'POST',
    path: `${themePath(copy.id)}/push`,
    headers: { 'if-match': remote.etag },
    form: { configuration: { reviewed, message: 'Compared with the current originals' } },
    repeatable: true,
  })
  print(
    reviewed.map(path => ({ path: placeOf(path), current: true })),
    context.options,
  )
}

/** Describes the change of a file. Programs read these words with `--json`. */
function whatOf({ standing, mine, base, theirs }: Compared): string {
  switch (standing) {
    case 'same':
      return 'same'
    case 'local':
      return base === undefined && theirs === undefined ? 'added here' : 'changed here'
    case 'deleted':
      return 'deleted here'
    case 'remote':
      return mine === undefined ? 'added there' : 'changed there'
    case 'reverted':
      return 'reverted there'
    case 'conflict':
      return mine === undefined ? 'deleted/changed' : 'conflict'
  }
}
