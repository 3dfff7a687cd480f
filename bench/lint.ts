import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Contents, LintedMaster, Linter } from '../src/lint/lint.ts'
import { median, type Row } from './measure.ts'
import { residentMegabytes } from './memory.ts'

const ROOT = join(import.meta.dirname, '..')
const MASTER = join(ROOT, 'master/templates')
const FILES = 600
const LOCALES = ['de', 'fr', 'es', 'it', 'ja', 'pt_BR', 'nl', 'sv', 'pl', 'tr']
const COLD_MS = 2_000
const CHANGE_MS = 100
const MEMORY_MB = 200
const CHANGES = 9
const ROUNDS = 3

/**
 * The peer reads the HTML and CSS of the theme and checks each file by itself. It composes no pages, does not read mails in
 * XML and label files, and knows nothing of macros, forms and languages; it is native code on all processors.
 */
const PEER = join(ROOT, 'node_modules/@biomejs/biome/bin/biome')
const PEER_SETTINGS = {
  root: true,
  html: { linter: { enabled: true }, experimentalFullSupportEnabled: true },
  css: { linter: { enabled: true } },
  vcs: { enabled: false },
}

/** What it costs to check a theme of 600 files: by the command line, and after a file was changed. */
export async function lintRows(): Promise<Row[]> {
  const theme = customized()
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-lint-'))
  try {
    for (const [path, { bytes }] of theme) {
      mkdirSync(dirname(join(folder, 'templates', path)), { recursive: true })
      writeFileSync(join(folder, 'templates', path), bytes)
    }
    const settings = join(folder, 'biome.json')
    writeFileSync(settings, JSON.stringify(PEER_SETTINGS))
    const words = ['lint', `--config-path=${settings}`, '--max-diagnostics=1', join(folder, 'templates')]
    const samples: { ours: Cost[]; peer: Cost[] } = { ours: [], peer: [] }
    for (let round = 0; round < ROUNDS; round++) {
      samples.ours.push(await costOf(join(ROOT, 'bin/tabard.mjs'), ['lint', folder]))
      samples.peer.push(await costOf(PEER, words))
    }
    const of = (who: 'ours' | 'peer', what: keyof Cost) => median(samples[who].map(cost => cost[what]))
    return [
      row(`lint ${FILES} files, cold`, 'ms', of('ours', 'ms'), COLD_MS, of('peer', 'ms')),
      row('lint, memory at most', 'MB', of('ours', 'megabytes'), MEMORY_MB, of('peer', 'megabytes')),
      row('lint after a change', 'ms', changed(theme), CHANGE_MS),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function row(name: string, unit: string, value: number, bound: number, peer?: number): Row {
  const shown = (figure: number) => `${figure.toFixed(0)} ${unit}`
  return {
    name,
    ours: shown(value),
    peer: peer === undefined ? '–' : `${shown(peer)} (Biome)`,
    ratio: peer === undefined ? '–' : `${(value / peer).toFixed(1)} ×`,
    bound: `< ${bound} ${unit}`,
    holds: value < bound,
  }
}

/** What a command takes: time on the clock, and memory at most. */
interface Cost {
  readonly ms: number
  readonly megabytes: number
}

/** Runs a script in a process of its own. The memory is that of the largest process among it and its children. */
async function costOf(script: string, words: readonly string[]): Promise<Cost> {
  const start = performance.now()
  const child = spawn(process.execPath, [script, ...words], { stdio: 'ignore' })
  let megabytes = 0
  const watch = setInterval(() => {
    // A process that has just ended tells nothing.
    for (const pid of [child.pid!, ...childrenOf(child.pid!)])
      megabytes = Math.max(megabytes, residentMegabytes(pid) || 0)
  }, 20)
  await once(child, 'exit')
  clearInterval(watch)
  return { ms: performance.now() - start, megabytes }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

/** A page is changed again and again, as an editor does it. */
function changed(theme: Contents): number {
  const linter = new Linter(theme, new LintedMaster(original()))
  linter.findings()
  const path = 'authentication/logout/default/logout_success.html'
  const text = Buffer.from(theme.get(path)!.bytes).toString()
  const times = Array.from({ length: CHANGES }, (_, number) => {
    const start = performance.now()
    linter.change(path, Buffer.from(`${text}<!-- ${number} -->`))
    linter.findings()
    return performance.now() - start
  })
  return median(times)
}

/** Every file of the master with a change, and most templates once more in other languages. */
function customized(): Contents {
  const files = new Map<string, { bytes: Buffer }>()
  const put = (path: string, content: string | Buffer) => {
    if (files.size < FILES) files.set(path, { bytes: Buffer.from(content) })
  }
  const masters = original()
  for (const [path, { bytes }] of masters) put(path, /\.(?:html|xml|css)$/.test(path) ? `${bytes}\n` : bytes)
  for (const locale of LOCALES)
    for (const [path, { bytes }] of masters)
      if (/\/default\/.*\.(?:html|xml)$/.test(path))
        put(path.replace('/default/', `/${locale}/`), `${bytes}\n<!-- ${locale} -->\n`)
  return files
}

function original(): Map<string, { bytes: Buffer }> {
  const files = readdirSync(MASTER, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
  return new Map(files.map(file => [file.slice(MASTER.length + 1), { bytes: readFileSync(file) }]))
}
