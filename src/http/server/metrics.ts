import type { FastifyInstance } from 'fastify'
import { resource } from '../description/resource.ts'
import { baseServer, type ServerParts } from './base-server.ts'
import { createGauges, type Watched } from './gauges.ts'
import type { Answered } from './request-line.ts'
import { RequestMeter } from './request-meter.ts'
import { METRICS } from './status-calls.ts'

export interface Meters {
  readonly contentType: string
  /** What a server calls for every request that it has answered. */
  answered(server: 'pages' | 'console'): Answered
  /**
   * All metrics in the Prometheus format. It never fails: metrics that are not available at the moment are left out.
   */
  text(watched: Watched): Promise<string>
}

/** Counts and measures. */
export async function createMeters(): Promise<Meters> {
  const gauges = await createGauges()
  const requests = new RequestMeter()
  return {
    contentType: gauges.contentType,
    answered: server => requests.answered(server),
    text: async watched => `${requests.text()}\n${await gauges.text(watched)}`,
  }
}

/** The server of the metrics, on a port of its own. Scrapes are not logged. */
export function createMetricsApp(parts: ServerParts, meters: Meters, watched: Watched): FastifyInstance {
  const logLevel = parts.logLevel === 'info' ? 'warn' : parts.logLevel
  const app = baseServer({ ...parts, logLevel, tls: undefined, shed: undefined, tracer: undefined })
  resource(app, '/metrics', METRICS, {
    GET: async (_, reply) => reply.type(meters.contentType).send(await meters.text(watched)),
  })
  return app
}
