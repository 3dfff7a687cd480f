import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase } from '../test/support/database.ts'
import { inTurn, medians, type Row, TINY } from './measure.ts'
import { freePort } from './nginx.ts'
import { onLoadCore, processorMicroseconds } from './pin.ts'
import { FLAGS } from './process.ts'

const ROUNDS = TINY ? 1 : 9
const GOAL = 8
const LOOK_MS = 2
const BARE = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT, '127.0.0.1')`

/** How long it takes from the start of a process to the first 200, beside a server of Node alone. */
export async function startRow(): Promise<Row> {
  const database = await freshDatabase('SQLite')
  const program = join(import.meta.dirname, '../bin/tabard.mjs')
  const bare = join(database.data, 'bare.cjs')
  writeFileSync(bare, BARE)
  const environment = { ...database.environment, DATABASE_URL: '' }
  const ours = () => started([...FLAGS, program, 'serve'], '/healthz', environment)
  const peer = () => started([bare], '/', {})
  try {
    // The first start makes the database and compiles the program; it is not one that people wait for again.
    await ours()
    const pairs = await inTurn(ROUNDS, ours, peer)
    const of = (what: keyof Started) =>
      medians(pairs.map(pair => ({ ours: pair.ours[what], peer: pair.peer[what] })))
    const [time, cpu] = [of('ms'), of('cpuMs')]
    const shown = (who: 'ours' | 'peer') => `${time[who].toFixed(0)} ms, ${cpu[who].toFixed(0)} ms CPU`
    return {
      name: 'start to the first 200 (Node alone)',
      ours: shown('ours'),
      peer: shown('peer'),
      ratio: `${time.ratio.toFixed(1)} × (CPU ${cpu.ratio.toFixed(1)} ×)`,
      bound: `≤ ${GOAL} ×`,
      holds: time.ratio <= GOAL,
      figures: time,
    }
  } finally {
    await database.remove()
  }
}

interface Started {
  readonly ms: number
  readonly cpuMs: number
}

async function started(
  words: readonly string[],
  path: string,
  environment: Record<string, string>,
): Promise<Started> {
  const port = await freePort()
  const begun = performance.now()
  const child = spawn(...onLoadCore(process.execPath, words), {
    stdio: 'ignore',
    env: { ...process.env, ...environment, HOST: '127.0.0.1', PORT: String(port) },
  })
  await firstAnswer(child, port, path)
  const ms = performance.now() - begun
  const cpuMs = processorMicroseconds(child.pid!) / 1000
  child.kill()
  await once(child, 'exit')
  return { ms, cpuMs }
}

async function firstAnswer(child: ChildProcess, port: number, path: string): Promise<void> {
  while (!(await isFine(port, path))) {
    if (child.exitCode !== null) throw new Error('the server ended before it answered')
    await sleep(LOOK_MS)
  }
}

/** Whether the answer is a 200, asked for with as little work as can be: both share a core. */
async function isFine(port: number, path: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
    const [bytes] = (await once(socket, 'data')) as [Buffer]
    return bytes.toString('latin1').startsWith('HTTP/1.1 200')
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
