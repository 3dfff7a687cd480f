import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assignTheme,
  createClient,
  ISSUER_PATH,
  rotateClient,
  rotateSigningKey,
  setStatus,
} from '../../src/identity/identity.ts'
import { application, browser, type Resident, resident, signedIn } from '../journeys/steps.ts'
import { FILES, LOGIN, THEMES, whole } from '../pages/addresses.ts'
import { startDeafWay } from '../support/deaf.ts'
import { isSession } from '../support/furnished.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { packageOf } from '../support/packages.ts'
import { quietOffice } from '../support/people.ts'
import type { Person } from '../support/person.ts'
import { type Server, startServer, tokenFrom } from '../support/process.ts'
import { fileForm, packageForm } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

describe('what is changed at one node is seen at another', () => {
  let nodes: Nodes

  before(async () => {
    nodes = await startNodes()
  })
  after(() => nodes.stop())

  const put = async (node: Server, path: string, content: string) =>
    assert.equal((await nodes.call(node, 'PUT', `${THEMES}/default/${path}`, fileForm(content))).status, 204)
  const text = async (path: string, node = nodes.two) => await (await nodes.call(node, 'GET', path)).text()
  const shows =
    (path: string, words: string, node = nodes.two) =>
    async () =>
      (await text(path, node)).includes(words)

  /** A sign-in page that has words of its own, and the label of its title. */
  const page = (words: string) => whole(`<h1>$LOGIN_TITLE$</h1><p>${words}</p>`)

  test('a page, a file and a label', async () => {
    const style = `${THEMES}/default/${FILES.style}`
    for (const [path, content, words, at] of [
      [FILES.login, page('of the first page'), 'of the first page', LOGIN],
      [FILES.login, page('of the second page'), 'of the second page', LOGIN],
      [FILES.style, '/* the first style */', 'the first style', style],
      [FILES.style, '/* the second style */', 'the second style', style],
      [FILES.labels, '$LOGIN_TITLE$=A label', 'A label', LOGIN],
    ] as const) {
      // It is in the memory of the other node as it was.
      assert.equal(await shows(at, words)(), false)
      await put(nodes.one, path, content)
      await within(60_000, shows(at, words))
    }
  })

  test('a plan has the tag of the revision that it looked at', async t => {
    // A node that hears of changes late, so that it plans on what it remembers.
    const way = await startDeafWay(nodes.environment.DATABASE_URL!)
    t.after(() => way.stop())
    const deaf = await startServer({ ...nodes.environment, DATABASE_URL: way.url })
    t.after(() => deaf.stop())
    for (let round = 1; round <= 10; round++) {
      const path = `common/static/added-${round}.css`
      await put(nodes.one, path, 'p {}')
      const archive = packageForm(packageOf({ [path]: 'p {}' }))
      const answer = await nodes.call(deaf, 'POST', '/v1.0/tabard/themes/default/plan', archive)
      const { unchanged } = (await answer.json()) as { unchanged: string[] }
      const now = await nodes.call(nodes.one, 'GET', '/v1.0/tabard/themes/default')
      const isNew = answer.headers.get('etag') === now.headers.get('etag')
      assert.equal(unchanged.includes(path), isNew, `round ${round}`)
    }
  })

  test('the theme of an application', async () => {
    const files = packageOf({ [FILES.login]: page('of the shop') })
    const made = await nodes.call(nodes.one, 'POST', THEMES, packageForm(files, { name: 'Shop' }))
    const { id: theme } = (await made.json()) as { id: string }
    const { id, address } = await application(nodes)
    nodes.balancer.lead([nodes.two])
    const themed = async () => (await browser(nodes).visit(address)).html.includes('of the shop')
    assert.equal(await themed(), false)
    await assignTheme(nodes.store, id, theme)
    await within(60_000, themed)
    await assignTheme(nodes.store, id, 'default')
    await within(60_000, async () => !(await themed()))
    nodes.balancer.lead([nodes.one, nodes.two])
  })

  test('the secret of an API client: what was got with the old one ends', async () => {
    const { clientId, clientSecret } = await createClient(nodes.store, {
      name: 'Reader',
      entitlements: ['readTemplates'],
    })
    const authorization = `Bearer ${await tokenFrom(nodes.one.url, clientId, clientSecret)}`
    const status = async () => (await fetch(nodes.two.url + THEMES, { headers: { authorization } })).status
    assert.equal(await status(), 200)
    await rotateClient(nodes.store, clientId)
    await within(60_000, async () => (await status()) === 401)
  })

  test('the end of a session: by a sign-out, or because the account is disabled', async () => {
    const endings = [
      (person: Person) => person.submit({}),
      async (_: Person, { id }: Resident) => setStatus(await quietOffice(nodes.service), id, 'disabled'),
    ]
    for (const end of endings) {
      const who = await resident(nodes)
      const person = await signedIn(nodes, who)
      const session = person.cookies()
      for (const node of [nodes.one, nodes.two]) assert.equal(await isSession(node.url, session), true)
      await end(person, who)
      for (const node of [nodes.one, nodes.two])
        await within(60_000, async () => !(await isSession(node.url, session)))
    }
  })

  test('the key that signs', async () => {
    const keys = async () => await text(`${ISSUER_PATH}/jwks`)
    await keys()
    const kid = await rotateSigningKey(nodes.store, Date.now())
    await within(60_000, async () => (await keys()).includes(kid))
  })

  test('also in the moment in which a node loses the connection by which it hears', async () => {
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'tabard listener'`
    for (const delay of [0, 2, 5, 10, 50]) {
      const words = `after ${delay} ms`
      const killed = executed(nodes.service.database, kill)
      await sleep(delay)
      await put(nodes.one, FILES.login, page(words))
      await Promise.all([killed, within(60_000, shows(LOGIN, words))])
    }
  })
})
