import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { CacheFigures } from '../../core/bounded-cache.ts'
import type { Tally } from '../../core/tally.ts'
import { FIRST_TENANT } from '../../identity/identity.ts'
import type { OutboxFigures, Store } from '../../store/store.ts'
import type { Themes } from '../../themes/themes.ts'
import { type DatabaseFigures, freeDisk, type Health, healthGauges } from './health-gauges.ts'
import { METRICS, type MetricName, PROCESS_METRICS } from './metric-table.ts'

const PREFIX = 'tabard_'
const DEADLINE_MS = 1_000

/** Sources of the metrics, read at each scrape. */
export interface Watched extends Health {
  readonly themes: Themes
  readonly violations: Tally
  readonly gzipped: CacheFigures
  readonly signInPages: CacheFigures
  readonly answers: CacheFigures
  readonly version: string
  readonly now: () => number
  readonly servers: Readonly<Record<string, Server>>
}

type Library = typeof import('prom-client')
type Instruments = ReturnType<typeof instruments>

/** All metrics except those of requests, in the format of Prometheus. The library is loaded only if metrics are on. */
export async function createGauges(): Promise<{ contentType: string; text(of: Watched): Promise<string> }> {
  const library = await import('prom-client')
  const registry = new library.Registry()
  const all = instruments(library, registry)
  library.collectDefaultMetrics({ register: registry, prefix: PREFIX })
  for (const { name } of registry.getMetricsAsArray()) {
    if (!Object.hasOwn(METRICS, name) && !Object.hasOwn(PROCESS_METRICS, name))
      registry.removeSingleMetric(name)
  }

  /** One question at a time: a database that is slow is not asked by every scrape again. */
  let asking: Promise<Figures> | undefined
  const figuresFrom = (store: Store): Promise<Figures> => {
    asking ??= figuresOf(store).finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    contentType: registry.contentType,
    async text(watched) {
      const [figures, isUp] = await Promise.all([
        soon(figuresFrom(watched.store)),
        soon(pinged(watched.store)),
      ])
      const connections = await connectionsOf(watched.servers)
      const free = await freeDisk(watched.data)
      // No await from here on, so that concurrent scrapes do not mix.
      tellService(all, watched, connections)
      tellCaches(all, watched)
      tellLint(all, watched)
      tellSources(all, watched)
      tellPool(all, watched.store)
      all.up.set(isUp === undefined || figures === undefined ? 0 : 1)
      tellFaults(all, watched.store)
      tellOutbox(all, figures?.outbox, watched.now())
      all.health.tell(watched, figures, free)
      return await registry.metrics()
    },
  }
}

interface Figures extends DatabaseFigures {
  readonly outbox: OutboxFigures
}

async function figuresOf(store: Store): Promise<Figures> {
  const outbox = await store.outboxFigures()
  const size = await store.size()
  const [backup] = await store.tenant(FIRST_TENANT).audit.list({ event: 'backup-made', limit: 1 })
  const [sweep] = await store.tenant(FIRST_TENANT).jobs.list('sweep')
  return { outbox, size, backupAt: backup?.at, sweptAt: sweep?.doneAt ?? undefined }
}

function instruments({ Counter, Gauge }: Library, registry: InstanceType<Library['Registry']>) {
  const described = (name: MetricName) => {
    const { help, labels = [] } = { labels: undefined, ...METRICS[name] }
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  const counter = (name: MetricName) => new Counter<string>(described(name))
  const gauge = (name: MetricName) => new Gauge<string>(described(name))
  return {
    build: gauge('tabard_build_info'),
    connections: gauge('tabard_http_connections'),
    fallbacks: counter('tabard_render_fallbacks_total'),
    lint: {
      runs: counter('tabard_lint_runs_total'),
      seconds: counter('tabard_lint_seconds_total'),
      findings: gauge('tabard_lint_findings'),
    },
    sources: {
      exchanges: counter('tabard_source_exchanges_total'),
      paused: gauge('tabard_sources_paused'),
    },
    violations: counter('tabard_policy_violations_total'),
    events: counter('tabard_analytics_events_total'),
    caches: {
      entries: gauge('tabard_cache_entries'),
      fill: gauge('tabard_cache_fill_ratio'),
      hits: counter('tabard_cache_hits_total'),
      misses: counter('tabard_cache_misses_total'),
      evictions: counter('tabard_cache_evictions_total'),
    },
    mails: gauge('tabard_outbox_mails'),
    oldest: gauge('tabard_outbox_oldest_waiting_seconds'),
    up: gauge('tabard_database_up'),
    faults: counter('tabard_database_faults_total'),
    pool: gauge('tabard_database_connections'),
    waiting: gauge('tabard_database_waiting_requests'),
    health: healthGauges({ counter, gauge }),
  }
}

function tellService(
  { build, connections, fallbacks, violations, events }: Instruments,
  watched: Watched,
  open: ReadonlyMap<string, number>,
): void {
  const { store, themes, version } = watched
  build.set({ version, node: process.versions.node, database: store.name.split(' ', 1)[0]! }, 1)
  for (const [server, number] of open) connections.set({ server }, number)
  fallbacks.reset()
  fallbacks.inc(themes.pages.fallbacks.total)
  violations.reset()
  violations.inc(watched.violations.total)
  events.reset()
  for (const [outcome, number] of watched.identity.analytics.outcomes) events.inc({ outcome }, number)
}

function tellCaches(
  { caches }: Instruments,
  { themes, identity, gzipped, answers, signInPages }: Watched,
): void {
  for (const metric of Object.values(caches)) metric.reset()
  for (const [cache, figures] of Object.entries({
    ...themes.caches,
    ...identity.caches,
    ...{ gzipped, answers, signInPages },
  })) {
    caches.entries.set({ cache }, figures.entries)
    caches.fill.set({ cache }, figures.fill)
    caches.hits.inc({ cache }, figures.hits)
    caches.misses.inc({ cache }, figures.misses)
    caches.evictions.inc({ cache }, figures.evictions)
  }
}

function tellLint({ lint }: Instruments, { themes }: Watched): void {
  const { outcomes, seconds, findings } = themes.lintFigures
  for (const metric of Object.values(lint)) metric.reset()
  for (const [outcome, number] of outcomes) lint.runs.inc({ outcome }, number)
  lint.seconds.inc(seconds)
  for (const [severity, number] of Object.entries(findings)) lint.findings.set({ severity }, number)
}

function tellSources({ sources }: Instruments, { identity }: Watched): void {
  const { outcomes, open } = identity.exchanges.breakers.figures
  sources.exchanges.reset()
  for (const [outcome, number] of outcomes) sources.exchanges.inc({ outcome }, number)
  sources.paused.set(open)
}

function tellPool({ pool, waiting }: Instruments, store: Store): void {
  const found = store.connections()
  pool.reset()
  waiting.remove()
  if (found === undefined) return
  pool.set({ state: 'busy' }, found.busy)
  pool.set({ state: 'idle' }, found.idle)
  waiting.set(found.waiting)
}

async function pinged(store: Store): Promise<true> {
  await store.ping()
  return true
}

function tellFaults({ faults }: Instruments, store: Store): void {
  faults.reset()
  for (const [kind, number] of Object.entries(store.faults))
    faults.inc({ kind: kind === 'unusable' ? 'damaged' : kind }, number)
}

function tellOutbox({ mails, oldest }: Instruments, figures: OutboxFigures | undefined, now: number): void {
  mails.reset()
  oldest.remove()
  if (figures === undefined) return
  mails.set({ state: 'waiting' }, figures.waiting)
  mails.set({ state: 'given-up' }, figures.givenUp)
  oldest.set(Math.max(0, now - (figures.oldestWaiting ?? now)) / 1000)
}

async function connectionsOf(servers: Watched['servers']): Promise<Map<string, number>> {
  const open = new Map<string, number>()
  for (const [name, server] of Object.entries(servers))
    open.set(name, await promisify(server.getConnections.bind(server))())
  return open
}

/** A result, or undefined after a timeout. */
async function soon<T>(asked: Promise<T>): Promise<T | undefined> {
  const patience = new AbortController()
  try {
    return await Promise.race([asked, sleep(DEADLINE_MS, undefined, { signal: patience.signal })])
  } catch {
    return undefined
  } finally {
    patience.abort()
  }
}
