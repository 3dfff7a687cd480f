import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import { doing } from '../progress.ts'
import { confirm } from './ask.ts'
import type { Context } from './context.ts'
import { type Copy, isLabels, type Remote, type Selection } from './copy.ts'
import { placeOf } from './folder.ts'
import { subjectOfCommit } from './repository.ts'
import { Refused } from './session.ts'
import { themePath } from './themes.ts'
import type { Compared } from './three-way.ts'
import type { PushedTheme } from './wire.ts'

export interface PushOptions extends Selection {
  readonly delete?: boolean
  readonly allowLive?: boolean
  readonly force?: boolean
  readonly dryRun?: boolean
  readonly strict?: boolean
  readonly lint: boolean
  readonly message?: string
  readonly create?: boolean
}

/** The changes that a push makes. */
export interface Plan {
  readonly writes: readonly Compared[]
  readonly reverts: readonly Compared[]
  readonly conflicts: readonly Compared[]
}

/** The result of a push. If there is no answer, nothing was sent. */
export interface Outcome {
  readonly plan: Plan
  readonly remote: Remote
  readonly answer?: PushedTheme
}

const TRIES = 5

/** Sends the local changes as one revision, unless somebody else has changed the same files of the theme. */
export async function sendChanges(copy: Copy, context: Context, options: PushOptions): Promise<Outcome> {
  let checked = false
  for (let tried = 1; ; tried++) {
    const remote = await copy.remote()
    const compared = copy.compared(remote, options)
    const plan = planOf(compared, options)
    assertNoConflicts(plan)
    const isEmpty = plan.writes.length + plan.reverts.length === 0
    if (options.dryRun) return { plan, remote }
    copy.remember(remote, copy.equal(compared))
    if (isEmpty && !isNewsForSource(copy, remote)) return { plan, remote }
    if (!checked && !isEmpty) {
      if (options.lint) await assertSound(copy, context, options)
      await assertMayBeLive(remote, context, options)
      checked = true
    }
    try {
      const answer = await sent(copy, plan, remote, context, options)
      return isEmpty ? { plan, remote } : { plan, remote, answer }
    } catch (error) {
      // Somebody else pushed first. If they changed other files, their changes stay and the push is repeated.
      if (!(error instanceof Refused) || error.status !== 412 || tried >= TRIES) throw error
    }
  }
}

function planOf(compared: readonly Compared[], { delete: mirrors, force }: PushOptions): Plan {
  const gone = ({ mine }: Compared) => mine === undefined
  const wanted = compared.filter(file => !gone(file) || mirrors)
  const conflicts = wanted.filter(({ standing }) => standing === 'conflict')
  const forced = force ? conflicts : []
  return {
    writes: [...wanted.filter(({ standing }) => standing === 'local'), ...forced.filter(file => !gone(file))],
    reverts: [...wanted.filter(file => gone(file) && file.standing === 'deleted'), ...forced.filter(gone)],
    conflicts: force ? [] : conflicts,
  }
}

function assertNoConflicts({ conflicts }: Plan): void {
  if (conflicts.length === 0) return
  const names = conflicts.map(({ path }) => `  ${shown(placeOf(path))}`).join('\n')
  throw new Problem(
    4,
    `Nothing was pushed, because these files were also changed on the server:\n${names}\nRun "tabard theme pull" first, which merges labels, or keep yours with "push --force <path>".`,
  )
}

async function assertSound(copy: Copy, { folder }: Context, { strict }: PushOptions): Promise<void> {
  const { lintFolder } = await import('./checks.ts')
  const { worst, report } = lintFolder(folder, copy.folder)
  const stops = worst === 'error' || (strict && worst === 'warning')
  if (!stops) return
  console.error(report)
  throw new Problem(1, 'Nothing was pushed, because of these findings. Fix them, or push with --no-lint.')
}

/** Whether people see a change of the theme at once. */
export function isLive({ theme }: Pick<Remote, 'theme'>): boolean {
  return theme.id === 'default' || theme.applications.length > 0
}

/** Asks for confirmation before a change of a live theme, because people see the change at once. */
export async function assertMayBeLive(
  remote: Remote,
  { options }: Context,
  { allowLive }: Pick<PushOptions, 'allowLive'>,
): Promise<void> {
  if (allowLive || !isLive(remote)) return
  const { theme } = remote
  const users = theme.applications.map(({ name }) => `"${shown(name)}"`)
  const by = users.length === 0 ? 'it is the default theme' : `${users.join(', ')} use it`
  await confirm(options, {
    what: `The theme "${shown(theme.name)}" is live: ${by}.`,
    word: 'yes',
    flag: '--allow-live',
  })
}

async function sent(
  copy: Copy,
  { writes, reverts }: Plan,
  remote: Remote,
  context: Context,
  options: PushOptions,
): Promise<PushedTheme> {
  const { archived, packed } = await import('../../zip/zip.ts')
  const contents = writes.map(({ path }) => [path, copy.folder.read(path)] as const)
  const files = contents.map(([path, bytes]) => [path, packed(bytes)] as const)
  const message = options.message ?? (await subjectOfCommit(context.folder))
  const { data } = await doing('Pushing', () =>
    copy.session.json<PushedTheme>({
      method: 'POST',
      path: `${themePath(copy.id)}/push`,
      headers: { 'if-match': remote.etag },
      form: {
        ...(files.length > 0 && { files: archived(files) }),
        configuration: {
          reverts: reverts.map(({ path }) => path),
          ...(message !== undefined && { message }),
          ...(copy.repository !== undefined && {
            source: { name: copy.repository, except: differing(copy, remote, [...writes, ...reverts]) },
          }),
        },
      },
      // A request that is repeated after it succeeded fails its precondition.
      repeatable: true,
    }),
  )
  for (const [path, bytes] of contents)
    if (isLabels(path)) copy.memory.keepContent(files.find(([name]) => name === path)![1].digest, bytes)
  copy.remember(
    remote,
    new Map<string, string | undefined>([
      ...files.map(([path, { digest }]) => [path, digest] as const),
      ...reverts.map(({ path }) => [path, undefined] as const),
    ]),
  )
  return data
}

/**
 * The files that the folder and the theme do not have in common after a push. The folder does not have the files that
 * it ignores, even if it stops ignoring them later.
 */
function differing(copy: Copy, remote: Remote, pushed: readonly Compared[]): string[] {
  const done = new Set(pushed.map(({ path }) => path))
  const ignored = remote.theme.files.filter(
    ({ path, state }) => state !== 'master' && copy.folder.ignores(path),
  )
  return [
    ...copy.compared(remote).filter(({ path, standing }) => standing !== 'same' && !done.has(path)),
    ...ignored,
  ].map(({ path }) => path)
}

/** Whether a push without files would still update the state that the service stores for the repository. */
function isNewsForSource(copy: Copy, remote: Remote): boolean {
  const known = new Map(remote.base)
  for (const { path, theirs, standing } of copy.compared(remote)) {
    if (standing !== 'same') continue
    if (theirs?.own) known.set(path, theirs.digest)
    else known.delete(path)
  }
  return copy.repository !== undefined && copy.isNewsForSource(known)
}
