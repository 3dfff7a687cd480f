import { existsSync, mkdirSync, watch as watchFiles } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shown } from '../lint-shown.ts'
import { fileMessage, isFileError, Problem } from '../problem.ts'
import type { Context } from './context.ts'
import { Copy } from './copy.ts'
import { placeOf, TEMPLATES } from './folder.ts'
import { assertMayBeLive, isLive, type Outcome, type PushOptions, sendChanges } from './sending.ts'

/** Editors write a file in several steps, and people save several files at once. */
const QUIET_MS = 300
const TICK_MS = 5_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
/** The exit codes of a service that does not respond, and of credentials that it rejects. */
const RETRIED: readonly number[] = [5, 3]

/** Wakes up a loop when something may have changed. */
class Bell {
  #ring = Promise.withResolvers<void>()

  ring(): void {
    this.#ring.resolve()
  }

  async rung(): Promise<void> {
    await this.#ring.promise
    this.#ring = Promise.withResolvers()
  }
}

/**
 * `watch`: pushes whenever files are saved, until it is stopped. Lint findings and conflicts are printed, and the next
 * change triggers another push. If the service does not respond, the push is retried.
 */
export async function watch(context: Context, options: PushOptions): Promise<void> {
  const copy = await Copy.of(context)
  // The first push reports wrong settings and asks questions before watching starts.
  const first = await sendChanges(copy, context, options)
  told(first, context)
  // If there was nothing to push, nobody has been asked yet.
  if (first.answer === undefined) await assertMayBeLive(first.remote, context, options)
  // A theme that goes live later is another matter, for which the first answer does not count.
  const later = { ...options, allowLive: options.allowLive || isLive(first.remote) }
  const templates = join(context.folder, TEMPLATES)
  if (!existsSync(templates)) mkdirSync(templates, { recursive: true })
  const bell = new Bell()
  const watcher = watchFiles(templates, { recursive: true }, () => bell.ring())
  watcher.on('error', error => console.error(`The folder cannot be watched: ${error.message}.`))
  const clock = afterSleep(() => bell.ring())
  // A suspended process, for example after Ctrl+Z, may have missed changes.
  process.on('SIGCONT', () => bell.ring())
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  console.error(`Watching ${shown(templates)}. Press Ctrl+C to stop.`)
  const work = async () => {
    for (;;) {
      await bell.rung()
      await pause(QUIET_MS)
      await persistently(async () => told(await sendChanges(copy, context, later), context))
    }
  }
  await Promise.race([stopped, work()])
  watcher.close()
  clearInterval(clock)
  // A push in progress is one write: it happens completely or not at all.
  process.exit(0)
}

/**
 * Calls `woken` after the machine slept, because changes may have been missed. A jump of the clock shows that it slept.
 */
function afterSleep(woken: () => void): NodeJS.Timeout {
  let last = Date.now()
  return setInterval(() => {
    if (Date.now() - last > 3 * TICK_MS) woken()
    last = Date.now()
  }, TICK_MS)
}

/** Pushes, and retries while the service does not respond or rejects the credentials, or while files come and go. */
export async function persistently(push: () => Promise<unknown>): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      await push()
      return
    } catch (error) {
      // The first time, it is a temporary file of an editor.
      if (isGone(error) && wait === FIRST_WAIT_MS) {
        await pause(wait)
        continue
      }
      if (!(error instanceof Problem) && !isFileError(error)) throw error
      console.error(messageOf(error))
      if (error instanceof Problem && !RETRIED.includes(error.exitCode)) return
      console.error(`Trying again in ${wait / 1000} s.`)
      await pause(wait)
    }
  }
}

/** Whether a file disappeared while it was read: editors write and remove temporary files. */
function isGone(error: unknown): error is NodeJS.ErrnoException {
  return isFileError(error) && error.code === 'ENOENT'
}

function messageOf(error: Problem | NodeJS.ErrnoException): string {
  if (error instanceof Problem) return error.message
  if (!isGone(error)) return fileMessage(error)
  return `${error.path === undefined ? 'A file' : shown(error.path)} disappeared while it was read.`
}

/** Prints the result of a push; as JSON on one line, for programs that read line by line. */
function told({ answer }: Outcome, { options }: Context): void {
  if (answer === undefined) return
  if (options.json) {
    console.log(JSON.stringify(answer))
    return
  }
  for (const { path, kind } of answer.changes) console.log(`${kind.padEnd(10)}  ${shown(placeOf(path))}`)
  console.error(`Pushed as revision ${answer.revision}.`)
}
