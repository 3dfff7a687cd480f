import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'

interface List {
  count: number
  limit: number
  page: number
  total: number
  themeRegistrations: { id: string; name: string; description?: string }[]
}

for (const engine of ENGINES) {
  describe(`listing themes on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const list = async (query = ''): Promise<List> => {
      const response = await service.call('GET', `/v1.0/branding/themes${query}`)
      assert.equal(response.status, 200)
      return (await response.json()) as List
    }

    test('a clean tenant holds one theme, default', async () => {
      assert.deepEqual(await list(), {
        count: 1,
        limit: 200,
        page: 1,
        total: 1,
        themeRegistrations: [{ id: 'default', name: 'default', description: 'Default Theme' }],
      })
    })

    test('themes are ordered by code points, with default last, and a missing description is absent', async () => {
      for (const name of ['zebra', 'Ärger', 'Zulu', 'apple', 'zoo'])
        await service.createTheme(name, packageOf({}))
      const { themeRegistrations } = await list()
      assert.deepEqual(
        themeRegistrations.map(theme => theme.name),
        ['Zulu', 'apple', 'zebra', 'zoo', 'Ärger', 'default'],
      )
      assert.deepEqual(Object.keys(themeRegistrations[0]!), ['id', 'name'])
    })

    test('a page is chosen by page and limit', async () => {
      const { count, limit, page, total, themeRegistrations } = await list('?page=2&limit=4')
      assert.deepEqual({ count, limit, page, total }, { count: 2, limit: 4, page: 2, total: 6 })
      assert.deepEqual(
        themeRegistrations.map(theme => theme.name),
        ['Ärger', 'default'],
      )
    })

    test('a page is chosen by the one encoded parameter too', async () => {
      assert.deepEqual(
        await list('?pagination=count%3D10%26page%3D2%26limit%3D4'),
        await list('?page=2&limit=4'),
      )
    })

    test('a page past the end is empty', async () => {
      const { count, total } = await list('?page=99')
      assert.deepEqual({ count, total }, { count: 0, total: 6 })
    })

    for (const query of [
      '?limit=0',
      '?limit=1001',
      '?limit=ten',
      '?page=0',
      '?page=-1',
      '?limit=',
      '?page=1&page=2',
    ]) {
      test(`${query} is refused`, async () => {
        const response = await service.call('GET', `/v1.0/branding/themes${query}`)
        assert.equal(response.status, 400)
        assert.equal(((await response.json()) as { messageId: string }).messageId, 'TABRD0107E')
      })
    }

    test('other parameters are passed over', async () => {
      assert.equal((await list('?sort=name')).total, 6)
    })
  })
}
