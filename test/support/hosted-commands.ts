import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Order } from './command-host.ts'
import type { Ended } from './process.ts'

const HOST = join(import.meta.dirname, 'command-host.ts')

/** Hosts that do nothing at the moment. One that is busy is never waited for: commands that overlap run at once. */
const idle: Host[] = []
const all = new Set<Host>()
after(async () => void (await Promise.all([...all].map(host => host.stop()))))

/**
 * Runs a command to its end in a process that runs others before and after it: to start Node and to load the program takes
 * most of the processor time of a command. The process is another than that of the tests, and fails the command if
 * something would keep a process of its own from ending.
 */
export async function hosted(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> {
  return await begun(program, words, environment).ended
}

/** A command that runs: what it has said so far, and how it ends. */
export interface Begun {
  readonly said: { readonly stdout: string; readonly stderr: string }
  readonly ended: Promise<Ended>
  /** Has the effect of a signal on a service. */
  signal(signal: NodeJS.Signals): void
}

/** Starts a command as `hosted` does, and calls back whenever it has said something. */
export function begun(
  program: string,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  heard = () => {},
): Begun {
  const host = idle.pop() ?? new Host(program, environment)
  all.add(host)
  const ended = host.run(words, environment, heard).then(how => {
    if (host.isAlive) idle.push(host)
    else all.delete(host)
    return how
  })
  return { said: host.said, ended, signal: signal => host.signal(signal) }
}

class Host {
  readonly #child: ChildProcess
  #said = { stdout: '', stderr: '' }
  readonly #closed: Promise<unknown>
  #heard = () => {}

  constructor(program: string, env: Readonly<Record<string, string>>) {
    this.#child = spawn(process.execPath, [HOST, program], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    this.#closed = once(this.#child, 'close')
    for (const name of ['stdout', 'stderr'] as const)
      this.#child[name]!.setEncoding('utf8').on('data', text => {
        this.#said[name] += text
        this.#heard()
      })
  }

  get isAlive(): boolean {
    const { connected, exitCode, signalCode } = this.#child
    // The end of a process may be told before the end of its channel.
    return connected && exitCode === null && signalCode === null
  }

  /** What the command has said that it was told last. */
  get said(): Begun['said'] {
    return this.#said
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.send(signal)
  }

  async run(
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
    heard: () => void,
  ): Promise<Ended> {
    const end = `\0${randomUUID()}`
    const order: Order = { words, environment, end }
    this.#said = { stdout: '', stderr: '' }
    this.#child.send(order)
    const over = Promise.withResolvers<void>()
    this.#heard = () => {
      heard()
      if (Object.values(this.#said).every(text => text.includes(end) && text.endsWith('\n'))) over.resolve()
    }
    await Promise.race([this.#closed, over.promise])
    const { stdout, stderr } = this.#said
    const [printed = '', code] = stdout.split(end)
    // A process that a command ends has no code but its own.
    if (code === undefined) return { code: this.#child.exitCode, stdout, stderr }
    const [told = ''] = stderr.split(end)
    if (Number.isNaN(Number(code))) throw new Error(`tabard ${words.join(' ')} ended with ${code}`)
    return { code: Number(code), stdout: printed, stderr: told }
  }

  async stop(): Promise<void> {
    // Not `close`, which a child that was disconnected may never tell.
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
  }
}
