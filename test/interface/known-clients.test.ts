import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { packageBytes, themesOf } from '../support/answers.ts'
import { filesOf, packageOf } from '../support/packages.ts'
import { type TestService, testService } from '../support/service.ts'
import { talk } from '../support/wire.ts'
import { CONTENT, KNOWN_CLIENTS, type KnownRequest } from './known-requests.ts'

const STYLE = 'common/page_style.css'
const TOOL = 'https://tools.example.com'

/** A request as bytes, with what stands for `{…}` and for its content. */
function bytesOf(
  { head, body = [], chunked }: KnownRequest,
  values: Readonly<Record<string, string>>,
  content: Buffer,
): Buffer {
  const filled = (text: string, more = values) =>
    text.replace(/\{(\w+)\}/g, (whole, name) => more[name] ?? whole)
  const pieces = body.map(piece => (piece === CONTENT ? content : Buffer.from(filled(piece))))
  const sent = Buffer.concat(
    chunked
      ? [
          ...pieces.flatMap(piece => [
            Buffer.from(`${piece.length.toString(16)}\r\n`),
            piece,
            Buffer.from('\r\n'),
          ]),
          Buffer.from('0\r\n\r\n'),
        ]
      : pieces,
  )
  const lines = filled(`${head.join('\r\n')}\r\n\r\n`, { ...values, length: String(sent.length) })
  return Buffer.concat([Buffer.from(lines), sent])
}

/** The last answer in what a server has said, once it is whole. */
function answerIn(said: string): { status: number; head: string; body: Buffer } | undefined {
  const rest = said.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')
  const end = rest.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = rest.slice(0, end)
  const status = Number(head.split(' ')[1])
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? (status === 204 ? 0 : Number.NaN))
  const body = Buffer.from(rest.slice(end + 4), 'latin1')
  return body.length === length ? { status, head, body } : undefined
}

describe('requests of known clients, byte for byte', () => {
  let service: TestService
  let token: string

  before(async () => {
    service = await testService('SQLite', { TABARD_CORS_ORIGINS: TOOL })
    token = await service.token()
  })
  after(async () => await service.stop())

  KNOWN_CLIENTS.forEach(({ name: client, calls }, index) => {
    test(client, async () => {
      let id = ''
      let name = `Client ${index}`
      const replayed = async (request: KnownRequest, content = '') => {
        const host = new URL(service.url).host
        const bytes = bytesOf(request, { host, token, id, name }, Buffer.from(content, 'latin1'))
        const said = await talk(service.url, bytes, text => answerIn(text) !== undefined)
        const answer = answerIn(said)
        assert.ok(answer, said)
        if (request.head.includes(`Origin: ${TOOL}`))
          assert.match(answer.head, /^access-control-allow-origin: https:\/\/tools\.example\.com$/im)
        return answer
      }
      const archive = (style: string) => packageOf({ [STYLE]: style }).toString('latin1')
      const json = ({ body }: { body: Buffer }) => JSON.parse(body.toString())

      if (calls.create === undefined) id = await service.createTheme(name, packageOf({ [STYLE]: 'first' }))
      else {
        const created = await replayed(calls.create, archive('first'))
        assert.equal(created.status, 201, created.body.toString())
        id = json(created).id
        assert.equal(json(created).name, name)
      }

      if (calls.list !== undefined) {
        const listed = json(await replayed(calls.list))
        assert.ok(listed.themeRegistrations.some((theme: { id: string }) => theme.id === id))
      }

      name = `Client ${index} again`
      const renames = calls.replace!.body!.some(piece => String(piece).includes('{name}'))
      const replaced = await replayed(calls.replace!, archive('second'))
      assert.equal(replaced.status, 201, replaced.body.toString())
      const named = (await themesOf(service)).find(theme => theme.id === id)!.name
      assert.equal(named, renames ? name : `Client ${index}`)
      assert.deepEqual(await filesOf(await packageBytes(service, id, true)), { [STYLE]: 'second' })

      if (calls.download !== undefined) {
        const { head, body } = await replayed(calls.download)
        assert.match(head, /^content-type: application\/octet-stream$/im)
        assert.deepEqual(await filesOf(body), { [STYLE]: 'second' })
      }

      const style = 'body { color: #123 }\r\n/* -- \r\n--not the end */'
      const written = await replayed(calls.putFile!, style)
      assert.equal(written.status, 204, written.body.toString())
      assert.deepEqual(await filesOf(await packageBytes(service, id, true)), { [STYLE]: style })
      if (calls.getFile !== undefined)
        assert.equal((await replayed(calls.getFile)).body.toString('latin1'), style)

      if (calls.revertFile !== undefined) {
        assert.equal((await replayed(calls.revertFile)).status, 204)
        assert.deepEqual(await filesOf(await packageBytes(service, id, true)), {})
      }
      if (calls.remove !== undefined) {
        assert.equal((await replayed(calls.remove)).status, 204)
        assert.ok(!(await themesOf(service)).some(theme => theme.id === id))
      }
    })
  })

  test('curl -F with a label that no form has is told what to change', async () => {
    const [curl] = KNOWN_CLIENTS
    const request = curl!.calls.replace!
    const head = request.head.map(line => line.replace('multipart/form-data', 'application/json'))
    const values = { host: new URL(service.url).host, token, id: 'default', name: 'x' }
    const bytes = bytesOf({ ...request, head }, values, packageOf({ [STYLE]: 'x' }))
    const { status, body } = answerIn(await talk(service.url, bytes, text => answerIn(text) !== undefined))!
    assert.equal(status, 415)
    assert.match(
      body.toString(),
      /multipart\/form-data: with curl -F, leave out your own Content-Type header/,
    )
  })
})
