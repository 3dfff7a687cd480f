import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { AuditEntry } from '../../src/store/store.ts'
import { ENGINES } from '../support/database.ts'
import { addOperator, consoleCall, signedInOperator } from '../support/operator.ts'
import { addAccount, addApplication } from '../support/people.ts'
import { tabard } from '../support/process.ts'
import { type TestService, testService } from '../support/service.ts'
import { executed } from '../support/store.ts'

const AUDIT = '/v1.0/tabard/audit'
const DAY = Date.parse('2026-03-01')

interface Told {
  readonly entries: readonly Record<string, unknown>[]
  readonly next?: string
}

for (const engine of ENGINES) {
  describe(`the audit trail on ${engine}`, () => {
    let service: TestService
    let administrator: string
    let developer: string
    let ada: string
    let shop: string

    before(async () => {
      service = await testService(engine)
      await addOperator(service, 'boss@example.com', 'administrator')
      await addOperator(service, 'maker@example.com', 'themeDeveloper')
      administrator = (await signedInOperator(service, 'boss@example.com')).cookie
      developer = (await signedInOperator(service, 'maker@example.com')).cookie
      ada = await addAccount(service, { email: 'ada@example.com' })
      const { id } = await addApplication(service, { name: 'Shop', redirects: ['https://shop.example/'] })
      shop = id
      await executed(service.database, 'delete from audit')
      await record(
        ...Array.from({ length: 25 }, (_, index) => ({
          at: DAY + Math.floor(index / 5) * 86_400_000,
          event: `e${index % 3}`,
          account: index % 2 === 0 ? ada : 'gone',
          application: index % 5 === 0 ? shop : null,
          details: { number: String(index) },
        })),
      )
    })
    after(async () => await service.stop())

    const record = async (...entries: Partial<AuditEntry>[]) => {
      const empty = { at: DAY, event: 'e', account: null, application: null, address: null, details: {} }
      await service.service.store.tenant('main').write(async tx => {
        for (const entry of entries) await tx.audit.record({ ...empty, ...entry })
      })
    }
    const ask = async (query = '', accept = 'application/json') =>
      await consoleCall(service, administrator, 'GET', `${AUDIT}${query}`, undefined, {
        origin: service.service.consoleUrl,
        accept,
      })
    const told = async (query = ''): Promise<Told> => {
      const answer = await ask(query)
      assert.equal(answer.status, 200, query)
      return (await answer.json()) as Told
    }
    const numbers = async (query = '') =>
      (await told(query)).entries.map(({ details }) => Number((details as { number: string }).number))
    const from = (high: number, low: number) => Array.from({ length: high - low + 1 }, (_, n) => high - n)

    test('tells the newest first, with the names of now', async () => {
      const { entries, next } = await told('?limit=5')
      assert.deepEqual(entries[4], {
        at: '2026-03-05T00:00:00.000Z',
        event: 'e2',
        account: ada,
        userName: 'ada@example.com',
        application: shop,
        applicationName: 'Shop',
        address: null,
        details: { number: '20' },
      })
      assert.equal(entries[3]!.userName, null, 'of an account that is gone')
      assert.ok(next !== undefined)
      assert.equal((await told()).next, undefined)
      assert.deepEqual(await numbers(), from(24, 0))
    })

    test('is filtered by account, application, event and time, and by all at once', async () => {
      const even = from(24, 0).filter(number => number % 2 === 0)
      assert.deepEqual(await numbers(`?account=${ada}`), even)
      assert.deepEqual(await numbers('?account=ADA@example.com'), even)
      assert.deepEqual((await numbers('?account=gone')).length, 12)
      assert.deepEqual(await numbers(`?application=${shop}`), [20, 15, 10, 5, 0])
      assert.deepEqual(await numbers('?event=e1&limit=2'), [22, 19])
      assert.deepEqual(await numbers('?from=2026-03-02&to=2026-03-03'), from(9, 5))
      assert.deepEqual(await numbers('?from=2026-03-05T00:00:00Z'), from(24, 20))
      assert.deepEqual(await numbers(`?from=${encodeURIComponent('2026-03-05T01:00+01:00')}`), from(24, 20))
      assert.deepEqual(await numbers('?event=e1&from=2026-03-04&to=2026-03-05'), [19, 16])
      assert.deepEqual(await numbers(`?event=e0&account=${ada}&from=2026-03-04&application=${shop}`), [])
      assert.deepEqual(await numbers(`?event=e0&account=gone&application=${shop}`), [15])
      for (const nothing of ['?event=%00', '?account=%00', '?application=nobody', '?to=1970-01-01'])
        assert.deepEqual(await numbers(nothing), [], nothing)
    })

    test('is paged so that entries which come meanwhile move nothing', async () => {
      const seen: number[] = []
      let cursor: string | undefined
      do {
        const { entries, next } = await told(`?limit=4${cursor === undefined ? '' : `&cursor=${cursor}`}`)
        seen.push(...entries.map(({ details }) => Number((details as { number: string }).number)))
        cursor = next
        await record({ at: Date.now(), event: 'new', details: { number: '99' } })
      } while (cursor !== undefined)
      assert.deepEqual(seen, from(24, 0))
      await executed(service.database, "delete from audit where event = 'new'")
      const first = await told('?event=e1&limit=3&from=2026-03-01')
      const second = await told(`?event=e1&limit=10&from=2026-03-01&cursor=${first.next}`)
      assert.equal(first.entries.length + second.entries.length, 8)
      assert.equal(second.next, undefined)
    })

    test('refuses what it does not understand', async () => {
      const cursor = (text: string) => `cursor=${Buffer.from(text).toString('base64url')}`
      for (const wrong of [
        ...['limit=0', 'limit=1001', 'limit=x', 'limit=1&limit=2', 'format=xml', 'format=CSV', 'format='],
        ...['from=yesterday', 'from=2026-02-30', 'to=2026-01-01T00:00', 'to=1', 'from=', 'from=2026-13-01'],
        ...[
          'cursor=',
          'cursor=x',
          cursor('1'),
          cursor("1 ' or 1=1"),
          cursor(`x ${'0'.repeat(20)} ${'a'.repeat(36)}`),
        ],
      ]) {
        const answer = await ask(`?${wrong}`)
        assert.equal(answer.status, 400, wrong)
        assert.equal(((await answer.json()) as { messageId: string }).messageId, 'TABRD0107E')
      }
    })

    test('is for administrators in the console, and nobody else', async () => {
      const own = { origin: service.service.consoleUrl }
      const status = async (cookie: string, headers: Record<string, string>) =>
        (await consoleCall(service, cookie, 'GET', AUDIT, undefined, headers)).status
      assert.equal(await status(administrator, own), 200)
      assert.equal(await status(developer, own), 403)
      assert.equal(await status('', own), 401)
      assert.equal(await status(administrator, { origin: service.url }), 403)
      const authorization = `Bearer ${await service.token()}`
      assert.equal(await status('', { authorization }), 403)
      assert.equal((await service.call('GET', AUDIT)).status, 404, 'at the pages')
      assert.equal((await consoleCall(service, administrator, 'DELETE', AUDIT)).status, 405)
    })

    test('is exported as lines of JSON and as CSV, whole, and as the command line does', async () => {
      await record(
        ...['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', 'a "quoted", word\r\nand a line'].map(event => ({
          at: DAY - 1,
          event,
        })),
      )
      // Exports are entries themselves, of today.
      const csv = await ask('?format=csv&to=2026-04-01')
      assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
      assert.equal(csv.headers.get('content-disposition'), 'attachment; filename="audit.csv"')
      assert.equal(csv.headers.get('cache-control'), 'no-store')
      const text = await csv.text()
      const rows = csvRows(text)
      const [head, ...body] = rows
      assert.equal(head!.join(), 'at,event,account,userName,application,applicationName,address,details')
      assert.ok(rows.every(row => row.length === 8))
      assert.equal(body.length, 32)
      assert.deepEqual(body[4], [
        ...['2026-03-05T00:00:00.000Z', 'e2', ada, 'ada@example.com', shop, 'Shop', '', '{"number":"20"}'],
      ])
      assert.deepEqual(
        body.slice(25).map(row => row[1]),
        ['a "quoted", word\r\nand a line', ...["'＝1", "'\t=1", "'@SUM(A1)", "'-1", "'+1", "'=1+1"]],
      )

      const jsonl = await ask('?to=2026-04-01', 'application/x-ndjson')
      assert.equal(jsonl.headers.get('content-type'), 'application/x-ndjson; charset=utf-8')
      const lines = await jsonl.text()
      const parsed = lines
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line) as unknown)
      assert.deepEqual(parsed, (await told('?to=2026-04-01')).entries)
      const accepted = await ask('?to=2026-04-01', 'text/html;q=0.5, text/csv')
      assert.equal(await accepted.text(), text)
      assert.equal((await (await ask('?format=jsonl&limit=3&event=e1')).text()).split('\n').length, 4)
      assert.equal(csvRows(await (await ask('?format=csv&event=nothing')).text()).length, 1)
      assert.equal(await (await ask('?format=jsonl&event=nothing')).text(), '')

      const printed = async (...more: string[]) =>
        (await tabard(['audit', ...more], service.database.environment)).stdout
      assert.equal(await printed('--format', 'csv', '--to', '2026-04-01'), text)
      assert.equal(
        await printed('--format', 'jsonl', '--event', 'e1', '--from', '2026-03-02'),
        await (await ask('?format=jsonl&event=e1&from=2026-03-02')).text(),
      )
    })

    test('is exported in pieces, none of them twice', async () => {
      await record(
        ...Array.from({ length: 1_234 }, (_, index) => ({ event: 'many', details: { n: `${index}` } })),
      )
      const text = await (await ask('?format=jsonl&event=many')).text()
      const seen = text
        .trimEnd()
        .split('\n')
        .map(line => (JSON.parse(line) as { details: { n: string } }).details.n)
      assert.deepEqual(seen, from(1_233, 0).map(String))
      assert.equal((await (await ask('?format=jsonl&event=many&limit=700')).text()).split('\n').length, 701)
    })
  })
}

/** Reads CSV as RFC 4180 has it. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]]
  assert.ok(text.endsWith('\r\n'))
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  while (field.lastIndex < text.length) {
    const [, quoted, plain, end] = field.exec(text) ?? assert.fail('not a field')
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!)
    if (end !== ',') rows.push([])
  }
  return rows.slice(0, -1)
}
