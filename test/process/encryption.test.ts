import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { configFrom } from '../../src/config.ts'
import { ISSUER_PATH } from '../../src/identity/identity.ts'
import { startService } from '../../src/server.ts'
import { openStore } from '../../src/store/store.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'
import { type Furnished, furnishedService, isSession, TOTP } from '../support/furnished.ts'
import { executed, within } from '../support/store.ts'

const [FIRST, SECOND] = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex')]
const READS_FIRST = { TABARD_ENCRYPTION_KEY: SECOND, TABARD_DECRYPTION_KEYS: FIRST }

for (const engine of ENGINES) {
  describe(`keys and secrets in the database on ${engine}`, () => {
    let furnished: Furnished
    const said: string[] = []

    before(async () => {
      furnished = await furnishedService(engine)
      // The first look at the keys makes the one that signs.
      await fetch(`${furnished.service.url}${ISSUER_PATH}/jwks`)
    })
    after(async () => await furnished.service.stop())

    const line = (environment: Record<string, string> = {}, { database } = furnished.service) =>
      new CommandLine(database, environment)
    const run = async (words: string[], environment: Record<string, string> = {}) => {
      const ended = await line(environment).run(words)
      said.push(ended.stdout, ended.stderr)
      return ended
    }
    /** What the columns hold, as somebody sees them who reads the database. */
    const kept = async (): Promise<string[]> => {
      const plain = await openStore(furnished.service.database)
      try {
        const main = plain.tenant('main')
        const values: string[] = []
        for (const purpose of ['sign', 'seal'] as const)
          values.push(...(await main.keys.list(purpose)).map(({ material }) => material))
        for (const { id } of (await main.accounts.list({ limit: 100, offset: 0 })).accounts) {
          const app = await main.factors.authenticator(id)
          if (app !== undefined) values.push(app.secret)
        }
        return values
      } finally {
        await plain.close()
      }
    }
    const doctor = async (environment: Record<string, string>) => {
      const { stdout } = await run(['doctor', '--offline', '--no-themes', '--json'], environment)
      const findings = JSON.parse(stdout) as { check: string; state: string; text: string }[]
      return findings.find(({ check }) => check === 'encryption')!
    }
    const unreadable = async (environment: Record<string, string>) => {
      await assert.rejects(kept(), { kind: 'unusable' })
      for (const command of [['serve'], ['keys', 'rotate'], ['audit']]) {
        const { code, stdout, stderr } = await run(command, environment)
        assert.equal(stdout, '')
        assert.match(
          stderr,
          /^The database contains .+ the key [0-9a-f]{16}, .+ TABARD_ENCRYPTION_KEY .+\.\n$/,
        )
        assert.equal(code, 5)
      }
      assert.equal((await doctor(environment)).state, 'failed')
    }

    test('are plain without a key, and the doctor says so', async () => {
      assert.ok((await kept()).includes(TOTP))
      const { state, text } = await doctor({})
      assert.equal(state, 'ok')
      assert.match(text, /plain text/)
      const { code, stderr } = await run(['keys', 'encrypt'])
      assert.equal(code, 2)
      assert.match(stderr, /TABARD_ENCRYPTION_KEY/)
    })

    test('are encrypted by a command once there is a key', async () => {
      const plain = await kept()
      const { state, text } = await doctor({ TABARD_ENCRYPTION_KEY: FIRST })
      assert.equal(state, 'warning')
      assert.match(text, /tabard keys encrypt/)
      const { stdout } = await run(['keys', 'encrypt', '--json'], { TABARD_ENCRYPTION_KEY: FIRST })
      const { encrypted, key } = JSON.parse(stdout) as { encrypted: number; key: string }
      assert.equal(encrypted, plain.length)
      const { encryptionKey } = configFrom({ TABARD_ENCRYPTION_KEY: FIRST })
      const store = await openStore({ ...furnished.service.database, encryptionKey })
      try {
        const [entry] = await store.tenant('main').audit.list({ limit: 1, event: 'keys-encrypted' })
        assert.deepEqual(entry!.details, { values: String(plain.length), key })
        const [sign] = await store.tenant('main').keys.list('sign')
        assert.ok(plain.includes(sign!.material))
      } finally {
        await store.close()
      }
      assert.equal((await doctor({ TABARD_ENCRYPTION_KEY: FIRST })).state, 'ok')
      const again = await run(['keys', 'encrypt', '--json'], { TABARD_ENCRYPTION_KEY: FIRST })
      assert.equal(JSON.parse(again.stdout).encrypted, 0)
    })

    test('stop a service and a command that have no key or another one', async () => {
      await unreadable({})
      await unreadable({ TABARD_ENCRYPTION_KEY: SECOND })
    })

    test('serve a service that has the key: sessions, tokens and new keys', async () => {
      const { database } = furnished.service
      const environment = { PORT: '0', ...database.environment, TABARD_ENCRYPTION_KEY: FIRST }
      const service = await startService(configFrom(environment), 'silent')
      try {
        assert.equal(await isSession(service.address, furnished.session), true)
        await run(['keys', 'rotate', '--seal'], { TABARD_ENCRYPTION_KEY: FIRST })
        const { kid } = JSON.parse(
          (await run(['keys', 'rotate', '--json'], { TABARD_ENCRYPTION_KEY: FIRST })).stdout,
        )
        const jwks = async () => await (await fetch(`${service.address}${ISSUER_PATH}/jwks`)).json()
        // Another process has made it, of which the service hears a moment later.
        await within(60_000, async () => {
          const { keys } = (await jwks()) as { keys: { kid: string }[] }
          return keys.some(key => key.kid === kid)
        })
      } finally {
        await service.close()
      }
      assert.equal((await doctor({ TABARD_ENCRYPTION_KEY: FIRST })).state, 'ok', 'new keys are encrypted too')
    })

    test('are kept by a backup, without their key', async () => {
      const target = await freshDatabase(engine)
      const file = join(target.data, 'backup.gz')
      try {
        assert.equal((await run(['backup', file])).code, 0)
        assert.equal((await new CommandLine(target).run(['restore', file])).code, 0)
        const { code, stderr } = await new CommandLine(target).run(['tenant', 'list'])
        assert.equal(code, 5)
        assert.match(stderr, /TABARD_ENCRYPTION_KEY/)
        await new CommandLine(target, { TABARD_ENCRYPTION_KEY: FIRST }).printed(['tenant', 'list'])
      } finally {
        await target.remove()
      }
    })

    test('are encrypted with another key by the same command, and the old key is not needed any more', async () => {
      await run(['tenant', 'create', '--name', 'Two', '--host', 'two.example'], READS_FIRST)
      assert.equal((await doctor(READS_FIRST)).state, 'warning')
      await line(READS_FIRST).printed(['keys', 'encrypt'])
      assert.equal((await doctor({ TABARD_ENCRYPTION_KEY: SECOND })).state, 'ok')
      await unreadable({ TABARD_ENCRYPTION_KEY: FIRST })
    })

    test('cannot be moved to another row', async () => {
      const { database } = furnished.service
      await executed(
        database,
        "update authenticators set secret = (select material from tenant_keys where purpose = 'seal' and tenant = 'main' limit 1)",
      )
      const { encryptionKey } = configFrom({ TABARD_ENCRYPTION_KEY: SECOND })
      const store = await openStore({ ...database, encryptionKey })
      try {
        const main = store.tenant('main')
        const { accounts } = await main.accounts.list({ limit: 100, offset: 0 })
        const looks = await Promise.allSettled(accounts.map(({ id }) => main.factors.authenticator(id)))
        const reasons = looks.flatMap(look => (look.status === 'rejected' ? [String(look.reason)] : []))
        assert.equal(reasons.length, 1)
        assert.match(reasons[0]!, /damaged, or was copied/)
      } finally {
        await store.close()
      }
      await executed(database, 'delete from authenticators')
    })

    test('can be plain again', async () => {
      const { stderr } = await run(['keys', 'decrypt'], { TABARD_ENCRYPTION_KEY: SECOND })
      assert.match(stderr, /TABARD_DECRYPTION_KEYS/)
      await line({ TABARD_DECRYPTION_KEYS: SECOND }).printed(['keys', 'decrypt'])
      assert.equal((await doctor({})).state, 'ok')
      assert.ok((await kept()).every(value => !value.startsWith('aes-256-gcm:')))
    })

    test('a key is in nothing that was said, and a wrong one is named by its setting', async () => {
      for (const key of [FIRST, SECOND]) assert.ok(!said.join('\n').includes(key))
      const { code, stderr } = await run(['keys', 'encrypt'], { TABARD_ENCRYPTION_KEY: 'short-and-secret' })
      assert.equal(code, 2)
      assert.match(stderr, /^TABARD_ENCRYPTION_KEY must be 32 bytes/)
      assert.ok(!stderr.includes('short-and-secret'))
    })
  })
}
