import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { certificate } from '../support/certificate.ts'
import { CommandLine } from '../support/command.ts'
import { ENGINES, freshDatabase } from '../support/database.ts'
import { EVERYTHING } from '../support/everything.ts'
import { type Furnished, furnishedService } from '../support/furnished.ts'
import { packageOf } from '../support/packages.ts'
import { busyPort } from '../support/ports.ts'
import { testService } from '../support/service.ts'
import { startSmtp, type TestSmtp } from '../support/smtp.ts'
import { digestOf, executed, within } from '../support/store.ts'
import { mainStore } from '../support/tenants.ts'

interface Finding {
  readonly check: string
  readonly state: string
  readonly text: string
}

const HIDDEN = 'hidden-password'

for (const engine of ENGINES) {
  describe(`tabard doctor on ${engine}`, () => {
    let furnished: Furnished
    let smtp: TestSmtp
    const said: string[] = []

    before(async () => {
      furnished = await furnishedService(engine)
      smtp = await startSmtp({ user: 'tabard', password: HIDDEN })
    })
    after(async () => {
      await furnished.service.stop()
      await smtp.stop()
    })

    /** Making every page of every theme takes most of the time: without words, the pages are left out. */
    const examined = async (more: Record<string, string> = {}, words: string[] = ['--no-themes']) => {
      const { service, url } = furnished.service
      const line = new CommandLine(furnished.service.database, {
        TABARD_PUBLIC_URL: url,
        TABARD_CONSOLE_URL: service.consoleUrl,
        TABARD_SMTP_URL: smtp.url,
        ...more,
      })
      const { code, stdout, stderr } = await line.run(['doctor', '--json', ...words])
      assert.equal(stderr, '')
      said.push(stdout)
      const findings: Finding[] = JSON.parse(stdout)
      const notWell = findings.filter(({ state }) => state !== 'ok')
      return { code, findings, notWell }
    }
    const only = (
      { notWell, code }: { notWell: Finding[]; code: number | null },
      check: string,
      state: string,
    ) => {
      assert.deepEqual(
        notWell.map(finding => [finding.check, finding.state]),
        [[check, state]],
      )
      assert.equal(code, state === 'failed' ? 1 : 0)
      return notWell[0]!.text
    }

    const isWhole = engine === 'SQLite' || EVERYTHING
    /**
     * Tests of addresses, settings and pages, and of how findings are printed. These do not depend on the database, so
     * one suffices; `npm run test:full` tries both.
     */
    const testOnce = (name: string, tried: () => Promise<void>) => {
      if (isWhole) test(name, tried)
    }

    test('says that all is well, and what it looked at', async () => {
      const { code, findings, notWell } = await examined({}, [])
      assert.deepEqual(notWell, [])
      assert.equal(code, 0)
      const checks = findings.map(({ check }) => check)
      for (const check of [
        ...['settings', 'database', 'schema', 'contents', 'references', 'clock', 'public address'],
        ...['console address', 'proxies', 'themes', 'lint', 'disk', 'mail server'],
      ])
        assert.ok(checks.includes(check), check)
      assert.equal(smtp.mails.length, 0)
    })

    testOnce('leaves out the pages of themes when it is asked to', async () => {
      const { findings } = await examined({}, ['--no-themes'])
      assert.ok(findings.every(({ check }) => check !== 'themes' && check !== 'lint'))
      assert.ok(findings.some(({ check }) => check === 'memory'))
    })

    testOnce('has a line for each check, for people', async () => {
      const line = new CommandLine(furnished.service.database)
      const text = await line.printed(['doctor', '--offline'])
      assert.match(text, /^ok {7}settings {9}every setting is valid\n(ok {7}\S[^\n]+\n)+$/)
    })

    testOnce('finds a mail server that is not there, or does not let us in', async () => {
      const port = await busyPort()
      await port.free()
      const gone = `smtp://tabard:${HIDDEN}@127.0.0.1:${port.port}`
      assert.match(only(await examined({ TABARD_SMTP_URL: gone }), 'mail server', 'failed'), /ECONNREFUSED/)
      const wrong = smtp.url.replace(HIDDEN, 'wrong-password')
      assert.match(only(await examined({ TABARD_SMTP_URL: wrong }), 'mail server', 'failed'), /password/)
      only(await examined({ TABARD_SMTP_URL: '' }), 'mail server', 'warning')
    })

    testOnce('finds that the public address is not the service, or not encrypted', async () => {
      const other = await testService(engine)
      // Databases of tests are copies with one signing key: this one makes a key of its own.
      await other.service.store.tenant('main').write(async tx => {
        for (const { id } of await tx.keys.list('sign')) await tx.keys.remove(id)
      })
      try {
        const text = only(await examined({ TABARD_PUBLIC_URL: other.url }), 'public address', 'failed')
        assert.match(text, /another installation/)
      } finally {
        await other.stop()
      }
      const gone = only(await examined({ TABARD_PUBLIC_URL: other.url }), 'public address', 'failed')
      assert.match(gone, /was not reached \(ECONNREFUSED\)/)
      const untrusting = createServer(certificate('private')).listen(0)
      await once(untrusting, 'listening')
      const { port } = untrusting.address() as AddressInfo
      const untrusted = await examined({ TABARD_PUBLIC_URL: `https://localhost:${port}` })
      untrusting.close()
      assert.equal(
        only(untrusted, 'public address', 'failed'),
        `https://localhost:${port} was not reached, because its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). Name the file of its authority in NODE_EXTRA_CA_CERTS.`,
      )
      const open = { TABARD_PUBLIC_URL: 'http://id.example.com' }
      assert.match(
        only(await examined(open, ['--offline', '--no-themes']), 'public address', 'failed'),
        /https/,
      )
      const { url } = furnished.service
      const same = { TABARD_PUBLIC_URL: '', PORT: new URL(url).port, TABARD_CONSOLE_URL: url }
      assert.match(only(await examined(same), 'console address', 'failed'), /TABARD_CONSOLE_URL/)
    })

    testOnce('finds that the console takes another address for its own', async () => {
      const { port } = new URL(furnished.service.service.consoleUrl)
      const found = await examined({ TABARD_CONSOLE_URL: `http://localhost:${port}` })
      assert.match(only(found, 'console address', 'failed'), /leads to .* instead/)
    })

    testOnce('finds a tenant without a console, and consoles that cannot be', async () => {
      const { database, service } = furnished.service
      const two = "('two', 'Two', 'two', 'two.localhost', 'https://two.example', null, 1)"
      const columns = '(id, name, name_key, host, public_url, console_url, created_at)'
      await executed(database, `insert into tenants ${columns} values ${two}`)
      const consoleAt = async (url: string) => {
        await executed(database, `update tenants set console_url = '${url}' where id = 'two'`)
        const { findings } = await examined({}, ['--offline', '--no-themes'])
        const { state, text } = findings.find(({ check }) => check === 'console of Two')!
        return `${state}: ${text}`
      }
      try {
        const { findings } = await examined({}, ['--offline', '--no-themes'])
        const none = findings.find(({ check }) => check === 'console of Two')!
        assert.equal(none.state, 'warning')
        assert.match(none.text, /there is none: run tabard tenant update two --console-url/)
        assert.match(await consoleAt('http://console.example'), /^failed: .+ https/)
        assert.match(await consoleAt('https://two.example'), /^failed: .+ scripts could reach/)
        assert.match(await consoleAt(service.consoleUrl), /^failed: .+ another tenant/)
        assert.match(await consoleAt('https://console.two.example'), /^ok: /)
      } finally {
        await executed(database, "delete from tenants where id = 'two'")
      }
    })

    test('finds a proxy that is not named as trusted', async () => {
      const { url, database } = furnished.service
      const forwarded = { headers: { 'x-forwarded-for': '203.0.113.9' } }
      for (let request = 0; request < 3; request++) await (await fetch(`${url}/healthz`, forwarded)).text()
      // It is kept after the answer.
      const { records } = mainStore(furnished.service)
      const isKept = async (peer: string) => (await records.get('UnnamedProxy', peer)) !== undefined
      await within(60_000, async () => (await isKept('127.0.0.1')) || (await isKept('::ffff:127.0.0.1')))
      for (const words of [['--no-themes'], ['--no-themes', '--offline']]) {
        const text = only(await examined({}, words), 'proxies', 'warning')
        assert.match(text, /came from \S*127\.0\.0\.1 in the last day .+ add it to TABARD_TRUSTED_PROXIES/)
      }
      assert.deepEqual((await examined({ TABARD_TRUSTED_PROXIES: 'loopback' })).notWell, [])
      await executed(database, "update short_lived set expires_at = 1 where kind = 'UnnamedProxy'")
      assert.deepEqual((await examined()).notWell, [])
    })

    testOnce('tells every setting that is wrong', async () => {
      const { code, notWell } = await examined({ PORT: 'x', TABARD_LOG_LEVEL: 'loud' })
      assert.equal(code, 1)
      assert.deepEqual(
        notWell.map(({ text }) => text.split(' ')[0]),
        ['PORT', 'TABARD_LOG_LEVEL'],
      )
    })

    testOnce('warns of limits that the original theme exceeds, and tells how high they must be', async () => {
      const low = { TABARD_LIMIT_ARCHIVE: '1000', TABARD_LIMIT_ENTRIES: '10' }
      const { code, notWell } = await examined(low)
      const needed = notWell.map(({ state, text }) => [
        state,
        /^The original theme exceeds (\w+), so that no theme can be changed\. Set it to (\d+) or more\.$/.exec(
          text,
        ),
      ])
      assert.deepEqual([code, needed.map(([state]) => state)], [0, ['warning', 'warning']])
      const settings = Object.fromEntries(needed.map(([, found]) => [found![1], found![2]]))
      assert.deepEqual(Object.keys(settings), Object.keys(low))
      assert.deepEqual((await examined(settings)).notWell, [])
      for (const [name, least] of Object.entries(settings))
        assert.equal((await examined({ [name]: String(Number(least) - 1) })).notWell.length, 1)
    })

    test('finds files that others can read', async () => {
      if (engine === 'PostgreSQL') return
      const file = join(furnished.service.database.data, 'tabard.db')
      chmodSync(file, 0o644)
      assert.match(only(await examined(), 'files', 'warning'), /chmod 600 \S+tabard\.db$/)
      chmodSync(file, 0o600)
    })

    test('finds a clock that was set back', async () => {
      const { database } = furnished.service
      const soon = Date.now() + 3_600_000
      await executed(database, `update audit set at = ${soon} where turn = (select max(turn) from audit)`)
      assert.match(only(await examined(), 'clock', 'failed'), /in the future by 3[56]\d\d seconds/)
      await executed(database, `delete from audit where at = ${soon}`)
    })

    testOnce('finds a page that cannot be made', async () => {
      const broken = '<div>'.repeat(3_000)
      const id = await furnished.service.createTheme(
        'Broken',
        packageOf({ 'user_flows/profile/default/profile.html': broken }),
      )
      const { code, notWell } = await examined({}, [])
      await furnished.service.call('DELETE', `/v1.0/branding/themes/${id}`)
      assert.equal(code, 0)
      const [page, lint, ...more] = notWell
      assert.deepEqual(
        [page!.check, page!.state, lint!.check, lint!.state],
        ['themes', 'warning', 'lint', 'warning'],
      )
      assert.deepEqual(more, [])
      assert.match(page!.text, /profile of theme Broken \(tenant main\): elements are nested too deeply/)
      assert.match(lint!.text, /Errors in Broken \(tenant main\): \d+\. Run "tabard lint <theme>"/)
    })

    // That pages are made all the same is seen on one database; they take most of the time.
    const words = isWhole ? [] : ['--no-themes']

    test('finds a content that is damaged, and whose it is', async () => {
      const spoilt = engine === 'SQLite' ? "x'00'" : "'\\x00'"
      const digest = digestOf('ü third')
      await executed(
        furnished.service.database,
        `update blobs set deflated = ${spoilt} where digest = '${digest}'`,
      )
      const text = only(await examined({}, words), 'contents', 'failed')
      assert.match(text, /^1 damaged, of common\/note\.txt of theme Brand 🎈 \(tenant main\)\. /)
    })

    test('finds a content that is missing, and whose it is', async () => {
      const digest = digestOf('ü third')
      const freed =
        engine === 'SQLite'
          ? 'pragma foreign_keys = off'
          : 'alter table theme_files drop constraint theme_files_blob'
      await executed(furnished.service.database, `${freed}; delete from blobs where digest = '${digest}'`)
      const text = only(await examined({}, words), 'references', 'failed')
      assert.match(text, /^no content for common\/note\.txt of theme Brand 🎈 \(tenant main\)\. /)
    })

    test('said no secret', () => {
      for (const text of said)
        assert.doesNotMatch(text, /hidden-password|wrong-password|argon2|postgres:\/\//)
    })
  })
}

test('tabard doctor makes no database where there is none', async () => {
  const database = await freshDatabase('SQLite')
  try {
    const { code, stdout } = await new CommandLine(database).run(['doctor', '--offline'])
    assert.equal(code, 1)
    assert.match(stdout, /^failed {3}database {9}There is no database in /m)
    const again = await new CommandLine(database).run(['doctor', '--offline'])
    assert.equal(again.stdout.replace(/\d+ MiB/, ''), stdout.replace(/\d+ MiB/, ''))
  } finally {
    await database.remove()
  }
})
