import { shown } from '../lint-shown.ts'
import { print } from '../print.ts'
import type { Context } from './context.ts'
import { Copy } from './copy.ts'
import { placeOf } from './folder.ts'
import { measured, outdatedIn } from './originals.ts'
import { type Outcome, type PushOptions, sendChanges } from './sending.ts'
import type { PushedTheme } from './wire.ts'

/** `push`: sends the local changes as one revision. */
export async function push(context: Context, options: PushOptions): Promise<void> {
  const copy = await Copy.of(context, options.create === true && options.dryRun !== true)
  // Before anything is sent: a typo among several paths is told too.
  if (options.paths.length > 0) copy.assertKnown(await copy.remote(), options)
  const outcome = await sendChanges(copy, context, options)
  if (outcome.answer !== undefined) report(outcome.answer, context)
  else if (options.dryRun) await reportPlan(copy, outcome, context)
  else reportNothing(outcome, context)
}

/** Prints the result of a push. */
export function report(pushed: PushedTheme, { options }: Context): void {
  if (options.json) {
    print(pushed, options)
    return
  }
  for (const { path, kind } of pushed.changes) console.log(`${kind.padEnd(10)}  ${shown(placeOf(path))}`)
  for (const path of pushed.outdated)
    console.error(
      `${shown(placeOf(path))} is the unchanged original of an earlier version, so it was not stored. The theme uses the current original.`,
    )
  for (const path of pushed.neverShown)
    console.error(`${shown(placeOf(path))} is never shown: no page, mail or address uses it.`)
  console.error(
    pushed.changes.length === 0
      ? `Nothing changed: the theme is at revision ${pushed.revision}.`
      : `Pushed as revision ${pushed.revision}.`,
  )
}

function reportNothing({ remote: { theme } }: Outcome, { options }: Context): void {
  const { revision } = theme
  if (options.json) print({ revision, changes: [], ignored: [], outdated: [], neverShown: [] }, options)
  else console.error(`There is nothing to push: the theme is at revision ${revision}.`)
}

async function reportPlan(copy: Copy, { plan, remote }: Outcome, { options }: Context): Promise<void> {
  const { writes, reverts } = plan
  const outdated = await measured(copy, outdatedIn(copy, remote))
  const { revision } = remote.theme
  if (options.json) {
    const [write, revert] = [writes.map(({ path }) => path), reverts.map(({ path }) => path)]
    print({ revision, write, revert, outdated }, options)
    return
  }
  for (const { path } of writes) console.log(`write     ${shown(placeOf(path))}`)
  for (const { path } of reverts) console.log(`revert    ${shown(placeOf(path))}`)
  for (const { path, added, removed } of outdated)
    console.log(`outdated  ${shown(placeOf(path))}  (original: +${added} -${removed} lines)`)
  console.error(
    writes.length + reverts.length === 0
      ? `There is nothing to push: the theme is at revision ${revision}.`
      : 'Nothing was pushed.',
  )
}
