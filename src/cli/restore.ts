import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Command } from 'commander'
import { type Config, configFrom } from '../config.ts'
import {
  type BackupHead,
  type Bulk,
  CannotCopy,
  fill,
  linesOf,
  openBackup,
  openBulk,
} from '../store/store.ts'
import { damageTold, missingTold, watchingContents, withContents } from './contents.ts'
import { recordCopy } from './copy-record.ts'
import { print } from './installation.ts'
import { typed } from './output.ts'
import { all, progressOf, rowsOf } from './progress.ts'

const MiB = 1024 * 1024
/** Only rows of contents and previews are longer than this. */
const LONGEST_ROW = 64 * MiB
/** The maximum length of a string in JavaScript is only slightly higher. */
const LONGEST_TEXT = 500 * MiB

interface RestoreOptions {
  readonly replace?: boolean
  readonly yes?: boolean
  readonly withoutMissing?: boolean
  readonly json?: boolean
}

/** `tabard restore`: restores a backup into the configured database, on either engine. */
export function restoreCommand(): Command {
  return new Command('restore')
    .argument('<file>', 'a backup that "tabard backup" wrote; - is standard input')
    .description('restore the database from a backup, completely or not at all')
    .option('--replace', 'replace everything in the database')
    .option('-y, --yes', 'do not ask for confirmation')
    .option('--without-missing', 'leave out files whose content the backup does not have')
    .option('-j, --json', 'print JSON')
    .action(restore)
}

async function restore(file: string, options: RestoreOptions): Promise<void> {
  const { replace = false, withoutMissing = false, json = false } = options
  const config = configFrom()
  const target = await openBulk(config)
  let head: BackupHead
  try {
    // A file is checked completely before anything is changed. A stream can be read only once, so it is rolled back if
    // it is damaged.
    const known = file === '-' ? undefined : await checked(file, config, withoutMissing)
    if (replace) await assertWanted(target, known, file, options)
    const backup = await openBackup(linesIn(file, config))
    head = backup.head
    const damaged: string[] = []
    const missing = new Set<string>()
    const progress = progressOf('Restoring')
    const tables = await fill(target, {
      schema: head.schema,
      batches: withContents(backup.batches, withoutMissing, missing),
      watch: all(progress.watch, watchingContents(damaged)),
      replace,
      advice: 'Add --replace to delete everything in it first.',
    }).finally(progress.end)
    print(json ? { to: target.name, at: head.at, tables } : rowsOf(tables), { json })
    console.error(`${target.name} has everything as it was at ${head.at}.`)
    if (damaged.length > 0) console.error(damageTold(damaged))
    if (missing.size > 0) console.error(`${missingTold(missing)} Such files were left out.`)
    if (damaged.length + missing.size > 0) process.exitCode = 1
  } finally {
    await target.close()
  }
  const from = file === '-' ? file : resolve(file)
  await recordCopy(config, 'backup-restored', { at: head.at, file: from, replaced: String(replace) })
}

/** Reads a backup to its end, to check it. */
async function checked(file: string, config: Config, withoutMissing: boolean): Promise<BackupHead> {
  const progress = progressOf('Checking')
  const { head, batches } = await openBackup(linesIn(file, config))
  try {
    for await (const batch of withContents(batches, withoutMissing, new Set())) await progress.watch(batch)
  } finally {
    progress.end()
  }
  return head
}

async function assertWanted(
  target: Bulk,
  head: BackupHead | undefined,
  file: string,
  { yes = false }: RestoreOptions,
): Promise<void> {
  if (yes) return
  if (file === '-' || !process.stdin.isTTY) {
    throw new CannotCopy(
      'usage',
      'This would replace everything, and there is no terminal to confirm it. Add --yes to go on.',
    )
  }
  const when = head === undefined ? '' : ` of ${head.at}`
  const question = `The backup${when} replaces everything in ${target.name}. Type yes to go on: `
  if ((await typed(question)) !== 'yes') throw new CannotCopy('conflict', 'Nothing was changed.')
}

async function* linesIn(file: string, { limits }: Config): AsyncGenerator<string, undefined> {
  const input: Readable = file === '-' ? process.stdin : createReadStream(file)
  const plain = createGunzip()
  // The reader of the lines reports errors.
  pipeline(input, plain, () => {})
  const largest = Math.max(limits.file, limits.archive)
  const longest = Math.min(Math.max(LONGEST_ROW, Math.ceil(largest * 1.4) + MiB), LONGEST_TEXT)
  let begun = false
  try {
    for await (const line of linesOf(plain, longest)) {
      begun = true
      yield line
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith('Z_')) {
      const text = begun ? 'The backup is damaged' : 'This is not a backup of Tabard, or it is damaged'
      throw new CannotCopy('damaged', `${text}: ${message}; nothing was changed.`)
    }
    if (/^E[A-Z]+$/.test(code ?? ''))
      throw new CannotCopy('damaged', `The file ${file} cannot be read: ${message}.`)
    throw error
  }
}
