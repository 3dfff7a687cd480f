import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { bytes, packageBytes } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

const THEME = '/v1.0/branding/themes/default'
const SIZE = 3_000

for (const engine of ENGINES)
  describe(`contents in the database on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    test('a package is whole where another version compressed the master differently', async () => {
      const [sheet, copy] = ['common/page_style.css', 'common/copy.css']
      const original = await bytes(await service.call('GET', `/v1.0/branding/themes/master/${sheet}`))
      const theme = await service.createTheme('Copied', packageOf({ [copy]: new Uint8Array(original) }))
      const master = await filesOf(await packageBytes(service, 'master'))
      const other = deflateRawSync(original, { level: 1 }).toString('hex')
      const stored = engine === 'SQLite' ? `x'${other}'` : `decode('${other}', 'hex')`
      const digest = createHash('sha256').update(original).digest('hex')
      await executed(
        service.database,
        `update blobs set deflated = ${stored}, deflated_size = ${other.length / 2} where digest = '${digest}'`,
      )
      const text = original.toString()
      assert.deepEqual(await filesOf(await packageBytes(service, 'default')), master)
      assert.deepEqual(await filesOf(await packageBytes(service, theme)), { ...master, [copy]: text })
      assert.deepEqual(await filesOf(await packageBytes(service, theme, true)), { [copy]: text })
    })

    test('a package does not pass a damaged content on', async () => {
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
      const copy = JSON.stringify({ name: 'Copy', from: 'default' })
      const themes = async () => await (await service.call('GET', '/v1.0/branding/themes')).text()
      const before = await themes()
      const copied = await service.call('POST', '/v1.0/tabard/themes', copy, {
        'content-type': 'application/json',
      })
      assert.ok(copied.status >= 500, `a copy: ${copied.status}`)
      assert.equal(await themes(), before)
      const again = await service.call('DELETE', `${THEME}/common/some.bin`)
      assert.equal(again.status, 204)
      assert.equal((await service.call('GET', THEME)).status, 200, 'without the file all is well')
    })
  })
