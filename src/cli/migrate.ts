import { Command, Option } from 'commander'
import { configFrom } from '../config.ts'
import {
  type Bulk,
  batchesOf,
  CannotCopy,
  fill,
  openBulk,
  type Place,
  SCHEMA_VERSION,
  sourceOf,
  type TableCount,
  totalRows,
} from '../store/store.ts'
import { damageTold, missingTold, watchingContents, watchingFiles } from './contents.ts'
import { recordCopy } from './copy-record.ts'
import { print } from './installation.ts'
import { all, progressOf, rowsOf } from './progress.ts'

/** `tabard migrate`: moves an installation to another database. */
export function migrateCommand(): Command {
  const to = new Option(
    '--to <database>',
    'an empty database: postgres://user:password@host/name or sqlite:<folder>',
  )
  return new Command('migrate')
    .description('copy everything into an empty SQLite or PostgreSQL database, and verify the copy')
    .addOption(to.env('TABARD_MIGRATE_TO').makeOptionMandatory())
    .option('-j, --json', 'print JSON')
    .action(migrate)
}

async function migrate({ to, json = false }: { to: string; json?: boolean }): Promise<void> {
  const place = placeOf(to)
  const config = configFrom()
  const from = await openBulk(config)
  let target: Bulk | undefined
  let at: string
  try {
    target = await openBulk(place)
    const copy = await copied(from, target)
    const { tables } = copy
    at = copy.at
    print(json ? { from: from.name, to: target.name, at, tables } : rowsOf(tables), { json })
    console.error(`Copied everything to ${target.name}, as of ${at}.`)
    console.error(`Later changes to the old database are not in it. ${next(place)}`)
  } finally {
    await target?.close()
    await from.close()
  }
  const details = { at, from: from.name, to: target.name }
  for (const end of [config, place]) await recordCopy(end, 'database-migrated', details)
}

async function copied(from: Bulk, target: Bulk): Promise<{ at: string; tables: TableCount[] }> {
  if (target.identity === from.identity) {
    throw new CannotCopy('usage', '--to is the database that is in use already. Give another one.')
  }
  const source = await sourceOf(from)
  const at = new Date().toISOString()
  if (source.schema !== SCHEMA_VERSION) {
    throw new CannotCopy(
      'conflict',
      `${from.name} has schema ${source.schema}, and this version of Tabard needs ${SCHEMA_VERSION}. Start the service once: it migrates the database.`,
    )
  }
  const damaged: string[] = []
  const missing = new Set<string>()
  const stopAtDamage = async () => {
    if (missing.size > 0) throw new CannotCopy('damaged', `${missingTold(missing)} Nothing was copied.`)
    if (damaged.length > 0) throw new CannotCopy('damaged', `${damageTold(damaged)} Nothing was copied.`)
  }
  const progress = progressOf('Copying', await totalRows(source))
  const filling = {
    schema: source.schema,
    batches: batchesOf(source),
    watch: all(progress.watch, watchingContents(damaged), watchingFiles(missing), stopAtDamage),
    replace: false,
    advice: 'Name an empty one.',
  }
  return { at, tables: await fill(target, filling).finally(progress.end) }
}

function next({ database, data }: Place): string {
  const setting = database === undefined ? `TABARD_DATA=${data} and no DATABASE_URL` : 'DATABASE_URL'
  return `Start the service with ${setting}.`
}

function placeOf(to: string): Place {
  if (/^postgres(ql)?:\/\//.test(to) && URL.canParse(to)) return { database: to, data: '' }
  const folder = /^sqlite:(.+)$/.exec(to)?.[1]
  if (folder !== undefined) return { database: undefined, data: folder }
  throw new CannotCopy('usage', '--to must be postgres://user:password@host:5432/name or sqlite:<folder>.')
}
