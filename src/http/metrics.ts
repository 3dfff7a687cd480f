import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import type { BoundedCache } from '../core/bounded-cache.ts'
import type { Tally } from '../core/tally.ts'
import type { Identity } from '../identity/identity.ts'
import type { OutboxFigures, Store } from '../store/store.ts'
import type { Themes } from '../themes/themes.ts'
import { type Answered, type BareParts, bareApp } from './bare.ts'
import { METRICS, type MetricName, PROCESS_METRICS } from './metric-table.ts'
import { RequestMeter } from './request-meter.ts'
import { resource } from './resource.ts'

const PREFIX = 'tabard_'
const DEADLINE_MS = 1_000

/** What is looked at when somebody asks. */
export interface Watched {
  readonly store: Store
  readonly themes: Themes
  readonly identity: Identity
  readonly violations: Tally
  readonly gzipped: BoundedCache<string, Buffer>
  readonly version: string
  readonly now: () => number
  readonly servers: Readonly<Record<string, Server>>
}

export interface Meters {
  readonly contentType: string
  /** What a server calls for every request that it has answered. */
  answered(server: 'pages' | 'console'): Answered
  /** Everything as Prometheus reads it. It never fails: what cannot be told at the moment is left out. */
  text(watched: Watched): Promise<string>
}

/** Counts and measures. The library for it is loaded only where somebody wants to know. */
export async function createMeters(): Promise<Meters> {
  const { Counter, collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  const requests = new RequestMeter()
  const described = (name: MetricName) => {
    const { help, labels = [] } = { labels: undefined, ...METRICS[name] }
    return { name, help, labelNames: [...labels], registers: [registry] }
  }
  const counter = (name: MetricName) => new Counter<string>(described(name))
  const gauge = (name: MetricName) => new Gauge<string>(described(name))

  const build = gauge('tabard_build_info')
  const connections = gauge('tabard_http_connections')
  const fallbacks = counter('tabard_render_fallbacks_total')
  const violations = counter('tabard_policy_violations_total')
  const caches = {
    entries: gauge('tabard_cache_entries'),
    fill: gauge('tabard_cache_fill_ratio'),
    hits: counter('tabard_cache_hits_total'),
    misses: counter('tabard_cache_misses_total'),
    evictions: counter('tabard_cache_evictions_total'),
  }
  const mails = gauge('tabard_outbox_mails')
  const oldest = gauge('tabard_outbox_oldest_waiting_seconds')
  const up = gauge('tabard_database_up')
  const pool = gauge('tabard_database_connections')
  const waiting = gauge('tabard_database_waiting_requests')

  collectDefaultMetrics({ register: registry, prefix: PREFIX })
  for (const { name } of registry.getMetricsAsArray()) {
    if (!Object.hasOwn(METRICS, name) && !Object.hasOwn(PROCESS_METRICS, name))
      registry.removeSingleMetric(name)
  }

  const tellCaches = ({ themes, identity, gzipped }: Watched) => {
    for (const metric of Object.values(caches)) metric.reset()
    for (const [cache, figures] of Object.entries({ ...themes.caches, ...identity.caches, gzipped })) {
      caches.entries.set({ cache }, figures.entries)
      caches.fill.set({ cache }, figures.fill)
      caches.hits.inc({ cache }, figures.hits)
      caches.misses.inc({ cache }, figures.misses)
      caches.evictions.inc({ cache }, figures.evictions)
    }
  }

  const tellOutbox = (figures: OutboxFigures | undefined, now: number) => {
    up.set(figures === undefined ? 0 : 1)
    mails.reset()
    oldest.remove()
    if (figures === undefined) return
    mails.set({ state: 'waiting' }, figures.waiting)
    mails.set({ state: 'given-up' }, figures.givenUp)
    oldest.set(Math.max(0, now - (figures.oldestWaiting ?? now)) / 1000)
  }

  const tellPool = (store: Store) => {
    const found = store.connections()
    pool.reset()
    waiting.remove()
    if (found === undefined) return
    pool.set({ state: 'busy' }, found.busy)
    pool.set({ state: 'idle' }, found.idle)
    waiting.set(found.waiting)
  }

  /** One question at a time: a database that is slow is not asked by every scrape again. */
  let asking: Promise<OutboxFigures> | undefined
  const askOutbox = (store: Store): Promise<OutboxFigures> => {
    asking ??= store.outboxFigures().finally(() => {
      asking = undefined
    })
    return asking
  }

  return {
    contentType: registry.contentType,
    answered: server => requests.answered(server),
    async text(watched) {
      const { store, themes, version, servers, now } = watched
      build.set({ version, node: process.versions.node, database: store.name.split(' ', 1)[0]! }, 1)
      for (const [server, listener] of Object.entries(servers))
        connections.set({ server }, await connectionsOf(listener))
      fallbacks.reset()
      fallbacks.inc(themes.pages.fallbacks.total)
      violations.reset()
      violations.inc(watched.violations.total)
      tellCaches(watched)
      tellPool(store)
      tellOutbox(await soon(askOutbox(store)), now())
      return `${requests.text()}\n${await registry.metrics()}`
    },
  }
}

/** The metrics' face, on a port of its own. A scrape is no news, and has no line in the log. */
export function createMetricsApp(parts: BareParts, meters: Meters, watched: Watched): FastifyInstance {
  const logLevel = parts.logLevel === 'info' ? 'warn' : parts.logLevel
  const app = bareApp({ ...parts, logLevel })
  resource(app, '/metrics', {
    GET: async (_, reply) => reply.type(meters.contentType).send(await meters.text(watched)),
  })
  return app
}

async function connectionsOf(server: Server): Promise<number> {
  return await promisify(server.getConnections.bind(server))()
}

/** An answer that comes in time. */
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
