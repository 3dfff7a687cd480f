import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { packageOf, pathsOf } from '../support/packages.ts'
import { type Server, startServer, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, packageForm } from '../support/service.ts'
import { within } from '../support/store.ts'

describe('a server that is told to stop', () => {
  let database: TestDatabase
  let server: Server
  let authorization: string

  before(async () => {
    database = await installedDatabase('SQLite')
    const credentials = { TABARD_CLIENT_ID: CLIENT_ID, TABARD_CLIENT_SECRET: CLIENT_SECRET }
    server = await startServer({ ...database.environment, ...credentials })
    authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
  })
  after(async () => {
    await server.stop()
    await database.remove()
  })

  const readiness = async (): Promise<number | 'refused'> => {
    try {
      return (await fetch(`${server.url}/readyz`)).status
    } catch {
      return 'refused'
    }
  }

  test('finishes the download in flight, takes no new work, and ends with code 0', async () => {
    // Larger than the buffers between the two, so that the server cannot be done before the client reads.
    const large = { 'common/a.bin': randomBytes(9_000_000), 'common/b.bin': randomBytes(9_000_000) }
    const upload = await fetch(`${server.url}/v1.0/branding/themes/default`, {
      method: 'PUT',
      headers: { authorization },
      body: packageForm(packageOf(large)),
    })
    assert.equal(upload.status, 201)
    assert.equal(await readiness(), 200)

    const download = request(`${server.url}/v1.0/branding/themes/default`, { headers: { authorization } })
    download.end()
    const [response] = await once(download, 'response')
    assert.equal(response.statusCode, 200)
    server.child.kill('SIGTERM')
    await within(60_000, async () => (await readiness()) !== 200)
    assert.equal(server.child.exitCode, null)

    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    const archive = Buffer.concat(chunks)
    assert.equal(archive.length, Number(response.headers['content-length']))
    for (const path of Object.keys(large)) assert.ok(pathsOf(archive).some(found => found === path))
    assert.equal(await server.ended, 0)
    // Not because its patience ended, but because there was nothing more to do: the database was closed.
    assert.equal(existsSync(join(database.data, 'tabard.db-wal')), false)
    assert.equal(server.said.stderr, '')
  })
})
