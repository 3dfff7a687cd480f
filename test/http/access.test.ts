import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createGroup } from '../../src/governance/governance.ts'
import { MESSAGES } from '../../src/http/request/messages.ts'
import { explanation, json, refusal } from '../support/answers.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { ENGINES } from '../support/database.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { type TestService, testService } from '../support/service.ts'
import { addTenant, clientToken, mainStore } from '../support/tenants.ts'

type Code = keyof typeof MESSAGES

interface Access {
  readonly mode: string
  readonly approvers: { kind: string; name: string }[]
  readonly total: number
  readonly kept?: number
  readonly access: {
    kind: string
    name: string
    fullName: string | null
    until: string | null
    origin: string
  }[]
}

for (const engine of ENGINES) {
  describe(`the calls for access on ${engine}`, () => {
    let service: TestService
    let administrator: TestOperator
    let steward: { id: string; token: string }
    let shop: string
    let at: string

    before(async () => {
      service = await testService(engine)
      administrator = await operatorOf(service, 'administrator')
      steward = await clientToken(service, ['manageAccess'])
      ;({ id: shop } = await addApplication(service, { name: 'Shop' }))
      at = `/applications/${shop}/access`
      const people = { ada: 'Ada Byron', bob: 'Bob Stone', eve: 'Eve Low' }
      for (const [userName, name] of Object.entries(people)) {
        const [givenName, familyName] = name.split(' ') as [string, string]
        await addAccount(service, { userName, givenName, familyName })
      }
    })
    after(async () => await service.stop())

    const call = async (method: string, path: string, body?: object, token = steward.token) =>
      await fetch(`${service.url}/v1.0/tabard${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
    const done = async (...given: Parameters<typeof call>) => {
      const answer = await call(...given)
      assert.ok(answer.ok, `${given.slice(0, 2).join(' ')}: ${answer.status} ${await answer.clone().text()}`)
      return answer
    }
    const told = async <T>(...given: Parameters<typeof call>): Promise<T> =>
      await json<T>(await done(...given))
    const refused = async (code: Code, ...given: Parameters<typeof call>) => {
      const { status, id } = MESSAGES[code]
      assert.deepEqual(await refusal(await call(...given)), [status, id], given.slice(0, 2).join(' '))
    }
    const rules = async (query = '') => await told<Access>('GET', `${at}${query}`)
    const names = ({ access }: Access) => access.map(({ kind, name }) => `${kind}:${name}`)
    const events = async () =>
      (await mainStore(service).audit.list({ limit: 1_000 })).filter(({ event }) =>
        /^(?:access|group)-/.test(event),
      )

    test('say who may use applications', async () => {
      const { applications, total } = await told<{ applications: object[]; total: number }>('GET', '/access')
      assert.equal(total, 1)
      assert.deepEqual(applications, [{ id: shop, name: 'Shop', mode: 'open' }])
      assert.deepEqual(
        (await told<{ applications: object[] }>('GET', '/access?page=2&limit=1')).applications,
        [],
      )
      assert.deepEqual(await rules(), {
        mode: 'open',
        approvers: [],
        requestsForOthers: false,
        page: 1,
        limit: 200,
        total: 0,
        access: [],
      })
    })

    test('change the mode, with a decision about recent users', async () => {
      await refused('value_invalid', 'PUT', at, { mode: 'assigned' })
      assert.match(await explanation(await call('PUT', at, { mode: 'assigned' })), /keepRecent/)
      await refused('value_invalid', 'PUT', at, { mode: 'closed', keepRecent: true })
      await refused('value_invalid', 'PUT', at, { mode: 'assigned', keepRecent: 'yes' })
      assert.equal((await rules()).mode, 'open')
      const ada = (await mainStore(service).accounts.named('ada'))!.id
      const entry = { event: 'signed-in', account: ada, application: shop, address: null, details: {} }
      await mainStore(service).write(tx => tx.audit.record({ ...entry, at: Date.now() }))
      const changed = await told<Access>('PUT', at, { mode: 'assigned', keepRecent: true })
      assert.deepEqual([changed.mode, changed.kept, names(changed)], ['assigned', 1, ['account:ada']])
      assert.equal(changed.access[0]!.origin, 'recent')
      const request = await told<Access>('PUT', at, { mode: 'request' })
      assert.deepEqual([request.mode, request.kept, request.total], ['request', undefined, 1])
    })

    test('find groups and active accounts by a part of their name, the best ones first', async () => {
      const found = async (query: string) =>
        (
          await told<{ holders: { kind: string; name: string; fullName: string | null }[] }>(
            'GET',
            `/holders?${query}`,
          )
        ).holders.map(({ kind, name, fullName }) => `${kind} ${name} ${fullName}`)
      await done('POST', '/groups', { name: 'Quality' })
      await addAccount(service, { userName: 'quinn' })
      await addAccount(service, { userName: 'zoe', givenName: 'Zoe', familyName: 'Quick' })
      await addAccount(service, { userName: 'quigley' })
      const gone = (await mainStore(service).accounts.named('quigley'))!.id
      await mainStore(service).write(tx => tx.accounts.update(gone, { status: 'disabled' }))
      const [group, account, person] = ['group Quality null', 'account quinn null', 'account zoe Zoe Quick']
      assert.deepEqual(await found('search=QU'), [group, account, person])
      assert.deepEqual(await found('search=qu&kind=account'), [account, person])
      assert.deepEqual(await found('search=qu&kind=group'), [group])
      assert.deepEqual(await found('search=qu&limit=1'), [group])
      for (const query of ['', 'search=', 'search=%25', 'search=%00'])
        assert.deepEqual(await found(query), [])
      await refused('query_invalid', 'GET', '/holders?search=a&limit=51')
      await refused('query_invalid', 'GET', '/holders?search=a&kind=people')
      await refused('query_invalid', 'GET', `/holders?search=${'a'.repeat(257)}`)
      await done('DELETE', '/groups/Quality')
    })

    test('set approvers', async () => {
      await done('POST', '/groups', { name: 'Leads' })
      const { approvers } = await told<Access>('PUT', at, { approvers: ['bob', 'group:leads'] })
      assert.deepEqual(
        approvers.map(({ kind, name }) => `${kind}:${name}`),
        ['group:Leads', 'account:bob'],
      )
      await refused('value_invalid', 'PUT', at, { approvers: ['nobody'] })
      await refused('account_unknown', 'PUT', at, { approvers: ['account:nobody'] })
      await refused('group_unknown', 'PUT', at, { approvers: ['group:nobody'] })
      await refused('value_invalid', 'PUT', at, { approvers: Array.from({ length: 101 }, () => 'bob') })
      assert.equal((await rules()).approvers.length, 2)
      assert.deepEqual((await told<Access>('PUT', at, { approvers: [] })).approvers, [])
    })

    test('give access until a date, change the end, and take it away', async () => {
      assert.equal((await done('PUT', `${at}/bob`, {})).status, 204)
      await done('PUT', `${at}/group:Leads`, { until: '2099-01-31' })
      assert.deepEqual(
        (await rules()).access.map(({ name, fullName, until }) => [name, fullName, until]),
        [
          ['Leads', null, '2099-02-01T00:00:00.000Z'],
          ['ada', 'Ada Byron', null],
          ['bob', 'Bob Stone', null],
        ],
      )
      await done('PUT', `${at}/bob`, { until: '2098-06-01T12:00:00Z' })
      await done('PUT', `${at}/leads`, { until: null })
      assert.deepEqual(
        (await rules()).access.map(({ until }) => until),
        [null, null, '2098-06-01T12:00:00.000Z'],
      )
      assert.equal((await done('DELETE', `${at}/bob`)).status, 204)
      await refused('access_unknown', 'DELETE', `${at}/bob`)
      assert.deepEqual(names(await rules()), ['group:Leads', 'account:ada'])
    })

    test('refuse dates in the past, and whoever does not exist', async () => {
      for (const until of ['2020-01-31', '2099-02-30', 'tomorrow', '', 7])
        await refused('value_invalid', 'PUT', `${at}/bob`, { until })
      await refused('value_invalid', 'PUT', `${at}/nobody`, {})
      await refused('account_unknown', 'PUT', `${at}/account:nobody`, {})
      await refused('group_unknown', 'DELETE', `${at}/group:nobody`)
      await refused('value_invalid', 'DELETE', `${at}/${'%00'}`)
      await refused('application_unknown', 'GET', '/applications/none/access')
      await refused('application_unknown', 'GET', '/applications/none/people')
      await refused('application_unknown', 'PUT', '/applications/none/access', { mode: 'open' })
      await refused('application_unknown', 'PUT', '/applications/none/access/bob', {})
      await refused('application_unknown', 'DELETE', '/applications/none/access/bob')
      await done('POST', '/groups', { name: 'EVE' })
      await refused('value_invalid', 'PUT', `${at}/eve`, {})
      assert.match(await explanation(await call('PUT', `${at}/eve`, {})), /account:eve or group:eve/)
      await done('DELETE', '/groups/eve')
    })

    test('look after groups and their members', async () => {
      const made = await call('POST', '/groups', { name: ' Sales ' })
      assert.equal(made.status, 201)
      const { id, ...group } = await json<{ id: string; name: string; members: number }>(made)
      assert.deepEqual(group, { name: 'Sales', members: 0 })
      await refused('group_name_taken', 'POST', '/groups', { name: 'SALES' })
      for (const name of ['', ' ', 'x'.repeat(129), 'a\u0000b', 7])
        await refused('value_invalid', 'POST', '/groups', { name })
      assert.deepEqual(await told('POST', `/groups/${id}/members`, { accounts: ['bob', 'EVE', 'bob'] }), {
        added: 2,
      })
      assert.deepEqual(await told('POST', '/groups/sales/members', { accounts: ['bob'] }), { added: 0 })
      await refused('account_unknown', 'POST', `/groups/${id}/members`, { accounts: ['ada', 'nobody'] })
      const many = { accounts: Array.from({ length: 1_001 }, () => 'ada') }
      await refused('value_invalid', 'POST', `/groups/${id}/members`, many)
      await refused('group_name_taken', 'PUT', `/groups/${id}`, { name: 'leads' })
      await refused('value_invalid', 'PUT', `/groups/${id}`, { name: '' })
      assert.deepEqual(await told('PUT', `/groups/${id}`, { name: 'Field sales' }), {
        id,
        name: 'Field sales',
        members: 2,
      })
      assert.deepEqual(await told('GET', '/groups/FIELD%20SALES'), { id, name: 'Field sales', members: 2 })
      const listed = await told<{ members: { userName: string; fullName: string }[] }>(
        'GET',
        `/groups/${id}/members`,
      )
      assert.deepEqual(
        listed.members.map(({ userName, fullName }) => [userName, fullName]),
        [
          ['bob', 'Bob Stone'],
          ['eve', 'Eve Low'],
        ],
      )
      assert.equal((await done('DELETE', `/groups/${id}/members/eve`)).status, 204)
      await refused('value_invalid', 'DELETE', `/groups/${id}/members/eve`)
      await refused('account_unknown', 'DELETE', `/groups/${id}/members/nobody`)
      for (const [method, body] of [
        ['GET', undefined],
        ['PUT', { name: 'Other' }],
        ['DELETE', undefined],
      ] as const)
        await refused('group_unknown', method, '/groups/none', body)
      await refused('group_unknown', 'GET', '/groups/none/members')
      await refused('group_unknown', 'POST', '/groups/none/members', { accounts: ['ada'] })
      await refused('group_unknown', 'DELETE', '/groups/none/members/ada')
    })

    test('tell through whom people have access', async () => {
      interface People {
        readonly total: number
        readonly people: { userName: string; groupName: string | null }[]
      }
      const people = async (query = '') => {
        const { total, people: found } = await told<People>('GET', `/applications/${shop}/people${query}`)
        return [total, ...found.map(({ userName, groupName }) => `${userName} by ${groupName}`)]
      }
      await done('POST', '/groups/Leads/members', { accounts: ['ada', 'bob'] })
      await done('PUT', `${at}/Field%20sales`, {})
      const all = ['ada by null', 'ada by Leads', 'bob by Field sales', 'bob by Leads']
      assert.deepEqual(await people(), [4, ...all])
      assert.deepEqual(await people('?limit=2&page=2'), [4, ...all.slice(2)])
      assert.deepEqual(await people('?search=STONE'), [2, ...all.slice(2)])
      assert.equal((await done('DELETE', '/groups/Field%20sales')).status, 204)
      await refused('group_unknown', 'GET', '/groups/Field%20sales')
      assert.deepEqual(await people('?search=bob'), [1, 'bob by Leads'])
    })

    test('list people by status and by an attribute that the tenant has added', async () => {
      interface People {
        readonly total: number
        readonly people: { userName: string; attributes: object }[]
      }
      const store = mainStore(service)
      const ada = (await store.accounts.named('ada'))!.id
      await store.write(async tx => {
        await tx.attributes.keep({ name: 'seats', kind: 'number', label: 'Seats' })
        await tx.attributes.set(ada, { seats: 3 })
      })
      const { people } = await told<People>('GET', '/people?attribute=seats%3D3&status=active')
      assert.deepEqual(
        people.map(({ userName, attributes }) => ({ userName, attributes })),
        [{ userName: 'ada', attributes: { seats: '3' } }],
      )
      assert.equal((await told<People>('GET', '/people?attribute=seats%3D4')).total, 0)
      assert.equal((await told<People>('GET', '/people?attribute=seats%3D3&status=disabled')).total, 0)
      await refused('attribute_unknown', 'GET', '/people?attribute=cats%3D3')
      for (const odd of ['attribute=seats', 'attribute=%3D3', 'status=odd', 'status=active&status=active'])
        await refused('query_invalid', 'GET', `/people?${odd}`)
    })

    test('search lists, and give them in pages', async () => {
      for (const name of ['Red 100%', 'Red_1', 'Blue']) await done('POST', '/groups', { name })
      const groups = async (query: string) => {
        const { total, groups: found } = await told<{ total: number; groups: { name: string }[] }>(
          'GET',
          `/groups${query}`,
        )
        return [total, ...found.map(({ name }) => name)]
      }
      assert.deepEqual(await groups('?search=red'), [2, 'Red 100%', 'Red_1'])
      assert.deepEqual(await groups('?search=%25'), [1, 'Red 100%'])
      assert.deepEqual(await groups('?search=_'), [1, 'Red_1'])
      assert.deepEqual(await groups('?search=%00'), [0])
      assert.deepEqual(await groups('?limit=2&page=2'), [4, 'Red 100%', 'Red_1'])
      assert.deepEqual(await groups('?pagination=page%3D4%26limit%3D1'), [4, 'Red_1'])
      const members = async (query: string) =>
        (await told<{ members: { userName: string }[] }>('GET', `/groups/Leads/members${query}`)).members.map(
          ({ userName }) => userName,
        )
      assert.deepEqual(await members('?search=byron'), ['ada'])
      assert.deepEqual(await members('?limit=1&page=2'), ['bob'])
      assert.deepEqual(names(await rules('?search=lead')), ['group:Leads'])
      assert.deepEqual(names(await rules('?search=Byron')), ['account:ada'])
      const second = await rules('?limit=1&page=2')
      assert.deepEqual([second.total, names(second)], [2, ['account:ada']])
      for (const query of [
        '?limit=0',
        '?limit=1001',
        '?page=x',
        `?search=${'x'.repeat(257)}`,
        '?search=a&search=b',
      ]) {
        await refused('query_invalid', 'GET', `/groups${query}`)
        await refused('query_invalid', 'GET', `/groups/Leads/members${query}`)
        await refused('query_invalid', 'GET', `${at}${query}`)
        await refused('query_invalid', 'GET', `/applications/${shop}/people${query}`)
      }
      await refused('query_invalid', 'GET', '/access?limit=0')
    })

    test('need the entitlement, or an administrator', async () => {
      const { token: themes } = await clientToken(service, ['manageTemplates', 'readTemplates'])
      for (const path of ['/access', at, `/applications/${shop}/people`, '/groups', '/groups/Leads/members'])
        await refused('entitlement_missing', 'GET', path, undefined, themes)
      await refused('entitlement_missing', 'PUT', `${at}/bob`, {}, themes)
      await refused('entitlement_missing', 'DELETE', '/groups/Leads', undefined, themes)
      await refused('entitlement_missing', 'GET', '/themes')
      const branding = await fetch(`${service.url}/v1.0/branding/themes`, {
        headers: { authorization: `Bearer ${steward.token}` },
      })
      assert.equal(branding.status, 403)
      const developer = await operatorOf(service, 'developer')
      assert.equal(
        (await developer.refused('GET', '/v1.0/tabard/groups')).messageId,
        MESSAGES.role_missing.id,
      )
      assert.equal((await administrator.call('GET', '/v1.0/tabard/groups')).status, 200)
    })

    test('see nothing of another tenant', async () => {
      const { id } = await addTenant(service, 'Second', 'second.example')
      const other = service.service.store.tenant(id)
      const group = await createGroup(other, 'Theirs', { by: 'test', address: null })
      await refused('group_unknown', 'GET', `/groups/${group.id}`)
      await refused('group_unknown', 'PUT', `${at}/group:${group.id}`, {})
      await refused('group_unknown', 'PUT', at, { approvers: ['group:Theirs'] })
    })

    test('record who decided, and from where', async () => {
      const before = (await events()).length
      await done('PUT', `${at}/bob`, {})
      await administrator.call('PUT', `/v1.0/tabard${at}/bob`, { until: '2099-01-31' })
      await administrator.call('DELETE', `/v1.0/tabard${at}/bob`)
      const recorded = (await events()).slice(0, -before).reverse()
      assert.deepEqual(
        recorded.map(({ event, details, address }) => [event, details.by, address]),
        [
          ['access-given', `client:${steward.id}`, '127.0.0.1'],
          ['access-changed', 'account:administrator@example.com', '127.0.0.1'],
          ['access-taken', 'account:administrator@example.com', '127.0.0.1'],
        ],
      )
    })

    test('requests are listed, shown and decided, and deputies are named', async () => {
      const store = mainStore(service)
      const ada = (await store.accounts.named('ada'))!
      const who = { id: ada.id, userName: 'ada' }
      const make = async (id: string) => {
        const now = store.now()
        await store.write(tx =>
          tx.requests.create(
            {
              ...{ id, application: shop, applicationName: 'Shop', requester: who, person: who },
              ...{ state: 'waiting', justification: 'For the fair.', endsAt: null },
              ...{ askedAt: now, expiresAt: now + 86_400_000 },
            },
            { turn: 'ask', at: now, by: who, part: 'person', comment: '' },
          ),
        )
      }
      await make('first')
      const open = await told<{ total: number; requests: { id: string; person: { fullName: string } }[] }>(
        'GET',
        '/requests?state=open',
      )
      assert.deepEqual([open.total, open.requests[0]?.person.fullName], [1, 'Ada Byron'])
      await refused('query_invalid', 'GET', '/requests?state=closed')
      await refused('request_unknown', 'GET', '/requests/nothing')
      await refused('request_refused', 'POST', '/requests/first/decision', { turn: 'reject' })
      const decided = await told<{ state: string; turns: { turn: string; by: string; comment: string }[] }>(
        ...(['POST', '/requests/first/decision', { turn: 'reject', comment: 'No.' }] as const),
      )
      const { turn, by, comment } = decided.turns[1]!
      assert.deepEqual(
        [decided.state, turn, by, comment],
        ['rejected', 'reject', `client:${steward.id}`, 'No.'],
      )
      type Ended = { requests: { decidedBy: string; decisionComment: string }[] }
      const [ended] = (await told<Ended>('GET', '/requests?state=ended')).requests
      assert.deepEqual([ended?.decidedBy, ended?.decisionComment], [`client:${steward.id}`, 'No.'])
      await refused('request_refused', 'POST', '/requests/first/decision', { turn: 'approve' })
      assert.equal((await told<{ total: number }>('GET', `/requests?application=${shop}`)).total, 1)
      assert.equal((await told<{ total: number }>('GET', '/requests?state=open')).total, 0)
      assert.equal((await told<{ total: number }>('GET', '/requests?application=%00')).total, 0)
      const made = await told<{ id: string }>('POST', '/deputies', {
        ...{ approver: 'ada', deputy: 'bob', until: '2099-01-31' },
      })
      await refused('value_invalid', 'POST', '/deputies', {
        ...{ approver: 'ada', deputy: 'bob', until: '2020-01-31' },
      })
      const { deputies } = await told<{ deputies: { id: string; deputy: string }[] }>('GET', '/deputies')
      assert.deepEqual([deputies.length, deputies[0]?.deputy], [1, 'bob'])
      await done('DELETE', `/deputies/${made.id}`)
      await refused('value_invalid', 'DELETE', `/deputies/${made.id}`)
      const other = await clientToken(service, ['manageTemplates'])
      await refused('entitlement_missing', 'GET', '/requests', undefined, other.token)
      await refused('entitlement_missing', 'POST', '/deputies', { approver: 'ada' }, other.token)
      const changed = await told<{ requestsForOthers: boolean }>('PUT', at, { requestsForOthers: true })
      assert.equal(changed.requestsForOthers, true)
    })
  })
}
