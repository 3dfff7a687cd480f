import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openStore } from '../../src/store/store.ts'
import { operatorOf, type TestOperator } from '../support/console.ts'
import { ENGINES } from '../support/database.ts'
import { CLIENT_ID, type TestService, testService } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

const AT = '/v1.0/tabard/clients'

interface Listed {
  id: string
  name: string
  entitlements: string[]
  themes: string[] | null
  answersNoContent: boolean
  lastUsed: string | null
  misread: string | null
}

for (const engine of ENGINES) {
  describe(`the console’s calls for API clients on ${engine}`, () => {
    let service: TestService
    let administrator: TestOperator

    before(async () => {
      service = await testService(engine)
      administrator = await operatorOf(service, 'administrator')
    })
    after(async () => await service.stop())

    const listed = async (id: string) =>
      (await administrator.json<{ clients: Listed[] }>('GET', AT)).clients.find(client => client.id === id)
    const created = async (name: string) =>
      await administrator.json<{ clientId: string; clientSecret: string }>('POST', AT, {
        name,
        entitlements: ['readTemplates'],
      })
    const themes = async (token: string) =>
      (await fetch(`${service.url}/v1.0/branding/themes`, { headers: { authorization: `Bearer ${token}` } }))
        .status

    test('each setting can be changed by itself', async () => {
      const { clientId: id } = await created('CI')
      const first = {
        id,
        name: 'CI',
        entitlements: ['readTemplates'],
        themes: null,
        answersNoContent: false,
        lastUsed: null,
        misread: null,
      }
      assert.deepEqual(await listed(id), first)
      let expected: Listed = first
      for (const change of [
        {},
        { name: 'Build' },
        { answersNoContent: true },
        { entitlements: ['manageTemplates', 'readTemplates'] },
        { themes: ['default'] },
        { entitlements: ['readTemplates'] },
        { themes: null },
        { name: 'CI', answersNoContent: false },
      ]) {
        assert.equal((await administrator.call('PUT', `${AT}/${id}`, change)).status, 204)
        expected = { ...expected, ...change }
        assert.deepEqual(await listed(id), expected)
      }
    })

    test('what is wrong is refused, and nothing is changed', async () => {
      const { clientId: id } = await created('Kept')
      const before = await listed(id)
      for (const [body, messageDescription] of [
        [{ name: 7 }, 'The field name must be a text.'],
        [{ name: null }, 'The field name must be a text.'],
        [{ name: ' ' }, 'The name must have 1 to 128 visible characters.'],
        [{ name: 'a\u0000b' }, 'The name must have 1 to 128 visible characters.'],
        [{ name: 'x'.repeat(129) }, 'The name must have 1 to 128 visible characters.'],
        [{ answersNoContent: 'yes' }, 'The field answersNoContent must be true or false.'],
        [{ answersNoContent: 204 }, 'The field answersNoContent must be true or false.'],
        [{ themes: 'default' }, 'The field themes must be a list of ids of themes, or null.'],
        [{ themes: [] }, 'The field themes must list 1 to 100 different themes, or be null.'],
        ...[[], ['everything'], ['readTemplates', 'readTemplates'], 'readTemplates', null].map(
          entitlements =>
            [
              { name: 'Changed', entitlements },
              'The field entitlements must list some of manageTemplates, readTemplates, manageAccess, manageFlows, manageSources.',
            ] as const,
        ),
      ] as const)
        assert.deepEqual(
          await administrator.refused('PUT', `${AT}/${id}`, body),
          { status: 400, messageId: 'TABRD0506E', messageDescription },
          JSON.stringify(body),
        )
      assert.deepEqual(await listed(id), before)
      for (const unknown of ['nothing', '%00', 'x'.repeat(2_000)])
        assert.deepEqual(
          (({ status, messageId }) => [status, messageId])(
            await administrator.refused('PUT', `${AT}/${unknown}`, { name: 'x' }),
          ),
          [404, 'TABRD0502E'],
          unknown,
        )
      assert.equal((await administrator.refused('POST', AT, { name: 'x', entitlements: [] })).status, 400)
    })

    test('are for administrators', async () => {
      const developer = await operatorOf(service, 'developer')
      const authorization = `Bearer ${await service.token()}`
      for (const [method, path] of [
        ['GET', AT],
        ['POST', AT],
        ['PUT', `${AT}/${CLIENT_ID}`],
        ['DELETE', `${AT}/${CLIENT_ID}`],
        ['POST', `${AT}/${CLIENT_ID}/secret`],
      ] as const) {
        assert.deepEqual(
          await developer.refused(method, path),
          {
            status: 403,
            messageId: 'TABRD0603E',
            messageDescription: 'Only an administrator may do this. Ask one, or sign in as one.',
          },
          `${method} ${path}`,
        )
        const address = `${service.service.consoleUrl}${path}`
        assert.equal((await fetch(address, { method, headers: { authorization } })).status, 403)
      }
    })

    test('tell when a client last got a token or used one, written once a minute', async () => {
      const { clientId: id, clientSecret } = await created('Used')
      const start = Date.now()
      assert.equal((await listed(id))?.lastUsed, null)
      const token = await service.token(id, clientSecret)
      await within(60_000, async () => (await listed(id))?.lastUsed !== null)
      const noted = Date.parse((await listed(id))!.lastUsed!)
      assert.ok(noted >= start && noted <= Date.now())

      await executed(service.database, `update api_clients set last_used_at = 5 where id = '${id}'`)
      for (let count = 0; count < 5; count += 1) assert.equal(await themes(token), 200)
      await new Promise(resolve => setTimeout(resolve, 100))
      assert.equal((await listed(id))?.lastUsed, new Date(5).toISOString(), 'it was told a moment ago')

      const wrong = await service.token(id, 'wrong')
      assert.equal(wrong, undefined)
    })

    test('a token that is refused is no use', async () => {
      const { clientId: id } = await created('Unused')
      await service.token(id, 'wrong')
      assert.equal(await themes('nonsense'), 401)
      await new Promise(resolve => setTimeout(resolve, 100))
      assert.equal((await listed(id))?.lastUsed, null)
    })

    test('a use that cannot be written is no failure of the call', async () => {
      const { clientId: id, clientSecret } = await created('Robust')
      const rename = (from: string, to: string) =>
        executed(service.database, `alter table api_clients rename column ${from} to ${to}`)
      await rename('last_used_at', 'elsewhere')
      try {
        assert.equal(await themes(await service.token(id, clientSecret)), 200)
      } finally {
        await rename('elsewhere', 'last_used_at')
      }
    })
  })

  test(`a use is written before a node stops on ${engine}`, async () => {
    const service = await testService(engine)
    try {
      const { clientId, clientSecret } = await (await operatorOf(service, 'administrator')).json<{
        clientId: string
        clientSecret: string
      }>('POST', AT, { name: 'Last', entitlements: ['readTemplates'] })
      await service.token(clientId, clientSecret)
      await service.service.close()
      const store = await openStore(service.database)
      const found = (await store.tenant('main').clients.list()).find(({ id }) => id === clientId)
      await store.close()
      assert.notEqual(found?.lastUsedAt, null)
    } finally {
      await service.database.remove()
    }
  })
}
