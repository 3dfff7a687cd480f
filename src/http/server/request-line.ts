import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { INFO, logLine } from '../../log.ts'

const MESSAGE = 'request'

/** What the log and the metrics record about an answered request. */
export interface RequestLine {
  readonly method: string
  readonly path: string | undefined
  /** The pattern of its route; undefined if there is none. */
  readonly route: string | undefined
  readonly status: number
  readonly ms: number
  readonly tenant: string | undefined
  readonly client: string | undefined
  readonly operator: string | undefined
  readonly address: string
}

/** Told of every request that was answered, where somebody watches. */
export type Answered = (line: RequestLine) => void

/** The path of a request: never the query, where clients have been seen to put secrets, nor the id that opens a preview. */
export function loggedPath(url: string | undefined): string | undefined {
  return url?.split('?', 1)[0]?.replace(/(preview-|\/preview\/flow\/)[\w-]{32}/, '$1…')
}

/** Whether requests are logged at a level. */
export function logsRequests(level: string): boolean {
  return level === 'info' || level === 'debug'
}

/** Writes the line of a request to the log; what comes before it is in the logger. */
export function writeLine(log: FastifyBaseLogger, line: RequestLine): void {
  log.info(shown(line), MESSAGE)
}

/** The line of a request that was answered early, as text: the logger would take most of the time of such an answer. */
export function lineText(line: RequestLine, reqId: string): string {
  return logLine(INFO, { reqId, ...shown(line) }, MESSAGE)
}

/** What the log tells of a request. */
function shown({ method, path, status, ms, tenant, client, operator, address }: RequestLine) {
  return { method, path, status, ms: Math.round(ms * 10) / 10, tenant, client, operator, address }
}

/** The line of a request that went through a route. */
export function lineOf(request: FastifyRequest, reply: FastifyReply): RequestLine {
  return {
    method: request.method,
    path: loggedPath(request.raw.url),
    route: request.routeOptions.url,
    status: reply.statusCode,
    ms: reply.elapsedTime,
    tenant: request.tenant?.id,
    client: request.client?.id,
    operator: request.operator?.account.id,
    address: request.ip,
  }
}
