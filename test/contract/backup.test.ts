import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { createGunzip, gunzipSync, gzipSync } from 'node:zlib'
import {
  backupLines,
  linesOf,
  openBackup,
  openBulk,
  openStore,
  sourceOf,
  type TableCount,
} from '../../src/store/store.ts'
import { ENGINES, type EngineName, freshDatabase, type TestDatabase } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import fc from '../support/properties.ts'
import { accountOf, applicationOf, created, furnished, secondTenant, written } from '../support/store.ts'

/** Each reading takes milliseconds for the tables of the schema alone. */
const RUNS = EVERYTHING ? 200 : 40
const ABOUT = { version: '1', at: '2025-01-01T00:00:00.000Z' }

/** The backup of a database, as text. */
async function backupOf(database: TestDatabase): Promise<{ text: string; counts: TableCount[] }> {
  const bulk = await openBulk(database)
  try {
    const lines = backupLines(await sourceOf(bulk), ABOUT, async () => {})
    let text = ''
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return { text, counts: value }
      text += value
    }
  } finally {
    await bulk.close()
  }
}

/** Reads a compressed backup to its end, and counts its rows. */
async function rowsIn(bytes: Uint8Array): Promise<number> {
  const plain = createGunzip()
  Readable.from([bytes]).pipe(plain)
  const { batches } = await openBackup(linesOf(plain, 1_000_000))
  let rows = 0
  for await (const batch of batches) rows += batch.rows.length
  return rows
}

async function furnishedDatabase(engine: EngineName): Promise<TestDatabase> {
  const database = await freshDatabase(engine)
  const store = await openStore(database)
  const main = await furnished(store)
  await created(main, 'a', { 'page.html': 'one', 'ü/näme.css': '\u{1f388} "quoted"\n' }, 'Ä name')
  await written(main, 'a', { 'page.html': 'two' })
  await main.write(async tx => {
    await tx.applications.create(applicationOf('shop', { themeId: 'a' }))
    await tx.accounts.create(accountOf('kim', { givenName: 'K\u2028im', createdAt: 2 ** 45 }))
    await tx.factors.setRecoveryCodes('kim', ['x', 'ab', 'b', 'Z', 'é'])
  })
  await secondTenant(store)
  await store.close()
  return database
}

describe('a backup', () => {
  const databases: TestDatabase[] = []
  let text: string
  let bytes: Buffer

  before(async () => {
    for (const engine of ENGINES) databases.push(await furnishedDatabase(engine))
    ;({ text } = await backupOf(databases[0]!))
    bytes = gzipSync(text)
  })
  after(async () => {
    for (const database of databases) await database.remove()
  })

  test('has the rows of a table in the same order on either engine', async () => {
    const codes = (backup: string) =>
      backup.split('\n').filter(line => /^\["main","kim","\w+"\]$|"é"/.test(line))
    const [first, second] = await Promise.all(databases.map(backupOf))
    assert.equal(codes(first!.text).length, 5)
    assert.deepEqual(codes(first!.text), codes(second!.text))
    const digest = ({ counts }: { counts: TableCount[] }) =>
      counts.filter(({ table }) => ['blobs', 'recovery_codes', 'master_files', 'theme_files'].includes(table))
    assert.deepEqual(digest(first!), digest(second!))
  })

  test('that is whole is read to its end', async () => {
    const rows = text.split('\n').filter(line => line.startsWith('[')).length
    assert.equal(await rowsIn(bytes), rows)
  })

  test('is refused wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), async end => {
        await assert.rejects(rowsIn(bytes.subarray(0, end)))
      }),
      { numRuns: RUNS },
    )
  })

  test('is refused wherever a line ends that is the last', async () => {
    const lines = text.trimEnd().split('\n')
    for (let end = 0; end < lines.length; end += 1)
      await assert.rejects(
        rowsIn(
          gzipSync(
            lines
              .slice(0, end)
              .map(line => `${line}\n`)
              .join(''),
          ),
        ),
      )
  })

  test('is refused whichever bit has changed in it', async () => {
    // Before the tenth byte, the head of the file says when and where it was compressed.
    const place = fc.integer({ min: 10, max: bytes.length - 1 })
    await fc.assert(
      fc.asyncProperty(place, fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= 1 << bit
        // Some bits fill up a byte and say nothing.
        fc.pre(unzipped(changed) !== text)
        await assert.rejects(rowsIn(changed))
      }),
      { numRuns: 300 },
    )
  })

  test('is refused whichever character has changed in it, whatever the checksum says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.constantFrom('0', '"', '[', '\n', 'é'), async (at, by) => {
        fc.pre(text[at] !== by)
        const changed = text.slice(0, at) + by + text.slice(at + 1)
        await assert.rejects(rowsIn(gzipSync(changed)))
      }),
      { numRuns: RUNS },
    )
  })

  test('has no line that is longer than a row can be', async () => {
    await assert.rejects(rowsIn(gzipSync('a'.repeat(2_000_000))), /more than 1000000 bytes/)
  })
})

function unzipped(bytes: Buffer): string | undefined {
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch {
    return undefined
  }
}
