import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { on, once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestDatabase } from '../support/database.ts'
import { bare } from '../support/process.ts'

/** Starts nodes that do jobs in processes of their own, and kills them. */
export class KilledNodes {
  readonly #script: string
  readonly #database: TestDatabase
  readonly #started: ChildProcess[] = []

  constructor(script: string, database: TestDatabase) {
    this.#script = join(import.meta.dirname, script)
    this.#database = database
  }

  /** A node whose clock is ahead; with `halt`, one that halts in the middle of a write of that job. */
  async start(ahead: number, halt = '', turn = 1): Promise<KilledNode> {
    const { data, database } = this.#database
    const args = [this.#script, data, String(ahead), halt, String(turn)]
    if (database !== undefined) args.push(database)
    const child = spawn(process.execPath, args, { env: bare(), stdio: ['ignore', 'pipe', 'inherit'] })
    this.#started.push(child)
    const lines = on(createInterface(child.stdout), 'line', { close: ['close'] })
    const says = async (word: string) => assert.deepEqual((await lines.next()).value, [word])
    await says('ready')
    return { halted: () => says('middle'), kill: () => killed(child) }
  }

  /** Kills all that still run. */
  async kill(): Promise<void> {
    await Promise.all(this.#started.map(killed))
  }
}

interface KilledNode {
  /** Waits until it has halted. */
  halted(): Promise<void>
  kill(): Promise<void>
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'close')
  child.kill('SIGKILL')
  await gone
}
