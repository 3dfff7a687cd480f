import { createWriteStream, existsSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Command } from 'commander'
import { configFrom } from '../config.ts'
import { VERSION } from '../installation.ts'
import {
  backupLines,
  CannotCopy,
  openBulk,
  SCHEMA_VERSION,
  type Source,
  sourceOf,
  totalRows,
} from '../store/store.ts'
import { damageTold, missingTold, watchingContents, watchingFiles } from './contents.ts'
import { recordCopy } from './copy-record.ts'
import { print } from './installation.ts'
import { all, progressOf, rowsOf } from './progress.ts'

/** Lines are collected into pieces of about this size, because each write costs a trip to the thread pool. */
const PIECE = 64 * 1024
const SIGNALS = ['SIGINT', 'SIGTERM'] as const

interface BackupOptions {
  readonly force?: boolean
  readonly json?: boolean
}

/** `tabard backup`: writes the whole database to one file while the service runs. */
export function backupCommand(): Command {
  return new Command('backup')
    .argument('<file>', 'the file to write; - is standard output')
    .description('write everything to one file, with password hashes and keys, while the service runs')
    .option('-f, --force', 'replace an existing file')
    .option('-j, --json', 'print JSON')
    .action(backup)
}

async function backup(file: string, { force = false, json = false }: BackupOptions): Promise<void> {
  const streamed = file === '-'
  if (streamed && process.stdout.isTTY) {
    throw new CannotCopy(
      'usage',
      'A backup cannot be printed to a terminal. Name a file, or pipe it to a program.',
    )
  }
  if (!streamed && existsSync(file) && !force) {
    throw new CannotCopy(
      'conflict',
      `The file ${file} exists already. Name another file, or add --force to replace it.`,
    )
  }
  const config = configFrom()
  const bulk = await openBulk(config)
  const damaged: string[] = []
  let at: string
  let schema: number
  try {
    const source = await sourceOf(bulk)
    const missing = new Set<string>()
    schema = source.schema
    at = new Date().toISOString()
    const progress = progressOf('Writing', await totalRows(source))
    const watch = all(progress.watch, watchingContents(damaged), watchingFiles(missing))
    const into = (sink: Writable) => compressed(source, { at, version: VERSION }, watch, sink)
    const tables = await (streamed ? into(process.stdout).catch(unread) : written(file, into)).finally(
      progress.end,
    )
    if (!streamed) print(json ? { file, from: bulk.name, at, tables } : rowsOf(tables), { json })
    const how = missing.size === 0 ? 'everything' : 'all that is intact'
    console.error(`The backup has ${how} of ${bulk.name} as of ${at}.`)
    console.error('It contains password hashes, secrets and keys. Keep it where only operators can read it.')
    if (damaged.length > 0) console.error(`${damageTold(damaged)} The backup contains them as they are.`)
    if (missing.size > 0)
      console.error(
        `${missingTold(missing)} To restore this backup, leave such files out with --without-missing.`,
      )
    if (damaged.length + missing.size > 0) process.exitCode = 1
  } finally {
    await bulk.close()
  }
  // Writing an audit entry would migrate an older database, which a backup must not do.
  if (schema !== SCHEMA_VERSION) return
  await recordCopy(config, 'backup-made', { at, file: streamed ? '-' : resolve(file) })
}

async function compressed(
  source: Source,
  about: Parameters<typeof backupLines>[1],
  watch: Parameters<typeof backupLines>[2],
  sink: Writable,
) {
  const lines = backupLines(source, about, watch)
  let counts: Awaited<ReturnType<typeof lines.return>>['value'] = []
  async function* pieces() {
    let piece = ''
    for (let step = await lines.next(); ; step = await lines.next()) {
      if (step.done) {
        counts = step.value
        break
      }
      piece += step.value
      if (piece.length < PIECE) continue
      yield piece
      piece = ''
    }
    yield piece
  }
  await pipeline(Readable.from(pieces()), createGzip({ level: 3 }), sink, { end: sink !== process.stdout })
  return counts
}

function unread(error: NodeJS.ErrnoException): never {
  if (error.code !== 'EPIPE') throw error
  throw new CannotCopy('damaged', 'The backup is incomplete, because the program that reads it has stopped.')
}

/** Writes a file under a temporary name, and renames it once all of it is on the disk. */
async function written<T>(file: string, into: (sink: Writable) => Promise<T>): Promise<T> {
  const partial = `${file}.${process.pid}.partial`
  const stopped = () => {
    rmSync(partial, { force: true })
    process.exit(1)
  }
  for (const signal of SIGNALS) process.once(signal, stopped)
  try {
    const result = await into(createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }))
    await rename(partial, file)
    const folder = await open(dirname(file))
    await folder.sync().finally(() => folder.close())
    return result
  } catch (error) {
    await rm(partial, { force: true })
    const { code, syscall, message } = error as NodeJS.ErrnoException
    if (syscall === undefined || code === undefined) throw error
    if (code === 'ENOENT') {
      const text = `The folder ${dirname(file)} does not exist. Create it, or name another file.`
      throw new CannotCopy('usage', text, { cause: error })
    }
    throw new CannotCopy('damaged', `The file ${file} cannot be written: ${message}.`, { cause: error })
  } finally {
    for (const signal of SIGNALS) process.off(signal, stopped)
  }
}
