import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { COMMAND_ENGINES, CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'

for (const engine of COMMAND_ENGINES) {
  describe(`tabard source on ${engine}`, () => {
    let database: TestDatabase
    let line: CommandLine
    let secret: string

    before(async () => {
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      secret = join(database.data, 'secret.txt')
      writeFileSync(secret, 'top-secret\n')
      await line.run(['account', 'create', '--username', 'ada'])
      await line.json(['app', 'create', '--name', 'Shop'])
    })
    after(async () => await database.remove())

    const refused = async (words: string[], expected: RegExp) => {
      const { code, stderr } = await line.run(words)
      assert.match(stderr, expected)
      assert.notEqual(code, 0)
    }

    test('sources are added, changed, offered and removed', async () => {
      const create = ['source', 'create', '--preset', 'google', '--client-id', 'tabard']
      await refused(create, /client secret is missing/)
      const made = await line.run([
        ...[...create, '--secret-file', secret, '--route', 'example.com', '--no-enabled', '--json'],
      ])
      assert.doesNotMatch(made.stdout, /top-secret/)
      const { id, hasSecret, routedDomains, ...rest } = JSON.parse(made.stdout)
      assert.deepEqual([hasSecret, routedDomains], [true, ['example.com']])
      const { enabled, redirectUri, logoutUri } = rest
      const at = `http://127.0.0.1:8080/sources/${id}`
      assert.deepEqual([enabled, redirectUri, logoutUri], [false, `${at}/callback`, `${at}/logout`])
      await refused(
        [...create, '--secret-file', secret],
        /^Another identity source has the name "Google" already\. Choose another one\./,
      )
      const changed = await line.json<{ names: object; creates: boolean }>([
        ...[
          'source',
          'update',
          'google',
          '--name-in',
          'de=Google-Konto',
          '--create',
          '--claim',
          'givenName=first',
        ],
      ])
      assert.deepEqual([changed.names, changed.creates], [{ de: 'Google-Konto' }, true])
      await line.printed(['app', 'update', 'Shop', '--source', 'Google', '--no-directory'])
      const [shop] = await line.json<{ sources: string[]; directory: boolean }[]>(['app', 'list'])
      assert.deepEqual([shop!.sources, shop!.directory], [[id], false])
      await refused(['app', 'update', 'Shop', '--source', 'none'], /tabard source list/)
      await line.printed(['app', 'update', 'Shop', '--all-sources', '--directory'])
      const listed = await line.json<{ name: string }[]>(['source', 'list'])
      assert.deepEqual(
        listed.map(({ name }) => name),
        ['Google'],
      )
    })

    test('accounts are linked and unlinked', async () => {
      await line.printed(['source', 'link', 'google', 'ada', '42'])
      await refused(['source', 'link', 'google', 'ada', '42'], /linked with an account already/)
      const links = await line.json<{ subject: string }[]>(['source', 'links', 'ada'])
      assert.deepEqual(
        links.map(({ subject }) => subject),
        ['42'],
      )
      await line.printed(['source', 'unlink', 'google', 'ada', '42'])
      await refused(
        ['source', 'unlink', 'google', 'ada', '42'],
        /^This account is not linked with "Google" under this id\. .+ Run "tabard source links <account>" to see them\./,
      )
      await line.printed(['source', 'remove', 'google'])
      await refused(
        ['source', 'show', 'google'],
        /no identity source "google"\. Run "tabard source list" to see all\./,
      )
    })
  })
}
