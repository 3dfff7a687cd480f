import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { configFrom } from '../../src/config.ts'
import { createClient, FIRST_TENANT } from '../../src/identity/identity.ts'
import { type Service, startService } from '../../src/server.ts'
import { FILES, LOGIN, THEMES } from '../pages/addresses.ts'
import { databaseAt } from '../support/nodes.ts'
import { addAccount, PASSWORD } from '../support/people.ts'
import { Person } from '../support/person.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, fileForm } from '../support/service.ts'
import { within } from '../support/store.ts'
import { type SwallowingWay, startSwallowingWay } from '../support/swallowing.ts'
import { THREADS } from '../support/threads.ts'

const KIM = 'kim@example.com'

for (const [over, isEncrypted] of [
  ['over plain connections', false],
  ['over TLS', true],
] as const) {
  describe(`a PostgreSQL ${over} that neither answers nor refuses`, () => {
    let postgres: TestPostgres
    let way: SwallowingWay
    let service: Service
    let headers: Record<string, string>
    const cleaning: (() => Promise<void>)[] = []

    before(async () => {
      postgres = await startPostgres(true, isEncrypted)
      way = await startSwallowingWay(postgres.url)
      const database = databaseAt(way.url)
      const settings = { PORT: '0', TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
      const config = configFrom({ ...settings, ...database.environment })
      service = await startService(config, 'silent', { threads: THREADS, ahead: false })
      headers = { authorization: `Bearer ${await tokenFrom(service.address, CLIENT_ID, CLIENT_SECRET)}` }
      await addAccount({ service }, { email: KIM })
      cleaning.push(
        () => database.remove(),
        () => postgres.stop(),
        () => way.stop(),
        () => service.close(),
      )
    })
    after(async () => {
      for (const clean of cleaning.reverse()) await clean()
    })

    const status = async (path: string, more: RequestInit = {}) =>
      (await fetch(`${service.address}${path}`, { headers, ...more })).status
    const put = async () =>
      await status(`${THEMES}/default/${FILES.style}`, { method: 'PUT', body: fileForm('/* a style */') })
    const isReady = async () => (await status('/readyz')) === 200

    /** What has been asked before anybody can know, and what is asked then, is answered: the database stays silent. */
    const assertServes = async (person: Person) => {
      const asked = [status(THEMES), put(), status('/readyz')]
      await within(60_000, async () => !(await isReady()))
      const pages = await Promise.all(Array.from({ length: 50 }, () => status(LOGIN)))
      assert.deepEqual([...new Set(pages)], [200])
      assert.equal(await status('/template/v1.0/static/css/base.css'), 200)
      assert.equal(await status('/healthz'), 200)
      assert.deepEqual([await status(THEMES), await put(), await status('/readyz')], [503, 503, 503])
      const shown = await person.submit({ username: KIM, password: PASSWORD })
      assert.equal(shown.status, 503)
      assert.match(shown.headers.get('content-type')!, /^text\/html/)
      assert.match(shown.html, /base\.css/)
      assert.deepEqual(await Promise.all(asked), [503, 503, 503])
    }
    const assertWell = async () => {
      await within(60_000, isReady)
      assert.equal(await status(THEMES), 200)
      assert.equal(await put(), 204)
      const person = new Person(service.address)
      await person.visit(LOGIN)
      const { status: signedIn } = await person.submit({ username: KIM, password: PASSWORD })
      assert.equal(signedIn, 200)
      assert.ok(person.cookie('tabard-session'), 'somebody can sign in')
    }
    const atSignIn = async () => {
      const person = new Person(service.address)
      await person.visit(LOGIN)
      return person
    }

    test('a server that is stopped: pages go on, all else is told to come back, and all is well afterwards', async () => {
      await assertWell()
      const person = await atSignIn()
      postgres.freeze()
      await assertServes(person).finally(() => postgres.thaw())
      await assertWell()
    })

    test('a way that swallows everything: the same, although its connections never come back to life', async () => {
      await assertWell()
      const person = await atSignIn()
      way.swallow()
      await assertServes(person).finally(() => way.pass())
      await assertWell()
    })

    // A lock has nothing to do with the connection.
    if (isEncrypted) return

    test('a table that somebody has locked: pages go on, and calls that need it are told to come back', async () => {
      await assertWell()
      const locker = new pg.Client({ connectionString: postgres.url })
      await locker.connect()
      try {
        await locker.query('begin; lock table themes in access exclusive mode')
        // What is remembered has to be looked up again.
        const entitlements = ['readTemplates'] as const
        await createClient(service.store.tenant(FIRST_TENANT), { name: 'Reader', entitlements })
        const pages = await Promise.all(Array.from({ length: 50 }, () => status(LOGIN)))
        assert.deepEqual([...new Set(pages)], [200])
        assert.deepEqual([await status(THEMES), await put()], [503, 503])
        const person = await atSignIn()
        await person.submit({ username: KIM, password: PASSWORD })
        assert.ok(person.cookie('tabard-session'), 'somebody can sign in')
        assert.equal(await isReady(), true)
      } finally {
        await locker.end()
      }
      await assertWell()
    })
  })
}
