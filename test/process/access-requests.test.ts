import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { FIRST_TENANT } from '../../src/identity/identity.ts'
import { openStore } from '../../src/store/store.ts'
import { COMMAND_ENGINES, CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'

for (const engine of COMMAND_ENGINES) {
  describe(`tabard request and tabard deputy on ${engine}`, () => {
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
    /** Asks as a page would. */
    const asked = async (id: string) => {
      const store = await openStore(database)
      const main = store.tenant(FIRST_TENANT)
      const [shop] = await main.applications.list()
      const ada = (await main.accounts.named('ada@example.com'))!
      const who = { id: ada.id, userName: ada.userName }
      const [now, justification] = [store.now(), 'For the fair.']
      await main.write(tx =>
        tx.requests.create(
          {
            ...{ id, application: shop!.id, applicationName: 'Shop', requester: who, person: who },
            ...{ state: 'waiting', justification, endsAt: null, askedAt: now, expiresAt: now + 86_400_000 },
          },
          { turn: 'ask', at: now, by: who, part: 'person', comment: '' },
        ),
      )
      await store.close()
    }

    test('an application takes requests, for others as well', async () => {
      const rules = await line.json<{ mode: string; requestsForOthers: boolean }>([
        ...['app', 'access', 'Shop', '--mode', 'request', '--no-keep-recent', '--requests-for-others'],
      ])
      assert.deepEqual([rules.mode, rules.requestsForOthers], ['request', true])
    })

    test('requests are listed, shown, approved and rejected', async () => {
      await asked('first')
      const [listed] = await line.json<{ id: string; state: string; person: string }[]>(['request', 'list'])
      assert.deepEqual([listed?.id, listed?.state, listed?.person], ['first', 'waiting', 'ada@example.com'])
      await refused(['request', 'reject', 'first'], /--comment/)
      const rejected = await line.json<{ state: string }>([
        ...['request', 'reject', 'first', '--comment', 'Not this year.'],
      ])
      assert.equal(rejected.state, 'rejected')
      await refused(['request', 'approve', 'first'], /decided, withdrawn or changed/)
      await refused(
        ['request', 'show', 'nothing'],
        /No request for access has the id "nothing", .+ Run "tabard request list --all" to see all\./,
      )
      await asked('second')
      assert.match(await line.printed(['request', 'approve', 'second']), /approved/)
      const { turns } = await line.json<{ turns: { turn: string; by: string }[] }>([
        'request',
        'show',
        'second',
      ])
      assert.deepEqual(
        turns.map(({ turn, by }) => [turn, by]),
        [
          ['ask', 'ada@example.com'],
          ['approve', 'command line'],
        ],
      )
      const { access } = await line.json<{ access: { account: string }[] }>(['app', 'access', 'Shop'])
      assert.deepEqual(
        access.map(({ account }) => account),
        ['ada@example.com'],
      )
      assert.deepEqual(await line.json(['request', 'list', '--app', 'Shop']), [])
      assert.equal((await line.json<object[]>(['request', 'list', '--all'])).length, 2)
    })

    test('deputies are added, listed and removed', async () => {
      const add = ['deputy', 'add', 'ada@example.com', 'bob@example.com', '--until']
      await refused([...add, '2020-01-31'], /must be in the future/)
      await refused([...add, 'soon'], /Give dates such as/)
      await refused([...add, '2099-01-31', '--from', '2099-02-01'], /must come after/)
      await refused(
        ['deputy', 'add', 'ada@example.com', 'ada@example.com', '--until', '2099-01-31'],
        /their own deputy/,
      )
      const { id } = await line.json<{ id: string }>([...add, '2099-01-31', '--from', '2099-01-30'])
      const dates = { from: '2099-01-30T00:00:00.000Z', until: '2099-02-01T00:00:00.000Z' }
      const people = { approver: 'ada@example.com', deputy: 'bob@example.com' }
      assert.deepEqual(await line.json(['deputy', 'list']), [{ id, ...people, ...dates }])
      await line.printed(['deputy', 'remove', id])
      await refused(['deputy', 'remove', id], /No deputy has the id/)
      assert.deepEqual(await line.json(['deputy', 'list']), [])
    })
  })
}
