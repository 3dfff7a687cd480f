import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Refusal } from '../../src/core/refusal.ts'
import { assignTheme, createApplication, removeApplication } from '../../src/identity/identity.ts'
import { packageBytes, refusal, tagOf, themesOf } from '../support/answers.ts'
import { ENGINES } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { packageForm, type TestService, testService } from '../support/service.ts'
import { mainStore } from '../support/tenants.ts'

const THEMES = '/v1.0/branding/themes'
const RESET = '/v1.0/branding/reset'
const ARCHIVE = packageOf({ 'common/own.txt': 'own', 'common/page_style.css': 'mine' })
const CLEAN = [{ id: 'default', name: 'default', description: 'Default Theme' }]
const ROUNDS = EVERYTHING ? 40 : 8

for (const engine of ENGINES) {
  describe(`resetting all branding on ${engine}`, () => {
    let service: TestService

    before(async () => {
      service = await testService(engine)
    })
    after(() => service.stop())

    const reset = async () => await service.call('DELETE', RESET)

    test('all themes go, and default is as it was at first, with its description', async () => {
      const ids = [await service.createTheme('One', ARCHIVE), await service.createTheme('Two', ARCHIVE)]
      await service.call('PUT', `${THEMES}/default`, packageForm(ARCHIVE, { description: 'Ours' }))
      const answer = await reset()
      assert.equal(answer.status, 204)
      assert.equal(await answer.text(), '')
      assert.deepEqual(await themesOf(service), CLEAN)
      assert.deepEqual(pathsOf(await packageBytes(service, 'default', true)), [])
      assert.deepEqual(await packageBytes(service, 'default'), await packageBytes(service, 'master'))
      for (const id of ids) assert.equal((await service.call('GET', `${THEMES}/${id}`)).status, 404)
    })

    test('a description that was taken away comes back', async () => {
      await service.call('PUT', `${THEMES}/default`, packageForm(undefined, { description: '' }))
      await reset()
      assert.deepEqual(await themesOf(service), CLEAN)
    })

    test('what default was before is in its history', async () => {
      await service.call('PUT', `${THEMES}/default`, packageForm(ARCHIVE))
      const before = await tagOf(service, 'default')
      await reset()
      assert.notEqual(await tagOf(service, 'default'), before)
      const [newest] = await mainStore(service).themes.revisions('default')
      assert.deepEqual(
        { author: newest!.author, cause: newest!.cause, changes: newest!.changes },
        {
          author: 'client:test-client',
          cause: 'reset',
          changes: [
            { path: 'common/own.txt', kind: 'removed' },
            { path: 'common/page_style.css', kind: 'reverted' },
          ],
        },
      )
    })

    test('on a clean tenant it changes nothing, and the tag stays', async () => {
      const before = await tagOf(service, 'default')
      assert.equal((await reset()).status, 204)
      assert.equal(await tagOf(service, 'default'), before)
    })

    test('names of themes are free again', async () => {
      await service.createTheme('Again', ARCHIVE)
      await reset()
      await service.createTheme('again', ARCHIVE)
      assert.deepEqual(
        (await themesOf(service)).map(theme => theme.name),
        ['again', 'default'],
      )
      await reset()
    })

    test('while an application uses a theme it is refused, and nothing is changed', async () => {
      const used = await service.createTheme('Used', ARCHIVE)
      await service.createTheme('Free', ARCHIVE)
      await service.call('PUT', `${THEMES}/default`, packageForm(ARCHIVE, { description: 'Ours' }))
      const application = await createApplication(mainStore(service), { name: 'Shop', themeId: used })
      const before = await themesOf(service)
      assert.deepEqual(await refusal(await reset()), [409, 'TABRD0302E'])
      assert.deepEqual(await themesOf(service), before)
      assert.equal(pathsOf(await packageBytes(service, 'default', true)).length, 2)
      await removeApplication(mainStore(service), application.id)
      assert.equal((await reset()).status, 204)
      assert.deepEqual(await themesOf(service), CLEAN)
    })

    test('applications with the default theme do not stand in its way', async () => {
      const id = await service.createTheme('Theirs', ARCHIVE)
      const store = mainStore(service)
      const plain = await createApplication(store, { name: 'Plain' })
      const named = await createApplication(store, { name: 'Named', themeId: 'default' })
      const moved = await createApplication(store, { name: 'Moved', themeId: id })
      await assignTheme(store, moved.id, 'default')
      assert.equal((await reset()).status, 204)
      assert.equal((await store.applications.list()).length, 3)
      for (const { id } of [plain, named, moved]) await removeApplication(store, id)
    })

    test('the alias below /template resets too', async () => {
      await service.createTheme('Gone', ARCHIVE)
      assert.equal((await service.call('DELETE', `/template${RESET}`)).status, 204)
      assert.deepEqual(await themesOf(service), CLEAN)
    })

    const races: Record<string, (themeId: string, applicationId: string) => Promise<unknown>> = {
      'an application that takes a theme': (themeId, applicationId) =>
        assignTheme(mainStore(service), applicationId, themeId),
      'a new application with a theme': themeId =>
        createApplication(mainStore(service), { name: 'New', themeId }),
    }
    for (const [what, use] of Object.entries(races)) {
      test(`against ${what}, one of the two is refused, ${ROUNDS} times`, async () => {
        const store = mainStore(service)
        const application = await createApplication(store, { name: 'Racer' })
        for (let round = 0; round < ROUNDS; round++) {
          const id = await service.createTheme(`Round ${round}`, packageOf({}))
          const [answer, used] = await Promise.all([
            reset(),
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
          assert.equal(answer.status, used ? 409 : 204)
          const themes = new Set((await themesOf(service)).map(theme => theme.id))
          assert.equal(themes.has(id), used)
          for (const { themeId } of await store.applications.list())
            assert.ok(themeId === null || themes.has(themeId), `round ${round}`)
          await assignTheme(store, application.id, 'default')
          for (const { id, themeId } of await store.applications.list())
            if (themeId !== null) await removeApplication(store, id)
        }
        await removeApplication(store, application.id)
        await reset()
      })
    }

    test('against new themes, what is created after it stays and what was before goes', async () => {
      await service.createTheme('Before', ARCHIVE)
      const [answer, ...created] = await Promise.all([
        reset(),
        ...['a', 'b', 'c', 'd'].map(name => service.call('POST', THEMES, packageForm(ARCHIVE, { name }))),
      ])
      assert.equal(answer.status, 204)
      for (const { status } of created) assert.equal(status, 201)
      for (const theme of await themesOf(service)) {
        assert.notEqual(theme.name, 'Before')
        assert.equal((await service.call('GET', `${THEMES}/${theme.id}`)).status, 200)
      }
    })
  })
}
