import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faultOf } from '../fault.ts'
import { CannotCopy, openBulk, type Place } from './bulk.ts'

/** The size of a database in bytes, before and after it was vacuumed. */
export interface Vacuumed {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** Returns the free bytes in the file system of a folder. */
export type FreeSpace = (folder: string) => Promise<number>

const MiB = 1024 * 1024

/** Returns unused space to the disk. The other engine is not loaded. */
export async function vacuum(place: Place, free: FreeSpace = freeIn): Promise<Vacuumed> {
  return place.database === undefined ? await vacuumSqlite(place.data, free) : await vacuumPostgres(place)
}

async function vacuumSqlite(folder: string, free: FreeSpace): Promise<Vacuumed> {
  const file = join(folder, 'tabard.db')
  if (!existsSync(file)) {
    throw new CannotCopy('usage', `There is no database in ${folder}. Set TABARD_DATA or DATABASE_URL.`)
  }
  const { DatabaseSync } = await import('node:sqlite')
  const { meaning } = await import('../engines/sqlite.ts')
  const database = new DatabaseSync(file, { timeout: 10_000 })
  const number = (pragma: string) =>
    Number(Object.values(database.prepare(`pragma ${pragma}`).get() ?? {})[0])
  try {
    const page = number('page_size')
    const before = number('page_count') * page
    await assertRoom(folder, before - number('freelist_count') * page, free)
    database.exec('vacuum')
    // Until the checkpoint, the new pages are in the write-ahead log.
    database.exec('pragma wal_checkpoint(truncate)')
    return { name: `SQLite in ${file}`, before, after: number('page_count') * page }
  } catch (error) {
    if (error instanceof CannotCopy) throw error
    throw faultOf(error, meaning(error))
  } finally {
    database.close()
  }
}

/**
 * Fails if there is too little disk space. Used pages are written twice: to a temporary file, and to the log beside the
 * database.
 */
async function assertRoom(folder: string, used: number, free: FreeSpace): Promise<void> {
  const shown = (bytes: number) => `${Math.ceil(bytes / MiB)} MiB`
  const needs = new Map([
    [temporaryFolder(), used],
    [folder, 2 * used],
  ])
  for (const [place, needed] of needs) {
    const found = await free(place)
    if (found >= needed) continue
    throw new CannotCopy(
      'conflict',
      `There is too little disk space. ${place} temporarily needs ${shown(needed)}, and ${shown(found)} are free. Nothing was changed.`,
    )
  }
}

/** Where SQLite writes temporary files: in the folder of TMPDIR, otherwise in /var/tmp, otherwise in /tmp. */
function temporaryFolder(): string {
  const named = tmpdir()
  return named === '/tmp' && existsSync('/var/tmp') ? '/var/tmp' : named
}

async function vacuumPostgres(place: Place): Promise<Vacuumed> {
  const bulk = await openBulk(place)
  const size = async () => {
    const [found] = await bulk.query('select pg_database_size(current_database()) as bytes')
    return Number(found?.bytes)
  }
  try {
    const before = await size()
    // Not "full", which would lock every table.
    await bulk.execute('vacuum (analyze)')
    return { name: bulk.name, before, after: await size() }
  } finally {
    await bulk.close()
  }
}

async function freeIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
