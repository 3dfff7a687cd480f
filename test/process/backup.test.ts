import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, describe, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { configFrom } from '../../src/config.ts'
import { openInstallation } from '../../src/installation.ts'
import { openStore } from '../../src/store/store.ts'
import { CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { type EngineName, freshDatabase, installedDatabase, type TestDatabase } from '../support/database.ts'
import {
  type Furnished,
  furnishedService,
  isSession,
  KIM,
  signedInWith,
  themesOn,
} from '../support/furnished.ts'
import { bare, quickProgram, run, startServer, startShared, tabard } from '../support/process.ts'
import { fileForm } from '../support/service.ts'
import { executed, TENANT, textsAt } from '../support/store.ts'
import { firstSchemaBackup, headOf, resealed } from './backup-lines.ts'
import { FILES, generationOf } from './generations.ts'

const REPLACER = join(import.meta.dirname, 'replacer.ts')
const LOGIN = '/idaas/mtfim/sps/idaas/login'
const OTHER: Record<EngineName, EngineName> = { SQLite: 'PostgreSQL', PostgreSQL: 'SQLite' }

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  describe(`tabard backup on ${engine}, and restore on ${OTHER[engine]}`, () => {
    let furnished: Furnished
    let target: TestDatabase
    let folder: string
    let line: CommandLine
    let there: CommandLine
    let file: string

    before(async () => {
      furnished = await furnishedService(engine)
      target = await freshDatabase(OTHER[engine])
      folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
      file = join(folder, 'tabard.backup')
      line = new CommandLine(furnished.service.database)
      there = new CommandLine(target)
    })
    after(async () => {
      await furnished.service.stop()
      await target.remove()
      rmSync(folder, { recursive: true })
    })

    test('writes one file that only its owner can read, and says what is in it', async () => {
      const { code, stdout, stderr } = await line.run(['backup', file])
      assert.equal(code, 0, stderr)
      assert.match(stdout, /^table +rows\ntenants +1\n/)
      assert.match(stderr, /password hashes, secrets and keys/)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.deepEqual(readdirSync(folder), ['tabard.backup'])
    })

    test('does not replace a file unless it is told to', async () => {
      await line.refused(['backup', file], 4, /exists already\. [^\n]+\.\n$/)
      assert.equal((await line.run(['backup', file, '--force'])).code, 0)
      const nowhere = join(folder, 'none')
      await line.refused(
        ['backup', join(nowhere, 'x')],
        2,
        new RegExp(`^The folder ${nowhere} does not exist\\. Create it, or name another file\\.\\n$`),
      )
    })

    test('restore brings everything back, in the other database', async () => {
      const { code, stderr } = await there.run(['restore', file])
      assert.equal(code, 0, stderr)
      const server = await startServer(target.environment)
      try {
        assert.deepEqual(
          await themesOn(server.url, furnished.token),
          await themesOn(furnished.service.url, furnished.token),
        )
        assert.equal(await isSession(server.url, furnished.session), true)
        await signedInWith(server.url, KIM)
        await there.refused(['restore', file, '--replace', '--yes'], 4, /is in use\. Stop the service first/)
      } finally {
        await server.stop()
      }
    })

    test('both are in the audit trail of the first tenant', async () => {
      interface Told {
        readonly address: null
        readonly details: Record<string, string>
      }
      const [made] = await line.json<Told[]>(['audit', '--event', 'backup-made'])
      assert.equal(made!.details.file, file)
      const [restored, ...more] = await there.json<Told[]>(['audit', '--event', 'backup-restored'])
      assert.deepEqual(restored!.details, { at: made!.details.at, file, replaced: 'false' })
      assert.deepEqual(more, [])
    })

    test('restore leaves what is there, unless it is to be replaced and nobody has to be asked', async () => {
      await there.printed(['account', 'create', '--username', 'later'])
      await there.refused(['restore', file], 4, /is not empty\. Add --replace [^\n]+\.\n$/)
      await there.refused(['restore', file, '--replace'], 2, /--yes/)
      assert.equal(await hasAccount(there, 'later'), true)
      const { code, stderr } = await there.run(['restore', file, '--replace', '--yes', '--json'])
      assert.equal(code, 0, stderr)
      assert.equal(await hasAccount(there, 'later'), false)
      assert.equal(await hasAccount(there, KIM), true)
    })

    test('revisions after a restore are not taken for the lost ones with the same number', async () => {
      /** Changes the style of the theme, and looks at it as clients and browsers do. */
      const changed = async (style: string, known?: string) => {
        const { url, stop } = await startShared(target.environment)
        try {
          const theme = `${url}/v1.0/branding/themes/${furnished.themeId}`
          const headers = { authorization: `Bearer ${furnished.token}` }
          const put = { method: 'PUT', headers, body: fileForm(style) }
          assert.equal((await fetch(`${theme}/common/page_style.css`, put)).status, 204)
          const page = await (await fetch(`${url}${LOGIN}?themeId=${furnished.themeId}`)).text()
          const address = /\/template\/[^"]+theme\.css\?[^"]+/.exec(page)![0].replaceAll('&amp;', '&')
          const served = await fetch(`${url}${known ?? address}`)
          return {
            tag: (await fetch(theme, { method: 'HEAD', headers })).headers.get('etag'),
            address,
            text: await served.text(),
            isForever: /immutable/.test(served.headers.get('cache-control')!),
          }
        } finally {
          await stop()
        }
      }
      const lost = await changed('lost')
      assert.deepEqual([lost.text, lost.isForever], ['lost', true])
      const { code, stderr } = await there.run(['restore', file, '--replace', '--yes'])
      assert.equal(code, 0, stderr)
      const kept = await changed('kept', lost.address)
      assert.deepEqual([kept.text, kept.isForever], ['kept', false])
      assert.notEqual(kept.address, lost.address)
      assert.notEqual(kept.tag, lost.tag)
    })

    test('a damaged backup changes nothing', async () => {
      await there.printed(['account', 'create', '--username', 'later'])
      const whole = readFileSync(file)
      const spoilt = join(folder, 'spoilt')
      const flipped = Buffer.from(whole)
      flipped[whole.length >> 1]! ^= 1
      for (const [bytes, code] of [
        [whole.subarray(0, whole.length - 9), 1],
        [whole.subarray(0, whole.length >> 1), 1],
        [flipped, 1],
        [Buffer.alloc(0), 1],
        [Buffer.from('not a backup'), 1],
      ] as const) {
        writeFileSync(spoilt, bytes)
        await there.refused(['restore', spoilt, '--replace', '--yes'], code, ONE_SENTENCE)
      }
      const streamed = `'${process.execPath}' '${await quickProgram()}' restore - --replace --yes < '${spoilt}'`
      writeFileSync(spoilt, whole.subarray(0, whole.length - 9))
      assert.deepEqual((await shell(streamed, target)).code, 1)
      await there.refused(['restore', join(folder, 'nothing')], 1, ONE_SENTENCE)
      assert.equal(await hasAccount(there, 'later'), true)
    })

    test('what contradicts itself is refused by the database, and changes nothing', async () => {
      const lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
      const twice = lines.findIndex(text => text.startsWith('{"table":"tenants"')) + 1
      const dangling = lines.findIndex(text => text.startsWith('{"table":"recovery_codes"')) + 1
      const spoilt = join(folder, 'spoilt')
      for (const changed of [
        [...lines.slice(0, twice), lines[twice]!, ...lines.slice(twice)],
        lines.with(dangling, JSON.stringify([TENANT, 'nobody', 'hash'])),
      ]) {
        writeFileSync(spoilt, gzipSync(resealed(changed)))
        await there.refused(['restore', spoilt, '--replace', '--yes'], 1, ONE_SENTENCE)
      }
      assert.equal(await hasAccount(there, 'later'), true)
    })

    test('goes through a pipe, and tells of a content that is damaged', async () => {
      const spoilt = engine === 'SQLite' ? "x'00'" : "'\\x00'"
      await executed(furnished.service.database, `update blobs set deflated = ${spoilt} where size < 20`)
      const piped = join(folder, 'piped')
      const command = `'${process.execPath}' '${await quickProgram()}' backup - > '${piped}'`
      const backup = await shell(command, furnished.service.database)
      assert.equal(backup.code, 1)
      assert.match(backup.stderr, /damaged\. Run "tabard doctor" to see which files use them/)
      const restore = await shell(
        `'${process.execPath}' '${await quickProgram()}' restore - --replace --yes < '${piped}'`,
        target,
      )
      assert.equal(restore.code, 1)
      assert.match(restore.stderr, /has everything as it was.*damaged/s)
      assert.equal(await hasAccount(there, 'later'), false)
    })
  })

  test(`a backup on ${engine} while themes are replaced is of one moment`, async () => {
    const database = await freshDatabase(engine)
    const target = await freshDatabase(OTHER[engine])
    const folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
    try {
      await (await openInstallation(configFrom(database.environment))).store.close()
      const words = [
        REPLACER,
        database.data,
        TENANT,
        '1',
        'replace',
        ...(database.database ? [database.database] : []),
      ]
      const writer = spawn(process.execPath, words, { env: bare(), stdio: ['ignore', 'pipe', 'inherit'] })
      let acknowledged = 0
      const lines = createInterface(writer.stdout).on('line', text => {
        acknowledged = Number(text)
      })
      // Two, so that the revision before the last one is the writer's as well.
      for (let count = 0; count < 2; count++) await once(lines, 'line')
      const file = join(folder, 'backup')
      let before = acknowledged
      // Again, if nothing was written meanwhile: a busy machine may let the writer wait.
      for (let tries = 0; tries < 5 && acknowledged === before; tries++) {
        before = acknowledged
        const { code, stderr } = await new CommandLine(database).run(['backup', file, '--force'])
        assert.equal(code, 0, stderr)
      }
      assert.ok(acknowledged > before, 'it was written to meanwhile')
      writer.kill('SIGKILL')
      await once(writer, 'close')

      const restored = await new CommandLine(target).run(['restore', file])
      assert.equal(restored.code, 0, restored.stderr)
      const store = await openStore(target)
      const { revision } = (await store.tenant(TENANT).themes.get('default'))!
      for (const at of [revision, revision - 1]) {
        const texts = Object.values(await textsAt(store, 'default', at))
        const generations = new Set(texts.map(generationOf))
        assert.deepEqual([texts.length, generations.size], [FILES, 1], `revision ${at} of ${revision}`)
      }
      await store.close()
    } finally {
      await database.remove()
      await target.remove()
      rmSync(folder, { recursive: true })
    }
  })
}

describe('a backup that cannot be', () => {
  let database: TestDatabase
  let empty: TestDatabase
  let line: CommandLine
  let lines: string[]

  before(async () => {
    database = await installedDatabase('SQLite')
    empty = await freshDatabase('SQLite')
    line = new CommandLine(empty)
    const file = join(database.data, 'backup')
    assert.equal((await tabard(['backup', file], database.environment)).code, 0)
    lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n')
  })
  after(async () => {
    await database.remove()
    await empty.remove()
  })

  const tenants = () => lines.findIndex(text => text.startsWith('{"table":"tenants"'))
  const tenantRow = (changed: (row: unknown[], columns: string[]) => unknown[]) => {
    const { columns } = JSON.parse(lines[tenants()]!) as { columns: string[] }
    const row = JSON.parse(lines[tenants() + 1]!) as unknown[]
    return lines.with(tenants() + 1, JSON.stringify(changed(row, columns)))
  }
  const CASES: [string, () => string[], RegExp][] = [
    ['of a newer format', () => lines.with(0, headOf(lines, { format: 2 })), /format 2/],
    ['of a newer schema', () => lines.with(0, headOf(lines, { schema: 999 })), /schema 999/],
    ['of something else', () => lines.with(0, '{"tabard":"theme"}'), /not a backup/],
    [
      'with a table that there is not',
      () => [...lines.slice(0, 1), '{"table":"pg_user","columns":[]}', ...lines.slice(1)],
      /the table tenants is in the wrong place/,
    ],
    [
      'without a table',
      () => [lines[0]!, ...lines.slice(tenants() + 3)],
      /the table tenants is in the wrong place/,
    ],
    [
      'with another column',
      () => lines.with(tenants(), lines[tenants()]!.replace('"host"', '"hosts"')),
      /the table tenants is in the wrong place/,
    ],
    ['with a value too many', () => tenantRow(row => [...row, 2]), /other columns/],
    ['with a text that is no text', () => tenantRow(row => row.with(0, 1)), /id of a row/],
    ['with a NUL', () => tenantRow(row => row.with(0, '\u0000')), /id of a row/],
    ['without a value', () => tenantRow(row => row.with(0, null)), /id of a row/],
    [
      'with a number that is none',
      () => tenantRow((row, columns) => row.with(columns.indexOf('created_at'), 1.5)),
      /created_at/,
    ],
    ['with a row that is none', () => lines.with(tenants() + 1, '["a"'), /other columns/],
    ['with something behind its end', () => [...lines, '{}'], /data after its end/],
    [
      'with a line without an end',
      () => lines.with(tenants() + 1, `["${'a'.repeat(70 * 2 ** 20)}`),
      /a line has more/,
    ],
  ]
  for (const [what, changed, expected] of CASES) {
    test(`${what} is told in one sentence, and makes no database`, async () => {
      const file = join(database.data, 'spoilt')
      writeFileSync(file, gzipSync(resealed(changed()), { level: 1 }))
      await line.refused(['restore', file], 1, ONE_SENTENCE)
      assert.match(line.spoken.at(-1)!.stderr, expected)
      assert.equal(existsSync(join(empty.data, 'tabard.db')), false)
    })
  }

  test('of rows that were changed is told, though the file is whole', async () => {
    const file = join(database.data, 'spoilt')
    const changed = lines.with(tenants() + 1, lines[tenants() + 1]!.replace('"main"', '"mine"'))
    writeFileSync(file, gzipSync(`${changed.join('\n')}\n`))
    await line.refused(['restore', file], 1, /rows of tenants are missing or changed/)
  })

  test('an unchanged one can be restored', async () => {
    const file = join(database.data, 'same')
    writeFileSync(file, gzipSync(resealed(lines)))
    assert.equal((await line.run(['restore', file])).code, 0)
  })
})

test('a backup of an older schema is brought up to date', async () => {
  const database = await freshDatabase('SQLite')
  try {
    const file = join(database.data, 'old')
    writeFileSync(file, gzipSync(await firstSchemaBackup()))
    const line = new CommandLine(database)
    const { code, stderr } = await line.run(['restore', file])
    assert.equal(code, 0, stderr)
    const [app] = await line.json<{ name: string; consent: boolean }[]>(['app', 'list'])
    assert.deepEqual([app!.name, app!.consent], ['Shop', false])
  } finally {
    await database.remove()
  }
})

for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  test(`restore leaves the ${engine} of a newer Tabard alone, and says what it needs`, async () => {
    const database = await installedDatabase(engine)
    const folder = mkdtempSync(join(tmpdir(), 'tabard-test-'))
    try {
      const file = join(folder, 'before')
      const line = new CommandLine(database)
      await line.run(['backup', file])
      await executed(database, 'create table later (id bigint primary key)')
      await executed(database, 'insert into migrations (version, at) values (999, 1)')
      await line.refused(
        ['restore', file, '--replace', '--yes'],
        4,
        /has schema 999, but this version of Tabard knows \d+\. Use an empty database/,
      )
    } finally {
      await database.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })
}

async function hasAccount(line: CommandLine, userName: string): Promise<boolean> {
  const accounts = await line.json<{ userName: string }[]>(['account', 'list'])
  return accounts.some(account => account.userName === userName)
}

async function shell(command: string, { environment }: TestDatabase) {
  return await run('sh', ['-c', command], environment)
}
