import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Refusal } from '../../src/core/refusal.ts'
import { assignTheme, createApplication, removeApplication } from '../../src/identity/identity.ts'
import { explanation, refusal, tagOf, themesOf } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, packageForm, type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const THEMES = '/v1.0/branding/themes'
const ARCHIVE = packageOf({ 'common/own.txt': 'own' })
const ROUNDS = EVERYTHING ? 40 : 8

for (const engine of ENGINES) {
  describe(`deleting a theme on ${engine}`, () => {
    let service: TestService
    let number = 0

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const theme = async () => await service.createTheme(`Theme ${++number}`, ARCHIVE)
    const remove = async (id: string, headers?: Record<string, string>) =>
      await service.call('DELETE', `${THEMES}/${id}`, undefined, headers)
    const exists = async (id: string) => (await themesOf(service)).some(theme => theme.id === id)

    test('the theme goes with all its files', async () => {
      const id = await theme()
      const answer = await remove(id)
      assert.equal(answer.status, 204)
      assert.equal(await answer.text(), '')
      assert.equal(await exists(id), false)
      assert.equal((await service.call('GET', `${THEMES}/${id}`)).status, 404)
      assert.equal((await service.call('GET', `${THEMES}/${id}/common/own.txt`)).status, 404)
      assert.deepEqual(await mainStore(service).themes.revisions(id), [])
    })

    test('what is deleted cannot be written or deleted again', async () => {
      const id = await theme()
      await remove(id)
      for (const answer of [
        await remove(id),
        await service.call('PUT', `${THEMES}/${id}`, packageForm(ARCHIVE)),
        await service.call('PUT', `${THEMES}/${id}/common/own.txt`, fileForm('x')),
        await service.call('DELETE', `${THEMES}/${id}/common/own.txt`),
      ])
        assert.deepEqual(await refusal(answer), [404, 'TABRD0301E'])
    })

    test('its name is free again, and its files do not come back with it', async () => {
      const id = await theme()
      await remove(id)
      const next = await service.createTheme(`Theme ${number}`, packageOf({}))
      assert.notEqual(next, id)
      assert.equal((await service.call('GET', `${THEMES}/${next}/common/own.txt`)).status, 404)
    })

    test('another theme with the same content keeps it', async () => {
      const [gone, kept] = [await theme(), await theme()]
      await remove(gone)
      const answer = await service.call('GET', `${THEMES}/${kept}/common/own.txt`)
      assert.equal(await answer.text(), 'own')
    })

    test('a theme that an application references is refused with 405 and CSIAZ3024E', async () => {
      const id = await theme()
      const application = await createApplication(mainStore(service), { name: 'Shop', themeId: id })
      const answer = await remove(id)
      assert.equal(answer.headers.get('allow'), 'GET, HEAD, PUT')
      const text = await explanation(answer.clone())
      assert.ok(text.includes(id) && /cannot be deleted because an application uses it/.test(text), text)
      assert.deepEqual(await refusal(answer), [405, 'CSIAZ3024E'])
      assert.equal(await exists(id), true)
      await removeApplication(mainStore(service), application.id)
      assert.equal((await remove(id)).status, 204)
    })

    test('a theme is free once the application has the default theme', async () => {
      const id = await theme()
      const application = await createApplication(mainStore(service), { name: 'Shop', themeId: id })
      await assignTheme(mainStore(service), application.id, 'default')
      assert.equal((await remove(id)).status, 204)
    })

    test('a theme that another application does not use goes', async () => {
      const [used, free] = [await theme(), await theme()]
      const application = await createApplication(mainStore(service), { name: 'Shop', themeId: used })
      assert.equal((await remove(free)).status, 204)
      await removeApplication(mainStore(service), application.id)
    })

    for (const [id, allow] of [
      ['default', 'GET, HEAD, PUT'],
      ['master', 'GET, HEAD'],
    ] as const) {
      test(`${id} cannot be deleted`, async () => {
        const answer = await remove(id)
        assert.equal(answer.headers.get('allow'), allow)
        assert.deepEqual(await refusal(answer), [405, 'TABRD0303E'])
        assert.equal((await service.call('GET', `${THEMES}/${id}`)).status, 200)
      })
    }

    test('an unknown theme is not found', async () => {
      for (const id of ['00000000-0000-4000-8000-000000000000', 'nothing', 'MASTER'])
        assert.deepEqual(await refusal(await remove(id)), [404, 'TABRD0301E'])
    })

    test('If-Match keeps a theme that was changed in the meantime', async () => {
      const id = await theme()
      const stale = await tagOf(service, id)
      await service.call('PUT', `${THEMES}/${id}/common/own.txt`, fileForm('changed'))
      for (const tag of [stale, '"wrong"'])
        assert.deepEqual(await refusal(await remove(id, { 'if-match': tag })), [412, 'TABRD0309E'])
      assert.equal(await exists(id), true)
      assert.equal((await remove(id, { 'if-match': await tagOf(service, id) })).status, 204)
      const other = await theme()
      assert.equal((await remove(other, { 'if-match': '*' })).status, 204)
    })

    test('of many deletes at once, one finds the theme', async () => {
      const id = await theme()
      const answers = await Promise.all(Array.from({ length: 6 }, () => remove(id)))
      assert.deepEqual(answers.map(answer => answer.status).sort(), [204, 404, 404, 404, 404, 404])
    })

    test('the alias below /template deletes too', async () => {
      const id = await theme()
      assert.equal((await service.call('DELETE', `/template${THEMES}/${id}`)).status, 204)
      assert.equal(await exists(id), false)
    })

    const races: Record<string, (themeId: string, applicationId: string) => Promise<unknown>> = {
      'an application that takes the theme': (themeId, applicationId) =>
        assignTheme(mainStore(service), applicationId, themeId),
      'a new application with the theme': themeId =>
        createApplication(mainStore(service), { name: 'New', themeId }),
    }
    for (const [what, use] of Object.entries(races)) {
      test(`against ${what}, one of the two is refused, ${ROUNDS} times`, async () => {
        const store = mainStore(service)
        const application = await createApplication(store, { name: 'Racer' })
        for (let round = 0; round < ROUNDS; round++) {
          const id = await theme()
          const [answer, used] = await Promise.all([
            remove(id),
            // Shifted a little from round to round, so that the two meet at different points.
            setTimeout(round % 4).then(() =>
              use(id, application.id).then(
                () => true,
                error => {
                  assert.ok(error instanceof Refusal && error.code === 'theme_unknown', String(error))
                  return false
                },
              ),
            ),
          ])
          assert.equal(answer.status, used ? 405 : 204)
          assert.equal(await exists(id), used)
          for (const { themeId } of await store.applications.list())
            assert.ok(themeId === null || (await exists(themeId)), `round ${round}`)
          await assignTheme(store, application.id, 'default')
          for (const { id, themeId } of await store.applications.list())
            if (themeId !== null) await removeApplication(store, id)
        }
      })
    }
  })
}
