import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { POSTGRES, SCHEMA_VERSION, schemaStatements } from '../../src/store/migrations/migrations.ts'
import { askedForCode, typed } from '../journeys/code-checks.ts'
import { newcomer, verifying } from '../journeys/registration-checks.ts'
import { assertSentBack, browser, resident, signIn } from '../journeys/steps.ts'
import { FILES, LOGIN, THEMES, whole } from '../pages/addresses.ts'
import { type Nodes, startNodes } from '../support/nodes.ts'
import { packageOf } from '../support/packages.ts'
import { tabard } from '../support/process.ts'
import { fileForm, packageForm } from '../support/service.ts'
import { executed, within } from '../support/store.ts'

/** What a newer version may do to a schema while nodes of this one run. */
const NEWER = `do $$
  declare name text;
  begin
    for name in select tablename from pg_tables where schemaname = 'public' and tablename <> 'migrations' loop
      execute format('alter table %I add column later bigint not null default 0', name);
      execute format('alter table %I add column maybe bigint', name);
    end loop;
    create table later (id bigint primary key);
    insert into migrations (version, at) values (${SCHEMA_VERSION + 1}, 1);
  end $$`

describe('a node that runs while a newer version brings the schema up to date', () => {
  let nodes: Nodes

  before(async () => {
    nodes = await startNodes()
    assert.equal((await fetch(nodes.two.url + LOGIN)).status, 200)
    await executed(nodes.service.database, NEWER)
  })
  after(() => nodes.stop())

  test('serves pages and takes themes', async () => {
    const page = packageOf({ [FILES.login]: whole('<h1>$LOGIN_TITLE$</h1><p>of the old node</p>') })
    const made = await nodes.call(nodes.one, 'POST', THEMES, packageForm(page, { name: 'Late' }))
    assert.equal(made.status, 201)
    const { id } = (await made.json()) as { id: string }
    const path = `${THEMES}/${id}/${FILES.style}`
    assert.equal((await nodes.call(nodes.one, 'PUT', path, fileForm('/* late */'))).status, 204)
    await within(60_000, async () =>
      (await (await fetch(`${nodes.two.url}${LOGIN}?themeId=${id}`)).text()).includes('of the old node'),
    )
    assert.equal((await nodes.call(nodes.two, 'DELETE', `${THEMES}/${id}`)).status, 204)
    assert.equal((await fetch(`${nodes.one.url}/readyz`)).status, 200)
  })

  test('signs people in and registers them', async () => {
    const who = await resident(nodes)
    assert.equal((await signIn(browser(nodes), who)).heading, 'You are signed in')
    const { person, code } = await askedForCode(nodes, who)
    await typed(person, code)
    assertSentBack(person)
    const fields = newcomer()
    const registering = await verifying(nodes, fields)
    await registering.person.submit({ code: registering.code })
    assert.ok(await nodes.store.accounts.named(fields.email))
  })

  test('is not started again: the newer version is', async () => {
    const { code, stderr } = await tabard(['client', 'list'], nodes.service.database.environment)
    assert.deepEqual(
      [code, /^The database has schema \d+ and this version of Tabard knows/.test(stderr)],
      [5, true],
    )
  })
})

test('a step of the schema only adds, so that nodes of the version before go on', () => {
  const adds =
    /^(?:create (?:table|(?:unique )?index) |insert into migrations |alter table \w+ add column \w+ \w+(?: collate "C")?(?: not null default \S+)?$)/
  for (const statement of schemaStatements(POSTGRES, 2)) assert.match(statement, adds)
})
