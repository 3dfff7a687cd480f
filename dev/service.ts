import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const SERVE = join(import.meta.dirname, 'serve.ts')
const STOP_MS = 5_000

/** The service, in a process that can be replaced by one with newer sources. */
export interface DevService {
  /** Whether it runs; this waits while it starts. */
  isUp(): Promise<boolean>
  restart(): void
  stop(): Promise<void>
}

/** Starts the service. Its log goes to the terminal. */
export function runService(environment: Record<string, string>): DevService {
  let turn = Promise.resolve(begun(environment))
  const isUp = async (): Promise<boolean> => {
    const asked = turn
    const up = await (await asked).up
    return asked === turn ? up : await isUp()
  }
  return {
    isUp,
    restart() {
      turn = turn.then(async run => {
        await run.end()
        return begun(environment)
      })
    },
    stop: async () => await (await turn).end(),
  }
}

interface Run {
  readonly up: Promise<boolean>
  end(): Promise<void>
}

function begun(environment: Record<string, string>): Run {
  const child = fork(SERVE, { env: environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit')
  return {
    up: Promise.race([once(child, 'message').then(() => true), ended.then(() => false)]),
    end: async () => await end(child, ended),
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.disconnect()
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(late)
}
