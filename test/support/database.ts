import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EVERYTHING } from './everything.ts'
import { administer, databaseOf, postgresAddress, provided } from './provisions.ts'

/** Tests of behaviour run on both. */
export const ENGINES = ['SQLite', 'PostgreSQL'] as const

export type EngineName = (typeof ENGINES)[number]

/**
 * The database of tests that look at pages, forms and cookies. What they store is tried on both: in test/contract, and in
 * the journeys about races, time and counting. `npm run test:full` tries both here too.
 */
export function usually(engine: EngineName): readonly EngineName[] {
  return EVERYTHING ? ENGINES : [engine]
}

export interface TestDatabase {
  /** As the store takes it. */
  readonly database: string | undefined
  readonly data: string
  /** As a process of its own takes it. */
  readonly environment: Record<string, string>
  remove(): Promise<void>
}

/** An empty database of its own for a test, and an empty folder. */
export async function freshDatabase(engine: EngineName): Promise<TestDatabase> {
  const data = mkdtempSync(join(tmpdir(), 'tabard-test-'))
  if (engine === 'PostgreSQL') return await createdDatabase(data, `template template0 encoding 'UTF8'`)
  return sqliteIn(data)
}

/** A database of its own for a test that has the schema and no rows. Migrating an empty one takes several times as long. */
export async function migratedDatabase(engine: EngineName): Promise<TestDatabase> {
  return await copiedDatabase(engine, 'migrated')
}

/** A database of its own for a test in which the schema, the master and the first tenant are there. */
export async function installedDatabase(engine: EngineName): Promise<TestDatabase> {
  return await copiedDatabase(engine, 'installed')
}

async function copiedDatabase(engine: EngineName, what: 'migrated' | 'installed'): Promise<TestDatabase> {
  if (process.env.TABARD_TEST_PROVISIONS === undefined) return await freshDatabase(engine)
  const data = mkdtempSync(join(tmpdir(), 'tabard-test-'))
  if (engine === 'PostgreSQL')
    return await createdDatabase(data, `template ${await provided(`${what}-postgres`)}`)
  copyFileSync(await provided(`${what}-sqlite`), join(data, 'tabard.db'))
  return sqliteIn(data)
}

function sqliteIn(data: string): TestDatabase {
  return {
    database: undefined,
    data,
    environment: { TABARD_DATA: data },
    remove: async () => rmSync(data, { recursive: true, force: true }),
  }
}

async function createdDatabase(data: string, made: string): Promise<TestDatabase> {
  const server = await postgresAddress()
  const name = `tabard_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} ${made}`)
  const database = databaseOf(server, name)
  return {
    database,
    data,
    environment: { TABARD_DATA: data, DATABASE_URL: database },
    async remove() {
      await administer(server, `drop database if exists ${name} with (force)`)
      rmSync(data, { recursive: true, force: true })
    },
  }
}
