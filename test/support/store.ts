import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { ChangeKind, Customized } from '../../src/core/overlay.ts'
import { type ThemePath, themePath } from '../../src/core/path.ts'
import { PLAIN_APPLICATION } from '../../src/identity/identity.ts'
import type { Account, Application, Store, TenantStore, Theme, ThemeCommit } from '../../src/store/store.ts'
import { packed, unpacked } from '../../src/zip/zip.ts'
import type { TestDatabase } from './database.ts'

export const MASTER_ID = 'shipped-1'
export const TENANT = 'main'

/** A content in its stored form. */
export const blobOf = (text: string) => packed(Buffer.from(text))

/** The digest of a content. */
export const digestOf = (text: string) => blobOf(text).digest

/** Files as a master has them. */
export const masterOf = (files: Record<string, string>) =>
  new Map(Object.entries(files).map(([path, text]) => [themePath(path), blobOf(text)]))

/** A tenant without settings of its own. */
const BARE = { publicUrl: null, consoleUrl: null, locale: null, factors: null }

/** A master, and the first tenant with its default theme. */
export async function furnished(store: Store): Promise<TenantStore> {
  await store.keepMaster(MASTER_ID, masterOf({ 'page.html': 'the original page' }))
  await store.createTenant({ ...BARE, id: TENANT, name: 'Main', host: null }, MASTER_ID)
  return store.tenant(TENANT)
}

/** A second tenant beside the first. */
export async function secondTenant(store: Store): Promise<TenantStore> {
  await store.createTenant({ ...BARE, id: 'second', name: 'Second', host: 'second' }, MASTER_ID)
  return store.tenant('second')
}

/** An application that is told only what matters. */
export const applicationOf = (id: string, more: Partial<Application> = {}): Application => ({
  id,
  name: id,
  ...PLAIN_APPLICATION,
  secretHash: null,
  ...more,
})

/** An account that is told only what matters. */
export const accountOf = (id: string, more: Partial<Account> = {}): Account => ({
  id,
  userName: id,
  email: null,
  emailVerified: false,
  givenName: null,
  familyName: null,
  age: null,
  mobileNumber: null,
  locale: null,
  status: 'active',
  administrator: false,
  themeDeveloper: false,
  passwordHash: null,
  passwordTemporary: false,
  recoveredAt: null,
  passwordExpiresAt: null,
  createdAt: 1_000,
  updatedAt: 1_000,
  ...more,
})

/** A revision that writes these files, or takes them away where the text is null. */
export function commitOf(theme: Theme, files: Record<string, string | null>, name = theme.name): ThemeCommit {
  const opened = new Map<ThemePath, Customized>()
  const blobs = []
  const changes: { path: ThemePath; kind: ChangeKind }[] = []
  for (const [given, text] of Object.entries(files)) {
    const path = themePath(given)
    changes.push({ path, kind: text === null ? 'removed' : 'changed' })
    if (text === null) continue
    const blob = blobOf(text)
    opened.set(path, { digest: blob.digest, base: null })
    blobs.push(blob)
  }
  const { description } = theme
  return { name, description, author: 'tester', cause: 'replace', master: MASTER_ID, changes, opened, blobs }
}

/** Commits files to a theme under its lock. */
export async function written(
  store: TenantStore,
  id: string,
  files: Record<string, string | null>,
  keep = 100,
): Promise<Theme> {
  return await store.write(async tx => {
    const theme = await tx.themes.lock(id)
    assert.ok(theme !== undefined, `there is a theme ${id}`)
    return await tx.themes.commit(theme, commitOf(theme, files), keep)
  })
}

/** Creates a theme with files as its first revision. */
export async function created(
  store: TenantStore,
  id: string,
  files: Record<string, string> = {},
  name = id,
): Promise<Theme> {
  return await store.write(async tx => {
    const theme = await tx.themes.create(id, name, null)
    return await tx.themes.commit(theme, commitOf(theme, files), 100)
  })
}

/** The customized files of a theme at a revision, as text by path. */
export async function textsAt(
  store: Store,
  id: string,
  revision: number,
  tenant = TENANT,
): Promise<Record<string, string>> {
  const files = await store.tenant(tenant).themes.files(id, revision)
  const blobs = await store.blobs(files.map(file => file.digest))
  const texts = files.map(async ({ path, digest }) => [path, String(await unpacked(blobs.get(digest)!))])
  return Object.fromEntries(await Promise.all(texts))
}

/** Which of these contents are kept. */
export async function kept(store: Store, ...texts: string[]): Promise<string[]> {
  const blobs = await store.blobs(texts.map(digestOf))
  return texts.filter(text => blobs.has(digestOf(text)))
}

/** How long it takes to look once on a machine that is not busy. */
const LOOK_MS = 20
/** The longest pause between two looks: looking all the time would take the time of what is waited for. */
const PAUSE_MS = 25

/**
 * Waits until something holds; fails when it does not within the time that is promised. A look that takes longer counts as
 * if it had not: on a busy machine, whatever is waited for gets on more slowly as well.
 */
export async function within(milliseconds: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  let pause = 5
  for (let waited = 0, began = performance.now(); !(await holds()); began = performance.now()) {
    assert.ok(waited < milliseconds, `it held within ${milliseconds} ms`)
    await sleep(pause)
    waited += Math.min(performance.now() - began, pause + LOOK_MS)
    pause = Math.min(2 * pause, PAUSE_MS)
  }
}

/** Whether somebody waits for a lock in a PostgreSQL database. */
export async function isWaiting({ database }: TestDatabase): Promise<boolean> {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length > 0
  } finally {
    await client.end()
  }
}

/** Runs a statement behind the store's back. */
export async function executed({ database, data }: TestDatabase, statement: string): Promise<void> {
  if (database === undefined) {
    // Not by waiting inside of SQLite: whoever holds the lock may need this thread to go on.
    for (const until = Date.now() + 60_000; ; await sleep(10)) {
      const file = new DatabaseSync(join(data, 'tabard.db'))
      try {
        return file.exec(statement)
      } catch (error) {
        if (!/locked|busy/.test(String(error)) || Date.now() > until) throw error
      } finally {
        file.close()
      }
    }
  }
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
