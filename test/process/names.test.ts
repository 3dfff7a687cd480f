import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { assertRefused, COMMAND_ENGINES, CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { quickProgram, run } from '../support/process.ts'
import { type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

for (const engine of COMMAND_ENGINES) {
  describe(`commands take names on ${engine}`, () => {
    let service: TestService
    let line: CommandLine
    let theme: string
    let shop: string

    before(async () => {
      service = await testService(engine)
      line = new CommandLine(service.database)
      theme = await service.createTheme('Linden Bank', packageOf({ 'common/page_style.css': 'x' }))
      const made = await line.json(['app', 'create', '--name', 'Shop', '--theme', 'Linden Bank'])
      assert.equal(made.themeId, theme)
      shop = made.id!
    })
    after(() => service.stop())

    test('of themes, which can be listed', async () => {
      const listed = await line.json<object[]>(['theme', 'list'])
      assert.deepEqual(listed, [
        {
          id: theme,
          name: 'Linden Bank',
          description: null,
          revision: 1,
          customized: 1,
          applications: ['Shop'],
        },
        {
          id: 'default',
          name: 'default',
          description: 'Default Theme',
          revision: 1,
          customized: 0,
          applications: [],
        },
      ])
    })

    test('of applications and themes, whatever their case', async () => {
      const assigned = await line.json(['app', 'assign', 'shop', '--theme', 'LINDEN bank'])
      assert.deepEqual(assigned, { id: shop, themeId: theme })
      assert.deepEqual(await line.json(['app', 'update', 'Shop', '--theme', 'default']), {
        id: shop,
        updated: true,
      })
      assert.equal((await line.json(['app', 'rotate', 'Shop'])).clientId, shop)
      const { code } = await line.run(['analytics', 'status', '--theme', 'Linden Bank'])
      assert.equal(code, 0)
    })

    test('of applications in the audit trail and the funnel', async () => {
      const entries = await line.json<{ event: string }[]>(['audit', '--application', 'Shop'])
      assert.ok(entries.some(({ event }) => event === 'application-created'))
      const words = ['analytics', 'funnel', '--application', 'Shop', '--theme', 'Linden Bank']
      assert.equal((await line.run(words)).code, 0)
    })

    test('of the themes that an API client is limited to', async () => {
      const words = [
        '--name',
        'Agency',
        '--entitlement',
        'manageTemplates',
        '--theme',
        'linden bank',
        'default',
      ]
      const made = await line.json<{ clientId: string; themes: string[] }>(['client', 'create', ...words])
      assert.deepEqual(made.themes, [theme, 'default'])
      const changed = async (...more: string[]) =>
        (await line.json<{ themes: string[] | null }>(['client', 'update', 'Agency', ...more])).themes
      assert.deepEqual(await changed('--theme', 'Linden Bank'), [theme])
      assert.deepEqual(await changed('--name', 'Agency'), [theme])
      assert.equal(await changed('--all-themes'), null)
      await line.refused(
        ['client', 'update', 'Agency', '--all-themes', '--theme', 'default'],
        2,
        /^Give either --theme or --all-themes/,
      )
      await line.refused(
        ['client', 'update', 'Agency', '--theme', 'Nothing'],
        1,
        /^No theme has the id or name/,
      )
    })

    test('of API clients', async () => {
      await line.json(['client', 'create', '--name', 'CI', '--entitlement', 'readTemplates'])
      const { clientId } = await line.json(['client', 'rotate', 'CI'])
      assert.deepEqual(await line.json(['client', 'entitle', 'CI', '--entitlement', 'none']), {
        clientId,
        entitlements: [],
      })
      assert.deepEqual(await line.json(['client', 'remove', 'CI']), { clientId, removed: true })
    })

    test('a name that nothing has says where the names are, and one of two asks for the id', async () => {
      const unknown = /^No theme has the id or name "Lindn"\. Run "tabard theme list" to see all\.\n$/
      await line.refused(['app', 'assign', 'Shop', '--theme', 'Lindn'], 1, unknown)
      await line.refused(['app', 'remove', 'Shp'], 1, /^No application has the id or name "Shp"\./)
      await line.json(['app', 'create', '--name', 'Twin'])
      await line.json(['app', 'create', '--name', 'Twin'])
      await line.refused(['app', 'remove', 'Twin'], 2, /^More than one application is called "Twin"\./)
    })
  })
}

describe('a command', () => {
  let database: TestDatabase
  let folder: string
  let line: CommandLine

  before(async () => {
    database = await installedDatabase('SQLite')
    line = new CommandLine(database)
    folder = mkdtempSync(join(tmpdir(), 'tabard-elsewhere-'))
    await line.printed(['client', 'create', '--name', 'First', '--entitlement', 'readTemplates'])
  })
  after(async () => {
    rmSync(folder, { recursive: true })
    await database.remove()
  })

  test('in a wrong folder says that there is no database, and makes none', async () => {
    for (const words of [
      ['app', 'list'],
      ['account', 'show', 'alex'],
      ['analytics', 'status', '--theme', 'default'],
      ['keys', 'rotate'],
    ])
      assertRefused(
        await run(process.execPath, [await quickProgram(), ...words], {}, folder),
        2,
        /^There is no database in .*tabard-elsewhere-\w+\/data\. .+ TABARD_DATA or DATABASE_URL .+\.\n$/,
      )
    assert.ok(!existsSync(join(folder, 'data')))
  })

  test('that gets a mistyped path in a wrong folder says that there is no such folder', async () => {
    assertRefused(
      await run(process.execPath, [await quickProgram(), 'lint', 'my-brnd'], {}, folder),
      2,
      /^There is no folder or archive "my-brnd"\. .+ There is no database in .+\.\n$/,
    )
    assert.ok(!existsSync(join(folder, 'data')))
  })

  test('takes --json anywhere in the line', async () => {
    const expected = await line.printed(['client', 'list', '--json'])
    assert.equal(await line.printed(['--json', 'client', 'list']), expected)
    assert.equal(await line.printed(['client', '-j', 'list']), expected)
  })

  test('says that a list is empty, and prints nothing that a program would read', async () => {
    for (const [words, expected] of [
      [['app', 'list'], 'There are no applications.\n'],
      [['account', 'list'], 'There are no accounts.\n'],
      [['outbox', 'list'], 'There are no mails.\n'],
      [['audit', '--event', 'code-reused'], 'No entry of the audit trail matches.\n'],
    ] as const)
      assert.deepEqual(await line.run(words), { code: 0, stdout: '', stderr: expected })
    assert.deepEqual(await line.json(['app', 'list']), [])
  })

  test('rejects an event that the audit trail does not have, and lists the names', async () => {
    for (const more of [[], ['--json'], ['--format', 'csv']]) {
      const refused = async (event: string, expected: RegExp) =>
        await line.refused(['audit', '--event', event, ...more], 2, expected)
      await refused('signd-in', /^No event is called "signd-in"\. Did you mean signed-in\?\n$/)
      await refused(
        'nonsense',
        /^No event is called "nonsense"\. Run "tabard audit --help" to see all events\.\n$/,
      )
    }
    await executed(database, "update audit set event = 'of-another-version' where event = 'client-created'")
    assert.match(await line.printed(['audit', '--event', 'of-another-version']), /of-another-version/)
    await line.json(['audit', '--event', 'of-another-version', '--to', '2020-01-01'])
    assert.match(await line.printed(['audit', '--help']), /^ {2}signed-in +somebody signed in$/m)
  })

  test('names an option that a command does not have, also where a required one is missing', async () => {
    for (const [words, expected] of [
      [['app', 'create', '--nam', 'X'], "error: unknown option '--nam'\n(Did you mean --name?)\n"],
      [['app', 'create', '--name', 'X', '--zzzzzzzz'], "error: unknown option '--zzzzzzzz'\n"],
      [['analytics', 'container', '--measurment-id=G-1'], "error: unknown option '--measurment-id'\n"],
      [['account', 'list', '--limmit', '3'], "error: unknown option '--limmit'\n(Did you mean --limit?)\n"],
    ] as const) {
      const { code, stdout, stderr } = await line.run(words)
      assert.deepEqual([code, stdout], [2, ''])
      assert.ok(stderr.startsWith(expected), stderr)
    }
    const container = ['analytics', 'container', '--measurement-id', 'G-AB12CD34EF', '--locales', 'xx']
    assert.match((await line.run(container)).stderr, /^The option --locales contains /)
    const { stderr } = await line.run(['app', 'create', '--redirect', '--name'])
    assert.match(stderr, /required option '--name/, 'what looks like an option may be the value of one')
  })

  test('does not replace a file unless it is told to, and says what is wrong in a sentence', async () => {
    const file = join(folder, 'container.json')
    const words = ['analytics', 'container', '--measurement-id', 'G-AB12CD34EF', '--output', file]
    const { output, bytes } = await line.json<{ output: string; bytes: number }>(words)
    assert.deepEqual([output, bytes], [file, readFileSync(file).length])
    writeFileSync(file, 'mine')
    await line.refused(words, 4, /^The file .+ exists already\. Name another file, or add --force .+\.\n$/)
    assert.equal(readFileSync(file, 'utf8'), 'mine')
    await line.printed([...words, '--force'])
    assert.equal(readFileSync(file).length, bytes)
    const nowhere = [...words.slice(0, -1), join(folder, 'no', 'such', 'folder.json')]
    await line.refused(nowhere, 1, /^The file .+ cannot be written: ENOENT.+\.\n$/)
  })
})
