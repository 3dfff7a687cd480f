import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { vacuum } from '../../src/store/whole/vacuum.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES } from '../support/database.ts'
import { testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

interface Told {
  readonly database: string
  readonly bytesBefore: number
  readonly bytesAfter: number
}

const FILLED = `insert into audit (tenant, at, turn, event, account, application, address, details)
  select 'main', 1, 'turn ' || n, 'filling', null, null, null, '${'x'.repeat(1_000)}' from`

describe('tabard database vacuum', () => {
  for (const engine of ENGINES)
    test(`gives space back beside a service that runs on ${engine}`, async () => {
      const service = await testService(engine)
      const numbers =
        engine === 'SQLite'
          ? `(with recursive r(n) as (select 1 union all select n + 1 from r where n < 5000) select n from r)`
          : '(select generate_series(1, 5000) as n) as numbers'
      await executed(service.database, `${FILLED} ${numbers}`)
      await executed(service.database, `delete from audit where event = 'filling'`)
      const told = await new CommandLine(service.database).json<Told>(['database', 'vacuum'])
      assert.match(told.database, new RegExp(`^${engine}`))
      if (engine === 'SQLite') {
        assert.ok(told.bytesBefore > 5e6, String(told.bytesBefore))
        assert.ok(told.bytesAfter < told.bytesBefore - 4e6, String(told.bytesAfter))
        assert.equal(statSync(join(service.database.data, 'tabard.db')).size, told.bytesAfter)
      }
      assert.equal((await service.call('GET', '/v1.0/branding/themes')).status, 200)
      assert.equal((await service.call('DELETE', '/v1.0/branding/reset')).status, 204, 'it can be written')
      await service.stop()
    })

  test('refuses where there is no room for the copy, and says how much it needs', async () => {
    const service = await testService('SQLite')
    const attempt = vacuum(service.database, async () => 1024)
    await assert.rejects(
      attempt,
      /^CannotCopy: There is too little disk space\. .+ temporarily needs \d+ MiB, and 1 MiB are free/,
    )
    await service.stop()
  })

  test('makes no database where there is none', async () => {
    const line = new CommandLine({ environment: { TABARD_DATA: '/nonexistent/tabard' } })
    await line.refused(['database', 'vacuum'], 2, /^There is no database in/)
  })
})
