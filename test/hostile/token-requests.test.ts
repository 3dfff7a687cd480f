import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient, FIRST_TENANT } from '../../src/identity/identity.ts'
import { CLIENT_ID, CLIENT_SECRET, type TestService, testService } from '../support/service.ts'
import { fixture } from './assertions.ts'
import { childService } from './child.ts'
import { exchange, request, type WireAnswer } from './wire.ts'

interface Row {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly content_type: string | null
  readonly headers: Record<string, string>
  readonly body: string
  readonly expect: string
}

const { token: rows } = fixture<{ token: Row[] }>('requests.json')
const MANY = new Set(['brute', 'brute-spread', 'xff-spoof'])

const TOKEN = '/v1.0/endpoint/default/token'
const ALIASES = ['/oidc/endpoint/default/token', '/oauth2/token']
const FORM = 'application/x-www-form-urlencoded'
const BASIC = Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')

/** What a row's expectation comes to here; where it leaves a choice, the one that the service makes. */
const EXPECTED: Record<string, [status: number, error?: string]> = {
  ok: [200],
  'ok-basic': [200],
  'ok-charset': [200],
  'ok-unknown-param': [200],
  'bad-secret': [401, 'invalid_client'],
  'bad-secret-basic': [401, 'invalid_client'],
  'no-client': [400, 'invalid_request'],
  'no-secret': [401, 'invalid_client'],
  'no-grant': [400, 'invalid_request'],
  'grant-case': [400, 'unsupported_grant_type'],
  'dup-grant': [400, 'invalid_request'],
  'dup-secret': [400, 'invalid_request'],
  'both-auth': [400, 'invalid_request'],
  'query-secret': [400, 'invalid_request'],
  'query-plus-body': [400, 'invalid_request'],
  head: [405],
  put: [405],
  trace: [405],
  multipart: [400, 'invalid_request'],
  'no-ct': [400, 'invalid_request'],
  text: [400, 'invalid_request'],
  brackets: [400, 'invalid_request'],
  proto: [200],
  'bad-utf8': [400, 'invalid_request'],
  'bad-escape': [400, 'invalid_request'],
  'space-id': [401, 'invalid_client'],
  'basic-bad64': [401, 'invalid_client'],
  'basic-nocolon': [401, 'invalid_client'],
  'basic-empty': [401, 'invalid_client'],
}

function filled(text: string): string {
  return text
    .replace('$B64(ID:SECRET)', BASIC)
    .replace('$B64(ID:wrong)', Buffer.from(`${CLIENT_ID}:wrong`).toString('base64'))
    .replaceAll('$ID', CLIENT_ID)
    .replaceAll('$SECRET', CLIENT_SECRET)
}

function requestOf(row: Row, path = row.path): Buffer {
  const headers = Object.entries(row.headers).map(([name, value]) => [name, filled(value)])
  return request(
    row.method,
    filled(path),
    {
      ...(row.content_type !== null && { 'Content-Type': row.content_type }),
      ...Object.fromEntries(headers),
    },
    filled(row.body),
  )
}

function assertTokenAnswer({ status, headers, body }: WireAnswer, name: string, head = false): void {
  const [expected, error] = EXPECTED[name]!
  assert.equal(status, expected, body)
  assert.equal(headers['cache-control'], 'no-store')
  if (status === 405) assert.equal(headers.allow, 'POST')
  if (head) return
  assert.match(headers['content-type']!, /^application\/json\b/)
  assert.ok(!body.includes(CLIENT_SECRET) && !body.includes(BASIC), 'the secret is in the answer')
  const answer = JSON.parse(body) as Record<string, unknown>
  if (status === 200) {
    assert.equal(typeof answer.access_token, 'string')
    assert.deepEqual([answer.token_type, answer.expires_in], ['Bearer', 7200])
    return
  }
  assert.match(String(answer.messageId), /^TABRD\d{4}E$/)
  assert.equal(typeof answer.messageDescription, 'string')
  assert.equal(answer.error, error)
}

describe('token requests', () => {
  let service: TestService

  before(async () => {
    service = await testService('SQLite', { TABARD_FAILED_TRIES: '1000' })
  })
  after(() => service.stop())

  test('every row has an expectation', () => {
    assert.deepEqual(
      rows.map(row => row.name).filter(name => !MANY.has(name)),
      Object.keys(EXPECTED),
    )
  })

  for (const row of rows.filter(({ name }) => !MANY.has(name))) {
    for (const path of [TOKEN, ...ALIASES]) {
      test(`${row.name} at ${path}: ${row.expect}`, async () => {
        const answer = await exchange(service.url, requestOf(row, row.path.replace(TOKEN, path)))
        assertTokenAnswer(answer, row.name, row.method === 'HEAD')
        if (answer.status === 401 && 'Authorization' in row.headers) {
          assert.match(answer.headers['www-authenticate'] ?? 'none', /^Basic realm=/)
        }
      })
    }
  }

  test('a name of the prototype pollutes nothing', () => {
    assert.equal(({} as { admin?: unknown }).admin, undefined)
  })

  test('a body of more than 32 KiB is refused, announced or not', async () => {
    const headers = { 'Content-Type': FORM }
    const body = `grant_type=client_credentials&client_id=${'a'.repeat(40_000)}`
    for (const bytes of [
      request('POST', TOKEN, headers, body),
      request('POST', TOKEN, { ...headers, 'Content-Length': '1000000000' }),
      Buffer.concat([
        request('POST', TOKEN, { ...headers, 'Transfer-Encoding': 'chunked' }),
        Buffer.from(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`),
      ]),
    ]) {
      const answer = await exchange(service.url, bytes)
      assert.equal(answer.status, 413)
      assert.equal(answer.headers['cache-control'], 'no-store')
      assert.equal(JSON.parse(answer.body).error, 'invalid_request')
    }
  })

  test('unknown parameters do no harm, thousands of them are refused, and a long id is nobody', async () => {
    const junk = (length: number) => Array.from({ length }, (_, index) => `${index}=`).join('&')
    const sound = `client_id=${CLIENT_ID}&client_secret=${CLIENT_SECRET}&grant_type=client_credentials`
    const headers = { 'Content-Type': FORM }
    const status = async (body: string) =>
      (await exchange(service.url, request('POST', TOKEN, headers, body))).status
    assert.equal(await status(`${junk(50)}&${sound}`), 200)
    assert.equal(await status(`${sound}&${junk(5000)}`), 400)
    assert.equal(await status(`${junk(5000)}&${sound}`), 400)
    const long = `client_id=${'a'.repeat(30_000)}&client_secret=x&grant_type=client_credentials`
    assert.equal(await status(long), 401)
  })
})

const TRIES = 3

describe('guessing secrets', () => {
  let service: TestService

  const start = async (environment: Record<string, string> = {}) => {
    service = await testService('SQLite', { TABARD_FAILED_TRIES: String(TRIES), ...environment })
  }
  const tried = async (
    { id = CLIENT_ID, secret = 'wrong', forwarded = '', basic = '' },
    localAddress?: string,
  ): Promise<WireAnswer> => {
    const headers = {
      'Content-Type': FORM,
      ...(forwarded && { 'X-Forwarded-For': forwarded }),
      ...(basic && { Authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
    }
    const grant = 'grant_type=client_credentials'
    const body = basic ? grant : `client_id=${id}&client_secret=${secret}&${grant}`
    return await exchange(
      service.url,
      request('POST', TOKEN, headers, body),
      localAddress === undefined ? {} : { localAddress },
    )
  }
  const statuses = async (count: number, attempt: (index: number) => Promise<WireAnswer>) => {
    const seen: number[] = []
    for (let index = 0; index < count; index++) seen.push((await attempt(index)).status)
    return seen
  }
  const refusedAfter = (allowed: number, count: number) =>
    Array.from({ length: count }, (_, index) => (index < allowed ? 401 : 429))

  test('a client is refused after the set number, whatever the secret; others and other addresses go on', async () => {
    await start()
    try {
      const other = await createClient(service.service.store.tenant(FIRST_TENANT), {
        name: 'Other',
        entitlements: ['readTemplates'],
      })
      assert.deepEqual(await statuses(TRIES + 5, () => tried({})), refusedAfter(TRIES, TRIES + 5))
      const refused = await tried({ secret: CLIENT_SECRET })
      assert.equal(refused.status, 429)
      assert.ok(Number(refused.headers['retry-after']) > 0 && Number(refused.headers['retry-after']) <= 300)
      assert.equal(refused.headers['cache-control'], 'no-store')
      const body = JSON.parse(refused.body) as Record<string, string>
      assert.equal(body.messageId, 'TABRD0205E')
      assert.equal(typeof body.error, 'string')
      assert.equal((await tried({ id: other.clientId, secret: other.clientSecret })).status, 200)
      assert.equal((await tried({ secret: CLIENT_SECRET }, '127.0.0.2')).status, 200)
    } finally {
      await service.stop()
    }
  })

  test('many clients from one address are refused after ten times as many', async () => {
    await start()
    try {
      const count = TRIES * 10 + 10
      assert.deepEqual(
        await statuses(count, index => tried({ id: `guess-${index % 25}` })),
        // 25 ids in turn: none of them is over its own number before the address is.
        refusedAfter(TRIES * 10, count),
      )
      assert.equal((await tried({ secret: CLIENT_SECRET })).status, 429)
      assert.equal((await tried({ secret: CLIENT_SECRET }, '127.0.0.2')).status, 200)
    } finally {
      await service.stop()
    }
  })

  test('the header counts with the body, in whatever spelling the id comes', async () => {
    await start()
    try {
      const spelled = ['test-client', '%74est-client', 'tes%74-client', 'test%2dclient', 'test%2Dclient']
      const seen = await statuses(spelled.length, index => tried({ basic: `${spelled[index]}:wrong` }))
      assert.deepEqual(seen, refusedAfter(TRIES, spelled.length))
      assert.equal((await tried({ secret: CLIENT_SECRET })).status, 429)
    } finally {
      await service.stop()
    }
  })

  test('X-Forwarded-For is ignored from anybody', async () => {
    await start()
    try {
      const seen = await statuses(TRIES + 3, index => tried({ forwarded: `1.2.3.${index}` }))
      assert.deepEqual(seen, refusedAfter(TRIES, TRIES + 3))
      assert.equal((await tried({ secret: CLIENT_SECRET, forwarded: '9.9.9.9' })).status, 429)
    } finally {
      await service.stop()
    }
  })

  test('X-Forwarded-For is believed from a trusted proxy, but not what others put in front', async () => {
    await start({ TABARD_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const seen = await statuses(TRIES + 2, index => tried({ forwarded: `8.8.8.${index}, 1.2.3.4` }))
      assert.deepEqual(seen, refusedAfter(TRIES, TRIES + 2))
      assert.equal((await tried({ secret: CLIENT_SECRET, forwarded: '1.2.3.4' })).status, 429)
      assert.equal((await tried({ secret: CLIENT_SECRET, forwarded: '1.2.3.5' })).status, 200)
      const direct = await statuses(TRIES + 2, index => tried({ forwarded: `7.7.7.${index}` }, '127.0.0.2'))
      assert.deepEqual(direct, refusedAfter(TRIES, TRIES + 2))
    } finally {
      await service.stop()
    }
  })

  test('over several trusted hops it is the first address that nobody trusted vouches for', async () => {
    await start({ TABARD_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, 2001:db8::/32' })
    try {
      for (const [chain, other] of [
        ['1.2.3.4, 10.1.1.1, 10.2.2.2', '1.2.3.5, 10.1.1.1, 10.2.2.2'],
        ['1.2.3.4, 10.9.9.9, 9.9.9.9, 10.2.2.2', '1.2.3.4, 10.9.9.9, 9.9.9.8, 10.2.2.2'],
        ['2a00:1450::7, 2001:db8:1::9', '2a00:1450:0:1::7, 2001:db8:1::9'],
        ['2a00:1451::9, 10.1.1.1, 2001:db8::1', '1.2.3.6, 10.1.1.1, 2001:db8::1'],
        ['::ffff:8.8.4.4, ::ffff:10.0.0.9', '::ffff:8.8.4.5, ::ffff:10.0.0.9'],
        ['7.7.7.7:4711, 10.1.1.1:80', '7.7.7.8:4711, 10.1.1.1:80'],
        ['[2a00:1452::9]:443', '[2a00:1452:1::9]:443'],
        // Nobody vouches for what stands before something that is no address.
        ['7.7.7.7, not an address, 10.4.4.4', '7.7.7.7, not an address, 10.4.4.5'],
      ] as const) {
        // Whatever stands before it is a claim of the client, and changes from try to try.
        const claimed = (index: number) => `6.6.6.${index}, ${index % 2 === 0 ? '10.3.3.3' : '::1'}, 5.5.5.5`
        const seen = await statuses(TRIES + 2, index => tried({ forwarded: `${claimed(index)}, ${chain}` }))
        assert.deepEqual(seen, refusedAfter(TRIES, TRIES + 2), chain)
        assert.equal((await tried({ secret: CLIENT_SECRET, forwarded: other })).status, 200, other)
      }
      // Whoever has one address of such a network has all of them.
      assert.equal((await tried({ secret: CLIENT_SECRET, forwarded: '2a00:1450::8' })).status, 429)
    } finally {
      await service.stop()
    }
  })

  test('neither Forwarded nor the first line of the PROXY protocol tells an address', async () => {
    await start({ TABARD_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const body = `client_id=${CLIENT_ID}&client_secret=wrong&grant_type=client_credentials`
      const seen = await statuses(TRIES + 2, index =>
        exchange(
          service.url,
          request('POST', TOKEN, { 'Content-Type': FORM, Forwarded: `for=4.4.4.${index}` }, body),
        ),
      )
      assert.deepEqual(seen, refusedAfter(TRIES, TRIES + 2))
      const line = Buffer.from('PROXY TCP4 1.2.3.4 5.6.7.8 4000 443\r\n')
      const answer = await exchange(service.url, Buffer.concat([line, request('GET', '/healthz')]))
      assert.equal(answer.status, 400)
    } finally {
      await service.stop()
    }
  })
})

test('neither a secret nor a token ever reaches a log line', async () => {
  const child = await childService({ TABARD_LOG_LEVEL: 'debug', TABARD_FAILED_TRIES: '1000' })
  const secrets = new Set([CLIENT_SECRET, BASIC, encodeURIComponent(BASIC)])
  try {
    const say = async (bytes: Buffer) => {
      const { body } = await exchange(child.url, bytes)
      const issued = /"access_token":"([^"]+)"/.exec(body)?.[1]
      if (issued !== undefined) secrets.add(issued)
      return issued
    }
    let token = ''
    for (const row of rows.filter(({ name }) => !MANY.has(name))) token = (await say(requestOf(row))) ?? token
    assert.ok(token !== '')

    const query = `client_id=${CLIENT_ID}&client_secret=${CLIENT_SECRET}&access_token=${token}`
    const form = { 'Content-Type': FORM }
    for (const path of [
      TOKEN,
      '/',
      '/healthz',
      '/nowhere',
      '/v1.0/branding/themes',
      '/v1.0/branding/themes/none',
    ])
      for (const method of ['GET', 'POST', 'DELETE']) {
        await say(request(method, `${path}?${query}`))
        await say(request(method, `${path}?${query}`, { Authorization: `Bearer ${token}` }))
        await say(request(method, path, { Authorization: `Basic ${BASIC}`, ...form }, query))
      }
    for (const authorization of [
      `Bearer ${token}`,
      `bearer  ${token}`,
      `Bearer ${token} ${CLIENT_SECRET}`,
      `Bearer ${CLIENT_SECRET}`,
      `Token ${token}`,
      `Basic ${BASIC}`,
      [`Bearer ${token}`, `Bearer ${CLIENT_SECRET}`],
    ])
      await say(
        request('GET', '/v1.0/branding/themes', { Authorization: authorization, Cookie: `t=${token}` }),
      )
    await say(request('POST', TOKEN, { ...form, 'Content-Length': '99999' }, query))
    await say(request('POST', `${TOKEN}?client_secret[]=${CLIENT_SECRET}`, form, query))
    await say(Buffer.from(`BAD ${CLIENT_SECRET}\r\nAuthorization Bearer ${token}\r\n\r\n`))
    await say(Buffer.from(`GET /?${query} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`))
    await say(Buffer.from(`GET /%zz?${query} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`))
  } finally {
    await child.stop()
  }
  const output = child.output()
  assert.ok(output.split('\n').length > rows.length, `too little was logged to tell: ${output}`)
  assert.ok(output.includes('/v1.0/endpoint/default/token'), 'requests are not in the log')
  for (const line of output.split('\n'))
    for (const secret of secrets) assert.ok(!line.includes(secret), `a secret is in the log: ${line}`)
})
