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

/** What it costs to check a theme of 600 files: by the command line, and after a file was changed. */
export async function lintRows(): Promise<Row[]> {
  const theme = customized()
  const folder = mkdtempSync(join(tmpdir(), 'tabard-bench-lint-'))
  try {
    for (const [path, { bytes }] of theme) {
      mkdirSync(dirname(join(folder, 'templates', path)), { recursive: true })
      writeFileSync(join(folder, 'templates', path), bytes)
    }
    const { ms, megabytes } = await byCommandLine(folder)
    return [
      row(`lint ${FILES} files, cold`, ms, 'ms', COLD_MS),
      row('lint, memory at most', megabytes, 'MB', MEMORY_MB),
      row('lint after a change', changed(theme), 'ms', CHANGE_MS),
    ]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function row(name: string, value: number, unit: string, bound: number): Row {
  const ours = `${value.toFixed(0)} ${unit}`
  return { name, ours, peer: '–', ratio: '–', bound: `< ${bound} ${unit}`, holds: value < bound }
}

async function byCommandLine(folder: string): Promise<{ ms: number; megabytes: number }> {
  const start = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'bin/tabard.mjs'), 'lint', folder], { stdio: 'ignore' })
  let megabytes = 0
  const watch = setInterval(() => {
    // A process that has just ended tells nothing.
    megabytes = Math.max(megabytes, residentMegabytes(child.pid!) || 0)
  }, 20)
  await once(child, 'exit')
  clearInterval(watch)
  return { ms: performance.now() - start, megabytes }
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
