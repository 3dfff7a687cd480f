import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import fastify from 'fastify'
import { DEFAULT_LIMITS, Refusal } from '../../src/core/refusal.ts'
import { resource } from '../../src/http/description/resource.ts'
import { uploadedForm } from '../../src/http/request/upload.ts'
import { UploadRoom } from '../../src/http/request/upload-room.ts'
import { askForGet, restoreMethod } from '../../src/http/server/asked-method.ts'
import { becomes } from '../support/becomes.ts'

const BYTES = 1_000
const CALL = { id: 'x', group: 'Themes', who: 'anyone', summary: '', answers: {} } as const

test('an upload takes room until its work is done, even if its sender hangs up', async () => {
  const uploads = new UploadRoom({ uploads: 10, bytes: 3 * BYTES })
  const app = fastify({ rewriteUrl: askForGet })
  app.addHook('onRequest', async ({ raw }) => restoreMethod(raw))
  app.decorateRequest('handled')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const work = Promise.withResolvers<void>()
  let arrived = 0
  resource(
    app,
    '/upload',
    { POST: CALL },
    {
      async POST(request, reply) {
        Object.assign(request, { tenant: { id: 't' }, client: { id: 'c' } })
        const bounds = { limits: DEFAULT_LIMITS, uploadSeconds: 60, uploads }
        await uploadedForm(request, reply, 'file', bounds)
        arrived += 1
        await work.promise
        return {}
      },
    },
  )
  app.setErrorHandler((error, _request, reply) =>
    reply.code(500).send(error instanceof Refusal ? error.code : String(error)),
  )
  const url = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const sent = async () => {
    const signal = AbortSignal.timeout(60_000)
    const body = Buffer.alloc(BYTES)
    const answer = await fetch(new URL('/upload', url), { method: 'POST', body, signal })
    return await answer.text()
  }
  try {
    const socket = connect(Number(url.port), url.hostname)
    const head = `POST /upload HTTP/1.1\r\nHost: x\r\nContent-Type: a/b\r\nContent-Length: ${BYTES}\r\n\r\n`
    socket.write(head + 'x'.repeat(BYTES))
    await becomes(async () => arrived, 1)
    socket.destroy()
    await becomes(
      async () => await new Promise<number>(done => app.server.getConnections((_, count) => done(count))),
      0,
    )
    assert.equal(await sent(), 'busy')
    work.resolve()
    await becomes(sent, '{}')
  } finally {
    work.resolve()
    app.server.closeAllConnections()
    app.server.close()
    await once(app.server, 'close')
  }
})
