import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AuditRecord } from '../../src/store/store.ts'
import { usually } from '../support/database.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { packageOf } from '../support/packages.ts'
import { CLIENT_ID, fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const FILE = 'common/page_style.css'

for (const engine of usually('PostgreSQL')) {
  describe(`what is done to themes, in the audit trail on ${engine}`, () => {
    let service: TestService
    let theme: string

    before(async () => {
      service = await testService(engine)
    })
    after(async () => await service.stop())

    /** The entries that some calls add, the oldest first. */
    const added = async (calls: () => Promise<unknown>): Promise<AuditRecord[]> => {
      const [newest] = await mainStore(service).audit.list({ limit: 1 })
      await calls()
      const all = await mainStore(service).audit.list({ limit: 100 })
      const before = newest === undefined ? all.length : all.findIndex(({ turn }) => turn === newest.turn)
      return all.slice(0, before).reverse()
    }
    const told = (entries: readonly AuditRecord[]) =>
      entries.map(({ event, address, details }) => ({ event, address, ...details }))
    const ok = async (answer: Promise<Response>) => assert.ok((await answer).ok)
    const about = (name: string, revision: string) => ({
      address: '127.0.0.1',
      themeId: theme,
      name,
      revision,
      author: `client:${CLIENT_ID}`,
    })

    test('a theme that an API client makes, changes and deletes, with the client and its address', async () => {
      const created = await added(async () => {
        theme = await service.createTheme(
          'Brand',
          packageOf({ [FILE]: '.a { top: 0 }', 'common/x.txt': 'x' }),
        )
      })
      assert.deepEqual(told(created), [{ event: 'theme-created', ...about('Brand', '1'), files: '2' }])
      const path = `/v1.0/branding/themes/${theme}`
      const changed = await added(async () => {
        await ok(service.call('PUT', path, packageForm(packageOf({ [FILE]: '.b { top: 0 }' }))))
        await ok(service.call('PUT', path, packageForm(undefined, { name: 'Other' })))
        await ok(service.call('PUT', `${path}/${FILE}`, fileForm('.c { top: 0 }')))
        await ok(service.call('DELETE', `${path}/${FILE}`))
        const json = { 'content-type': 'application/json' }
        const restore = `/v1.0/tabard/themes/${theme}/restore`
        await ok(service.call('POST', restore, JSON.stringify({ revision: 1 }), json))
        await ok(service.call('DELETE', path))
      })
      assert.deepEqual(told(changed), [
        { event: 'theme-replaced', ...about('Brand', '2'), files: '1', path: FILE },
        { event: 'theme-configured', ...about('Other', '3'), files: '0' },
        { event: 'theme-file-written', ...about('Other', '4'), files: '1', path: FILE },
        { event: 'theme-file-reverted', ...about('Other', '5'), files: '1', path: FILE },
        { event: 'theme-restored', ...about('Other', '6'), files: '1', path: FILE },
        { event: 'theme-deleted', ...about('Other', '6') },
      ])
    })

    test('a call that changes nothing, or is refused, adds no entry', async () => {
      const path = `/v1.0/branding/themes/default/${FILE}`
      await ok(service.call('PUT', path, fileForm('.same { top: 0 }')))
      const entries = await added(async () => {
        await ok(service.call('PUT', path, fileForm('.same { top: 0 }')))
        const late = await service.call('PUT', path, fileForm('.late { top: 0 }'), { 'if-match': '"other"' })
        assert.equal(late.status, 412)
        assert.equal((await service.call('DELETE', '/v1.0/branding/themes/default')).status, 405)
      })
      assert.deepEqual(entries, [])
    })

    test('a reset names every theme that it deletes', async () => {
      theme = await service.createTheme('Doomed', packageOf({ [FILE]: '.a { top: 0 }' }))
      const entries = await added(() => ok(service.call('DELETE', '/v1.0/branding/reset')))
      const author = `client:${CLIENT_ID}`
      assert.deepEqual(told(entries), [
        { event: 'theme-deleted', ...about('Doomed', '1'), cause: 'reset' },
        { event: 'themes-reset', address: '127.0.0.1', deleted: '1', author },
      ])
    })

    test('somebody in the console is named by account, and an export of the trail is in it', async () => {
      const id = await addOperator(service, 'boss@example.com', 'administrator')
      const { cookie } = await signedInOperator(service, 'boss@example.com')
      const call = (method: string, path: string, body?: unknown) =>
        consoleCall(service, cookie, method, path, body)
      const entries = await added(async () => {
        await ok(call('POST', '/v1.0/tabard/themes', { name: 'From console' }))
        const audit = await call('GET', '/v1.0/tabard/audit?format=csv&event=theme-created&from=2026-01-31')
        assert.match(await audit.text(), /theme-created/)
        // Nobody gets anything by it.
        await ok(call('HEAD', '/v1.0/tabard/audit?format=csv'))
        await ok(call('GET', '/v1.0/tabard/audit'))
      })
      const [created, exported, ...more] = entries
      assert.deepEqual(more, [])
      assert.equal(created!.event, 'theme-created')
      assert.deepEqual([created!.account, created!.address], [id, '127.0.0.1'])
      assert.equal(created!.details.author, undefined)
      assert.equal(exported!.event, 'audit-exported')
      assert.deepEqual([exported!.account, exported!.address], [id, '127.0.0.1'])
      assert.deepEqual(exported!.details, {
        format: 'csv',
        event: 'theme-created',
        from: '2026-01-31T00:00:00.000Z',
      })
    })

    test('the first client and the first administrator are in the trail of a new installation', async () => {
      const all = await mainStore(service).audit.list({ limit: 100 })
      const first = all.filter(({ details }) => details.cause === 'first start')
      assert.deepEqual(first.map(({ event }) => event).toSorted(), ['account-created', 'client-created'])
      assert.equal(first.find(({ event }) => event === 'client-created')!.details.client, CLIENT_ID)
    })
  })
}
