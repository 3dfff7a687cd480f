import { METRICS } from './metric-table.ts'
import type { Answered } from './request-line.ts'

const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60]
/** The methods that are counted separately; all others are counted together. */
export const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
const REQUESTS = 'tabard_http_requests_total'
const DURATIONS = 'tabard_http_request_duration_seconds'

interface Series {
  readonly labels: string
  readonly statuses: Map<number, number>
  /** How many took up to each bound and longer than the one before; the last ones took longer than any. */
  readonly durations: number[]
  sum: number
}

/**
 * Counts requests and their duration. It runs for every request, where the library for the other metrics would take
 * several microseconds. This takes a fraction of one.
 */
export class RequestMeter {
  readonly #series: Series[] = []

  /** What a server calls for every request that it has answered. */
  answered(server: string): Answered {
    const routes = new Map<string, Map<string, Series>>()
    const added = (route: string, method: string): Series => {
      const series = this.#added({ server, route, method })
      const methods = routes.get(route) ?? new Map<string, Series>()
      routes.set(route, methods.set(method, series))
      return series
    }
    return ({ method: given, route = 'none', status, ms }) => {
      const seconds = ms / 1000
      const method = METHODS.has(given) ? given : 'other'
      const series = routes.get(route)?.get(method) ?? added(route, method)
      series.statuses.set(status, (series.statuses.get(status) ?? 0) + 1)
      const bound = BUCKETS.findIndex(most => seconds <= most)
      series.durations[bound === -1 ? BUCKETS.length : bound]! += 1
      series.sum += seconds
    }
  }

  #added(names: Record<string, string>): Series {
    const labels = Object.entries(names)
      .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
      .join(',')
    const series = { labels, statuses: new Map(), durations: Array(BUCKETS.length + 1).fill(0), sum: 0 }
    this.#series.push(series)
    return series
  }

  /** All of it in the format of Prometheus. */
  text(): string {
    return [...heading(REQUESTS), ...this.#series.flatMap(counts), ...heading(DURATIONS)]
      .concat(this.#series.flatMap(histogram), '')
      .join('\n')
  }
}

function heading(name: typeof REQUESTS | typeof DURATIONS): string[] {
  return [`# HELP ${name} ${METRICS[name].help}`, `# TYPE ${name} ${METRICS[name].type}`]
}

function counts({ labels, statuses }: Series): string[] {
  return Array.from(statuses, ([status, count]) => `${REQUESTS}{${labels},status="${status}"} ${count}`)
}

function histogram({ labels, durations, sum }: Series): string[] {
  let total = 0
  const buckets = durations.map((count, index) => {
    total += count
    return `${DURATIONS}_bucket{${labels},le="${BUCKETS[index] ?? '+Inf'}"} ${total}`
  })
  return [...buckets, `${DURATIONS}_sum{${labels}} ${sum}`, `${DURATIONS}_count{${labels}} ${total}`]
}
