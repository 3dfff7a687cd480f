import assert from 'node:assert/strict'
import { after, before, describe, type Mock, mock, test } from 'node:test'
import { type Store, StoreFault, type TenantStore } from '../../src/store/store.ts'
import { ENGINES } from '../support/database.ts'
import { packageOf } from '../support/packages.ts'
import { fileForm, type TestService, testService } from '../support/service.ts'
import { within } from '../support/store.ts'
import { send } from '../support/wire.ts'
import { FILES, LOGIN, STATIC, THEMES } from './addresses.ts'

type Reads = TenantStore['themes']

for (const engine of ENGINES)
  describe(`what assets ask of the store, on ${engine}`, () => {
    let service: TestService
    let standing: Mock<Store['tenant']>
    /** What stands in for reads of the store. */
    let instead: (reads: Reads) => Partial<Reads> = () => ({})
    let number = 0

    before(async () => {
      service = await testService(engine)
      const { store } = service.service
      const tenant = store.tenant.bind(store)
      standing = mock.method(store, 'tenant', (id: string) => {
        const real = tenant(id)
        return over(real, { themes: over(real.themes, instead(real.themes)) })
      })
    })
    after(async () => {
      standing.mock.restore()
      await service.stop()
    })

    const style = async (query: string) =>
      String((await send(service.url, 'GET', `${STATIC}/theme.css?${query}`)).body)
    const theme = async (text: string) =>
      await service.createTheme(`Asked ${++number}`, packageOf({ [FILES.style]: text }))
    const put = async (id: string, text: string) => {
      const { status } = await service.call('PUT', `${THEMES}/${id}/${FILES.style}`, fileForm(text))
      assert.equal(status, 204)
    }
    /** The first generation of a theme, as addresses have it. */
    const generation = async (id: string) => {
      const page = await (await fetch(`${service.url}${LOGIN}?themeId=${id}`)).text()
      return /theme\.css\?[^"]*v=(1-[^"&]+)/.exec(page)![1]!
    }

    test('a revision of before is read once, and not for every address that asks for it', async () => {
      const id = await theme('one')
      const v = await generation(id)
      await put(id, 'two')
      let read = 0
      let isMissing = true
      instead = reads => ({
        async files(of, revision) {
          const files = await reads.files(of, revision)
          if (of !== id || revision !== 1) return files
          read += 1
          return isMissing ? files.map(file => ({ ...file, missing: true })) : files
        },
      })
      for (const x of [1, 2]) assert.equal(await style(`themeId=${id}&v=${v}&x=${x}`), 'one')
      assert.equal(read, 2, 'what is missing may be put back')
      isMissing = false
      for (const x of [3, 4, 5]) assert.equal(await style(`themeId=${id}&v=${v}&x=${x}`), 'one')
      assert.equal(read, 3)
      await put(id, 'three')
      assert.equal(await style(`themeId=${id}&v=${v}`), 'one')
      assert.equal(read, 3, 'a write changes no revision of before')
      instead = () => ({})
      assert.equal((await service.call('DELETE', `${THEMES}/${id}`)).status, 204)
      assert.notEqual(await style(`themeId=${id}&v=${v}`), 'one')
    })

    const away = async (id: string, asked: () => Promise<void>) => {
      instead = reads => ({
        async get(of) {
          if (of === id) throw new StoreFault('unavailable', 'The database is away.')
          return await reads.get(of)
        },
      })
      await asked().finally(() => {
        instead = () => ({})
      })
    }

    test('an older file that was shown while the store was away is not given again afterwards', async () => {
      const id = await theme('one')
      assert.equal(await style(`themeId=${id}`), 'one')
      await away(id, async () => {
        await put(id, 'two')
        assert.equal(await style(`themeId=${id}`), 'one')
      })
      await within(30_000, async () => (await style(`themeId=${id}`)) === 'two')
    })

    test('the default theme’s file that was shown while the store was away is not given again afterwards', async () => {
      const id = await theme('mine')
      await away(id, async () => assert.notEqual(await style(`themeId=${id}`), 'mine'))
      assert.equal(await style(`themeId=${id}`), 'mine')
    })
  })

/** An object with some of its members replaced. */
function over<T extends object>(real: T, instead: Partial<T>): T {
  return new Proxy(real, {
    get(target, name) {
      const replaced = Reflect.get(instead, name)
      if (replaced !== undefined) return replaced
      const own = Reflect.get(target, name, target)
      return typeof own === 'function' ? own.bind(target) : own
    },
  })
}
