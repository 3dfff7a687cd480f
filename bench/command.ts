import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median, type Row } from './measure.ts'

const TABARD = join(import.meta.dirname, '../bin/tabard.mjs')
const BOUND_MS = 150
const WARM_UP = 2
const ROUNDS = 9

/** What it costs to start `tabard theme list`: processor time of the whole process, with a service that answers at once. */
export async function commandRows(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-command-'))
  const server = createServer((asked, answer) => {
    asked.resume()
    const isToken = asked.url!.endsWith('/token')
    answer.end(JSON.stringify(isToken ? { access_token: 'token', expires_in: 3600 } : { themes: [] }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const ours = () => costOf(folder, [TABARD, 'theme', 'list'], url)
    const empty = join(folder, 'empty.mjs')
    writeFileSync(empty, '')
    const node = () => costOf(folder, [empty], url)
    for (let round = 0; round < WARM_UP; round++) await ours()
    const samples: { ours: number[]; node: number[] } = { ours: [], node: [] }
    for (let round = 0; round < ROUNDS; round++) {
      samples.ours.push(await ours())
      samples.node.push(await node())
    }
    const [value, bare] = [median(samples.ours), median(samples.node)]
    return [
      {
        name: 'start of tabard theme list',
        ours: `${value.toFixed(0)} ms CPU`,
        peer: `${bare.toFixed(0)} ms CPU (Node alone)`,
        ratio: `${(value / bare).toFixed(1)} ×`,
        bound: `< ${BOUND_MS} ms CPU`,
        holds: value < BOUND_MS,
      },
    ]
  } finally {
    server.close()
    server.closeAllConnections()
    rmSync(folder, { recursive: true })
  }
}

/** Runs a program that tells at its end how much processor time it took. */
async function costOf(folder: string, words: readonly string[], url: string): Promise<number> {
  const told = join(folder, 'told')
  const telling = join(folder, 'telling.cjs')
  writeFileSync(
    telling,
    `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('node:fs').writeFileSync(${JSON.stringify(told)}, String(user + system)) })`,
  )
  const child = spawn(process.execPath, ['--require', telling, ...words], {
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TABARD_SERVER: url,
      TABARD_CLIENT_ID: 'bench',
      TABARD_CLIENT_SECRET: 'bench',
      TABARD_PATH: folder,
    },
    stdio: 'ignore',
  })
  const [code] = (await once(child, 'exit')) as [number]
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return Number(readFileSync(told, 'utf8')) / 1000
}
