import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { ENGINES } from '../support/database.ts'
import { fileForm, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

const THEME = '/v1.0/branding/themes/default'
const SIZE = 3_000

for (const engine of ENGINES)
  test(`a package does not pass a damaged content on, on ${engine}`, async () => {
    const service = await testService(engine)
    const whole = await service.call('PUT', `${THEME}/common/some.bin`, fileForm(randomBytes(SIZE)))
    assert.equal(whole.status, 204)
    const zeros =
      engine === 'SQLite' ? 'zeroblob(deflated_size)' : `decode(repeat('00', deflated_size::int), 'hex')`
    await executed(service.database, `update blobs set deflated = ${zeros} where size = ${SIZE}`)
    for (const path of [THEME, `${THEME}?customized_only=true`, `${THEME}/common/some.bin`]) {
      const answer = await service.call('GET', path)
      assert.ok(answer.status >= 500, path)
      assert.match(((await answer.json()) as { messageId: string }).messageId, /^TABRD000\dE$/)
    }
    const again = await service.call('DELETE', `${THEME}/common/some.bin`)
    assert.equal(again.status, 204)
    assert.equal((await service.call('GET', THEME)).status, 200, 'without the file all is well')
    await service.stop()
  })
