import {
  type Bulk,
  batchesOf,
  CannotCopy,
  list,
  quoted,
  type Source,
  StoreFault,
  type Table,
  totalRows,
} from '../store/store.ts'
import { watchingContents } from './contents.ts'
import { type Finding, some } from './finding.ts'
import { all, doing, progressOf } from './progress.ts'

const HOUR = 3_600_000
/** If clocks differ by more than this, codes and tokens fail. */
const SKEW_TOLD = 5_000
const SKEW_FAILED = 60_000
const REPAIR = 'Restore a backup, or upload these files again'

/** Checks of the stored data. */
export async function* dataFindings(source: Source, now: () => number): AsyncGenerator<Finding> {
  const { bulk } = source
  if (bulk.dialect.blob === 'blob') yield await doing('Checking the database file', () => integrity(bulk))
  yield* contents(source)
  yield await references(source)
  yield await history(bulk)
  yield await clock(bulk, now)
  yield await mails(bulk, now())
}

async function integrity(bulk: Bulk): Promise<Finding> {
  const rows = await bulk.query('pragma integrity_check(5)')
  const faults = rows.map(row => String(row.integrity_check)).filter(text => text !== 'ok')
  if (faults.length === 0) return { check: 'integrity', state: 'ok', text: 'the database file is intact' }
  return { check: 'integrity', state: 'failed', text: `${some(faults)}. Restore a backup.` }
}

/** Reads every row, and reports rows that cannot be read and contents that are damaged. */
async function* contents(source: Source): AsyncGenerator<Finding> {
  const damaged: string[] = []
  const faults: string[] = []
  const progress = progressOf('Reading', await totalRows(source))
  const watch = all(progress.watch, watchingContents(damaged))
  let rows = 0
  let blobs = 0
  for (const table of source.tables) {
    try {
      for await (const batch of batchesOf({ bulk: source.bulk, tables: [table] })) {
        rows += batch.rows.length
        if (table.name === 'blobs') blobs += batch.rows.length
        await watch(batch)
      }
    } catch (error) {
      if (!(error instanceof CannotCopy || error instanceof StoreFault)) throw error
      faults.push(`${table.name}: ${error.message}`)
    }
  }
  progress.end()
  if (faults.length > 0) yield { check: 'rows', state: 'failed', text: `${some(faults)} Restore a backup.` }
  else yield { check: 'rows', state: 'ok', text: `${rows} in ${source.tables.length} tables` }
  if (damaged.length === 0) {
    yield { check: 'contents', state: 'ok', text: `${blobs}, each with its digest` }
    return
  }
  const condition = `f.digest in (${damaged.map(digest => `'${digest.replaceAll("'", "''")}'`).join(', ')})`
  const files = await filesWhere(source.bulk, condition)
  const text = `${damaged.length} damaged, of ${some(files)}. ${REPAIR}.`
  yield { check: 'contents', state: 'failed', text }
}

/** The files whose content meets a condition, named as people know them. */
async function filesWhere(bulk: Bulk, condition: string): Promise<string[]> {
  const themes = await bulk.query(
    `select distinct f.tenant, t.name, f.path from theme_files f join themes t on t.tenant = f.tenant and t.id = f.theme
      where ${condition} order by f.tenant, t.name, f.path`,
  )
  const masters = await bulk.query(
    `select distinct f.path from master_files f where ${condition} order by f.path`,
  )
  return [
    ...themes.map(({ tenant, name, path }) => `${path} of theme ${name} (tenant ${tenant})`),
    ...masters.map(({ path }) => `${path} of the master`),
  ]
}

/** Whether no row refers to a missing one. */
async function references({ bulk, tables }: Source): Promise<Finding> {
  const broken: string[] = []
  for (const table of tables) {
    for (const reference of table.references) {
      const [found] = await bulk.query(`select count(*) as rows ${orphans(table, reference)}`)
      const rows = Number(found?.rows)
      if (rows === 0) continue
      broken.push(
        ...(reference.table === 'blobs'
          ? (await filesWhere(bulk, 'not exists (select 1 from blobs b where b.digest = f.digest)')).map(
              file => `no content for ${file}`,
            )
          : [`${rows} rows of ${table.name} refer to missing rows of ${reference.table}`]),
      )
    }
  }
  const told = [...new Set(broken)]
  if (told.length === 0) return { check: 'references', state: 'ok', text: 'no row refers to a missing one' }
  return { check: 'references', state: 'failed', text: `${some(told)}. ${REPAIR}.` }
}

function orphans({ name }: Table, { columns, table, targets }: Table['references'][number]): string {
  const given = columns.map(column => `a.${quoted(column)} is not null`)
  const same = columns.map((column, index) => `b.${quoted(targets[index]!)} = a.${quoted(column)}`)
  const parent = `select ${list(targets)} from ${quoted(table)} b where ${same.join(' and ')}`
  return `from ${quoted(name)} a where ${given.join(' and ')} and not exists (${parent})`
}

/** Checks that no foreign key covers: a theme has its newest revision, and a tenant its default theme. */
async function history(bulk: Bulk): Promise<Finding> {
  const headless = await bulk.query(
    `select t.name from themes t where not exists
      (select 1 from revisions r where r.tenant = t.tenant and r.theme = t.id and r.revision = t.head)`,
  )
  const bare = await bulk.query(
    `select n.name from tenants n where not exists
      (select 1 from themes t where t.tenant = n.id and t.id = 'default')`,
  )
  const faults = [
    ...headless.map(({ name }) => `theme ${name} lacks its newest revision`),
    ...bare.map(({ name }) => `tenant ${name} lacks its default theme`),
  ]
  if (faults.length === 0) return { check: 'history', state: 'ok', text: 'every theme has its revisions' }
  return { check: 'history', state: 'failed', text: `${some(faults)}. Restore a backup.` }
}

/** Compares the clock of the database with the clock of this machine, and both with the newest stored times. */
async function clock(bulk: Bulk, now: () => number): Promise<Finding> {
  const asked = now()
  const time =
    bulk.dialect.blob === 'blob'
      ? "(julianday('now') - 2440587.5) * 86400"
      : 'extract(epoch from clock_timestamp())'
  const [found] = await bulk.query(`select ${time} as seconds`)
  const skew = Math.round(Number(found?.seconds) * 1000 - (asked + now()) / 2)
  const [last] = await bulk.query(
    'select max(at) as at from (select max(at) as at from audit union all select max(at) as at from revisions) as times',
  )
  const ahead = Number(last?.at ?? 0) - now()
  const [worst, what] =
    Math.abs(skew) >= ahead
      ? [Math.abs(skew), 'the clocks of the database and of this machine differ by']
      : [ahead, 'the newest change lies in the future by']
  if (worst < SKEW_TOLD)
    return { check: 'clock', state: 'ok', text: 'the clocks of the database and of this machine agree' }
  const text = `${what} ${Math.round(worst / 1000)} seconds. Synchronize both machines with NTP.`
  return { check: 'clock', state: worst < SKEW_FAILED ? 'warning' : 'failed', text }
}

async function mails(bulk: Bulk, now: number): Promise<Finding> {
  const [found] = await bulk.query(
    `select sum(case when state = 'given-up' then 1 else 0 end) as lost,
      sum(case when state = 'waiting' and created_at < ${now - HOUR} then 1 else 0 end) as late from outbox`,
  )
  const [lost, late] = [Number(found?.lost ?? 0), Number(found?.late ?? 0)]
  if (lost + late === 0)
    return { check: 'outbox', state: 'ok', text: 'no mail has waited for more than an hour' }
  const text = `${late} mails have waited for more than an hour, and ${lost} were given up. Run "tabard outbox list" to see why.`
  return { check: 'outbox', state: 'warning', text }
}
