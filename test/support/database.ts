import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { postgresAddress } from './provisions.ts'

/** Every test of behaviour runs on both. */
export const ENGINES = ['SQLite', 'PostgreSQL'] as const

export type EngineName = (typeof ENGINES)[number]

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
  const removeFolder = () => rmSync(data, { recursive: true, force: true })
  if (engine === 'SQLite') {
    return {
      database: undefined,
      data,
      environment: { TABARD_DATA: data },
      remove: async () => removeFolder(),
    }
  }
  const server = await postgresAddress()
  const name = `tabard_${randomUUID().replaceAll('-', '')}`
  await administer(server, `create database ${name} template template0 encoding 'UTF8'`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    database: url.href,
    data,
    environment: { TABARD_DATA: data, DATABASE_URL: url.href },
    async remove() {
      await administer(server, `drop database if exists ${name} with (force)`)
      removeFolder()
    },
  }
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
