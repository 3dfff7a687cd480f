import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusal } from '../support/answers.ts'
import { installedDatabase, type TestDatabase } from '../support/database.ts'
import { type Server, startServer, tokenFrom } from '../support/process.ts'
import { CLIENT_ID, CLIENT_SECRET, fileForm } from '../support/service.ts'

const MiB = 1024 * 1024
/** How long a look at the load holds. */
const LOOK_MS = 550
const FILE = '/v1.0/branding/themes/default/common/some.bin'
const LOGIN = '/idaas/mtfim/sps/idaas/login'
const BODY = Buffer.concat([
  Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="some.bin"\r\n\r\n'),
  randomBytes(9 * MiB),
  Buffer.from('\r\n--b--\r\n'),
])

describe('a process with little memory', () => {
  let database: TestDatabase
  let server: Server
  let authorization: string

  before(async () => {
    database = await installedDatabase('SQLite')
    server = await startServer({
      ...database.environment,
      TABARD_CLIENT_ID: CLIENT_ID,
      TABARD_CLIENT_SECRET: CLIENT_SECRET,
      TABARD_MEMORY: String(420 * MiB),
      // Uploads have a bound of their own, which would be the first to hold.
      TABARD_UPLOADS_AT_ONCE: '1000',
      TABARD_UPLOAD_MEMORY: String(1024 * MiB),
      // The first one waits until the memory is full, which takes its time on a busy machine.
      TABARD_UPLOAD_SECONDS: '600',
    })
    authorization = `Bearer ${await tokenFrom(server.url, CLIENT_ID, CLIENT_SECRET)}`
  })
  after(async () => {
    await server.stop()
    await database.remove()
  })

  const status = async (path: string) => {
    const answer = await fetch(`${server.url}${path}`)
    await answer.bytes()
    return answer.status
  }
  /** Whether it is short of memory even when the garbage is gone, which the second look tells. */
  const isFull = async () => {
    if ((await status(FILE)) !== 503) return false
    await sleep(LOOK_MS)
    return (await status(FILE)) === 503
  }
  const put = async () =>
    await fetch(`${server.url}${FILE}`, { method: 'PUT', headers: { authorization }, body: fileForm('a') })
  /** An upload that has come but for its end. */
  const begun = async (): Promise<ClientRequest> => {
    const call = request(`${server.url}${FILE}`, {
      method: 'PUT',
      headers: {
        authorization,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': BODY.length,
      },
    })
    call.on('error', () => {})
    await new Promise(resolve => call.write(BODY.subarray(0, -1), resolve))
    return call
  }

  test('refuses a flood before it runs out, lives on, ends what it has begun, and serves again', async () => {
    const calls: ClientRequest[] = []
    assert.equal((await put()).status, 204)
    while (!(await isFull())) {
      assert.ok(calls.length < 100, 'it takes everything')
      calls.push(await begun())
      assert.equal(await status('/healthz'), 200)
    }
    assert.ok(calls.length > 5, `it refuses from ${calls.length} uploads on`)
    const refused = await put()
    assert.equal(refused.headers.get('retry-after'), '5')
    assert.deepEqual(await refusal(refused), [503, 'TABRD0110E'])
    assert.equal(await status('/healthz'), 200)

    const [first, ...others] = calls
    first!.end(BODY.subarray(-1))
    const [answer] = (await once(first!, 'response')) as [IncomingMessage]
    assert.equal(answer.resume().statusCode, 204)
    for (const call of others) call.destroy()
    const ended = performance.now()
    while ((await status(FILE)) === 503) {
      assert.ok(performance.now() - ended < 60_000, 'it never recovers')
      await sleep(50)
    }
    assert.equal((await put()).status, 204)
    assert.equal(await status(LOGIN), 200)
    assert.equal(server.child.exitCode, null)
  })
})
