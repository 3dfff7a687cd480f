import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { packageOf, pathsOf } from '../support/packages.ts'
import { fileForm, packageForm, testService } from '../support/service.ts'
import { childService } from './child.ts'
import { form, request, Wire } from './wire.ts'

const FILE = '/v1.0/branding/themes/default/common/page_style.css'
const MiB = 1024 * 1024

describe('slow and broken connections', () => {
  test('slow headers and slow bodies are cut off, and nobody waits for them', async () => {
    const service = await testService('SQLite', { TABARD_UPLOAD_SECONDS: '1' })
    const drip = new AbortController()
    try {
      const head = { Authorization: `Bearer ${await service.token()}`, 'Content-Length': '5000' }
      const starts: [what: string, bytes: string | Buffer][] = [
        ['silent', ''],
        ['slow headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
        ['slow body', request('PUT', FILE, { ...head, ...form('file', '').headers })],
        [
          'slow token request',
          request('POST', '/oauth2/token', {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Content-Length': '500',
          }),
        ],
        [
          'body that nobody reads',
          request('GET', '/healthz', { Connection: 'keep-alive', 'Content-Length': '5000' }),
        ],
      ]
      let wires: { what: string; wire: Wire }[] = []
      /** Opens them all, and answers with how each of them ended. */
      const round = async () => {
        wires = await Promise.all(
          starts
            .flatMap(start => [start, start, start, start, start])
            .map(async ([what, bytes]) => {
              const wire = await Wire.open(service.url)
              wire.send(bytes)
              return { what, wire }
            }),
        )
        return await Promise.all(
          wires.map(async ({ what, wire }) => ({ what, status: (await wire.answer()).status })),
        )
      }
      const dripping = (async () => {
        while (!drip.signal.aborted) {
          await sleep(500)
          for (const { what, wire } of wires) if (what !== 'silent') wire.send('a')
        }
      })()
      let answered = 0
      const others = (async () => {
        while (!drip.signal.aborted) {
          assert.equal((await service.call('GET', '/v1.0/branding/themes')).status, 200)
          answered += 1
          await sleep(20)
        }
      })()
      const endings = await round()
      // On a busy machine, fewer others ask during one round.
      for (let rounds = 1; answered <= 50 && rounds < 4; rounds++) endings.push(...(await round()))
      drip.abort()
      await Promise.all([dripping, others])
      for (const { what, status } of endings) {
        const allowed = what === 'body that nobody reads' ? [200, 0, 408] : [408, 0]
        assert.ok(allowed.includes(status), `${what}: ${status}`)
      }
      assert.ok(endings.some(({ what, status }) => what === 'slow body' && status === 408))
      assert.ok(answered > 50, `only ${answered} others were answered`)
      const kept = await service.call('GET', '/v1.0/branding/themes/default?customized_only=true')
      assert.deepEqual(pathsOf(await kept.bytes()), [])
    } finally {
      drip.abort()
      await service.stop()
    }
  })

  test('readers that read nothing do not fill the memory', async () => {
    const child = await childService()
    const wires: Wire[] = []
    try {
      const headers = { authorization: `Bearer ${await child.token()}` }
      const files = Array.from({ length: 10 }, (_, index) => [`common/${index}.bin`, randomBytes(MiB / 2)])
      const body = packageForm(packageOf(Object.fromEntries(files)), { name: 'Heavy' })
      const created = await fetch(`${child.url}/v1.0/branding/themes`, { method: 'POST', headers, body })
      const { id } = (await created.json()) as { id: string }
      const path = `/v1.0/branding/themes/${id}`
      const whole = await (await fetch(`${child.url}${path}`, { headers })).bytes()
      assert.ok(whole.length > 5 * MiB)

      const before = child.residentBytes()
      for (let index = 0; index < 50; index++) {
        const wire = await Wire.open(child.url, { reading: false })
        wire.send(request('GET', path, { Authorization: headers.authorization }))
        wires.push(wire)
      }
      let peak = 0
      for (let index = 0; index < 15; index++) {
        await sleep(200)
        peak = Math.max(peak, child.residentBytes())
      }
      const grown = peak - before
      assert.ok(grown < (50 * whole.length) / 2, `grown by ${Math.round(grown / MiB)} MiB`)
      const again = await (await fetch(`${child.url}${path}`, { headers })).bytes()
      assert.deepEqual(Buffer.from(again), Buffer.from(whole))
    } finally {
      for (const wire of wires) wire.socket.destroy()
      await child.stop()
    }
  })

  test('200 uploads reset at any byte leave nothing behind', async () => {
    const service = await testService('SQLite')
    try {
      const authorization = `Bearer ${await service.token()}`
      const before = await (await service.call('GET', '/v1.0/branding/themes')).text()
      const tag = (await service.call('GET', '/v1.0/branding/themes/default')).headers.get('etag')
      const archive = packageOf({ 'common/big.bin': randomBytes(200_000), 'common/page_style.css': 'b {}' })
      const uploads = [
        ['POST', '/v1.0/branding/themes', form('files', archive, { name: 'Never' })],
        ['PUT', '/v1.0/branding/themes/default', form('files', archive)],
        ['PUT', FILE, form('file', 'b {}'.repeat(50_000))],
      ] as const
      const cut = places()
      for (let round = 0; round < 20; round++) {
        await Promise.all(
          Array.from({ length: 10 }, async (_, index) => {
            const [method, path, { headers, body }] = uploads[index % uploads.length]!
            const bytes = request(method, path, { ...headers, Authorization: authorization }, body)
            const wire = await Wire.open(service.url)
            wire.send(bytes.subarray(0, cut() % bytes.length))
            await sleep(cut() % 15)
            wire.socket.resetAndDestroy()
          }),
        )
      }
      assert.equal((await service.call('GET', '/healthz')).status, 200)
      assert.equal((await service.call('GET', '/readyz')).status, 200)
      assert.equal(await (await service.call('GET', '/v1.0/branding/themes')).text(), before)
      const after = await service.call('GET', '/v1.0/branding/themes/default?customized_only=true')
      assert.equal(after.headers.get('etag'), tag)
      assert.deepEqual(pathsOf(await after.bytes()), [])
      assert.equal((await service.call('PUT', FILE, fileForm('mine'))).status, 204)
    } finally {
      await service.stop()
    }
  })
})

/** Places that look like chance and are the same in every run. */
function places(): () => number {
  let state = 20_240_607
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 4
  }
}

test('what is not HTTP gets no answer into the body of another one', async () => {
  const service = await testService('SQLite')
  try {
    const large = Object.fromEntries(
      ['a', 'b', 'c'].map(name => [`common/${name}.bin`, randomBytes(3 * MiB)]),
    )
    const id = await service.createTheme('Large', packageOf(large))
    const wire = await Wire.open(service.url, { reading: false })
    const head = { Authorization: `Bearer ${await service.token()}`, Connection: 'keep-alive' }
    wire.send(request('GET', `/v1.0/branding/themes/${id}`, head))
    await sleep(1_000)
    wire.send('NOT HTTP\r\n\r\n')
    await sleep(1_000)
    let said = ''
    wire.socket.on('data', chunk => (said += chunk.toString('latin1')))
    await wire.closed
    assert.match(said, /^HTTP\/1\.1 200 /)
    assert.doesNotMatch(said, /HTTP\/1\.1 400 /)
    wire.socket.destroy()
  } finally {
    await service.stop()
  }
})
