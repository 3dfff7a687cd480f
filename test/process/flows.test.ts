import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { REGISTRATION_FLOW } from '../../src/core/user-flows/defaults.ts'
import { COMMAND_ENGINES, CommandLine } from '../support/command.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'

for (const engine of COMMAND_ENGINES) {
  describe(`tabard flow on ${engine}`, () => {
    let database: TestDatabase
    let line: CommandLine
    let folder: string

    before(async () => {
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      folder = mkdtempSync(join(tmpdir(), 'tabard-flows-'))
    })
    after(async () => {
      rmSync(folder, { recursive: true })
      await database.remove()
    })

    const file = (name: string, content: unknown) => {
      const path = join(folder, name)
      writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
      return path
    }

    test('a flow is exported, changed, compared, applied and reset', async () => {
      const listed = await line.json<{ reference: string }[]>(['flow', 'list'])
      assert.deepEqual(
        listed.map(({ reference }) => reference),
        ['registration', 'profile'],
      )
      const path = join(folder, 'registration.json')
      await line.run(['flow', 'export', 'registration', '--output', path])
      assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), REGISTRATION_FLOW)
      assert.match((await line.run(['flow', 'diff', path])).stderr, /There is no difference/)
      file('registration.json', { ...REGISTRATION_FLOW, verification: 'none' })
      assert.match(
        await line.printed(['flow', 'diff', path]),
        /^- {2}"verification": "code",\n\+ {2}"verification": "none",$/m,
      )
      const { version, changed, mistakes } = await line.json<{
        version: number
        changed: boolean
        mistakes: object[]
      }>(['flow', 'apply', path])
      assert.deepEqual([version, changed, mistakes.length], [2, true, 1])
      assert.match(await line.printed(['flow', 'show', 'registration']), /never verified/)
      await line.run(['flow', 'reset', 'registration'])
      const shown = await line.json<{ document: object }>(['flow', 'show', 'registration'])
      assert.deepEqual(shown.document, REGISTRATION_FLOW)
      await line.run(['flow', 'restore', 'registration', '2'])
      assert.match(await line.printed(['flow', 'export', 'registration']), /"verification": "none"/)
    })

    test('what cannot be used is refused with path and reason', async () => {
      const bad = file('bad.json', { kind: 'user_form', steps: [], end: { outcome: 'page' } })
      for (const more of [[], ['--check']]) {
        const { code, stdout, stderr } = await line.run(['flow', 'apply', bad, ...more])
        assert.notEqual(code, 0)
        assert.match(stdout + stderr, /\/steps.+This list needs at least 1 entry\./s)
      }
      const broken = await line.run(['flow', 'apply', file('broken.json', '{')])
      assert.match(broken.stderr, /cannot be read as JSON/)
    })

    test('attributes are given, changed, listed and exported, each by the rules of forms', async () => {
      const plan = {
        name: 'plan',
        kind: 'choice',
        label: 'Plan',
        choices: [{ value: 'paid', label: 'Paid' }],
      }
      await line.run(['attribute', 'apply', file('plan.json', plan)])
      await line.run([
        'attribute',
        'apply',
        file('motto.json', { name: 'motto', kind: 'text', label: 'Motto' }),
      ])
      await line.run(['account', 'create', '--username', 'mia', '--attribute', 'plan=paid'])
      const update = (...more: string[]) => line.run(['account', 'update', 'mia', ...more])
      for (const [given, problem] of [
        ['plan=free', /is not a valid value for the attribute "plan" \(choice\)/],
        ['shoe=9', /shoe/],
        ['plan', /as plan=<value>/],
        ['email=other@example.com', /email/],
      ] as const)
        assert.match((await update('--attribute', given)).stderr, problem)
      assert.equal((await update('--attribute', 'motto==SUM(A1)', '--first-name', 'Mia')).code, 0)
      const shown = await line.json<Record<string, unknown>>(['account', 'show', 'mia'])
      assert.deepEqual([shown.plan, shown.motto, shown.givenName], ['paid', '=SUM(A1)', 'Mia'])
      const list = ['account', 'list', '--csv', '--attribute', 'plan=paid', '--attribute', 'motto']
      // What a spreadsheet would take for a formula is a text.
      assert.match(
        await line.printed(list),
        /^id,userName,email,status,administrator,plan,motto\r\n[^,]+,mia,,active,false,paid,'=SUM\(A1\)\r\n$/,
      )
      const trail = await line.json<{ event: string; details?: Record<string, string> }[]>(['audit'])
      assert.ok(
        trail.some(
          ({ event, details }) => event === 'profile-changed' && details?.changed === 'givenName motto',
        ),
      )
      await update('--attribute', 'plan=')
      assert.equal((await line.json<Record<string, unknown>>(['account', 'show', 'mia'])).plan, undefined)
    })

    test('somebody is invited, and an application gets a registration of its own', async () => {
      const { link } = await line.json<{ link: string }>([
        'flow',
        'invite',
        'registration',
        'alex@example.com',
      ])
      assert.match(link, /\/flows\/\?reference=registration&invitation=[\w-]{40,}$/)
      assert.match((await line.run(['flow', 'invite', 'profile', 'alex@example.com'])).stderr, /No user flow/)
      await line.run(['flow', 'apply', file('join.json', REGISTRATION_FLOW)])
      const app = await line.json<{ registration: string }>([
        ...['app', 'create', '--name', 'Club', '--registration', 'join'],
      ])
      assert.equal(app.registration, 'join')
      const none = await line.run(['app', 'update', 'Club', '--registration', 'nowhere'])
      assert.match(
        none.stderr,
        /No user flow has the reference "nowhere"\. Run "tabard flow list" to see all\./,
      )
    })

    test('attributes are added, listed and removed', async () => {
      const seats = file('seats.json', { name: 'seats', kind: 'number', label: 'Seats' })
      assert.deepEqual(await line.json(['attribute', 'apply', seats]), { name: 'seats', kind: 'number' })
      assert.match(await line.printed(['attribute', 'list']), /^seats +number$/m)
      await line.run(['account', 'create', '--email', 'ada@example.com'])
      const list = ['account', 'list', '--attribute']
      assert.equal((await line.json<{ seats: null }[]>([...list, 'seats']))[0]?.seats, null)
      assert.deepEqual(await line.json([...list, 'seats=3']), [])
      assert.match((await line.run([...list, 'shoe'])).stderr, /no attribute "shoe"/)
      assert.deepEqual(await line.json(['attribute', 'remove', 'seats']), { name: 'seats', removed: true })
    })
  })
}
