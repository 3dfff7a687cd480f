import { randomUUID } from 'node:crypto'
import { type EncryptionKeys, ValueCipher } from './cipher.ts'
import type { Store } from './contract.ts'
import { SqlStore } from './sql-store.ts'

export { ENCRYPTION_FIGURES, encryptionKeyId, missingKey } from './cipher.ts'
export type * from './contract.ts'
export { makeFolder } from './engines/folder.ts'
export { StoreFault, type StoreFaultKind, WrongDatabase } from './fault.ts'
export type * from './kept.ts'
export type * from './kept-access.ts'
export type * from './kept-campaigns.ts'
export type * from './kept-mail.ts'
export type * from './kept-sources.ts'
export { SCHEMA_VERSION } from './migrations/migrations.ts'
export { Recall } from './recall.ts'
export { RecordKind } from './record-kind.ts'
export { type Backup, type BackupHead, backupLines, linesOf, openBackup } from './whole/backup.ts'
export { type Bulk, CannotCopy, openBulk, type Place } from './whole/bulk.ts'
export {
  type Batch,
  batchesOf,
  fill,
  type Source,
  sourceOf,
  type TableCount,
  totalRows,
  type Watch,
} from './whole/copy.ts'
export { list, quoted, recordOf, type Table, tablesOf } from './whole/tables.ts'
export { vacuum } from './whole/vacuum.ts'

/**
 * Opens PostgreSQL if an address is given, otherwise SQLite in the data folder. The other engine is not loaded. With
 * `existing`, it fails if there is no installation.
 */
export async function openStore({
  database,
  data,
  databaseConnections = 10,
  existing = false,
  encryptionKey,
  decryptionKeys = [],
  now = Date.now,
  newId = randomUUID,
}: Partial<EncryptionKeys> & {
  database: string | undefined
  data: string
  databaseConnections?: number
  existing?: boolean
  now?: () => number
  newId?: () => string
}): Promise<Store> {
  const cipher = new ValueCipher({ encryptionKey, decryptionKeys })
  const engine =
    database === undefined
      ? await (await import('./engines/sqlite.ts')).openSqlite(data, existing)
      : await (await import('./engines/postgres.ts')).openPostgres(database, databaseConnections, existing)
  return new SqlStore({ ...engine, cipher, now, newId })
}
