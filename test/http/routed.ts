import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyRequest } from 'fastify'

/** Fastify tells there of every request that reaches the handler of a route. */
const HANDLED = 'tracing:fastify.request.handler:start'

/** Counts the requests to a service that need their routes. */
export interface Routed {
  count(): number
  stop(): void
}

export function watchRoutes(url: string): Routed {
  const port = Number(new URL(url).port)
  let routed = 0
  const heard = (message: unknown) => {
    const { raw } = (message as { request: FastifyRequest }).request
    if (raw.socket.localPort === port) routed += 1
  }
  subscribe(HANDLED, heard)
  return { count: () => routed, stop: () => void unsubscribe(HANDLED, heard) }
}
