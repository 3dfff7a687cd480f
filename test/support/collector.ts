import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A span as OTLP has it in JSON. */
export interface CollectedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status?: { readonly code: number }
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[]
}

/** A collector of traces, and all that it was sent. */
export interface Collector {
  readonly url: string
  readonly bodies: string[]
  readonly headers: IncomingHttpHeaders[]
  /** What it answers from now on. */
  status: number
  /** How long it takes to answer, in milliseconds. */
  delay: number
  spans(): CollectedSpan[]
  stop(): Promise<void>
}

/** Starts a collector that takes OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = []
  const headers: IncomingHttpHeaders[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    await sleep(collector.delay)
    if (request.method !== 'POST' || request.url !== '/v1/traces') collector.status = 404
    headers.push(request.headers)
    if (collector.status === 200) bodies.push(body)
    response.writeHead(collector.status, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const collector: Collector = {
    url: `http://127.0.0.1:${port}`,
    bodies,
    headers,
    status: 200,
    delay: 0,
    spans: () =>
      bodies.flatMap(body => {
        const { resourceSpans } = JSON.parse(body) as {
          resourceSpans: { scopeSpans: { spans: CollectedSpan[] }[] }[]
        }
        return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
      }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return collector
}
