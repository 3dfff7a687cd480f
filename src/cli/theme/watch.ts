import { existsSync, mkdirSync, watch as watchFiles } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shown } from '../lint-shown.ts'
import { Problem } from '../problem.ts'
import type { Context } from './context.ts'
import { Copy } from './copy.ts'
import { placeOf, TEMPLATES } from './folder.ts'
import { type Outcome, type PushOptions, sendChanges } from './sending.ts'

/** Editors write a file in several steps, and people save several files at once. */
const QUIET_MS = 300
const TICK_MS = 5_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const SERVER_FAILED = 5
const NOT_AUTHORIZED = 3

/** Wakes a loop when something may have changed. */
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
 * `watch`: pushes whenever files are saved, until it is stopped. Nothing ends it: what the linter finds and conflicts
 * are told, and the next change is tried again; without an answer of the service, it tries again by itself.
 */
export async function watch(context: Context, options: PushOptions): Promise<void> {
  const copy = await Copy.of(context)
  // Reports wrong settings, and asks questions, before it starts to watch.
  told(await sendChanges(copy, context, options))
  const templates = join(context.folder, TEMPLATES)
  if (!existsSync(templates)) mkdirSync(templates, { recursive: true })
  const bell = new Bell()
  const watcher = watchFiles(templates, { recursive: true }, () => bell.ring())
  watcher.on('error', error => console.error(`The folder cannot be watched: ${error.message}.`))
  const clock = afterSleep(() => bell.ring())
  // A process that was suspended, by Ctrl+Z for example, and goes on.
  process.on('SIGCONT', () => bell.ring())
  const { promise: stopped, resolve: stop } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop())
  console.error(`Watching ${shown(templates)}. Press Ctrl+C to stop.`)
  const live = { ...options, allowLive: true }
  const work = async () => {
    for (;;) {
      await bell.rung()
      await pause(QUIET_MS)
      await persistently(() => sendChanges(copy, context, live))
    }
  }
  await Promise.race([stopped, work()])
  watcher.close()
  clearInterval(clock)
  // A push that is under way is one write: it happens as a whole or not at all.
  process.exit(0)
}

/** A machine that slept has missed what happened meanwhile: its clock has jumped. */
function afterSleep(woken: () => void): NodeJS.Timeout {
  let last = Date.now()
  return setInterval(() => {
    if (Date.now() - last > 3 * TICK_MS) woken()
    last = Date.now()
  }, TICK_MS)
}

/** Pushes, and again while the service does not answer or does not take the credentials. */
async function persistently(push: () => Promise<Outcome>): Promise<void> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
    try {
      told(await push())
      return
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      console.error(error.message)
      if (error.exitCode !== SERVER_FAILED && error.exitCode !== NOT_AUTHORIZED) return
      console.error(`Trying again in ${wait / 1000} s.`)
      await pause(wait)
    }
  }
}

function told({ answer }: Outcome): void {
  if (answer === undefined) return
  for (const { path, kind } of answer.changes) console.log(`${kind.padEnd(10)}  ${shown(placeOf(path))}`)
  console.error(`Pushed as revision ${answer.revision}.`)
}
