import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { certificate } from '../support/certificate.ts'
import { assertRefused } from '../support/command.ts'
import { freshDatabase, installedDatabase } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import { startServer, tabard } from '../support/process.ts'

describe('tabard health', () => {
  test('asks the service on its own port, plain or with a certificate', async () => {
    const database = await installedDatabase('SQLite')
    const { cert, key } = certificate('health')
    const files = {
      TABARD_TLS_CERT: join(database.data, 'cert.pem'),
      TABARD_TLS_KEY: join(database.data, 'key.pem'),
    }
    writeFileSync(files.TABARD_TLS_CERT, cert)
    writeFileSync(files.TABARD_TLS_KEY, key)
    for (const tls of [{}, files]) {
      const settings = { ...database.environment, ...tls, HOST: '0.0.0.0', PORT: String(await freePort()) }
      assertRefused(
        await tabard(['health'], settings),
        1,
        /^The service on 127\.0\.0\.1 port \d+ does not answer/,
      )
      const waiting = tabard(['health', '--ready', '--wait', '120'], settings)
      const server = await startServer(settings)
      const { code, stdout, stderr } = await waiting
      assert.equal(code, 0, stderr)
      assert.match(stdout, /"ready"/)
      assert.equal((await tabard(['health'], settings)).code, 0)
      await server.stop()
    }
    await database.remove()
  })

  test('says that it cannot know a port that was not chosen', async () => {
    assertRefused(await tabard(['health'], { PORT: '0' }), 2, /^PORT is 0/)
  })
})

describe('/readyz', () => {
  test('is not ready before the first administrator and the first client are there', async () => {
    const database = await freshDatabase('SQLite')
    const settings = { ...database.environment, PORT: String(await freePort()) }
    const starting = startServer(settings)
    const url = `http://127.0.0.1:${settings.PORT}/readyz`
    let ready = false
    while (!ready)
      ready = await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    const { stdout } = await tabard(['account', 'list', '--json'], settings)
    assert.equal(JSON.parse(stdout).length, 1)
    await (await starting).stop()
    await database.remove()
  })
})
