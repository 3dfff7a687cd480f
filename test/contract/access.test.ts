import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore, type Store, type TenantStore } from '../../src/store/store.ts'
import { ENGINES, migratedDatabase, type TestDatabase } from '../support/database.ts'
import { accountOf, applicationOf, furnished, secondTenant } from '../support/store.ts'

const account = (id: string) => ({ kind: 'account', id }) as const
const group = (id: string) => ({ kind: 'group', id }) as const
const page = { limit: 10, offset: 0 }

for (const engine of ENGINES) {
  describe(`access on ${engine}`, () => {
    let database: TestDatabase
    let store: Store
    let main: TenantStore
    let second: TenantStore
    let now = 10_000

    const give = (
      application: string,
      holder: { kind: 'account' | 'group'; id: string },
      endsAt: number | null = null,
    ) => main.write(tx => tx.access.give({ application, holder, endsAt, origin: 'given' }))
    const given = async (application: string, person: string) =>
      (await main.access.standing(application, person))?.given

    before(async () => {
      database = await migratedDatabase(engine)
      store = await openStore({ ...database, now: () => now })
      main = await furnished(store)
      second = await secondTenant(store)
      await main.write(async tx => {
        await tx.applications.create(applicationOf('shop', { access: 'assigned' }))
        await tx.applications.create(applicationOf('wiki'))
        for (const id of ['ada', 'bob', 'eve']) await tx.accounts.create(accountOf(id))
        await tx.groups.create({ id: 'staff', name: 'Staff', createdAt: now })
      })
    })

    after(async () => {
      await store.close()
      await database.remove()
    })

    test('an application that does not exist gives nobody a standing', async () => {
      assert.equal(await main.access.standing('nobody', 'ada'), undefined)
      assert.equal(await main.access.standing('sh\0op', 'ada'), undefined)
      assert.equal(await second.access.standing('shop', 'ada'), undefined)
    })

    test('access holds for the account that it was given to, until its end', async () => {
      assert.deepEqual(await main.access.standing('wiki', 'ada'), { mode: 'open', given: false })
      assert.deepEqual(await main.access.standing('shop', 'ada'), { mode: 'assigned', given: false })
      assert.equal(await give('shop', account('ada'), now + 5), undefined)
      assert.equal(await given('shop', 'ada'), true)
      assert.equal(await given('shop', 'bob'), false)
      now += 5
      assert.equal(await given('shop', 'ada'), false)
      assert.deepEqual(await give('shop', account('ada')), { endsAt: now })
      assert.equal(await given('shop', 'ada'), true)
    })

    test('members of a group have what the group was given', async () => {
      assert.deepEqual(await main.write(tx => tx.groups.add('staff', ['bob', 'nobody', 'bob'])), ['bob'])
      assert.deepEqual(await main.write(tx => tx.groups.add('staff', ['bob'])), [])
      await give('shop', group('staff'))
      assert.equal(await given('shop', 'bob'), true)
      assert.deepEqual(await main.access.withoutAccess('shop', ['ada', 'bob', 'eve']), ['eve'])
      assert.deepEqual(await main.access.withoutAccess('wiki', ['eve']), [])
      assert.deepEqual(await main.groups.of('bob'), [{ id: 'staff', name: 'Staff', createdAt: 10_000 }])
      assert.equal(await main.groups.countMembers('staff'), 1)
      assert.deepEqual((await main.groups.list(page)).groups[0]?.members, 1)
      const { total, access } = await main.access.list('shop', page)
      assert.equal(total, 2)
      assert.deepEqual(
        access.map(({ holder, name }) => [holder.kind, name]),
        [
          ['group', 'Staff'],
          ['account', 'ada'],
        ],
      )
      assert.equal(await main.write(tx => tx.groups.removeMember('staff', 'bob')), true)
      assert.equal(await given('shop', 'bob'), false)
    })

    test('the name of a group is its own, whatever its case', async () => {
      const taken = (id: string, name: string) =>
        main.write(tx => tx.groups.create({ id, name, createdAt: now }))
      await assert.rejects(taken('other', 'STAFF'), { code: 'group_name_taken' })
      await taken('other', 'Sales')
      await assert.rejects(
        main.write(tx => tx.groups.rename('other', 'staff')),
        { code: 'group_name_taken' },
      )
      assert.equal(await main.write(tx => tx.groups.rename('other', 'SALES')), true)
      assert.equal((await main.groups.named('sales'))?.name, 'SALES')
      assert.equal(await second.groups.named('sales'), undefined)
    })

    test('a group that was removed counts for nothing before its rows are gone', async () => {
      await main.write(tx => tx.groups.create({ id: 'guests', name: 'Guests', createdAt: now }))
      await main.write(tx => tx.groups.add('guests', ['eve']))
      await give('shop', group('guests'))
      assert.equal(await given('shop', 'eve'), true)
      assert.equal(await main.write(tx => tx.groups.retire('guests')), true)
      assert.equal(await main.write(tx => tx.groups.retire('guests')), false)
      assert.equal(await given('shop', 'eve'), false)
      assert.deepEqual(await main.groups.of('eve'), [])
      assert.equal(await main.groups.get('guests'), undefined)
      await main.write(tx => tx.groups.create({ id: 'guests2', name: 'guests', createdAt: now }))
      assert.deepEqual(await main.access.applicationsOf('guests'), ['shop'])
      assert.deepEqual(await main.groups.accountsAfter('guests', '', 10), ['eve'])
      await main.write(async tx => {
        await tx.groups.dropMembers('guests', ['eve'])
        await tx.groups.drop('guests')
        await tx.groups.drop('guests2')
      })
      assert.deepEqual(await main.access.applicationsOf('guests'), [])
      assert.equal((await main.groups.get('guests2'))?.name, 'guests')
    })

    test('what has ended is taken away once', async () => {
      await give('shop', account('eve'), now + 10)
      await give('shop', group('staff'), now + 20)
      assert.equal(await main.write(tx => tx.access.nextEnd()), now + 10)
      assert.deepEqual(await main.write(tx => tx.access.takeEnded()), [])
      now += 10
      const ended = await main.write(tx => tx.access.takeEnded())
      assert.deepEqual(
        ended.map(({ application, holder }) => [application, holder]),
        [['shop', account('eve')]],
      )
      assert.deepEqual(await main.write(tx => tx.access.takeEnded()), [])
      assert.equal(await main.write(tx => tx.access.nextEnd()), now + 10)
      assert.equal(await main.write(tx => tx.access.take('shop', group('staff'))), true)
      assert.equal(await main.write(tx => tx.access.take('shop', group('staff'))), false)
      assert.equal(await main.write(tx => tx.access.nextEnd()), undefined)
    })

    test('many get access at once, and those who have it keep theirs', async () => {
      const many = await main.write(tx => tx.access.giveMany('shop', ['ada', 'bob', 'gone'], 'recent'))
      assert.equal(many, 1)
      const { access } = await main.access.list('shop', page)
      assert.deepEqual(
        access.map(({ name, origin }) => [name, origin]),
        [
          ['ada', 'given'],
          ['bob', 'recent'],
        ],
      )
    })

    test('those who used an application are found in the audit trail', async () => {
      const entry = (at: number, event: string, person: string | null, application = 'shop') =>
        main.write(tx =>
          tx.audit.record({ at, event, account: person, application, address: null, details: {} }),
        )
      await entry(100, 'signed-in', 'ada')
      await entry(200, 'tokens-refreshed', 'bob')
      await entry(300, 'consent-refused', 'eve')
      await entry(300, 'signed-in', 'eve', 'wiki')
      await entry(300, 'signed-in', null)
      assert.deepEqual(await main.access.recentUsers('shop', 100), {
        accounts: ['ada', 'bob'],
        after: undefined,
      })
      assert.deepEqual((await main.access.recentUsers('shop', 101)).accounts, ['bob'])
    })

    test('what an application was given for an account is removed, and nothing else', async () => {
      const record = (kind: string, idHash: string, owner: string, clientId: string) =>
        main.records.keep({ kind, idHash, owner, payload: JSON.stringify({ clientId }), expiresAt: null })
      await record('Grant', 'g1', 'ada', 'shop')
      await record('RefreshToken', 'r1', 'ada', 'shop')
      await record('RefreshToken', 'r2', 'ada', 'shop2')
      await record('AccessToken', 'a1', 'bob', 'shop')
      await record('Session', 's1', 'ada', 'shop')
      const found = new Set<string>()
      for (
        let place: string | undefined = undefined, first = true;
        first || place !== undefined;
        first = false
      ) {
        const piece: { accounts: string[]; after: string | undefined } = await main.records.issuedTo(
          'shop',
          place,
        )
        for (const one of piece.accounts) found.add(one)
        place = piece.after
      }
      assert.deepEqual([...found].sort(), ['ada', 'bob'])
      assert.equal(await main.write(tx => tx.records.removeIssued('shop', ['ada'])), 2)
      assert.equal(await main.records.get('RefreshToken', 'r1'), undefined)
      for (const [kind, id] of [
        ['RefreshToken', 'r2'],
        ['AccessToken', 'a1'],
        ['Session', 's1'],
      ] as const)
        assert.notEqual(await main.records.get(kind, id), undefined)
    })

    test('approvers who are gone are not told', async () => {
      await main.write(tx =>
        tx.access.setApprovers('shop', [account('ada'), group('staff'), account('gone'), account('ada')]),
      )
      assert.deepEqual(await main.access.approvers('shop'), [
        { ...group('staff'), name: 'Staff' },
        { ...account('ada'), name: 'ada' },
      ])
      await main.write(tx => tx.access.setApprovers('shop', []))
      assert.deepEqual(await main.access.approvers('shop'), [])
    })

    test('a request is left to administrators while no approver and no deputy can decide about it', async () => {
      const people = ['asks', 'gets', 'approves', 'joins', 'stands in']
      const [asks, gets] = ['asks', 'gets'].map(id => ({ id, userName: id }))
      await main.write(async tx => {
        await tx.applications.create(applicationOf('desk', { access: 'request' }))
        for (const id of people) await tx.accounts.create(accountOf(id))
        await tx.groups.create({ id: 'crew', name: 'Crew', createdAt: now })
        await tx.requests.create(
          {
            ...{ id: 'open', application: 'desk', applicationName: 'Desk', requester: asks!, person: gets! },
            ...{ state: 'waiting', justification: 'why', endsAt: null, askedAt: now, expiresAt: now + 1 },
          },
          { turn: 'ask', at: now, by: asks!, part: 'requester', comment: '' },
        )
      })
      const isLeft = async () => {
        const filter = { open: true, unapproved: true, applications: ['desk'] } as const
        return (await main.requests.list(filter, page)).total === 1
      }
      const approving = (...holders: ReturnType<typeof account | typeof group>[]) =>
        main.write(tx => tx.access.setApprovers('desk', holders))
      const become = (id: string, status: 'active' | 'disabled') =>
        main.write(tx => tx.accounts.update(id, { status }))
      const deputize = (id: string, forWhom: string, deputy: string, fromAt: number) =>
        main.write(tx =>
          tx.deciders.addDeputy({ id, account: forWhom, deputy, fromAt, untilAt: fromAt + 10 }),
        )

      assert.equal(await isLeft(), true, 'nobody approves')
      await approving(account('asks'), account('gets'))
      assert.equal(await isLeft(), true, 'nobody else approves')
      await approving(account('asks'), account('approves'))
      assert.equal(await isLeft(), false)
      await become('approves', 'disabled')
      assert.equal(await isLeft(), true, 'the approver is disabled')
      await deputize('own', 'approves', 'asks', now)
      assert.equal(await isLeft(), true, 'the deputy has asked')
      await deputize('early', 'approves', 'stands in', now + 5)
      await deputize('other', 'joins', 'stands in', now)
      assert.equal(await isLeft(), true, 'the deputy is not on duty yet')
      now += 5
      assert.equal(await isLeft(), false, 'a deputy is on duty')
      await become('stands in', 'disabled')
      assert.equal(await isLeft(), true, 'the deputy is disabled')
      await become('stands in', 'active')
      now += 10
      assert.equal(await isLeft(), true, 'the deputy is on duty no more')

      await main.write(tx => tx.groups.add('crew', ['asks', 'approves']))
      await approving(group('crew'))
      assert.equal(await isLeft(), true, 'no member can decide')
      await main.write(tx => tx.groups.add('crew', ['joins']))
      assert.equal(await isLeft(), false, 'a member can decide')
      await become('joins', 'disabled')
      assert.equal(await isLeft(), true, 'the member is disabled')
      await deputize('member', 'joins', 'stands in', now)
      assert.equal(await isLeft(), false, 'a deputy of a member is on duty')
      await become('joins', 'active')
      await main.write(tx => tx.groups.retire('crew'))
      assert.equal(await isLeft(), true, 'the group was removed')
    })

    test('the members of each group on a page are counted', async () => {
      await main.write(async tx => {
        for (const id of ['many', 'one', 'none'])
          await tx.groups.create({ id, name: `Counted ${id}`, createdAt: now })
        await tx.groups.add('many', ['ada', 'bob', 'eve'])
        await tx.groups.add('one', ['eve'])
      })
      const counted = async (paging: { limit: number; offset: number; search?: string }) =>
        (await main.groups.list(paging)).groups.map(({ name, members }) => [name, members])
      const [many, none, one] = [
        ['Counted many', 3],
        ['Counted none', 0],
        ['Counted one', 1],
      ]
      assert.deepEqual(await counted({ ...page, search: 'counted' }), [many, none, one])
      assert.deepEqual(await counted({ limit: 1, offset: 2, search: 'counted' }), [one])
    })

    test('a job is brought forward and never put off', async () => {
      const due = async () => (await main.jobs.list('end-access'))[0]?.dueAt
      const advance = (dueAt: number) =>
        main.write(tx => tx.jobs.advance({ id: 'end-access', kind: 'end-access', dueAt }))
      await advance(500)
      await advance(700)
      assert.equal(await due(), 500)
      await advance(300)
      assert.equal(await due(), 300)
    })

    test('a request that something happens to while its person is removed is closed after that', async () => {
      const [kim, request] = [{ id: 'kim', userName: 'kim' }, 'raced']
      await main.write(async tx => {
        await tx.accounts.create(accountOf('kim'))
        await tx.requests.create(
          {
            ...{ id: request, application: 'shop', applicationName: 'Shop', requester: kim, person: kim },
            ...{ state: 'waiting', justification: 'why', endsAt: null, askedAt: now, expiresAt: now + 1 },
          },
          { turn: 'ask', at: now, by: kim, part: 'person', comment: '' },
        )
      })
      let removal: Promise<boolean> | undefined
      await main.write(async tx => {
        const held = (await tx.requests.lock(request))!
        const turn = { turn: 'more', at: now, by: null, part: null, comment: 'What for?' } as const
        await tx.requests.turn(held, { state: 'more-wanted', decidedAt: null }, turn)
        removal = main.write(removing => removing.accounts.remove('kim'))
        // On PostgreSQL, the removal gets as far as the request in this time.
        await sleep(200)
      })
      await removal
      assert.equal((await main.requests.get(request))?.state, 'closed')
      assert.deepEqual(
        (await main.requests.turns(request)).map(({ turn }) => turn),
        ['ask', 'more', 'close'],
      )
    })

    test('access goes with its account and with its application', async () => {
      await main.write(tx => tx.accounts.remove('ada'))
      assert.equal((await main.access.list('shop', page)).total, 1)
      await main.write(tx => tx.applications.remove('shop'))
      assert.equal((await main.access.list('shop', page)).total, 0)
      assert.equal(await main.access.standing('shop', 'bob'), undefined)
    })
  })
}
