import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { aligned, type Row } from './measure.ts'
import { versionOf } from './tools.ts'

/** Where the figures of the last runs are kept. */
export const RESULTS = join(import.meta.dirname, 'results.json')

/** What runs have found out; a run of some measurements replaces their rows only. */
interface Results {
  readonly machine: Record<string, string | number>
  readonly versions: Record<string, string | undefined>
  readonly rows: readonly (Row & { readonly date: string; readonly commit: string; readonly load: number })[]
}

/** Keeps the rows of a run beside those of others. */
export function keepResults(rows: readonly Row[]): void {
  const before = existsSync(RESULTS) ? readResults(RESULTS).rows : []
  const about = { date: new Date().toISOString(), commit: commit(), load: loadavg()[2]! }
  const now = new Set(rows.map(({ name }) => name))
  const results: Results = {
    machine: machine(),
    versions: versions(),
    rows: [...before.filter(({ name }) => !now.has(name)), ...rows.map(row => ({ ...row, ...about }))],
  }
  writeFileSync(RESULTS, `${JSON.stringify(results, null, 2)}\n`)
}

export function readResults(file: string): Results {
  return JSON.parse(readFileSync(file, 'utf8')) as Results
}

/** What has moved since an earlier run, row by row. */
export function moved(before: Results, rows: readonly Row[]): string {
  const lines = rows.map(row => {
    const was = before.rows.find(({ name }) => name === row.name)
    const text = (side: Row | undefined) =>
      side === undefined ? '–' : side.ratio === '–' || side.ratio === '' ? side.ours : side.ratio
    return [row.name, text(was), text(row), change(was, row)]
  })
  return aligned([['name', 'before', 'now', 'moved by'], ...lines])
}

function change(was: Row | undefined, is: Row): string {
  const figure = ({ figures }: Row) => figures?.ratio ?? figures?.ours
  const [before, now] = [was && figure(was), figure(is)]
  if (before === undefined || now === undefined) return '–'
  const percent = (now / before - 1) * 100
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} %`
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

function machine(): Results['machine'] {
  const [first] = cpus()
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGB: Math.round(totalmem() / 1e9),
    kernel: release(),
  }
}

/** Of Node, of the programs, and of every package that is measured beside. */
function versions(): Results['versions'] {
  const { dependencies } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const installed = (name: string, folder: string) => {
    const file = join(import.meta.dirname, folder, 'node_modules', name, 'package.json')
    return existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
      : undefined
  }
  return {
    node: process.version,
    nginx: versionOf('nginx'),
    wrk: versionOf('wrk'),
    fastify: installed('fastify', '..'),
    'oidc-provider': installed('oidc-provider', '..'),
    ...Object.fromEntries(Object.keys(dependencies).map(name => [name, installed(name, '.')])),
  }
}
