import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COMMAND_ENGINES, CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'

for (const engine of COMMAND_ENGINES) {
  describe(`tabard app access and tabard group on ${engine}`, () => {
    let database: TestDatabase
    let line: CommandLine

    before(async () => {
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      await line.json(['app', 'create', '--name', 'Shop'])
      for (const email of ['ada@example.com', 'bob@example.com'])
        await line.run(['account', 'create', '--email', email])
    })
    after(async () => await database.remove())

    const refused = async (words: string[], expected: RegExp) => {
      const { code, stdout, stderr } = await line.run(words)
      assert.match(stderr, expected)
      assert.equal(stdout, '')
      assert.notEqual(code, 0)
    }

    test('groups are made, filled, renamed and deleted', async () => {
      const { id } = await line.json<{ id: string }>(['group', 'create', 'Sales'])
      await refused(['group', 'create', 'sales'], /name "sales" already/)
      const added = await line.json(['group', 'add', 'Sales', 'ada@example.com', 'bob@example.com'])
      assert.deepEqual(added, { id, name: 'Sales', added: 2 })
      assert.deepEqual(await line.json(['group', 'list']), [{ id, name: 'Sales', members: 2 }])
      await line.printed(['group', 'remove', id, 'bob@example.com'])
      await refused(['group', 'remove', id, 'bob@example.com'], /is not in the group "Sales"/)
      const shown = await line.json<{ members: { userName: string }[] }>(['group', 'show', 'sales'])
      assert.deepEqual(
        shown.members.map(({ userName }) => userName),
        ['ada@example.com'],
      )
      assert.deepEqual(await line.json(['group', 'rename', 'Sales', 'Field']), { id, name: 'Field' })
      await line.printed(['group', 'delete', 'Field'])
      await refused(
        ['group', 'show', 'Field'],
        /^No group has the id or name "Field"\. Run "tabard group list" to see all\./,
      )
    })

    test('an application that ceases to be open asks about recent users', async () => {
      await refused(['app', 'access', 'Shop', '--mode', 'assigned'], /--keep-recent/)
      const closed = await line.json<{ mode: string; keptRecent: number }>([
        ...['app', 'access', 'Shop', '--mode', 'assigned', '--keep-recent'],
      ])
      assert.deepEqual([closed.mode, closed.keptRecent], ['assigned', 0])
      await refused(['app', 'access', 'Shop', '--mode', 'closed'], /open, request or assigned/)
    })

    test('approvers are named, and all removed', async () => {
      const access = ['app', 'access', 'Shop']
      const approvers = async (words: string[]) =>
        (await line.json<{ approvers: string[] }>([...access, ...words])).approvers
      assert.deepEqual(await approvers(['--approver', 'ada@example.com']), ['account:ada@example.com'])
      await refused([...access, '--no-approvers', '--approver', 'bob@example.com'], /either --approver or/)
      assert.deepEqual(await approvers([]), ['account:ada@example.com'])
      assert.deepEqual(await approvers(['--no-approvers']), [])
      assert.deepEqual(await approvers([]), [])
    })

    test('access is given until a day, shown and taken away', async () => {
      await line.printed(['group', 'create', 'Staff'])
      const { until } = await line.json<{ until: string }>([
        ...['app', 'grant', 'Shop', 'ada@example.com', '--until', '2099-01-31'],
      ])
      assert.equal(until, '2099-02-01T00:00:00.000Z')
      await line.printed(['app', 'grant', 'Shop', 'Staff'])
      const { access } = await line.json<{ access: object[] }>([
        'app',
        'access',
        'Shop',
        '--approver',
        'group:Staff',
      ])
      assert.deepEqual(access, [
        { group: 'Staff', until: null },
        { account: 'ada@example.com', until },
      ])
      await refused(
        ['app', 'grant', 'Shop', 'ada@example.com', '--until', '2001-01-31'],
        /must be in the future/,
      )
      await refused(['app', 'grant', 'Shop', 'nobody'], /No account or group has the name "nobody"/)
      await line.printed(['app', 'revoke', 'Shop', 'ada@example.com'])
      await refused(
        ['app', 'revoke', 'Shop', 'ada@example.com'],
        /^"ada@example\.com" has no access of its own to this application\./,
      )
    })
  })
}
