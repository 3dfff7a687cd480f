import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { configFrom } from '../src/config.ts'
import { Campaigns, changeRules, csvReport, Reviews } from '../src/governance/governance.ts'
import { createAccount, createApplication, FIRST_TENANT } from '../src/identity/identity.ts'
import { accountOffice, openInstallation } from '../src/installation.ts'
import type { Account, TenantStore } from '../src/store/store.ts'
import { createCodec } from '../src/zip/zip.ts'
import type { EngineName } from '../test/support/database.ts'
import type { Row } from './measure.ts'
import { startServiceProcess } from './process.ts'

const APPLICATIONS = 3
const BATCH = 1_000
const DAY = 86_400_000
const BY = { by: 'bench', address: null }
const PAGE = 50
/** However many people there are, nothing that somebody waits for may take longer. */
const WAIT_MS = 250

/** How long it takes to start, page, decide and report a campaign over many people and some applications. */
export async function campaignRows(engine: EngineName, people: number): Promise<Row[]> {
  const service = await startServiceProcess(engine)
  const config = configFrom(service.environment)
  const { store, master } = await openInstallation(config)
  const codec = createCodec()
  try {
    const main = store.tenant(FIRST_TENANT)
    const [tenant] = await store.tenants()
    const office = { ...accountOffice(config, store, master, codec), tenant: tenant! }
    const { account } = await createAccount(office, { userName: 'reviewer' })
    const { account: boss } = await createAccount(office, { userName: 'boss' })
    const applications = await populated(main, (await main.accounts.get(account.id))!, people)
    if (engine === 'PostgreSQL') await analyzed(service.environment.DATABASE_URL!)
    const campaigns = new Campaigns(office)
    const end = new Date(Date.now() + 20 * DAY).toISOString()
    const wanted = {
      ...{ name: 'Review', applications, end },
      ...{ reviewers: [account.id], supervisors: [boss.id] },
    }
    const [previewMs, , previewPause] = await paused(() => campaigns.preview(tenant!, wanted))
    const begun = performance.now()
    const { campaign } = await campaigns.create(tenant!, wanted, BY)
    let longest = 0
    while ((await main.campaigns.get(campaign.id))?.state !== 'running') {
      // Somebody else writes meanwhile: how long that waits is how long a piece takes.
      const [ms] = await timed(() => main.write(async tx => void (await tx.jobs.cancel('none')), 'quiet'))
      longest = Math.max(longest, ms)
      await new Promise(done => setTimeout(done, 20))
    }
    const startMs = performance.now() - begun
    const found = await main.reviews.list(campaign.id, { limit: 10, offset: 0 })
    const review = found.reviews.find(({ reviewer }) => reviewer?.id === account.id)!.id
    const last = (await main.reviews.items(review, {}, { limit: people })).at(-PAGE - 1)!
    const [firstMs] = await timed(() => main.reviews.items(review, {}, { limit: PAGE }))
    const [lastMs] = await timed(() => main.reviews.items(review, {}, { after: last, limit: PAGE }))
    const reviews = new Reviews(office)
    const participant = { account: account.id, address: null }
    const everyone = { filter: { decision: 'open' }, decision: 'keep', comment: '' } as const
    const [bulkMs] = await timed(() => reviews.decide(tenant!, participant, review, everyone))
    const whole = await campaigns.get(tenant!, campaign.id)
    const [reportMs, lines, reportPause] = await paused(async () => {
      let count = 0
      for await (const _ of csvReport(main, whole)) count++
      return count
    })
    const items = people * APPLICATIONS
    const row = (name: string, ms: number, bound?: number): Row => ({
      name: `campaign of ${people} people × ${APPLICATIONS} on ${engine}: ${name}`,
      ours: `${ms.toFixed(1)} ms`,
      peer: '–',
      ratio: `${((ms / items) * 1000).toFixed(1)} µs an item`,
      bound: bound === undefined ? '–' : `≤ ${bound} ms`,
      holds: bound === undefined ? undefined : ms <= bound,
    })
    return [
      row('preview', previewMs),
      row('start, by a job in pieces', startMs),
      row('the longest that another write waited for a piece', longest, WAIT_MS),
      row('the first page of a review', firstMs, WAIT_MS),
      row('its last page', lastMs, WAIT_MS),
      row('a decision about everybody in a review', bulkMs),
      row(`the report, ${lines} lines in pieces`, reportMs),
      row(
        'the longest that a request waited for preview or report',
        Math.max(previewPause, reportPause),
        WAIT_MS,
      ),
    ]
  } finally {
    await codec.close()
    await store.close()
    await service.stop()
  }
}

async function timed<T>(work: () => Promise<T>): Promise<[number, T]> {
  const begun = performance.now()
  const done = await work()
  return [performance.now() - begun, done]
}

/** Also tells for how many milliseconds at most the process could do nothing else meanwhile. */
async function paused<T>(work: () => Promise<T>): Promise<[number, T, number]> {
  const pauses = monitorEventLoopDelay({ resolution: 1 })
  pauses.enable()
  const [ms, done] = await timed(work)
  pauses.disable()
  return [ms, done, pauses.max / 1e6]
}

/** Adds people like one that is there, who have access to some applications. */
/** Lets PostgreSQL count what its tables hold, as it does by itself within a minute. */
async function analyzed(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('analyze')
  await client.end()
}

async function populated(store: TenantStore, like: Account, people: number): Promise<string[]> {
  const applications: string[] = []
  for (let nth = 0; nth < APPLICATIONS; nth++) {
    const { id } = await createApplication(store, {
      name: `App ${nth}`,
      redirects: ['https://app.example.com/'],
    })
    await changeRules(store, id, { mode: 'assigned', keepRecent: false }, BY)
    applications.push(id)
  }
  for (let from = 0; from < people; from += BATCH) {
    const names = Array.from({ length: Math.min(BATCH, people - from) }, (_, nth) => `person-${from + nth}`)
    await store.write(async tx => {
      for (const userName of names) await tx.accounts.create({ ...like, id: userName, userName, email: null })
      for (const application of applications) await tx.access.giveMany(application, names, 'given')
    })
  }
  return applications
}
