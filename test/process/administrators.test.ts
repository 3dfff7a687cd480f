import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { SIGN_IN } from '../../src/identity/identity.ts'
import { COMMAND_ENGINES, CommandLine, ONE_SENTENCE } from '../support/command.ts'
import { type EngineName, freshDatabase, installedDatabase, type TestDatabase } from '../support/database.ts'
import { Person } from '../support/person.ts'
import { type Served, startShared, tabard, tokenFrom } from '../support/process.ts'
import { executed, within } from '../support/store.ts'

const PASSWORD = 'violet anchor on sand'

interface Roles {
  readonly administrator: boolean
  readonly themeDeveloper: boolean
}

/** What a person sees who signs in. */
async function signedIn(url: string, username: string, password: string): Promise<string> {
  const person = new Person(url)
  await person.visit(`${SIGN_IN}?runtime=true`)
  return (await person.submit({ username, password })).heading
}

/** Waits for something that the server says. */
async function heard(server: Served, expected: RegExp): Promise<void> {
  await within(60_000, () => expected.test(server.said.stdout + server.said.stderr))
}

/** The values in the credentials file, by name. */
function credentialsIn(data: string): Record<string, string> {
  const lines = readFileSync(join(data, 'credentials.env'), 'utf8').trimEnd().split('\n')
  return Object.fromEntries(lines.map(line => line.split('=', 2)))
}

for (const engine of COMMAND_ENGINES) {
  describe(`the first administrator on ${engine}`, () => {
    let database: TestDatabase
    let server: Served | undefined

    before(async () => {
      database = await freshDatabase(engine)
    })
    after(async () => {
      await server?.stop()
      await database.remove()
    })

    const start = async (more: Record<string, string> = {}): Promise<Served> => {
      await server?.stop()
      server = await startShared({ ...database.environment, ...more })
      return server
    }

    test('has a password that is made, and kept beside that of the API client', async () => {
      const { url, said } = await start()
      const made = credentialsIn(database.data)
      assert.deepEqual(Object.keys(made), [
        'TABARD_CLIENT_ID',
        'TABARD_CLIENT_SECRET',
        'TABARD_ADMIN_PASSWORD',
      ])
      assert.equal(statSync(join(database.data, 'credentials.env')).mode & 0o777, 0o600)
      await heard(server!, /^Administrator admin, password in \S+\/credentials\.env$/m)
      assert.ok(!said.stdout.includes(made.TABARD_ADMIN_PASSWORD!))
      assert.equal(await signedIn(url, 'admin', made.TABARD_ADMIN_PASSWORD!), 'You are signed in')
    })

    test('is made by the start after an upgrade, and what the file had before stays', async () => {
      const { TABARD_CLIENT_ID: id, TABARD_CLIENT_SECRET: secret } = credentialsIn(database.data)
      // A version before had none: today nobody can remove the last one.
      await executed(database, "delete from accounts where user_name = 'admin'")
      const file = join(database.data, 'credentials.env')
      const before = `# ours\nTABARD_CLIENT_ID=${id}\nTABARD_CLIENT_SECRET=${secret}`
      writeFileSync(file, before)
      const { url, said } = await start()
      const [, password] = /^TABARD_ADMIN_PASSWORD=(\S+)$/m.exec(readFileSync(file, 'utf8'))!
      assert.equal(readFileSync(file, 'utf8'), `${before}\nTABARD_ADMIN_PASSWORD=${password}\n`)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      assert.equal(await signedIn(url, 'admin', password!), 'You are signed in')
      assert.equal(typeof (await tokenFrom(url, id!, secret!)), 'string')
      assert.doesNotMatch(said.stdout, /API client/)
    })

    test('is not made again, whatever the settings say later', async () => {
      const before = readFileSync(join(database.data, 'credentials.env'), 'utf8')
      const { said } = await start({ TABARD_ADMIN_EMAIL: 'eve@example.com', TABARD_ADMIN_PASSWORD: PASSWORD })
      assert.equal(readFileSync(join(database.data, 'credentials.env'), 'utf8'), before)
      const listed = await new CommandLine(database).json<{ userName: string }[]>(['account', 'list'])
      assert.deepEqual(
        listed.map(({ userName }) => userName),
        ['admin'],
      )
      assert.doesNotMatch(said.stdout, /Administrator/)
    })
  })

  test(`a password of the settings that is refused is named, with the reason, on ${engine}`, async () => {
    const database = await installedDatabase(engine)
    try {
      for (const [password, reason] of [
        ['password', 'is a common password'],
        ['adminadmin-tabard', 'consists of names, such as that of the administrator or of the service'],
        ['x'.repeat(150) + 'y'.repeat(150), 'has more than 256 characters'],
      ]) {
        const settings = { PORT: '0', TABARD_LOG_LEVEL: 'silent', TABARD_ADMIN_PASSWORD: password! }
        const { code, stderr } = await tabard(['serve'], { ...database.environment, ...settings })
        assert.equal(
          stderr,
          `TABARD_ADMIN_PASSWORD ${reason}. Set another one, or leave it out: the first start then generates one.\n`,
        )
        assert.equal(code, 2)
      }
    } finally {
      await database.remove()
    }
  })

  describe(`an administrator of the settings on ${engine}`, () => {
    let database: TestDatabase
    let server: Served
    let line: CommandLine

    before(async () => {
      database = await installedDatabase(engine)
      line = new CommandLine(database)
      const given = { TABARD_ADMIN_EMAIL: 'admin@example.com', TABARD_ADMIN_PASSWORD: PASSWORD }
      server = await startShared({ ...database.environment, ...given })
    })
    after(async () => {
      await server.stop()
      await database.remove()
    })

    test('can sign in, and the password is written nowhere', async () => {
      assert.equal(await signedIn(server.url, 'admin@example.com', PASSWORD), 'You are signed in')
      await heard(server, /^Administrator admin@example\.com, password from TABARD_ADMIN_PASSWORD$/m)
      assert.ok(!server.said.stdout.includes(PASSWORD))
      assert.ok(!JSON.stringify(credentialsIn(database.data)).includes(PASSWORD))
      const shown = await line.json<{ administrator: boolean }>(['account', 'show', 'admin@example.com'])
      assert.equal(shown.administrator, true)
    })

    test('gets another password by the command line, where there is no other administrator', async () => {
      const { userName, temporaryPassword } = await line.json(['admin', 'reset-password'])
      assert.equal(userName, 'admin@example.com')
      assert.equal(await signedIn(server.url, userName!, PASSWORD), 'Sign in')
      assert.equal(await signedIn(server.url, userName!, temporaryPassword!), 'Choose a new password')
    })

    test('has to be named, where there are several', async () => {
      await line.printed(['account', 'create', '--username', 'second', '--administrator'])
      await line.printed(['account', 'create', '--username', 'somebody'])
      await line.refused(['admin', 'reset-password'], 2, /several[^\n]*admin@example\.com, second\.\n$/)
      const text = await line.printed(['admin', 'reset-password', 'SECOND'])
      assert.match(
        text,
        /^userName {11}second\ntemporaryPassword {2}[0-9a-z-]{19}\nlink {15}http\S+&recover=[\w-]{43}\n$/,
      )
      await line.refused(['admin', 'reset-password', 'somebody'], 1, ONE_SENTENCE)
      await line.refused(['admin', 'reset-password', 'nobody'], 1, ONE_SENTENCE)
    })

    test('is made of somebody, and no longer; but one stays', async () => {
      const given = await line.json<Roles>([
        'account',
        'roles',
        'somebody',
        '--administrator',
        '--theme-developer',
      ])
      assert.deepEqual([given.administrator, given.themeDeveloper], [true, true])
      const taken = await line.json<Roles>(['account', 'roles', 'somebody', '--no-administrator'])
      assert.deepEqual([taken.administrator, taken.themeDeveloper], [false, true])
      await line.printed(['account', 'roles', 'second', '--no-administrator'])
      const last = ['account', 'roles', 'admin@example.com', '--no-administrator']
      await line.refused(last, 4, /^This is the last administrator/)
      await line.printed(['account', 'roles', 'second', '--administrator'])
    })

    test('is neither removed nor disabled, being the last one', async () => {
      await line.printed(['account', 'remove', 'second'])
      for (const command of ['remove', 'disable'])
        await line.refused(['account', command, 'admin@example.com'], 4, /^This is the last administrator/)
      assert.equal((await line.json(['account', 'show', 'admin@example.com'])).status, 'active')
    })

    test('is missed, where there is none', async () => {
      await line.printed(['tenant', 'create', '--name', 'Other', '--host', 'other.example.com'])
      await line.refused(['admin', 'reset-password', '--tenant', 'Other'], 1, ONE_SENTENCE)
    })
  })
}

describe('an administrator that cannot be', () => {
  const started = async (engine: EngineName, settings: Record<string, string>, before?: string[]) => {
    const database = await installedDatabase(engine)
    try {
      if (before !== undefined) await new CommandLine(database).printed(before)
      const quiet = { PORT: '0', TABARD_LOG_LEVEL: 'silent' }
      return await tabard(['serve'], { ...database.environment, ...quiet, ...settings })
    } finally {
      await database.remove()
    }
  }

  test('because of a password that everybody knows is told in one sentence', async () => {
    const { code, stdout, stderr } = await started('SQLite', { TABARD_ADMIN_PASSWORD: 'password123' })
    assert.equal(stdout, '')
    assert.match(stderr, ONE_SENTENCE)
    assert.match(stderr, /password/)
    assert.ok(!stderr.includes('password123'))
    assert.equal(code, 2)
  })

  test('does not cost the secret of the first API client', async () => {
    const database = await installedDatabase('SQLite')
    const refused = { ...database.environment, PORT: '0', TABARD_ADMIN_PASSWORD: 'password123' }
    assert.equal((await tabard(['serve'], refused)).code, 2)
    const server = await startShared({ ...database.environment, TABARD_ADMIN_PASSWORD: PASSWORD })
    try {
      const { TABARD_CLIENT_ID: id, TABARD_CLIENT_SECRET: secret } = credentialsIn(database.data)
      assert.notEqual(await tokenFrom(server.url, id!, secret!), undefined)
    } finally {
      await server.stop()
      await database.remove()
    }
  })

  test('is none because of a short password, which only the log complains about', async () => {
    const database = await installedDatabase('SQLite')
    const server = await startShared({
      ...database.environment,
      TABARD_LOG_LEVEL: 'warn',
      TABARD_ADMIN_PASSWORD: 'Short1!',
    })
    try {
      await heard(server, /TABARD_ADMIN_PASSWORD is shorter than the minimum/)
      assert.equal(await signedIn(server.url, 'admin', 'Short1!'), 'You are signed in')
    } finally {
      await server.stop()
      await database.remove()
    }
  })

  test('because of an address that is none names the setting', async () => {
    const { code, stderr } = await started('SQLite', { TABARD_ADMIN_EMAIL: 'admin' })
    assert.match(stderr, /^TABARD_ADMIN_EMAIL must be [^\n]+\.\n$/)
    assert.equal(code, 2)
  })

  test('because somebody else has the name is told in one sentence', async () => {
    const { code, stderr } = await started('SQLite', {}, ['account', 'create', '--username', 'Admin'])
    assert.match(stderr, ONE_SENTENCE)
    assert.equal(code, 4)
  })
})
