import { freshDatabase, type TestDatabase } from '../test/support/database.ts'
import { executed } from '../test/support/store.ts'
import { rateRow, type Target } from './load.ts'
import { median, type Row, TINY } from './measure.ts'
import { residentMegabytes } from './memory.ts'
import { page } from './page.ts'
import { processorMicroseconds } from './pin.ts'
import { type ServiceProcess, startServiceProcess } from './process.ts'

const TENANTS = TINY ? 10 : 10_000
const THEMES_OF_EACH = 10
const THEMES = TINY ? 10 : 1_000
const FILES = TINY ? 5 : 600
/** What a page of the list holds at most. */
const LISTED = 200
/** Within a tenth of what it takes where there is little. */
const RATE_GOAL = 0.9
const COST_GOAL = 1.1
const MEMORY_MB = 20
const STARTS = TINY ? 1 : 5

/** Whether pages, lists, starts and memory stay as they are where there are many tenants, or many themes. */
export async function scaleRows(): Promise<Row[]> {
  return [
    ...(await compared(`${TENANTS} tenants of ${THEMES_OF_EACH} themes`, '1 tenant', {
      much: { tenants: TENANTS, themes: THEMES_OF_EACH, files: 0 },
      little: { tenants: 0, themes: THEMES_OF_EACH, files: 0 },
    })),
    ...(await compared(`${THEMES} themes of ${FILES} files`, `${Math.min(THEMES, LISTED)} themes`, {
      much: { tenants: 0, themes: THEMES, files: FILES },
      little: { tenants: 0, themes: Math.min(THEMES, LISTED), files: 0 },
    })),
  ]
}

interface Amount {
  /** Beside the first one. */
  readonly tenants: number
  /** Of each tenant. */
  readonly themes: number
  /** Of each theme. */
  readonly files: number
}

async function compared(
  name: string,
  peer: string,
  { much, little }: Record<'much' | 'little', Amount>,
): Promise<Row[]> {
  const many = await filled(much)
  try {
    const few = await filled(little)
    try {
      const about = (what: string) => `${what}, ${name} (${peer})`
      return [
        boundRow(about('start'), 'ms CPU', many.startMs, few.startMs, few.startMs * COST_GOAL),
        boundRow(about('memory'), 'MB', many.megabytes, few.megabytes, few.megabytes + MEMORY_MB),
        await rateRow(about('sign-in page'), page(many.service), page(few.service), RATE_GOAL),
        await rateRow(about('theme list'), list(many.service), list(few.service), RATE_GOAL),
      ]
    } finally {
      await few.stop()
    }
  } finally {
    await many.stop()
  }
}

function list({ url, pid, headers }: ServiceProcess): Target {
  return { url: `${url}/v1.0/branding/themes?limit=${LISTED}`, pid, headers }
}

function boundRow(name: string, unit: string, ours: number, peer: number, most: number): Row {
  return {
    name,
    ours: `${ours.toFixed(0)} ${unit}`,
    peer: `${peer.toFixed(0)} ${unit}`,
    ratio: `${(ours / peer).toFixed(2)} ×`,
    bound: `≤ ${most.toFixed(0)} ${unit}`,
    holds: ours <= most,
    figures: { ours, peer, ratio: ours / peer },
  }
}

interface Filled {
  readonly service: ServiceProcess
  readonly startMs: number
  readonly megabytes: number
  stop(): Promise<void>
}

/** A service that has just started where so much was stored before. */
async function filled(amount: Amount): Promise<Filled> {
  const database = await freshDatabase('SQLite')
  await (await startServiceProcess('SQLite', {}, database)).stop()
  await fill(database, amount)
  let service = await startServiceProcess('SQLite', {}, database)
  const starts: { startMs: number; megabytes: number }[] = []
  for (;;) {
    const { pid } = service
    starts.push({ startMs: processorMicroseconds(pid) / 1000, megabytes: residentMegabytes(pid) })
    if (starts.length === STARTS) break
    await service.stop()
    service = await startServiceProcess('SQLite', {}, database)
  }
  return {
    service,
    startMs: median(starts.map(({ startMs }) => startMs)),
    megabytes: median(starts.map(({ megabytes }) => megabytes)),
    async stop() {
      await service.stop()
      await database.remove()
    },
  }
}

/** Stores it by SQL: through the API it would take hours. */
async function fill(database: TestDatabase, { tenants, themes, files }: Amount): Promise<void> {
  const numbers = (most: number) =>
    `with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${most})`
  if (tenants > 0)
    await executed(
      database,
      `${numbers(tenants)} insert into tenants (id, name, name_key, host, public_url, created_at)
        select 't' || n, 'T' || n, 't' || n, 't' || n || '.example', 'https://t' || n || '.example', n from numbers`,
    )
  const first = `tenant = 'main' and %.id = 'default'`
  await executed(
    database,
    `${numbers(themes)} insert or ignore into themes (tenant, id, name, name_key, description, head, created_at, updated_at)
      select tenants.id, case n when 1 then 'default' else 'theme-' || n end,
        case n when 1 then 'default' else 'Theme ' || n end, case n when 1 then 'default' else 'theme ' || n end,
        original.description, 1, original.created_at, original.updated_at
      from tenants, numbers, themes original where original.${first.replace('%', 'original')}`,
  )
  await executed(
    database,
    `insert or ignore into revisions (tenant, theme, revision, at, author, cause, master, changes)
      select themes.tenant, themes.id, 1, at, author, cause, master, changes
      from themes, (select * from revisions where tenant = 'main' and theme = 'default' limit 1)`,
  )
  if (files > 0)
    await executed(
      database,
      `${numbers(files)} insert into theme_files (tenant, theme, path, digest, base, opened, closed)
        select tenant, id, 'common/static/part-' || n || '.css', (select min(digest) from blobs), null, 1, null
        from themes, numbers where id <> 'default'`,
    )
}
