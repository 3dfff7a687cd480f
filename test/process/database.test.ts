import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { startService } from '../../src/server.ts'
import { startPostgres } from '../support/postgres.ts'
import { CLIENT_ID, CLIENT_SECRET } from '../support/service.ts'

describe('a PostgreSQL that goes away and comes back', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let service: Awaited<ReturnType<typeof startService>>
  let authorization: string

  const get = async (path: string) => await fetch(`${service.address}${path}`, { headers: { authorization } })
  const token = async () =>
    await fetch(`${service.address}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
      }),
    })

  before(async () => {
    postgres = await startPostgres(true)
    const settings = {
      PORT: '0',
      DATABASE_URL: postgres.url,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
    }
    service = await startService(configFrom(settings), 'silent')
    const answer = (await (await token()).json()) as { access_token: string }
    authorization = `Bearer ${answer.access_token}`
  })
  after(async () => {
    await service.close()
    await postgres.stop()
  })

  test('calls are told to come back, pages that were made go on, and all is well afterwards', async () => {
    assert.equal((await get('/v1.0/branding/themes')).status, 200)
    assert.equal((await get('/idaas/mtfim/sps/idaas/login')).status, 200)

    await postgres.pause()
    for (const path of ['/v1.0/branding/themes', '/readyz']) {
      const answer = await get(path)
      assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1'], path)
    }
    const refused = await token()
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    assert.equal(((await refused.json()) as { error: string }).error, 'temporarily_unavailable')
    for (const query of [
      '',
      '?locale=fr',
      '?themeId=00000000-0000-4000-8000-000000000000',
      '?themeId=none',
    ]) {
      assert.equal((await get(`/idaas/mtfim/sps/idaas/login${query}`)).status, 200, query)
    }
    assert.equal((await get('/template/v1.0/static/css/base.css')).status, 200)
    assert.equal((await get('/healthz')).status, 200)

    await postgres.resume()
    assert.equal((await get('/readyz')).status, 200)
    assert.equal((await get('/v1.0/branding/themes')).status, 200)
    assert.equal((await token()).status, 200)
  })
})
